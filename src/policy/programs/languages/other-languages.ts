import type { ProgramDescription } from "../description.js";
import { DOTNET, MIX, SWIFT } from "./dotnet-elixir-swift.js";
import { JVM } from "./java.js";
import { PHP } from "./php.js";
import { RUBY } from "./ruby.js";

const PERL: readonly ProgramDescription[] = [
  {
    names: "perl",
    parser: "posix",
    options: `
  -h -v (alone)
  -c
  -t
  -T
  -w
  -W
  -X
  ! -e -E <code>
  ! -n
  ! -p
  ! -i [text]
  ! -I <script>
  ! -M -m [code]
  ! -d -x [code]
  ! -s -S
  `,
    operands: "script any*",
    input: "codeAlone",
    runs: "the script",
  },
  {
    names: "prove",
    parser: "gnu",
    plusBeginsOptions: true,
    options: `
  -h --help -V --version (alone)
  -b --blib
  -c --color
  --nocolor
  -D --dry
  -f --failures
  -j --jobs <number>
  -l --lib
  -m --merge
  -o --comments
  -p --parse
  -q --quiet
  -Q --QUIET
  -r --recurse
  -s --shuffle
  -v --verbose
  -w
  -t
  --count
  --ext <text>
  --timer
  --trap
  -I <script>
  ! -e --exec <code>
  ! -a --archive <write>
  ! -P <code>
  ! -M <code>
  ! --harness --formatter --source --rules --state --rc <code>
  `,
    // `-` reads the names of tests from standard input.
    operands: "script*",
    input: "code",
    runs: "the tests of the project",
    starts: "perl",
  },
];

const LUA_AND_R: readonly ProgramDescription[] = [
  {
    names: "lua lua5.1 lua5.3 lua5.4 luajit",
    parser: "posix",
    options: `
  -v (alone)
  -E
  -W
  ! -e <code>
  ! -l <code>
  ! -i
  `,
    operands: "script any*",
    input: "codeAlone",
    runs: "the script",
  },
  {
    names: "Rscript",
    parser: "posix",
    unverified: "it is too large to install for a test",
    options: `
  --help --version (alone)
  --verbose
  --vanilla
  --no-environ
  --no-init-file
  --no-restore
  --no-save
  --no-site-file
  ! -e <code>
  ! --default-packages <code>
  `,
    operands: "script any*",
    input: "codeAlone",
    runs: "the script",
  },
];

/** Languages without a family of their own. */
export const OTHER_LANGUAGES: readonly ProgramDescription[] = [
  {
    // What stands behind -c is read as a command before it comes to this.
    names: "bash sh zsh dash ksh mksh ash",
    parser: "posix",
    options: `
      -e -u -x -v -f -n
      -l --login --norc --noprofile --posix
      -o <errexit|nounset|pipefail|xtrace|verbose>
      --version --help (alone)`,
    operands: "script any*",
    input: "codeAlone",
    runs: "the script",
  },
  ...PERL,
  ...RUBY,
  ...PHP,
  ...LUA_AND_R,
  ...JVM,
  DOTNET,
  ...MIX,
  SWIFT,
];
