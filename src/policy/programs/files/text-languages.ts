import type { ProgramDescription } from "../description.js";
import { LONG_HELP } from "../common-options.js";

const YQ = `
  -r --raw-output --unwrapScalar
  -c --compact-output
  -C --color-output --colors
  -M --monochrome-output --no-colors
  -e --exit-status
  -n --null-input
  -j --join-output
  -N --no-doc
  -P --prettyPrint
  -I --indent <number>
  -o --output-format <auto|a|yaml|y|json|j|props|p|csv|c|tsv|t|xml|x|toml|shell|s>
  -p --input-format <auto|a|yaml|y|json|j|props|p|csv|c|tsv|t|xml|x|toml>
  -y --yaml-output
  -Y --yaml-roundtrip
  -w --width <number>
  ! -i --inplace --in-place (writes)`;

/** Programs that read text by a script of their own language. */
export const TEXT_LANGUAGES: readonly ProgramDescription[] = [
  {
    // macOS: -l is a flag, and -I edits in place; both are left to the person.
    names: "sed gsed",
    parser: "gnu",
    options: `
      -n --quiet --silent
      -e --expression <sed> (first)
      -E -r --regexp-extended
      -s --separate
      -u --unbuffered
      -z --null-data
      -b --binary
      --debug
      --follow-symlinks
      --posix
      --sandbox
      ! -f --file <script> (first)
      # a suffix with a slash moves the old file to another folder
      ! -i --in-place [.bak|.orig|.old|.tmp|~] (writes)
      ! -l --line-length <number>
      ${LONG_HELP}`,
    operands: "sed read*",
  },
  {
    // The awk of macOS ignores options that it does not know, and takes their value for the program: so only these.
    names: "awk gawk mawk nawk original-awk",
    parser: "posix",
    options: `
      -F <text>
      -v <text>
      ! -f <script> (first)
      -version --version (alone)`,
    operands: "awk read*",
  },
  {
    names: "jq",
    parser: "gnu",
    options: `
      -a --ascii-output
      -b --binary
      -c --compact-output
      -C --color-output
      -M --monochrome-output
      -e --exit-status
      -j --join-output
      -n --null-input
      -r --raw-output
      --raw-output0
      -R --raw-input
      -s --slurp
      -S --sort-keys
      --indent <number>
      --tab
      --seq
      --stream
      --stream-errors
      --unbuffered
      --arg <text> <text>
      --argjson <text> <text>
      --slurpfile <text> <read>
      --rawfile <text> <read>
      --argfile <text> <read>
      --args
      --jsonargs
      # up to 1.7 a flag: the first operand is the file
      ! -f --from-file <script> (first)
      ! -L --library-path <script>
      -h --help -V --version --build-configuration (alone)`,
    operands: "jq read*",
  },
  {
    // Two programs have this name, one in Go and one in Python. Only what both read alike is described.
    names: "yq",
    parser: "gnu",
    globalOptions: `
      ${YQ}
      -h --help -V --version (alone)`,
    operands: "yq read*",
    commands: { "eval e eval-all ea": { operands: "yq read*" } },
    starts: "jq",
  },
  {
    names: "xmllint",
    parser: "dash",
    options: `
      --format
      --pretty <0|1|2>
      --noout
      --quiet
      --nonet
      --noblanks
      --nowarning
      --nocdata
      --noenc
      --nocatalogs
      --nocompact
      --nsclean
      --dropdtd
      --recover
      --huge
      --html
      --htmlout
      --xmlout
      --nowrap
      --encode <text>
      --stream
      --sax
      --sax1
      --push
      --memory
      --timing
      --xpath <text>
      --pattern <text>
      # these open the files that a document names (libxml2 2.9.14)
      ! --nodefdtd
      ! --c14n
      ! --c14n11
      ! --exc-c14n
      ! --schema <localread>
      ! --relaxng <localread>
      ! --schematron <localread>
      ! --noent
      ! --xinclude
      ! --noxincludenode
      ! --loaddtd
      ! --dtdattr
      ! --valid
      ! --postvalid
      ! --dtdvalid <localread>
      ! --shell
      ! --output -o <write>
      --version (alone)`,
    // An address is fetched.
    operands: "localread*",
  },
  {
    // Its language computes, and does nothing else.
    names: "bc",
    parser: "gnu",
    options: `
      -i --interactive
      -l --mathlib
      -q --quiet
      -s --standard
      -w --warn
      -h --help -v --version (alone)`,
    operands: "read*",
  },
  {
    // A line that begins with ! is run by a shell.
    names: "dc",
    parser: "gnu",
    options: `
      ! -e --expression <code>
      ! -f --file <script>
      -h --help -V --version (alone)`,
    input: "code",
  },
];
