import type { ProgramDescription } from "../description.js";

const HELP = "-h --help --version (alone)";

const RAILS_TASKS =
  "routes stats about zeitwerk:check db:migrate db:migrate:status db:rollback db:seed db:setup db:prepare db:test:prepare db:version " +
  "db:schema:load db:schema:dump assets:precompile assets:clean tmp:clear log:clear";

export const RUBY: readonly ProgramDescription[] = [
  {
    names: "ruby",
    parser: "posix",
    options: `
  -h --help --version --copyright (alone)
  -c
  -d --debug
  -v
  -w
  -W [0|1|2|:no-deprecated|:deprecated|:no-experimental|:experimental]
  --jit
  --yjit
  --verbose
  --backtrace-limit [number]
  -I <script>
  ! -e <code>
  ! -r --require <code>
  ! -C -x <folder>
  ! -i [text]
  ! -n
  ! -p
  ! -s -S
  ! --encoding --external-encoding --internal-encoding <text>
  `,
    operands: "script any*",
    input: "codeAlone",
    runs: "the script",
  },
  {
    names: "bundle bundler",
    parser: "gnu",
    options: `${HELP}\n-v`,
    globalOptions: "--no-color\n--verbose -V",
    commands: {
      exec: { parser: "posix", options: "--keep-file-descriptors", operands: "command" },
      install: {
        options: `
  --clean
  --deployment
  --frozen
  --full-index
  -j --jobs <number>
  --local
  --no-cache
  --no-prune
  --prefer-local
  --quiet
  --redownload --force
  --retry <number>
  --with <text>
  --without <text>
  --path <write>
  --gemfile <script>
  ! --system
  ! --binstubs [write]
  ! --shebang <code>
  ! --trust-policy -P <text>
  `,
        runs: "the Gemfile of the project and the builds of gems",
        starts: "ruby git gem",
        writesHere: true,
      },
      update: {
        options: `
  --all
  --conservative
  -g --group <text>
  -j --jobs <number>
  --local
  --major
  --minor
  --patch
  --quiet
  --ruby
  --strict
  `,
        operands: "package*",
        runs: "the Gemfile of the project and the builds of gems",
        starts: "ruby git gem",
        writesHere: true,
      },
      "check list outdated info show platform licenses": {
        options:
          "--dry-run\n--name-only\n--paths\n--path\n--only-group <text>\n--without-group <text>\n--parseable\n--porcelain\n--strict\n--local",
        operands: "text*",
        runs: "the Gemfile of the project",
      },
      lock: {
        options: "--update\n--local\n--add-platform <text>\n--remove-platform <text>\n--print",
        writesHere: true,
      },
    },
  },
  {
    names: "rake",
    parser: "gnu",
    options: `
  -h -H --help -V --version (alone)
  --backtrace [stderr|stdout]
  --comments
  --rules
  --suppress-backtrace <text>
  -A --all
  -B --build-all
  -C --directory <folder>
  -D --describe <text>
  -f --rakefile <script>
  -G --no-system --nosystem
  -j --jobs <number>
  -m --multitask
  -n --dry-run
  -N --no-search --nosearch
  -P --prereqs
  -q --quiet
  -s --silent
  -t --trace [stderr|stdout]
  -T --tasks <text>
  -v --verbose
  -W --where <text>
  -X --no-deprecation-warnings
  ! -e --execute <code>
  ! -E --execute-continue <code>
  ! -p --execute-print <code>
  ! -g --system
  ! -I --libdir <script>
  ! -r --require <code>
  ! -R --rakelibdir --rakelib <script>
  `,
    // `NAME=value` sets a variable of the environment.
    operands: "target*",
    runs: "the Rakefile of the project",
    starts: "ruby sh",
    writesHere: true,
  },
  {
    names: "rspec",
    parser: "gnu",
    options: `
  -h --help -v --version (alone)
  -I <script>
  -r --require <script>
  -O --options <script>
  --order <text>
  --seed <number>
  --bisect [verbose|]
  --fail-fast [number]
  --no-fail-fast
  --failure-exit-code <number>
  --error-exit-code <number>
  -f --format <progress|p|documentation|doc|d|json|j|html|h|failures|f|RspecJunitFormatter>
  -o --out <write>
  --deprecation-out <write>
  -b --backtrace
  --force-color --force-colour --no-color --no-colour --color --colour
  -p --profile [number]
  --no-profile
  --dry-run
  -w --warnings
  --only-failures
  -n --next-failure
  -P --pattern <script>
  --exclude-pattern <text>
  -e --example <text>
  -E --example-matches <text>
  -t --tag <text>
  --default-path <script>
  ! -X --drb
  ! --init
  `,
    operands: "script*",
    runs: "the tests of the project",
    starts: "ruby",
    writesHere: true,
  },
  {
    names: "rubocop standardrb",
    parser: "gnu",
    options: `
  -h --help -v --version -V --verbose-version (alone)
  -l --lint
  -x --fix-layout (writes)
  -a --autocorrect --auto-correct --safe-auto-correct (writes)
  -A --autocorrect-all --auto-correct-all (writes)
  --fix (writes)
  --safe
  --except <text>
  --only <text>
  --only-guide-cops
  -F --fail-fast
  --disable-pending-cops
  --enable-pending-cops
  --ignore-disable-comments
  --force-exclusion
  --only-recognized-file-types
  --ignore-parent-exclusion
  --ignore-unrecognized-cops
  --force-default-config
  -P --parallel
  --no-parallel
  --raise-cop-error
  --fail-level <text>
  -C --cache <true|false>
  -f --format <progress|p|simple|s|clang|c|fuubar|fu|emacs|e|json|j|junit|ju|files|fi|worst|w|offenses|o|html|h|github|g|quiet|q|tap|t|markdown|m|autogenconf|a|pacman>
  -D --display-cop-names
  --no-display-cop-names
  -E --extra-details
  -S --display-style-guide
  -o --out <write>
  --stderr
  --display-time
  --display-only-failed
  --display-only-fail-level-offenses
  --display-only-correctable
  --disable-uncorrectable
  --auto-gen-config
  --regenerate-todo
  --exclude-limit <number>
  --no-exclude-limit
  -L --list-target-files
  --show-cops <text>
  --color
  --no-color
  --no-server
  -d --debug
  -s --stdin <read>
  # A configuration may require files.
  -c --config <script>
  ! -r --require <script>
  ! --cache-root <write>
  ! --server --start-server --restart-server --stop-server
  `,
    operands: "search*",
    searchesHere: true,
    writesHere: true,
    starts: "ruby git",
  },
  {
    names: "rails",
    parser: "gnu",
    options: "-h --help -v --version (alone)",
    commands: {
      "test test:all test:system test:models test:controllers": {
        options: `
  -n --name <text>
  -s --seed <number>
  -v --verbose
  -b --backtrace
  -d --defer-output
  -f --fail-fast
  -c --color
  -w --warnings
  `,
        operands: "script*",
        runs: "the tests of the project",
        starts: "ruby",
        writesHere: true,
      },
      [RAILS_TASKS]: { runs: "the tasks of the project", starts: "ruby node yarn", writesHere: true },
    },
  },
];
