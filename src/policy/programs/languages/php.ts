import type { CommandDescription, ProgramDescription } from "../description.js";

/** Every program built on Symfony's console takes these. */
const CONSOLE = `
  -h --help (alone)
  -q --quiet
  -v --verbose
  -n --no-interaction
  --ansi
  --no-ansi
`;

const COMPOSER_INSTALL = `
  -o --optimize-autoloader
  -a --classmap-authoritative
  -W --with-all-dependencies
  -w --with-dependencies
  --apcu-autoloader
  --audit
  --dev
  --dry-run
  --ignore-platform-req <text>
  --ignore-platform-reqs
  --lock
  --minimal-changes
  --no-audit
  --no-autoloader
  --no-dev
  --no-install
  --no-progress
  --no-suggest
  --no-update
  --prefer-dist
  --prefer-lowest
  --prefer-source
  --prefer-stable
  --sort-packages
  --strict-psr
`;

const COMPOSER_CHANGES: CommandDescription = {
  options: COMPOSER_INSTALL,
  // `vendor/name:^1.0`
  operands: "text*",
  runs: "the scripts of composer.json and the plugins of packages",
  starts: "php git sh unzip 7z",
  writesHere: true,
};

const COMPOSER_SCRIPT: CommandDescription = {
  operands: "any*",
  runs: "the script of composer.json",
  starts: "php sh",
  writesHere: true,
};

const COMPOSER_LISTS: CommandDescription = {
  options: `
  -a --all --available
  -D --direct
  -f --format <text|json|table|plain|summary>
  -i --installed
  -l --latest
  -m --minor-only
  -N --name-only
  -o --outdated
  -P --path
  -r --recursive
  -s --self
  -t --tree
  --abandoned <text>
  --locked
  --no-check-all
  --no-check-lock
  --no-check-publish
  --no-dev
  --strict
  `,
  operands: "text*",
};

export const PHP: readonly ProgramDescription[] = [
  {
    names: "php php8.1 php8.2 php8.3 php8.4",
    parser: "posix",
    options: `
  -h --help -v --version -i --info -m --modules --ini (alone)
  --rf --rc --re --rz --ri <text>
  -l --syntax-check
  -n --no-php-ini
  -s --syntax-highlight
  -w --strip
  # Others may name a file that runs before the script.
  -d --define <memory_limit=-1|memory_limit=256M|memory_limit=512M|memory_limit=1G|memory_limit=2G|memory_limit=4G|xdebug.mode=off|xdebug.mode=coverage|pcov.enabled=1|zend.assertions=1|display_errors=1|error_reporting=-1|max_execution_time=0>
  ! -r --run <code>
  ! -B --process-begin <code>
  ! -R --process-code <code>
  ! -E --process-end <code>
  ! -F --process-file <script>
  ! -f --file <script>
  ! -a --interactive
  ! -c --php-ini <script>
  ! -S --server <text>
  ! -t --docroot <source>
  ! -z --zend-extension <code>
  `,
    operands: "script any*",
    input: "codeAlone",
    runs: "the script",
  },
  {
    names: "composer",
    parser: "gnu",
    options: "-V --version (alone)",
    globalOptions: `
  ${CONSOLE}
  --no-cache
  --no-plugins
  --no-scripts
  --profile
  -d --working-dir <folder>
  `,
    // It takes abbreviations of commands, so nothing else counts as a script of the project.
    commands: {
      "install i update u upgrade require r remove rm reinstall": COMPOSER_CHANGES,
      "dump-autoload dumpautoload": {
        options:
          "-o --optimize\n-a --classmap-authoritative\n--apcu\n--dev\n--no-dev\n--dry-run\n--strict-psr",
        runs: "the scripts of composer.json",
        writesHere: true,
      },
      "show info outdated depends why prohibits why-not licenses suggests search fund audit status check-platform-reqs":
        COMPOSER_LISTS,
      validate: {
        options:
          "--no-check-all\n--no-check-lock\n--no-check-publish\n--no-check-version\n-A --with-dependencies\n--strict",
        operands: "read?",
      },
      "about diagnose": {},
      "run-script run": {
        ...COMPOSER_SCRIPT,
        parser: "posix",
        options: "-l --list\n--dev\n--no-dev\n--timeout <number>",
        operands: "task any*",
      },
      "test lint analyse analyze cs cs-check cs-fix format phpstan phpunit psalm stan ci": {
        ...COMPOSER_SCRIPT,
        parser: "posix",
      },
    },
  },
  {
    names: "phpunit pest paratest",
    parser: "gnu",
    options: `
  -h --help --version --check-version (alone)
  --atleast-version <text>
  --coverage-clover --coverage-cobertura --coverage-crap4j --coverage-html --coverage-php --coverage-xml <write>
  --coverage-text [write]
  --coverage-cache <write>
  --coverage-filter <list>
  --warm-coverage-cache
  --path-coverage
  --disable-coverage-ignore
  --no-coverage
  --log-junit --log-teamcity --testdox-html --testdox-text --testdox-xml --list-tests-xml <write>
  --reverse-list
  --no-logging
  --list-suites
  --testsuite <text>
  --list-groups
  --group <text>
  --exclude-group <text>
  --covers <text>
  --uses <text>
  --list-tests
  --filter <text>
  --test-suffix <text>
  --dont-report-useless-tests
  --strict-coverage
  --strict-global-state
  --disallow-test-output
  --enforce-time-limit
  --default-time-limit <number>
  --process-isolation
  --globals-backup
  --static-backup
  --colors [always|never|auto]
  --columns <text>
  --stderr
  --stop-on-defect --stop-on-error --stop-on-failure --stop-on-warning --stop-on-risky --stop-on-skipped --stop-on-incomplete
  --fail-on-incomplete --fail-on-risky --fail-on-skipped --fail-on-warning --fail-on-deprecation --fail-on-notice
  --display-deprecations --display-errors --display-incomplete --display-notices --display-skipped --display-warnings
  -v --verbose
  --debug
  --repeat <number>
  --teamcity
  --testdox
  --no-interaction
  --no-progress
  --order-by <text>
  --random-order-seed <number>
  --cache-result
  --do-not-cache-result
  --no-configuration
  --no-extensions
  -c --configuration <script>
  --bootstrap <script>
  ! --prepend <script>
  ! --printer <code>
  ! --extensions <code>
  ! --include-path <code>
  ! -d <code>
  ! --cache-result-file <write>
  ! --generate-configuration
  ! --migrate-configuration
  `,
    operands: "script*",
    runs: "the tests of the project",
    starts: "php",
    writesHere: true,
  },
  {
    names: "phpstan",
    parser: "gnu",
    options: "-V --version (alone)",
    globalOptions: `
  ${CONSOLE}
  `,
    commands: {
      "analyse analyze": {
        options: `
  -l --level <text>
  -c --configuration <script>
  --allow-empty-baseline
  -b --generate-baseline [write]
  --debug
  --error-format <raw|checkstyle|json|junit|prettyJson|gitlab|github|teamcity|table>
  --memory-limit <text>
  --no-progress
  --no-ansi
  --xdebug
  ! -a --autoload-file <script>
  ! --fix
  ! --pro
  `,
        operands: "source*",
        runs: "the autoloader and the extensions of the project",
        starts: "php",
        writesHere: true,
      },
      "clear-result-cache": { options: "-c --configuration <script>" },
    },
  },
];
