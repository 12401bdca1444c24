import type { ProgramDescription } from "../description.js";
import { PYTHON_HELP, PYTHONS } from "./tool-options.js";

/** `-p` loads a plugin, unless it says `no:`. */
const SWITCHED_OFF =
  "no:cacheprovider|no:warnings|no:randomly|no:random_order|no:xdist|no:cov|no:pytest_cov|no:logging|no:faulthandler|no:doctest|" +
  "no:asyncio|no:anyio|no:sugar|no:terminal|no:unraisableexception|no:threadexception|no:junitxml|no:pastebin|no:nose|no:stepwise|" +
  "no:hypothesispytest|no:benchmark|no:django|no:flaky|no:rerunfailures|no:timeout|no:mock|no:typeguard|no:langsmith|no:capture|" +
  "no:launch_testing|no:launch_testing_ros|no:dash|no:html|no:metadata|no:socket|no:recording|no:syrupy|no:celery|no:instafail";

const COVERAGE_REPORTS =
  "term|term-missing|term:skip-covered|term-missing:skip-covered|xml|html|lcov|json|annotate|markdown|xml:coverage.xml|" +
  "xml:cov.xml|xml:reports/coverage.xml|html:htmlcov|html:coverage|html:coverage_html|lcov:lcov.info|lcov:coverage.lcov|json:coverage.json";

const PYTEST_OPTIONS = `
  ${PYTHON_HELP}
  -k <text>
  -l --showlocals
  -m <text>
  -q --quiet
  -r <text>
  -s
  -v --verbose
  -x --exitfirst
  -W --pythonwarnings <text>
  --assert <plain|rewrite>
  --basetemp <plainwrite>
  --cache-clear
  --cache-show [text]
  --capture <fd|sys|no|tee-sys>
  --code-highlight <yes|no>
  --collect-only --co
  --collect-in-virtualenv
  --color <yes|no|auto>
  --confcutdir <list>
  --continue-on-collection-errors
  --deselect <text>
  --disable-warnings --disable-pytest-warnings
  --doctest-continue-on-failure
  --doctest-glob <text>
  --doctest-ignore-import-errors
  --doctest-modules
  --doctest-report <none|cdiff|ndiff|udiff|only_first_failure>
  --durations <number>
  --durations-min <number>
  --failed-first --ff
  --fixtures --funcargs
  --fixtures-per-test
  --full-trace
  --ignore <list>
  --ignore-glob <text>
  --import-mode <prepend|append|importlib>
  --junit-prefix <text>
  --junitxml --junit-xml <plainwrite>
  --keep-duplicates
  --last-failed --lf
  --last-failed-no-failures --lfnf <all|none>
  --log-cli-date-format <text>
  --log-cli-format <text>
  --log-cli-level <text>
  --log-date-format <text>
  --log-disable <text>
  --log-file <plainwrite>
  --log-file-level <text>
  --log-format <text>
  --log-level <text>
  --markers
  --maxfail <number>
  --new-first --nf
  --no-fold-skipped
  --no-header
  --no-showlocals
  --no-summary
  --noconftest
  --pyargs
  --rootdir <plainsource>
  --runxfail
  --setup-only
  --setup-plan
  --setup-show
  --show-capture <no|stdout|stderr|log|all>
  --stepwise --sw
  --stepwise-skip --sw-skip
  --strict
  --strict-config
  --strict-markers
  --tb <auto|long|short|line|native|no>
  --trace-config
  --verbosity <number>
  --xfail-tb
  -p <${SWITCHED_OFF}>
  -c --config-file <script>
  -o --override-ini <addopts=|log_cli=true|log_cli=True|log_cli=1|xfail_strict=true|xfail_strict=True|junit_family=xunit1|junit_family=xunit2|junit_family=legacy|console_output_style=classic|console_output_style=progress|console_output_style=count|asyncio_mode=auto|asyncio_mode=strict>
  # Plugins that most projects have.
  -d
  -n --numprocesses <text>
  --dist <each|load|loadscope|loadfile|loadgroup|worksteal|no>
  --max-worker-restart <number>
  --maxprocesses <number>
  --cov [text]
  --cov-append
  --cov-branch
  --cov-config <script>
  --cov-context <text>
  --cov-fail-under <number>
  --cov-report <${COVERAGE_REPORTS}>
  --cov-reset
  --no-cov
  --no-cov-on-fail
  --asyncio-mode <auto|strict>
  --benchmark-disable
  --benchmark-enable
  --benchmark-only
  --benchmark-skip
  --create-db
  --ds <text>
  --forked
  --hypothesis-profile <text>
  --hypothesis-seed <text>
  --hypothesis-show-statistics
  --html <plainwrite>
  --no-migrations --nomigrations
  --randomly-dont-reset-seed
  --randomly-seed <text>
  --random-order
  --random-order-seed <number>
  --reruns <number>
  --reruns-delay <number>
  --reuse-db
  --self-contained-html
  --snapshot-update
  --timeout <number>
  --timeout-method <signal|thread>
  # With a file in the next word it overwrites that.
  ! --debug [code]
  ! --pastebin <text>
  ! --pdb
  ! --pdbcls <code>
  ! --trace
  ! --tx <code>
  ! --rsyncdir <read>
  ! -f --looponfail
`;

export const PYTEST: ProgramDescription = {
  names: "pytest py.test pytest-3 python-m:pytest uvx:pytest",
  parser: "gnu",
  options: PYTEST_OPTIONS,
  operands: "plainsource*",
  runs: "the tests of the project",
  starts: `${PYTHONS} git`,
};
