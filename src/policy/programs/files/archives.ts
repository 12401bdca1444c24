import type { ProgramDescription } from "../description.js";
import { ARCHIVES_PACKED_FILES } from "./archives-packed-files.js";

/** All that tar may start to pack or unpack. */
const PACKERS = "sh gzip bzip2 xz lzma lzip lzop zstd compress pigz";

/** Programs that put many files into one. */
const MANY_FILES: readonly ProgramDescription[] = [
  {
    // GNU tar 1.34 and bsdtar 3.6, which is tar on macOS: what they read differently is left to the person (-s, -H, -L, -W).
    names: "tar gtar bsdtar",
    parser: "tar",
    options: `
      -c --create (packs)
      -r --append (packs)
      -u --update (packs)
      --delete (packs)
      -t --list
      -x --extract --get (unpacks)
      # host:file starts a remote shell
      -f --file <archive>
      -C --directory <folder>
      -v --verbose
      -z --gzip --gunzip --ungzip
      -j --bzip2
      -J --xz
      -Z --compress --uncompress
      --zstd
      --lzma
      --lzip
      --lzop
      -a --auto-compress
      --no-auto-compress
      -O --to-stdout
      -k --keep-old-files
      --keep-newer-files
      --skip-old-files
      -U --unlink-first
      -m --touch
      -o
      -p --preserve-permissions --same-permissions
      --same-owner
      --no-same-owner
      --no-same-permissions
      --numeric-owner
      -S --sparse
      -B
      -b --blocking-factor <number>
      -i --ignore-zeros
      -l --check-links
      -n
      -q --fast-read
      -h --dereference (follows)
      --hard-dereference
      --strip-components <number>
      --one-top-level [write]
      --exclude <text>
      --include <text>
      -X --exclude-from <read>
      --exclude-vcs
      --exclude-vcs-ignores
      --exclude-backups
      --exclude-caches
      --exclude-caches-all
      --exclude-caches-under
      --exclude-ignore <text>
      --exclude-ignore-recursive <text>
      --exclude-tag <text>
      --exclude-tag-all <text>
      --exclude-tag-under <text>
      --anchored
      --no-anchored
      --ignore-case
      --no-ignore-case
      --wildcards
      --no-wildcards
      --wildcards-match-slash
      --no-wildcards-match-slash
      --recursion
      --no-recursion
      --ignore-failed-read
      --one-file-system
      --owner <text>
      --group <text>
      --mode <text>
      --mtime <list>
      --clamp-mtime
      --sort <none|name|inode>
      --format <gnu|oldgnu|pax|posix|ustar|v7>
      --posix
      --acls
      --no-acls
      --xattrs
      --no-xattrs
      --selinux
      --no-selinux
      --delay-directory-restore
      --no-overwrite-dir
      --checkpoint [number]
      --totals [text]
      --utc
      --full-time
      --quoting-style <text>
      --show-transformed-names --show-stored-names
      --show-omitted-dirs
      --warning <text>
      # programs
      ! -I --use-compress-program <code>
      ! -F --info-script --new-volume-script <code>
      ! --to-command <code>
      ! --checkpoint-action <code>
      ! --rsh-command <code>
      ! --rmt-command <code>
      # a list of names may hold options
      ! -T --files-from <script>
      # names that lead out of the folder
      ! -P --absolute-names
      ! --transform --xform <code>
      ! --keep-directory-symlink
      ! --overwrite
      ! --recursive-unlink
      ! --remove-files
      ! -g --listed-incremental <write>
      ! --index-file <write>
      ! --volno-file <write>
      --help --usage --version --show-defaults (alone)`,
    operands: "member*",
    starts: PACKERS,
  },
  {
    // Two letters may be an option of their own (-lf writes a file): of such pairs one letter is always left out.
    names: "zip",
    parser: "gnu",
    options: `
      -0 -1 -2 -3 -4 -5 -6 -7 -8 -9
      -r --recurse-paths (deep) (follows)
      -q --quiet
      -v --verbose
      -j --junk-paths
      -y --symlinks
      -X --no-extra --strip-extra
      -D --no-dir-entries
      -u --update
      -FS --filesync
      # patterns, up to the next option
      -x --exclude <rest>
      -i --include <rest>
      --out --output-file <write>
      # names of files from standard input
      ! -@ --names-stdin
      ! -T --test
      ! -TT --unzip-command <code>
      ! -m --move
      --license --help (alone)`,
    operands: "write read*",
    // `zip out a` writes out.zip.
    newFiles: "prefixed",
  },
  {
    // -Z lists only where it is the first option, so it is not described.
    names: "unzip",
    parser: "gnu",
    options: `
      -l (reads)
      -t (reads)
      -p (reads)
      -c (reads)
      -z (reads)
      -v (reads)
      -n
      -o
      -q
      -j
      -a
      -b
      -C
      -D
      -L
      -U
      -X
      -f
      -u
      -d <folder>
      -x <rest>
      # sets the time of the archive
      ! -T
      # names that lead out of the folder
      ! -:
      ! -M
      -h -hh (alone)`,
    operands: "read text*",
    writesHere: true,
  },
  {
    names: "zipinfo",
    parser: "gnu",
    options: `
      -1
      -2
      -s
      -m
      -l
      -v
      -h
      -t
      -T
      -z
      -C
      -x <rest>`,
    operands: "read text*",
  },
  {
    names: "7z 7za 7zr 7zz",
    parser: "gnu",
    globalOptions: `
      -y
      -bd
      -bt
      -bb0 -bb1 -bb2 -bb3
      -mx [0|1|3|5|7|9]
      -mx0 -mx1 -mx3 -mx5 -mx7 -mx9
      -mmt -mmt1 -mmt2 -mmt4 -mmt8
      -mmt [on|off|1|2|4|8]
      -t <7z|zip|tar|gzip|bzip2|xz>
      -p <text>
      -aoa -aos -aot -aou
      -slt
      -ssc
      -snl`,
    commands: {
      a: { operands: "localwrite localsearch*", searchesHere: true },
      u: { operands: "localwrite localsearch*", searchesHere: true },
      "l t": { operands: "localread localread*" },
      "x e": {
        options: "-o <folder>",
        operands: "localread localread*",
        writesHere: true,
      },
      i: {},
    },
  },
  {
    // The first word is a set of letters. A word that begins with @ would name a file with options.
    names: "ar gar llvm-ar",
    parser: "posix",
    options: "-V --version --help (alone)",
    commands: {
      "r rc rcs rcsu rcsv rcu rcus rcv rs rsc ru rus rv cr crs crsu cru csr src sr q qc qcs cq cqs": {
        operands: "localwrite localread*",
      },
      s: { operands: "localwrite" },
      "d dv ds": { operands: "localwrite localread*" },
      "t tv vt tO p pv vp": { operands: "localread localread*" },
      "x xv vx xo": { operands: "localread localread*", writesHere: true },
    },
  },
  {
    // It unpacks to absolute paths, and packs what its input names: only a look into an archive is covered.
    names: "cpio",
    parser: "gnu",
    options: `
      -t --list
      -v --verbose
      --quiet
      -F --file -I <localread>
      ! -i --extract
      ! -o --create
      ! -p --pass-through
      ! --rsh-command <code>
      --help --usage --version (alone)`,
    operands: "text*",
  },
];

export const ARCHIVES: readonly ProgramDescription[] = [...MANY_FILES, ...ARCHIVES_PACKED_FILES];
