import type { ProgramDescription } from "../description.js";
import { FILES_COPIES } from "./files-copies.js";
import { SYSTEM } from "./files-machine.js";
import { PROCESSES } from "./files-processes.js";
import { LONG_HELP } from "../common-options.js";

/** Programs that look at files without opening them. Options as of GNU coreutils 9.1. */
const LISTS: readonly ProgramDescription[] = [
  {
    // Nothing here depends on what a folder holds, so no glob can do harm.
    names: "ls dir vdir gls",
    parser: "gnu",
    isComplete: true,
    options: `
      -a --all
      -A --almost-all
      --author
      -b --escape
      --block-size <text>
      -B --ignore-backups
      -c
      -C
      --color [text]
      -d --directory
      -D --dired
      -f
      -F
      --classify [text]
      --file-type
      --format <text>
      --full-time
      -g
      --group-directories-first
      -G --no-group
      -h --human-readable
      --si
      -H --dereference-command-line
      --dereference-command-line-symlink-to-dir
      --hide <text>
      --hyperlink [text]
      --indicator-style <text>
      -i --inode
      -I --ignore <text>
      -k --kibibytes
      -l
      -L --dereference
      -m
      -n --numeric-uid-gid
      -N --literal
      -o
      -p
      -q --hide-control-chars
      --show-control-chars
      -Q --quote-name
      --quoting-style <text>
      -r --reverse
      -R --recursive
      -s --size
      -S
      --sort <text>
      --time <text>
      --time-style <text>
      -t
      -T --tabsize <number>
      -u
      -U
      -v
      -w --width <number>
      -x
      -X
      -Z --context
      --zero
      -1
      ${LONG_HELP}
      # BSD
      -@ -e -O -P -W`,
    operands: "list*",
  },
  {
    // BSD: the word behind -f is a format; here it counts as a file that is looked at.
    names: "stat gstat",
    parser: "gnu",
    options: `
      -L --dereference
      -f --file-system
      --cached <always|never|default>
      -c --format <text>
      --printf <text>
      -t --terse
      ${LONG_HELP}
      # BSD
      -l -n -q -r -s -x`,
    operands: "list*",
  },
  {
    names: "file",
    parser: "gnu",
    options: `
      -b --brief
      -c --checking-printout
      -d --debug
      -e --exclude <text>
      --exclude-quiet <text>
      -F --separator <text>
      -i --mime
      -I
      --apple
      --extension
      --mime-type
      --mime-encoding
      -k --keep-going
      -l --list
      -L --dereference
      -h --no-dereference
      -n --no-buffer
      -N --no-pad
      -0 --print0
      -P --parameter <text>
      -r --raw
      -s --special-files
      # opens the files that a file names
      ! -f --files-from <read>
      ! -m --magic-file <read>
      # starts the program that unpacks
      ! -z --uncompress
      ! -Z --uncompress-noreport
      ! -C --compile
      --help -v --version (alone)`,
    operands: "list*",
  },
  {
    names: "du",
    parser: "gnu",
    options: `
      -0 --null
      -a --all
      --apparent-size
      -B --block-size <text>
      -b --bytes
      -c --total
      -D --dereference-args
      -d --max-depth <number>
      -H
      -h --human-readable
      --inodes
      -k
      -L --dereference
      -l --count-links
      -m
      -P --no-dereference
      -S --separate-dirs
      --si
      -s --summarize
      -t --threshold <text>
      --time [text]
      --time-style <text>
      -X --exclude-from <read>
      --exclude <text>
      -x --one-file-system
      ! --files0-from <read>
      ${LONG_HELP}`,
    operands: "list*",
  },
  {
    names: "df",
    parser: "gnu",
    isComplete: true,
    options: `
      -a --all
      -B --block-size <text>
      -h --human-readable
      -H --si
      -i --inodes
      -k
      -m
      -l --local
      --no-sync
      --output [text]
      -P --portability
      --sync
      --total
      -t -F --type <text>
      -T --print-type
      -x --exclude-type <text>
      -v
      ${LONG_HELP}`,
    operands: "list*",
  },
  {
    names: "sync",
    parser: "gnu",
    isComplete: true,
    options: `
      -d --data
      -f --file-system
      ${LONG_HELP}`,
    operands: "list*",
  },
  {
    names: "pathchk",
    parser: "gnu",
    isComplete: true,
    options: `
      -p
      -P
      --portability
      ${LONG_HELP}`,
    operands: "list+",
  },
  {
    names: "pwd",
    parser: "gnu",
    isComplete: true,
    options: `
      -L --logical
      -P --physical
      ${LONG_HELP}`,
  },
];

