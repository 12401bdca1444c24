import type { ProgramDescription } from "../description.js";
import { TEXT_LANGUAGES } from "./text-languages.js";
import { TEXT_LINES } from "./text-lines.js";
import { TEXT_PRINTERS } from "./text-printers.js";
import { DIGITS, LONG_HELP } from "../common-options.js";

/** Programs that write what they read into files. */
const WRITERS: readonly ProgramDescription[] = [
  {
    names: "tee",
    parser: "gnu",
    isComplete: true,
    options: `
      -a --append
      -i --ignore-interrupts
      -p
      --output-error [warn|warn-nopipe|exit|exit-nopipe]
      ${LONG_HELP}`,
    operands: "write*",
  },
  {
    // The second operand is what the names of its files begin with. A suffix with a slash is an error.
    names: "split",
    parser: "gnu",
    options: `
      ${DIGITS}
      -a --suffix-length <number>
      --additional-suffix <text>
      -b --bytes <text>
      -C --line-bytes <text>
      -d
      --numeric-suffixes [number]
      -x
      --hex-suffixes [number]
      -e --elide-empty-files
      -l --lines <number>
      -n --number <text>
      -t --separator <text>
      -u --unbuffered
      --verbose
      ! --filter <code>
      ${LONG_HELP}`,
    operands: "read? write?",
    newFiles: "prefixed",
  },
  {
    names: "csplit",
    parser: "gnu",
    options: `
      -f --prefix <write>
      -k --keep-files
      --suppress-matched
      -n --digits <number>
      -s --quiet --silent
      -z --elide-empty-files
      # may hold slashes, and lead out of the folder
      ! -b --suffix-format <code>
      ${LONG_HELP}`,
    operands: "read text+",
    newFiles: "prefixed",
  },
];

/** Programs that print something of their own: numbers, dates, parts of names. */
const VALUES: readonly ProgramDescription[] = [
  {
    // Negative numbers are operands.
    names: "seq",
    parser: "posix",
    options: `
      ${DIGITS} -.
      -f --format <text>
      -s --separator <text>
      -w --equal-width
      ${LONG_HELP}`,
    operands: "number number? number?",
  },
  {
    names: "numfmt",
    parser: "gnu",
    options: `
      --debug
      -d --delimiter <text>
      --field <text>
      --format <text>
      --from <text>
      --from-unit <text>
      --grouping
      --header [number]
      --invalid <abort|fail|warn|ignore>
      --padding <number>
      --round <up|down|from-zero|towards-zero|nearest>
      --suffix <text>
      --to <text>
      --to-unit <text>
      -z --zero-terminated
      ${LONG_HELP}`,
    operands: "number*",
  },
  {
    names: "factor",
    parser: "gnu",
    options: `
      -h --exponents
      ${LONG_HELP}`,
    operands: "number*",
  },
  {
    // An operand without a plus sets the clock.
    names: "date gdate",
    parser: "gnu",
    options: `
      -d --date <text>
      --debug
      -f --file <read>
      -I --iso-8601 [date|hours|minutes|seconds|ns]
      --resolution
      -R --rfc-email --rfc-822 --rfc-2822
      --rfc-3339 <date|seconds|ns>
      -r --reference <list>
      -u --utc --universal --uct
      ! -s --set <text>
      ${LONG_HELP}
      # BSD: moves the date that is printed
      -v <text>`,
    operands: "format?",
  },
  {
    names: "cal ncal",
    parser: "gnu",
    options: `
      -1
      -3
      -j
      -y
      -h`,
    operands: "number*",
  },
  {
    names: "basename",
    parser: "posix",
    isComplete: true,
    options: `
      -a --multiple
      -s --suffix <text>
      -z --zero
      ${LONG_HELP}`,
    operands: "text+",
  },
  {
    names: "dirname",
    parser: "posix",
    isComplete: true,
    options: `
      -z --zero
      ${LONG_HELP}`,
    operands: "text+",
  },
  {
    names: "realpath",
    parser: "gnu",
    isComplete: true,
    options: `
      -e --canonicalize-existing
      -m --canonicalize-missing
      -L --logical
      -P --physical
      -q --quiet
      --relative-to <list>
      --relative-base <list>
      -s --strip --no-symlinks
      -z --zero
      ${LONG_HELP}`,
    operands: "list*",
  },
  {
    names: "readlink greadlink",
    parser: "gnu",
    isComplete: true,
    options: `
      -f --canonicalize
      -e --canonicalize-existing
      -m --canonicalize-missing
      -n --no-newline
      -q --quiet
      -s --silent
      -v --verbose
      -z --zero
      ${LONG_HELP}`,
    operands: "list*",
  },
];

/** `-c` opens the files that its list names, and prints no more of them than whether they match. */
const CHECK = `
  -c --check
  --ignore-missing
  --quiet
  --status
  --strict
  -w --warn`;

const CHECKSUMS: readonly ProgramDescription[] = [
  {
    names: "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum",
    parser: "gnu",
    isComplete: true,
    options: `
      -b --binary
      ${CHECK}
      --tag
      -t --text
      -z --zero
      ${LONG_HELP}`,
    operands: "read*",
  },
  {
    names: "b2sum",
    parser: "gnu",
    isComplete: true,
    options: `
      -b --binary
      ${CHECK}
      -l --length <number>
      --tag
      -t --text
      -z --zero
      ${LONG_HELP}`,
    operands: "read*",
  },
  {
    names: "cksum",
    parser: "gnu",
    options: `
      -a --algorithm <text>
      ${CHECK}
      -l --length <number>
      --tag
      --untagged
      --base64
      --raw
      -z --zero
      --debug
      ${LONG_HELP}`,
    operands: "read*",
  },
  {
    names: "sum",
    parser: "gnu",
    isComplete: true,
    options: `
      -r
      -s --sysv
      ${LONG_HELP}`,
    operands: "read*",
  },
  {
    names: "shasum",
    parser: "gnu",
    plusBeginsOptions: true,
    options: `
      -a --algorithm <1|224|256|384|512|512224|512256>
      -b --binary
      ${CHECK}
      -s
      -t --text
      -U --UNIVERSAL
      -0 --01
      -h --help -v --version (alone)`,
    operands: "read*",
  },
  {
    names: "md5",
    parser: "posix",
    options: `
      -q
      -r
      -s <text>`,
    operands: "read*",
  },
];

export const TEXT: readonly ProgramDescription[] = [
  ...TEXT_PRINTERS,
  ...TEXT_LINES,
  ...TEXT_LANGUAGES,
  ...WRITERS,
  ...VALUES,
  ...CHECKSUMS,
];
