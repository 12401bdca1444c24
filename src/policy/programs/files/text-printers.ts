import type { ProgramDescription } from "../description.js";
import { DIGITS, LONG_HELP } from "../common-options.js";

/** Programs that read text and print it in another form. Options as of GNU coreutils 9.1 and diffutils 3.8. */
export const TEXT_PRINTERS: readonly ProgramDescription[] = [
  {
    names: "cat",
    parser: "gnu",
    isComplete: true,
    options: `
      -A --show-all
      -b --number-nonblank
      -e
      -E --show-ends
      -n --number
      -s --squeeze-blank
      -t
      -T --show-tabs
      -u
      -v --show-nonprinting
      ${LONG_HELP}`,
    operands: "read*",
  },
  {
    names: "tac",
    parser: "gnu",
    isComplete: true,
    options: `
      -b --before
      -r --regex
      -s --separator <text>
      ${LONG_HELP}`,
    operands: "read*",
  },
  {
    names: "head",
    parser: "gnu",
    isComplete: true,
    options: `
      ${DIGITS}
      -c --bytes <number>
      -n --lines <number>
      -q --quiet --silent
      -v --verbose
      -z --zero-terminated
      ---presume-input-pipe
      ${LONG_HELP}`,
    operands: "read*",
  },
  {
    names: "tail",
    parser: "gnu",
    isComplete: true,
    options: `
      ${DIGITS}
      -c --bytes <number>
      -f
      --follow [name|descriptor]
      -F
      -n --lines <number>
      --max-unchanged-stats <number>
      --pid <number>
      -q --quiet --silent
      --retry
      -s --sleep-interval <number>
      -v --verbose
      -z --zero-terminated
      ---disable-inotify
      ---presume-input-pipe
      ${LONG_HELP}
      -b -l
      # BSD: the other way round
      -r`,
    operands: "read*",
  },
  {
    names: "wc",
    parser: "gnu",
    isComplete: true,
    options: `
      -c --bytes
      -m --chars
      -l --lines
      -L --max-line-length
      -w --words
      --debug
      # opens the files that a file names
      ! --files0-from <read>
      ${LONG_HELP}`,
    operands: "read*",
  },
  {
    names: "nl",
    parser: "gnu",
    isComplete: true,
    options: `
      -b --body-numbering <text>
      -d --section-delimiter <text>
      -f --footer-numbering <text>
      -h --header-numbering <text>
      -i --line-increment <number>
      -l --join-blank-lines <number>
      -n --number-format <text>
      -p --no-renumber
      -s --number-separator <text>
      -v --starting-line-number <number>
      -w --number-width <number>
      ${LONG_HELP}`,
    operands: "read*",
  },
  {
    names: "rev",
    parser: "gnu",
    options: "-h --help -V --version (alone)",
    operands: "read*",
  },
  {
    names: "fold",
    parser: "gnu",
    isComplete: true,
    options: `
      ${DIGITS}
      -b --bytes
      -s --spaces
      -w --width <number>
      ${LONG_HELP}`,
    operands: "read*",
  },
  {
    names: "fmt",
    parser: "gnu",
    isComplete: true,
    options: `
      ${DIGITS}
      -c --crown-margin
      -p --prefix <text>
      -s --split-only
      -t --tagged-paragraph
      -u --uniform-spacing
      -w --width <number>
      -g --goal <number>
      ${LONG_HELP}`,
    operands: "read*",
  },
  {
    names: "pr",
    parser: "gnu",
    options: `
      ${DIGITS}
      -b
      --columns <number>
      --pages <text>
      -a --across
      -c --show-control-chars
      -d --double-space
      -D --date-format <text>
      -e --expand-tabs [text]
      -F -f --form-feed
      -h --header <text>
      -i --output-tabs [text]
      -J --join-lines
      -l --length <number>
      -m --merge
      -n --number-lines [text]
      -N --first-line-number <number>
      -o --indent <number>
      -r --no-file-warnings
      -s --separator [text]
      -S --sep-string [text]
      -t --omit-header
      -T --omit-pagination
      -v --show-nonprinting
      -w --width <number>
      -W --page-width <number>
      ${LONG_HELP}`,
    operands: "read*",
  },
  {
    names: "expand",
    parser: "gnu",
    isComplete: true,
    options: `
      ${DIGITS} -,
      -i --initial
      -t --tabs <text>
      ${LONG_HELP}`,
    operands: "read*",
  },
  {
    names: "unexpand",
    parser: "gnu",
    isComplete: true,
    options: `
      ${DIGITS} -,
      -a --all
      --first-only
      -t --tabs <text>
      ${LONG_HELP}`,
    operands: "read*",
  },
  {
    names: "column",
    parser: "gnu",
    options: `
      -t --table
      -n --table-name <text>
      -O --table-order <text>
      -N --table-columns <text>
      -l --table-columns-limit <number>
      -E --table-noextreme <text>
      -d --table-noheadings
      -e --table-header-repeat
      -H --table-hide <text>
      -R --table-right <text>
      -T --table-truncate <text>
      -W --table-wrap <text>
      -L --keep-empty-lines
      -J --json
      -r --tree <text>
      -i --tree-id <text>
      -p --tree-parent <text>
      -c --output-width <number>
      -o --output-separator <text>
      -s --separator <text>
      -x --fillrows
      -h --help -V --version (alone)`,
    operands: "read*",
  },
  {
    names: "od",
    parser: "gnu",
    isComplete: true,
    options: `
      -A --address-radix <text>
      --endian <big|little>
      -j --skip-bytes <number>
      -N --read-bytes <number>
      -S <number>
      --strings [number]
      -t --format <text>
      -v --output-duplicates
      -w --width [number]
      --traditional
      -a
      -b
      -B
      -c
      -d
      -D
      -e
      -f
      -F
      -h
      -H
      -i
      -I
      -l
      -L
      -o
      -O
      -s
      -x
      -X
      ${LONG_HELP}`,
    operands: "read*",
  },
  {
    names: "hexdump hd",
    parser: "gnu",
    options: `
      -b --one-byte-octal
      -c --one-byte-char
      -C --canonical
      -d --two-bytes-decimal
      -o --two-bytes-octal
      -x --two-bytes-hex
      -L --color [text]
      -e --format <text>
      -f --format-file <read>
      -n --length <number>
      -s --skip <number>
      -v --no-squeezing
      -h --help -V --version (alone)`,
    operands: "read*",
  },
  {
    // A second operand is a file that it writes. It looks at no more than the first letters of an option, so nothing clusters.
    names: "xxd",
    parser: "go",
    options: `
      -a -autoskip
      -b -bits
      -c -cols <number>
      -C -capitalize
      -d
      -e
      -E -EBCDIC
      -g -groupsize <number>
      -i -include
      -l -len <number>
      -n -name <text>
      -o <number>
      -p -ps -postscript -plain
      -r -revert
      -s -seek <number>
      -u
      -h -help -v -version (alone)`,
    operands: "read?",
  },
  {
    names: "strings",
    parser: "gnu",
    options: `
      -a --all
      -d --data
      -f --print-file-name
      -n --bytes <number>
      -t --radix <o|d|x>
      -w --include-all-whitespace
      -o
      -e --encoding <s|S|b|l|B|L>
      -U --unicode <text>
      -s --output-separator <text>
      -h --help -v -V --version (alone)`,
    // A word that begins with @ names a file with further words.
    operands: "localread*",
  },
  {
    names: "base64 base32",
    parser: "gnu",
    options: `
      -d --decode
      # BSD: the next word is the file that it reads
      -i --ignore-garbage
      -w --wrap <number>
      -D
      -b --break <number>
      ! -o --output <write>
      ${LONG_HELP}`,
    operands: "read?",
  },
  {
    names: "iconv",
    parser: "gnu",
    options: `
      # one with a slash is a file
      -f --from-code <plainword>
      -t --to-code <plainword>
      -l --list
      -c
      -s --silent
      --verbose
      ! -o --output <write>
      --usage --help -V --version (alone)`,
    operands: "read*",
  },
];
