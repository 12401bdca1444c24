import type { ProgramDescription } from "../description.js";
import { LONG_HELP } from "../common-options.js";

const BACKUPS = `
  -b
  --backup [text]
  # one with a slash is ignored
  -S --suffix <text>`;

const TARGET = `
  -t --target-directory <write> (last)
  -T --no-target-directory`;

/** Programs that copy, move or link files. */
export const FILES_COPIES: readonly ProgramDescription[] = [
  {
    names: "cp gcp",
    parser: "gnu",
    options: `
      -a --archive (deep)
      --attributes-only
      ${BACKUPS}
      --copy-contents
      -d
      -f --force
      -i --interactive
      -H (follows)
      -L --dereference (follows)
      -n --no-clobber
      -P --no-dereference
      -p
      --preserve [text]
      --no-preserve <text>
      -R -r --recursive (deep)
      --reflink [text]
      --remove-destination
      --sparse <text>
      --strip-trailing-slashes
      ${TARGET}
      -u
      --update [text]
      -v --verbose
      -x --one-file-system
      -Z
      --context [text]
      # a source with .. would leave the folder that is written
      ! --parents
      # links may lead out of the project
      ! -l --link
      ! -s --symbolic-link
      ${LONG_HELP}
      # macOS: a clone
      -c`,
    operands: "read+ write",
    newFiles: "sameNames",
  },
  {
    names: "mv gmv",
    parser: "gnu",
    options: `
      ${BACKUPS}
      -f --force
      -i --interactive
      -n --no-clobber
      --no-copy
      --strip-trailing-slashes
      ${TARGET}
      -u
      --update [text]
      -v --verbose
      -Z --context
      ${LONG_HELP}`,
    operands: "move+ write",
    newFiles: "sameNames",
  },
  {
    names: "ln gln",
    parser: "gnu",
    options: `
      ${BACKUPS}
      -f --force
      -i --interactive
      -L --logical
      -n -h --no-dereference
      -P --physical
      -r --relative
      -s --symbolic
      ${TARGET}
      -v --verbose
      ! -d -F --directory
      ${LONG_HELP}`,
    operands: "link+ write",
    newFiles: "sameNames",
  },
  {
    // With -d all operands are folders that it creates.
    names: "install ginstall",
    parser: "gnu",
    options: `
      ${BACKUPS}
      -c
      -C --compare
      -d --directory (writes)
      -D
      -g --group <text>
      -m --mode <text>
      -o --owner <text>
      -p --preserve-timestamps
      ${TARGET}
      -v --verbose
      --preserve-context
      -Z
      --context [text]
      ! -s --strip
      ! --strip-program <code>
      ${LONG_HELP}`,
    operands: "read* write",
    newFiles: "sameNames",
  },
  {
    names: "dd",
    parser: "dd",
    options: `
      if <read>
      of <write>
      bs <number>
      ibs <number>
      obs <number>
      cbs <number>
      count <number>
      skip <number>
      iseek <number>
      seek <number>
      oseek <number>
      conv <text>
      iflag <text>
      oflag <text>
      status <none|noxfer|progress>`,
  },
  {
    // Folders that are compared with (--link-dest …) count from the destination, and are left to the person.
    names: "rsync",
    parser: "gnu",
    options: `
      -v --verbose
      --info <text>
      --debug <text>
      -q --quiet
      --no-motd
      -c --checksum
      -a --archive (deep)
      -r --recursive (deep)
      --no-recursive --no-r
      --inc-recursive --i-r
      --no-inc-recursive --no-i-r
      -b --backup
      --suffix <text>
      -u --update
      -d --dirs
      --mkpath
      -l --links
      --no-links --no-l
      -L --copy-links (follows)
      --copy-unsafe-links (follows)
      -k --copy-dirlinks (follows)
      --safe-links
      -H --hard-links
      -p --perms
      --no-perms --no-p
      -E --executability
      --chmod <text>
      -A --acls
      -X --xattrs
      -o --owner
      --no-owner --no-o
      -g --group
      --no-group --no-g
      -D
      --devices
      --specials
      --no-devices
      --no-specials
      --no-D
      -t --times
      --no-times --no-t
      -U --atimes
      -N --crtimes
      -O --omit-dir-times
      -J --omit-link-times
      -S --sparse
      --preallocate
      -n --dry-run
      -W --whole-file
      --no-whole-file --no-W
      -x --one-file-system
      -B --block-size <number>
      --existing --ignore-non-existing
      --ignore-existing
      --del --delete-during
      --delete
      --delete-before
      --delete-delay
      --delete-after
      --delete-excluded
      --ignore-errors
      --force
      --max-delete <number>
      --max-size <text>
      --min-size <text>
      --partial
      -m --prune-empty-dirs
      --numeric-ids
      --chown <text>
      --timeout <number>
      -I --ignore-times
      --size-only
      --modify-window <number>
      -y --fuzzy
      -z --compress
      --no-compress --no-z
      --compress-level <number>
      --skip-compress <text>
      -C --cvs-exclude
      --exclude <text>
      --exclude-from <read>
      --include <text>
      --include-from <read>
      -0 --from0
      --stats
      -8 --8-bit-output
      -h --human-readable
      --no-human-readable --no-h
      --progress
      --no-progress
      -P
      -i --itemize-changes
      --out-format <text>
      --list-only
      --bwlimit <text>
      --fsync
      -4 --ipv4
      -6 --ipv6
      # programs
      ! -e --rsh <code>
      ! --rsync-path <code>
      ! -M --remote-option <code>
      # rules may name a file that is read
      ! -f --filter <code>
      ! -F
      ! --files-from <read>
      # a source with .. would leave the folder that is written
      ! -R --relative
      ! --remove-source-files
      ! -K --keep-dirlinks
      ! --inplace
      ! --append
      ! --append-verify
      # count from the destination
      ! --backup-dir <code>
      ! --partial-dir <code>
      ! -T --temp-dir <code>
      ! --log-file <write>
      ! --write-batch <code>
      ! --read-batch <script>
      --version -V --help (alone)`,
    operands: "localread* localwrite",
    starts: "rsync",
  },
];
