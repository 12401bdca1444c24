import type { ProgramDescription } from "../description.js";
import { NODE_HELP_V, TOOL } from "./tool-options.js";

const COVERAGE = `
  -h --help (alone)
  -r --reporter <text|text-summary|text-lcov|html|html-spa|json|json-summary|lcov|lcovonly|clover|cobertura|teamcity|none>
  -o --reports-dir --report-dir <write>
  -n --include <text>
  -x --exclude <text>
  -e --extension <text>
  --all
  --branches <number>
  --check-coverage
  --clean
  --no-clean
  --functions <number>
  --lines <number>
  --per-file
  --skip-full
  --src <source>
  --statements <number>
  --temp-directory --temp-dir <write>
`;

/** The other test runners, and coverage reports. */
export const TEST_RUNNERS: readonly ProgramDescription[] = [
  {
    ...TOOL,
    names: "mocha npx:mocha",
    options: `
  -h --help (alone)
  -V --version (alone)
  -A --async-only
  -C --no-color --no-colors
  -R --reporter <spec|dot|nyan|tap|landing|list|progress|json|json-stream|min|doc|markdown|xunit>
  -S --sort
  -b --bail
  -c --color --colors
  -f --fgrep <text>
  -g --grep <text>
  -i --invert
  -j --jobs <number>
  -p --parallel
  -s --slow <text>
  -t --timeout --timeouts <text>
  -u --ui <bdd|tdd|qunit|exports>
  -w --watch
  --allow-uncaught
  --check-leaks
  --config <script>
  --delay
  --diff
  --no-diff
  --dry-run
  --exit
  --extension <text>
  --fail-zero
  --file <script>
  --forbid-only
  --forbid-pending
  --full-trace
  --global --globals <text>
  --ignore --exclude <text>
  --inline-diffs
  --list-interfaces
  --list-reporters
  --no-config
  --package <script>
  --posix-exit-codes
  --recursive
  --retries <number>
  --spec <script>
  --watch-files <list>
  --watch-ignore <list>
  -r --require <tsx|tsx/cjs|ts-node/register|ts-node/register/transpile-only|tsconfig-paths/register|dotenv/config|source-map-support/register|esbuild-register|@swc-node/register|@swc/register|@babel/register>
  --import <tsx|tsx/esm>
  --loader <tsx|ts-node/esm>
  ! -n --node-option <code>
  ! -O --reporter-option --reporter-options <text>
  `,
    commands: { init: { operands: "code+" } },
    operands: "script*",
    runs: "the tests of the project",
  },
  {
    ...TOOL,
    names: "ava npx:ava",
    options: `
  --help --version (alone)
  -T --timeout <text>
  -c --concurrency <number>
  -m --match <text>
  -s --serial
  -t --tap
  -u --update-snapshots
  -v --verbose
  -w --watch
  --color
  --no-color
  --config <script>
  --fail-fast
  --no-worker-threads
  ! --node-arguments <code>
  `,
    commands: { "reset-cache": {}, debug: { operands: "code+" } },
    operands: "script*",
    runs: "the tests of the project",
  },
  {
    ...TOOL,
    names: "playwright npx:playwright npx:@playwright/test",
    options: NODE_HELP_V,
    commands: {
      test: {
        options: `
  -h --help (alone)
  -G --grep-invert <text>
  -c --config <script>
  -g --grep <text>
  -j --workers <text>
  -u --update-snapshots [all|changed|missing|none]
  -x
  --browser <all|chromium|firefox|webkit>
  --fail-on-flaky-tests
  --forbid-only
  --fully-parallel
  --global-timeout <number>
  --ignore-snapshots
  --last-failed
  --list
  --max-failures <number>
  --no-deps
  --only-changed [text]
  --output <write>
  --pass-with-no-tests
  --project <text>
  --quiet
  --repeat-each <number>
  # The html reporter opens a browser.
  --reporter <list|line|dot|json|junit|null|github|blob>
  --retries <number>
  --shard <text>
  --test-list <read>
  --timeout <number>
  --trace <on|off|on-first-retry|on-all-retries|retain-on-failure|retain-on-first-failure>
  --tsconfig <source>
  --update-source-method <overwrite|3way|patch>
  ! --debug [text]
  --headed
  ! --ui
  ! --ui-host <text>
  ! --ui-port <number>
  `,
        operands: "text*",
        runs: "the tests of the project",
        starts: "node sh chromium firefox",
      },
      install: {
        options: `
  --dry-run
  --force
  --list
  --no-shell
  --only-shell
  # It asks for the password of sudo.
  ! --with-deps
  `,
        operands: "text*",
      },
      "merge-reports": {
        options: `
  -c --config <script>
  --reporter <list|line|dot|json|junit|null|github|html|blob>
  `,
        operands: "read?",
      },
    },
  },
  {
    ...TOOL,
    names: "c8 npx:c8",
    parser: "posix",
    options: `
  ${COVERAGE}
  --version (alone)
  -a --exclude-after-remap
  --100
  --allowExternal
  --merge-async
  --omit-relative
  -c --config <script>
  ! --resolve <script>
  `,
    commands: { "report check-coverage": { parser: "gnu", options: COVERAGE } },
    operands: "command",
  },
  {
    ...TOOL,
    names: "nyc npx:nyc",
    parser: "posix",
    options: `
  ${COVERAGE}
  --version (alone)
  -s --silent
  --cache
  --cwd <folder>
  --instrument [true|false]
  --source-map
  --produce-source-map
  --nycrc-path <script>
  ! -i --require <script>
  ! -c --use-spawn-wrap [text]
  `,
    commands: {
      "report check-coverage": { parser: "gnu", options: COVERAGE },
      "instrument merge": { operands: "code+" },
    },
    operands: "command",
  },
];
