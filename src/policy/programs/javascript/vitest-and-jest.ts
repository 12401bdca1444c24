import type { ProgramDescription } from "../description.js";
import { NODE_HELP, TOOL } from "./tool-options.js";

const VITEST_OPTIONS = `
  ${NODE_HELP}
  -c --config <script>
  -r --root <folder>
  -t --testNamePattern --test-name-pattern <text>
  -u --update
  -w --watch
  --allowOnly --no-allowOnly
  --attachmentsDir <write>
  --bail <number>
  --browser.headless
  --browser.name <chromium|firefox|webkit|chrome|edge|safari>
  --cache
  --no-cache
  --changed
  --clearScreen --no-clearScreen
  --color
  --no-color
  --coverage
  --no-coverage
  --coverage.all
  --coverage.clean
  --coverage.enabled
  --coverage.exclude <text>
  --coverage.include <text>
  --coverage.provider <v8|istanbul>
  --coverage.reporter <text|text-summary|html|json|json-summary|lcov|lcovonly|clover|cobertura|teamcity|none>
  --coverage.reportOnFailure
  --coverage.reportsDirectory <write>
  --coverage.skipFull
  --coverage.thresholds.100
  --coverage.thresholds.branches <number>
  --coverage.thresholds.functions <number>
  --coverage.thresholds.lines <number>
  --coverage.thresholds.perFile
  --coverage.thresholds.statements <number>
  --dangerouslyIgnoreUnhandledErrors
  --dir <source>
  --disableConsoleIntercept --disable-console-intercept
  --dom
  --environment <node|jsdom|happy-dom|edge-runtime>
  --exclude <text>
  --expandSnapshotDiff
  --expect.requireAssertions
  --fileParallelism --no-fileParallelism --no-file-parallelism
  --globals
  --hideSkippedTests
  --hookTimeout --hook-timeout <number>
  --includeTaskLocation
  --isolate --no-isolate
  --json
  --logHeapUsage --log-heap-usage
  --maxConcurrency <number>
  --maxWorkers --max-workers <text>
  --minWorkers --min-workers <text>
  --mode <text>
  --outputFile --output-file <write>
  --outputFile.json <write>
  --outputFile.junit <write>
  --outputFile.html <write>
  --passWithNoTests --pass-with-no-tests
  --pool <forks|threads|vmForks|vmThreads>
  --poolOptions.forks.singleFork
  --poolOptions.threads.singleThread
  --printConsoleTrace
  --project <text>
  --reporter <default|basic|verbose|dot|json|tap|tap-flat|junit|tree|hanging-process|github-actions|html|blob|minimal|agent>
  --retry <number>
  --run
  --sequence.concurrent
  --sequence.hooks <stack|list|parallel>
  --sequence.seed <number>
  --sequence.shuffle
  --sequence.shuffle.files
  --sequence.shuffle.tests
  --shard <text>
  --silent
  --single-thread --no-threads --threads
  --slowTestThreshold <number>
  --tagsFilter <text>
  --teardownTimeout <number>
  --testTimeout --test-timeout <number>
  --typecheck
  --typecheck.enabled
  --typecheck.ignoreSourceErrors
  --typecheck.only
  --typecheck.tsconfig <source>
  ! --execArgv <code>
  ! --globalSetup <script>
  ! --coverage.customProviderModule <script>
  ! --typecheck.checker <code>
  ! --diff <script>
  ! --ui
  ! --open
  ! --api [text]
  ! --inspect [text]
  ! --inspectBrk [text]
`;

const JEST_OPTIONS = `
  -h --help (alone)
  --version (alone)
  -b --bail
  -e --expand
  -f --onlyFailures
  -i --runInBand
  -o --onlyChanged
  -t --testNamePattern <text>
  -u --updateSnapshot
  -w --maxWorkers <text>
  --all
  --automock
  --cache
  --no-cache
  --changedFilesWithAncestor
  --changedSince <text>
  --ci
  --clearMocks
  --collectCoverage --coverage
  --no-coverage
  --collectCoverageFrom <text>
  --color --colors
  --no-color
  --coverageDirectory <write>
  --coveragePathIgnorePatterns <text>
  --coverageProvider <babel|v8>
  --coverageReporters <text|text-summary|html|json|json-summary|lcov|lcovonly|clover|cobertura|teamcity|none>
  --coverageThreshold <text>
  --debug
  --detectLeaks
  --detectOpenHandles
  --errorOnDeprecated
  --findRelatedTests
  --forceExit
  --ignoreProjects <text>
  --injectGlobals
  --json
  --lastCommit
  --listTests
  --logHeapUsage
  --maxConcurrency <number>
  --modulePathIgnorePatterns <text>
  --no-watchman
  --noStackTrace
  --openHandlesTimeout <number>
  --outputFile <write>
  --passWithNoTests
  --randomize
  --resetMocks
  --resetModules
  --restoreMocks
  --rootDir <source>
  --roots <source>
  --runTestsByPath
  --seed <number>
  --selectProjects <text>
  --shard <text>
  --showConfig
  --showSeed
  --silent
  --testEnvironment --env <node|jsdom|jest-environment-node|jest-environment-jsdom>
  --testFailureExitCode <number>
  --testLocationInResults
  --testMatch <text>
  --testPathIgnorePatterns <text>
  --testPathPattern --testPathPatterns <text>
  --testRegex <text>
  --testTimeout <number>
  --useStderr
  --verbose
  --watch
  --watchAll [true|false]
  --watchPathIgnorePatterns <text>
  --workerThreads
  -c --config <script>
  --projects <source>
  --reporters <default|summary|github-actions>
  ! --filter <script>
  ! --globalSetup <script>
  ! --globalTeardown <script>
  ! --moduleNameMapper <code>
  ! --modulePaths <script>
  ! --preset <script>
  ! --prettierPath <script>
  ! --resolver <script>
  ! --runner <script>
  ! --setupFiles <script>
  ! --setupFilesAfterEnv <script>
  ! --snapshotSerializers <script>
  ! --testResultsProcessor <script>
  ! --testRunner <script>
  ! --testSequencer <script>
  ! --transform <code>
  ! --cacheDirectory <write>
`;

export const VITEST_AND_JEST: readonly ProgramDescription[] = [
  {
    ...TOOL,
    names: "vitest npx:vitest",
    options: VITEST_OPTIONS,
    commands: {
      "run watch dev bench": {
        options: VITEST_OPTIONS,
        operands: "text*",
        runs: "the tests of the project",
      },
      related: {
        options: VITEST_OPTIONS,
        operands: "list*",
        runs: "the tests of the project",
      },
      list: {
        options: `${VITEST_OPTIONS}\n--filesOnly --files-only`,
        operands: "text*",
        runs: "the tests of the project",
      },
      init: { operands: "code+" },
    },
    operands: "text*",
    runs: "the tests of the project",
    starts: "node esbuild git tsc",
  },
  {
    ...TOOL,
    names: "jest npx:jest",
    options: JEST_OPTIONS,
    // With --runTestsByPath they are files; otherwise patterns.
    operands: "script*",
    runs: "the tests of the project",
    starts: "node git hg sl watchman find",
  },
];
