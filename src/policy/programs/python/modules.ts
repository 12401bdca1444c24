import type { ProgramDescription } from "../description.js";

const UNITTEST = `
  -h --help (alone)
  -b --buffer
  -c --catch
  -f --failfast
  -k <text>
  -q --quiet
  -v --verbose
  --durations <number>
  --locals
`;

/** Modules of Python's own library that are run with `python3 -m`. */
export const PYTHON_MODULES: readonly ProgramDescription[] = [
  {
    names: "python-m:venv python-m:virtualenv virtualenv",
    parser: "gnu",
    options: `
  -h --help (alone)
  --clear
  --copies
  --prompt <text>
  --symlinks
  --system-site-packages
  --upgrade
  --upgrade-deps
  --without-pip
  --without-scm-ignore-files
  `,
    operands: "write+",
    starts: "python python3",
  },
  {
    // A name of a module is looked up from the working folder, a path is a file.
    names: "python-m:unittest",
    parser: "gnu",
    options: UNITTEST,
    commands: {
      discover: {
        options: `
  ${UNITTEST}
  -s --start-directory <script>
  -p --pattern <text>
  -t --top-level-directory <script>
  `,
        operands: "script? text? script?",
        runs: "the tests of the project",
      },
    },
    // Not a glob: `x.txt` is attribute `txt` of the module `x`, another file than the glob names.
    operands: "plainsource*",
    runs: "the tests of the project",
  },
  {
    names: "python-m:doctest",
    parser: "gnu",
    options: `
  -h --help (alone)
  -f --fail-fast
  -o --option <text>
  -v --verbose
  `,
    operands: "script+",
    runs: "the examples in the file",
  },
  {
    names: "python-m:cProfile python-m:profile",
    parser: "posix",
    options: `
  -h --help (alone)
  -o --outfile <write>
  -s --sort <text>
  -m <module>
  `,
    operands: "script any*",
    runs: "the script",
  },
  {
    names: "python-m:json.tool python-m:json",
    parser: "gnu",
    options: `
  -h --help (alone)
  --compact
  --indent <number>
  --json-lines
  --no-ensure-ascii
  --no-indent
  --sort-keys
  --tab
  `,
    operands: "read? write?",
  },
  {
    names: "python-m:http.server",
    parser: "gnu",
    options: `
  -h --help (alone)
  -b --bind <text>
  -d --directory <source>
  -p --protocol <text>
  ! --cgi
  `,
    operands: "number?",
  },
  {
    names: "python-m:py_compile",
    parser: "gnu",
    options: `
  -h --help (alone)
  -q --quiet
  `,
    operands: "source+",
  },
  {
    // Without an operand it compiles all that Python has installed.
    names: "python-m:compileall",
    parser: "gnu",
    options: `
  -h --help (alone)
  -b
  -f
  -j --workers <number>
  -l
  -o <number>
  -q
  -r <number>
  -x <text>
  --invalidation-mode <checked-hash|timestamp|unchecked-hash>
  `,
    operands: "source+",
  },
  {
    names: "python-m:zipfile",
    parser: "gnu",
    options: `
  -h --help (alone)
  -e --extract <read> <write>
  -l --list <read>
  -t --test <read>
  --metadata-encoding <text>
  `,
  },
  {
    names: "python-m:tarfile",
    parser: "gnu",
    options: `
  -h --help (alone)
  -l --list <read>
  -t --test <read>
  -v --verbose
  `,
  },
  {
    names: "python-m:ast",
    parser: "gnu",
    options: `
  -h --help (alone)
  -a --include-attributes
  -i --indent <number>
  -m --mode <exec|single|eval|func_type>
  --no-type-comments
  `,
    operands: "read?",
  },
  {
    names: "python-m:dis python-m:tokenize python-m:tabnanny python-m:pyclbr",
    parser: "gnu",
    options: `
  -h --help (alone)
  -e --exact
  -v
  `,
    operands: "read?",
  },
  {
    names: "python-m:site",
    parser: "gnu",
    options: `
  --help (alone)
  --user-base
  --user-site
  `,
  },
  { names: "python-m:sysconfig python-m:platform python-m:this", parser: "gnu" },
  { names: "python-m:calendar", parser: "gnu", operands: "number*" },
];
