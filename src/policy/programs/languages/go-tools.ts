import type { CommandDescription, ProgramDescription } from "../description.js";
import { GO_TEST, TOOLCHAIN } from "./go-flags.js";

const NOT_INSTALLED = "not in the package registries that the tests may use";

const GOFMT = `
  -d
  -e
  -l
  -s
  -w (writes)
  -cpuprofile <write>
`;

const LINT_RUN = `
  -D --disable <text>
  -E --enable <text>
  -c --config <script>
  -e --exclude <text>
  -j --concurrency <number>
  -p --presets <text>
  -v --verbose
  --allow-parallel-runners
  --allow-serial-runners
  --build-tags <text>
  --color <always|auto|never>
  --default <standard|all|none|fast>
  --disable-all
  --enable-all
  --enable-only <text>
  --fast
  --fast-only
  --fix
  --go <text>
  --issues-exit-code <number>
  --max-issues-per-linter <number>
  --max-same-issues <number>
  --modules-download-mode <mod|readonly|vendor>
  --new
  --new-from-merge-base <text>
  --new-from-patch <read>
  --new-from-rev <text>
  --no-config
  # A format may be followed by a file.
  --out-format <colored-line-number|line-number|json|tab|colored-tab|checkstyle|code-climate|html|junit-xml|github-actions|teamcity|sarif>
  --output.checkstyle.path <write>
  --output.code-climate.path <write>
  --output.html.path <write>
  --output.json.path <write>
  --output.junit-xml.path <write>
  --output.sarif.path <write>
  --output.tab.path <write>
  --output.text.path <write>
  --path-mode <abs|>
  --path-prefix <text>
  --print-issued-lines [true|false]
  --print-linter-name [true|false]
  --show-stats [true|false]
  --skip-dirs <text>
  --skip-files <text>
  --sort-results
  --tests [true|false]
  --timeout <text>
  --uniq-by-line [true|false]
  --whole-files
  -h --help (alone)
`;

const RELEASE = `
  -f --config <script>
  -h --help (alone)
  -p --parallelism <number>
  --auto-snapshot
  --clean
  --deprecated
  --draft
  --fail-fast
  --id <text>
  --rm-dist
  --single-target
  --skip <text>
  --skip-publish
  --skip-sign
  --skip-validate
  --timeout <text>
  --verbose
`;

/** With --snapshot nothing is published. */
const SNAPSHOT: CommandDescription = {
  options: `
  ${RELEASE}
  -o --output <write>
  `,
  runs: "the hooks of .goreleaser.yaml",
  starts: TOOLCHAIN,
};

/** Formatters, linters, test and release tools. */
export const GO_TOOLS: readonly ProgramDescription[] = [
  {
    names: "gofmt",
    parser: "go",
    options: `
  ${GOFMT}
  -r <text>
  `,
    operands: "search*",
    starts: "diff",
  },
  {
    names: "gofumpt",
    parser: "go",
    unverified: NOT_INSTALLED,
    options: `
  ${GOFMT}
  -extra
  -lang <text>
  -modpath <text>
  -version
  `,
    operands: "search*",
    starts: "go diff",
  },
  {
    names: "goimports",
    parser: "go",
    options: `
  ${GOFMT}
  -format-only
  -local <text>
  -memprofile <write>
  -memrate <number>
  -srcdir <list>
  -trace <write>
  -v
  `,
    operands: "search*",
    starts: "go diff",
  },
  {
    names: "golangci-lint",
    parser: "gnu",
    unverified: NOT_INSTALLED,
    options: "-h --help --version (alone)",
    commands: {
      run: {
        options: LINT_RUN,
        operands: "gopackage*",
        runs: "the plugins of its configuration",
        starts: TOOLCHAIN,
      },
      fmt: {
        options: `
  -E --enable <text>
  -c --config <script>
  -d --diff
  -v --verbose
  --color <always|auto|never>
  --diff-colored
  --no-config
  `,
        operands: "write*",
      },
      linters: { options: LINT_RUN },
      formatters: { options: "-c --config <script>\n--no-config" },
      config: { commands: { path: {}, verify: { options: "-c --config <script>" } } },
      version: { options: "--debug\n--json\n--short\n--format <short|json|text>" },
      cache: { commands: { status: {} } },
      help: { operands: "text*" },
    },
  },
  {
    names: "staticcheck",
    parser: "go",
    unverified: NOT_INSTALLED,
    options: `
  -h --help (alone)
  -version (alone)
  -checks <text>
  -debug.version
  -explain <text>
  -f <text|stylish|json|sarif|binary|null>
  -fail <text>
  -go <text>
  -list-checks
  -show-ignored
  -tags <text>
  -tests
  `,
    operands: "gopackage*",
    starts: TOOLCHAIN,
  },
  {
    names: "govulncheck",
    parser: "go",
    unverified: NOT_INSTALLED,
    options: `
  -h --help (alone)
  -version (alone)
  -C <folder>
  -format <text|json|sarif|openvex>
  -json
  -mode <source|binary|extract|query>
  -scan <module|package|symbol>
  -show <text>
  -tags <text>
  -test
  ! -db <url>
  `,
    operands: "gopackage*",
    starts: TOOLCHAIN,
  },
  {
    // Words behind the first that is no option of its own go to `go test`.
    names: "gotestsum",
    parser: "posix",
    options: `
  -h --help (alone)
  --version (alone)
  -f --format <dots|dots-v2|pkgname|pkgname-and-test-fails|testname|testdox|github-actions|standard-quiet|standard-verbose|short|short-verbose>
  --debug
  --format-hide-empty-pkg
  --format-icons <text>
  --hide-summary <text>
  --jsonfile <write>
  --jsonfile-timing-events <write>
  --junitfile <write>
  --junitfile-hide-empty-pkg
  --junitfile-project-name <text>
  --junitfile-testcase-classname <full|relative|short>
  --junitfile-testsuite-name <full|relative|short>
  --max-fails <number>
  --no-color
  --no-summary [text]
  --packages <text>
  --rerun-fails [number]
  --rerun-fails-max-failures <number>
  --rerun-fails-report <write>
  --watch
  ! --post-run-command <shell>
  ! --raw-command
  `,
    commands: {
      "--": GO_TEST,
      "tool help": { operands: "code+" },
    },
    operands: "gopackage*",
    runs: "the tests of the project",
    starts: TOOLCHAIN,
  },
  {
    names: "goreleaser",
    parser: "gnu",
    unverified: NOT_INSTALLED,
    options: "-h --help -v --version (alone)",
    commands: {
      check: { options: "-f --config <script>\n-q --quiet\n--soft\n--deprecated", operands: "read*" },
      "build release": { options: RELEASE, commands: { "--snapshot": SNAPSHOT } },
      healthcheck: { options: "-f --config <script>\n-q --quiet" },
    },
  },
  {
    names: "mage",
    parser: "go",
    unverified: NOT_INSTALLED,
    options: `
  -h -help (alone)
  -version (alone)
  -d <folder>
  -debug
  -f
  -keep
  -l
  -t <text>
  -v
  -w <folder>
  ! -compile <write>
  ! -gocmd <code>
  ! -clean
  ! -init
  `,
    operands: "task*",
    runs: "the targets of the magefile",
    starts: TOOLCHAIN,
  },
];
