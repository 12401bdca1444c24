import type { ProgramDescription } from "../description.js";
import { DIGITS, LONG_HELP } from "../common-options.js";

/** Programs that pick, sort or compare lines. */
export const TEXT_LINES: readonly ProgramDescription[] = [
  {
    names: "sort",
    parser: "gnu",
    isComplete: true,
    options: `
      -b --ignore-leading-blanks
      -d --dictionary-order
      -f --ignore-case
      -g --general-numeric-sort
      -i --ignore-nonprinting
      -M --month-sort
      -h --human-numeric-sort
      -n --numeric-sort
      -R --random-sort
      --random-source <read>
      -r --reverse
      --sort <text>
      -V --version-sort
      --batch-size <number>
      -c
      -C
      --check [text]
      --debug
      -k --key <text>
      -m --merge
      -s --stable
      -S --buffer-size <text>
      -t --field-separator <text>
      -T --temporary-directory <write>
      --parallel <number>
      -u --unique
      -y [text]
      -z --zero-terminated
      ! -o --output <write>
      ! --compress-program <code>
      # opens the files that a file names
      ! --files0-from <read>
      ${LONG_HELP}`,
    operands: "read*",
  },
  {
    // A second operand is a file that it writes.
    names: "uniq",
    parser: "gnu",
    isComplete: true,
    options: `
      ${DIGITS}
      -c --count
      -d --repeated
      -D
      --all-repeated [none|prepend|separate]
      -f --skip-fields <number>
      --group [separate|prepend|append|both]
      -i --ignore-case
      -s --skip-chars <number>
      -u --unique
      -z --zero-terminated
      -w --check-chars <number>
      ${LONG_HELP}`,
    operands: "read?",
  },
  {
    names: "cut",
    parser: "gnu",
    isComplete: true,
    options: `
      -b --bytes <text>
      -c --characters <text>
      -d --delimiter <text>
      -f --fields <text>
      -n
      --complement
      -s --only-delimited
      --output-delimiter <text>
      -z --zero-terminated
      ${LONG_HELP}`,
    operands: "read*",
  },
  {
    names: "paste",
    parser: "gnu",
    isComplete: true,
    options: `
      -d --delimiters <text>
      -s --serial
      -z --zero-terminated
      ${LONG_HELP}`,
    operands: "read*",
  },
  {
    names: "tr",
    parser: "posix",
    isComplete: true,
    options: `
      -c -C --complement
      -A
      -d --delete
      -s --squeeze-repeats
      -t --truncate-set1
      ${LONG_HELP}`,
    operands: "text text?",
  },
  {
    names: "comm",
    parser: "gnu",
    isComplete: true,
    options: `
      -1
      -2
      -3
      --check-order
      --nocheck-order
      --output-delimiter <text>
      --total
      -z --zero-terminated
      ${LONG_HELP}`,
    operands: "read read",
  },
  {
    names: "join",
    parser: "gnu",
    options: `
      -a <number>
      -e <text>
      -i --ignore-case
      -j <number>
      -o <text>
      -t <text>
      -v <number>
      -1 <number>
      -2 <number>
      --check-order
      --nocheck-order
      --header
      -z --zero-terminated
      ${LONG_HELP}`,
    operands: "read read",
  },
  {
    names: "tsort",
    parser: "gnu",
    isComplete: true,
    options: LONG_HELP,
    operands: "read?",
  },
  {
    names: "shuf",
    parser: "gnu",
    isComplete: true,
    options: `
      -e --echo
      -i --input-range <text>
      -n --head-count <number>
      --random-source <read>
      -r --repeat
      -z --zero-terminated
      ! -o --output <write>
      ${LONG_HELP}`,
    operands: "read*",
  },
  {
    names: "diff",
    parser: "gnu",
    options: `
      ${DIGITS}
      --normal
      -q --brief
      -s --report-identical-files
      -c
      -C <number>
      --context [number]
      -u
      -U <number>
      --unified [number]
      -e --ed
      -n --rcs
      -y --side-by-side
      -W --width <number>
      --left-column
      --suppress-common-lines
      -p --show-c-function
      -F --show-function-line <text>
      -L --label <text>
      -t --expand-tabs
      -T --initial-tab
      --tabsize <number>
      --suppress-blank-empty
      -r --recursive (deep) (follows)
      --no-dereference
      -N --new-file
      -P --unidirectional-new-file
      --ignore-file-name-case
      --no-ignore-file-name-case
      -x --exclude <text>
      -X --exclude-from <read>
      -S --starting-file <text>
      --from-file <read>
      --to-file <read>
      -i --ignore-case
      -E --ignore-tab-expansion
      -Z --ignore-trailing-space
      -b --ignore-space-change
      -w --ignore-all-space
      -B --ignore-blank-lines
      -I --ignore-matching-lines <text>
      -a --text
      --strip-trailing-cr
      -D --ifdef <text>
      --old-group-format <text>
      --new-group-format <text>
      --unchanged-group-format <text>
      --changed-group-format <text>
      --line-format <text>
      --old-line-format <text>
      --new-line-format <text>
      --unchanged-line-format <text>
      -d --minimal
      --horizon-lines <number>
      -H --speed-large-files
      --color [auto|always|never]
      --palette <text>
      # starts pr
      ! -l --paginate
      --help -v --version (alone)`,
    operands: "read*",
  },
  {
    names: "cmp",
    parser: "gnu",
    isComplete: true,
    options: `
      -b --print-bytes
      -c --print-chars
      -i --ignore-initial <text>
      -l --verbose
      -n --bytes <number>
      -s --quiet --silent
      --help -v --version (alone)`,
    operands: "read read? number? number?",
  },
  {
    names: "diff3",
    parser: "gnu",
    options: `
      -A --show-all
      -e --ed
      -E --show-overlap
      -3 --easy-only
      -x --overlap-only
      -X
      -i
      -m --merge
      -a --text
      --strip-trailing-cr
      -T --initial-tab
      -L --label <text>
      ! --diff-program <code>
      --help -v --version (alone)`,
    operands: "read read read",
    starts: "diff",
  },
];
