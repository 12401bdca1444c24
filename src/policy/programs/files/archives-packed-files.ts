import type { ProgramDescription } from "../description.js";

const LEVELS = "-0 -1 -2 -3 -4 -5 -6 -7 -8 -9 --fast --best";

const XZ = `
  -k --keep
  -f --force
  -q --quiet
  -v --verbose
  -Q --no-warn
  --robot
  -F --format <auto|xz|lzma|alone|raw>
  -T --threads <number>
  -M --memory --memlimit <text>
  --memlimit-compress <text>
  --memlimit-decompress <text>
  --no-adjust
  --ignore-check
  --single-stream
  --no-sparse`;

const ZSTD = `
  -f --force
  -q --quiet
  -v --verbose
  -k --keep
  -T [0|1|2|3|4|6|8|12|16]
  --threads <number>
  --single-thread
  --no-progress
  --progress
  --check
  --no-check
  --sparse
  --no-sparse
  --long [number]`;

/**
 * Programs that pack single files in place: the packed file takes the place of the other. Where another option could take
 * back that nothing is written (`bzip2 -t -z`), `-t` counts as one that writes.
 */
export const ARCHIVES_PACKED_FILES: readonly ProgramDescription[] = [
  {
    names: "gzip gunzip uncompress",
    parser: "gnu",
    options: `
      ${LEVELS}
      -c --stdout --to-stdout (reads)
      -l --list (reads)
      -t --test (reads)
      -d --decompress --uncompress
      -f --force
      -k --keep
      -n --no-name
      -q --quiet
      -r --recursive (deep)
      -v --verbose
      --rsyncable
      --synchronous
      -h --help -L --license -V --version (alone)`,
    operands: "move*",
    starts: "gzip sh",
  },
  {
    names: "zcat gzcat",
    parser: "gnu",
    options: `
      -f --force
      -q --quiet
      -v --verbose
      --help --version (alone)`,
    operands: "read*",
    starts: "gzip sh",
  },
  {
    names: "bzip2 bunzip2",
    parser: "gnu",
    options: `
      -1 -2 -3 -4 -5 -6 -7 -8 -9 --fast --best
      -c --stdout (reads)
      -d --decompress
      -z --compress
      -k --keep
      -f --force
      -t --test
      -q --quiet
      -v --verbose
      -s --small
      -h --help -L --license -V --version (alone)`,
    operands: "move*",
  },
  {
    names: "bzcat",
    parser: "gnu",
    options: `
      -f --force
      -q --quiet
      -v --verbose
      -s --small`,
    operands: "read*",
  },
  {
    names: "xz unxz lzma unlzma",
    parser: "gnu",
    options: `
      ${LEVELS}
      ${XZ}
      -c --stdout --to-stdout (reads)
      -z --compress
      -d --decompress --uncompress
      -t --test
      -l --list
      -e --extreme
      -C --check <none|crc32|crc64|sha256>
      # opens the files that a file names
      ! --files --files0 [read]
      -h --help -H --long-help -V --version --info-memory (alone)`,
    operands: "move*",
  },
  {
    names: "xzcat lzcat",
    parser: "gnu",
    options: `
      ${XZ}
      -h --help -V --version (alone)`,
    operands: "read*",
  },
  {
    // The letters behind -o and -D are read on, and the value is the next word (zstd 1.5): both need a rule of their own.
    names: "zstd zstdmt unzstd",
    parser: "gnu",
    options: `
      -0 -1 -2 -3 -4 -5 -6 -7 -8 -9
      ${ZSTD}
      -c --stdout (reads)
      -d --decompress --uncompress
      -z --compress
      -t --test
      -l --list
      -r (deep)
      --fast [number]
      --ultra
      --adapt
      --rsyncable
      --format <zstd|gzip|xz|lzma|lz4>
      ! -o <code>
      ! -D <code>
      ! --filelist <read>
      ! --rm
      -h -H --help -V --version (alone)`,
    operands: "move*",
  },
  {
    names: "zstdcat",
    parser: "gnu",
    options: ZSTD,
    operands: "read*",
  },
];
