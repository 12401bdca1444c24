import type { ProgramDescription } from "../description.js";
import { DIGITS } from "../common-options.js";
import { SEARCH_CODE } from "./search-code.js";

/** Flags that grep and the scripts around it share. */
const GREP_FLAGS = `
  -E --extended-regexp
  -F --fixed-strings
  -G --basic-regexp
  -P --perl-regexp
  -i -y --ignore-case
  -w --word-regexp
  -x --line-regexp
  -s --no-messages
  -v --invert-match
  -b --byte-offset
  -n --line-number
  -H --with-filename
  -h --no-filename
  -o --only-matching
  -q --quiet --silent
  -a --text
  -L --files-without-match
  -l --files-with-matches
  -c --count`;

const GREP: readonly ProgramDescription[] = [
  {
    names: "grep egrep fgrep ggrep",
    parser: "gnu",
    options: `
      ${GREP_FLAGS}
      ${DIGITS}
      -e --regexp <text> (first)
      -f --file <read> (first)
      --no-ignore-case
      -z --null-data
      -m --max-count <number>
      --line-buffered
      --label <text>
      --binary-files <binary|text|without-match>
      -I
      -d --directories <read|skip>
      -D --devices <read|skip>
      -r --recursive (deep)
      -R --dereference-recursive (deep) (follows)
      --include <text>
      --exclude <text>
      --exclude-from <read>
      --exclude-dir <text>
      -T --initial-tab
      -Z --null
      -B --before-context <number>
      -A --after-context <number>
      -C --context <number>
      --group-separator <text>
      --no-group-separator
      --color --colour [auto|always|never]
      -U --binary
      -V --version --help (alone)`,
    operands: "text read*",
  },
  {
    // A shell script that evaluates its options: `-e` with a value that ends in a quote runs what follows (gzip 1.12).
    names: "zgrep zegrep zfgrep bzgrep xzgrep",
    parser: "gnu",
    options: GREP_FLAGS,
    operands: "text read*",
    starts: "sh grep egrep fgrep gzip bzip2 xz sed expr",
  },
];

/** What may stand in an expression, and only compares or prints (findutils 4.9). */
const FIND_TESTS = `
  -amin -atime -cmin -ctime -mmin -mtime -used <text>
  -gid -inum -links -size -uid <text>
  -group -user -fstype -perm -type -xtype -context <text>
  -name -iname -path -ipath -wholename -iwholename -lname -ilname <text>
  -regex -iregex -regextype <text>
  -maxdepth -mindepth <number>
  -newer -anewer -cnewer -samefile <list>
  -neweraa -neweraB -newerac -neweram -newerBa -newerBB -newerBc -newerBm <list>
  -newerca -newercB -newercc -newercm -newerma -newermB -newermc -newermm <list>
  -newerat -newerBt -newerct -newermt <text>
  -empty -executable -readable -writable -nouser -nogroup -true -false
  -d -daystart -depth -follow -mount -xdev -noleaf -warn -nowarn
  -ignore_readdir_race -noignore_readdir_race
  -print -print0 -ls -prune -quit
  -printf <text>
  -a -and -o -or -not`;

const NAMES: readonly ProgramDescription[] = [
  {
    names: "find gfind",
    parser: "find",
    options: `
      -H
      -L
      -P
      -O
      ${FIND_TESTS}
      ! -delete
      ! -exec -execdir -ok -okdir <code>
      ! -fprint -fprint0 -fls <write>
      ! -fprintf <write>
      ! -files0-from <read>
      -help --help -version --version (alone)`,
    operands: "list*",
  },
  {
    // It may be a program of another name on Debian. -l runs ls.
    names: "fd fdfind",
    parser: "gnu",
    options: `
      -H --hidden
      --no-hidden
      -I --no-ignore
      --ignore
      --no-ignore-vcs
      --ignore-vcs
      --no-ignore-parent
      --no-global-ignore-file
      --no-require-git
      -u --unrestricted
      -s --case-sensitive
      -i --ignore-case
      -g --glob
      --regex
      -F --fixed-strings --literal
      --and <text>
      -a --absolute-path
      --relative-path
      -l --list-details
      -L --follow
      --no-follow
      -p --full-path
      -0 --print0
      -d --max-depth <number>
      --min-depth <number>
      --exact-depth <number>
      -E --exclude <text>
      --prune
      -t --type <text>
      -e --extension <text>
      -S --size <text>
      --changed-within --newer <text>
      --changed-before --older <text>
      -o --owner <text>
      --ignore-file <read>
      -c --color <auto|always|never>
      -j --threads <number>
      --max-results <number>
      -1
      -q --quiet
      --show-errors
      --base-directory <folder>
      --path-separator <text>
      --search-path <list>
      --strip-cwd-prefix
      --one-file-system
      ! -x --exec <code>
      ! -X --exec-batch <code>
      -h --help -V --version (alone)`,
    operands: "text? list*",
    starts: "ls",
  },
  {
    // Letters behind one with a value are read on: `-Io a b` and `-sort b` write b (tree 2.1).
    names: "tree",
    parser: "separate",
    options: `
      -a
      -d
      -l
      -f
      -x
      -L <number>
      -P <text>
      -I <text>
      --gitignore
      --gitfile <read>
      --ignore-case
      --matchdirs
      --metafirst
      --prune
      --info
      --infofile <read>
      --noreport
      --charset <text>
      --filelimit <number>
      -q
      -N
      -Q
      -p
      -u
      -g
      -s
      -h
      --si
      --du
      -D
      --timefmt <text>
      -F
      --inodes
      --device
      -v
      -t
      -c
      -U
      -r
      --dirsfirst
      --filesfirst
      --sort <text>
      -i
      -A
      -S
      -n
      -C
      -X
      -J
      -H <text>
      -T <text>
      --nolinks
      --hintro <read>
      --houtro <read>
      ! -o <write>
      ! -R
      ! --fromfile
      --help --version (alone)`,
    operands: "list*",
  },
  {
    names: "locate mlocate plocate slocate",
    parser: "gnu",
    options: `
      -A --all
      -b --basename
      -c --count
      -d --database <read>
      -e --existing
      -i --ignore-case
      -l -n --limit <number>
      -0 --null
      -N --literal
      -q --quiet
      # in mlocate the next word is the pattern
      -r --regexp
      --regex
      -S --statistics
      -w --wholename
      -h --help -V --version (alone)`,
    operands: "text*",
  },
  {
    names: "which gwhich",
    parser: "posix",
    options: `
      -a --all
      -s
      --skip-dot
      --skip-tilde
      --skip-alias
      --skip-functions
      -v -V --version --help (alone)`,
    operands: "text*",
  },
  {
    names: "whereis",
    parser: "posix",
    options: `
      -a
      -b
      -m
      -s
      -u
      -l
      -q
      -h --help -V --version (alone)`,
    operands: "text*",
  },
];

export const SEARCH: readonly ProgramDescription[] = [...GREP, ...NAMES, ...SEARCH_CODE];