/** Programs that create, change or delete the files they are given. */
const CHANGES: readonly ProgramDescription[] = [
  {
    names: "rm grm",
    parser: "gnu",
    isComplete: true,
    options: `
      -f --force
      -i
      -I
      --interactive [text]
      --one-file-system
      --preserve-root [text]
      -r -R --recursive (deep)
      -d --dir
      -v --verbose
      ! --no-preserve-root
      # pretends that standard input is a terminal
      ---presume-input-tty
      ${LONG_HELP}`,
    operands: "write*",
    newFiles: "none",
  },
  {
    names: "rmdir",
    parser: "gnu",
    isComplete: true,
    options: `
      --ignore-fail-on-non-empty
      -p --parents --path
      -v --verbose
      ${LONG_HELP}`,
    operands: "write+",
    newFiles: "none",
  },
  {
    names: "unlink",
    parser: "gnu",
    isComplete: true,
    options: LONG_HELP,
    operands: "write",
    newFiles: "none",
  },
  {
    names: "mkdir gmkdir",
    parser: "gnu",
    isComplete: true,
    options: `
      -m --mode <text>
      -p --parents
      -v --verbose
      -Z
      --context [text]
      ${LONG_HELP}`,
    operands: "write+",
    newFiles: "none",
  },
  {
    names: "mkfifo",
    parser: "gnu",
    isComplete: true,
    options: `
      -m --mode <text>
      -Z
      --context [text]
      ${LONG_HELP}`,
    operands: "write+",
    newFiles: "none",
  },
  {
    names: "touch gtouch",
    parser: "gnu",
    isComplete: true,
    options: `
      -a
      -c --no-create
      -d --date <text>
      -f
      -h --no-dereference
      -m
      -r --reference <list>
      -t <text>
      --time <text>
      ${LONG_HELP}`,
    operands: "write+",
    newFiles: "none",
  },
  {
    names: "truncate",
    parser: "gnu",
    isComplete: true,
    options: `
      -c --no-create
      -o --io-blocks
      -r --reference <list>
      -s --size <text>
      ${LONG_HELP}`,
    operands: "write+",
    newFiles: "none",
  },
  {
    names: "shred",
    parser: "gnu",
    isComplete: true,
    options: `
      -f --force
      -n --iterations <number>
      --random-source <read>
      -s --size <text>
      -u
      --remove [unlink|wipe|wipesync]
      -v --verbose
      -x --exact
      -z --zero
      ${LONG_HELP}`,
    operands: "write+",
    newFiles: "none",
  },
  {
    // A template is relative to -p; without a folder --tmpdir counts from one that is not known here.
    names: "mktemp",
    parser: "gnu",
    isComplete: true,
    options: `
      -d --directory
      -u --dry-run
      -q --quiet
      --suffix <text>
      -p <write>
      ! --tmpdir [folder]
      -t
      -V --help --version (alone)`,
    operands: "write?",
  },
  {
    // `chmod -x file`: the option is the mode.
    names: "chmod gchmod",
    parser: "gnu",
    isComplete: true,
    options: `
      -c --changes
      -f --silent --quiet
      -v --verbose
      --preserve-root
      --reference <list> (first)
      -R --recursive (deep)
      -r -w -x -X -s -t -u -g -o -a -, -+ -= -0 -1 -2 -3 -4 -5 -6 -7 [text] (first)
      ! --no-preserve-root
      ${LONG_HELP}`,
    operands: "text write+",
    newFiles: "none",
  },
  {
    names: "chown chgrp",
    parser: "gnu",
    options: `
      -c --changes
      -f --silent --quiet
      -v --verbose
      --dereference
      -h --no-dereference
      --from <text>
      --preserve-root
      --reference <list> (first)
      -R --recursive (deep)
      -H
      -P
      # follows links out of the folder
      ! -L
      ! --no-preserve-root
      ${LONG_HELP}`,
    operands: "text write+",
    newFiles: "none",
  },
];

export const FILES: readonly ProgramDescription[] = [
  ...LISTS,
  ...CHANGES,
  ...FILES_COPIES,
  ...PROCESSES,
  ...SYSTEM,
];
