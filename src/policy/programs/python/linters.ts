import type { ProgramDescription } from "../description.js";
import { PYTHON_HELP, PYTHONS } from "./tool-options.js";

const RUFF_GLOBAL = `
  ${PYTHON_HELP}
  -q --quiet
  -s --silent
  -v --verbose
  --color <auto|always|never>
  --isolated
  --config <source>
`;

const RUFF_FILES = `
  -n --no-cache
  --cache-dir <write>
  --exclude <text>
  --extend-exclude <text>
  --extension <text>
  --force-exclude
  --no-force-exclude
  --no-respect-gitignore
  --preview
  --no-preview
  --respect-gitignore
  --stdin-filename <source>
  --target-version <py37|py38|py39|py310|py311|py312|py313|py314>
  --diff
  --line-length <number>
`;

export const RUFF: ProgramDescription = {
  names: "ruff python-m:ruff uvx:ruff",
  parser: "gnu",
  unverified: "not in the package registries that the tests may use",
  globalOptions: RUFF_GLOBAL,
  commands: {
    check: {
      options: `
  ${RUFF_FILES}
  -e --exit-zero
  -w --watch
  -o --output-file <write>
  --add-noqa [text] (writes)
  --dummy-variable-rgx <text>
  --exit-non-zero-on-fix
  --exit-non-zero-on-format
  --extend-ignore <text>
  --extend-per-file-ignores <text>
  --extend-select <text>
  --fix (writes)
  --fix-only (writes)
  --fixable <text>
  --ignore <text>
  --ignore-noqa
  --no-fix
  --no-show-fixes
  --no-unsafe-fixes
  --output-format <text|concise|full|json|json-lines|junit|grouped|github|gitlab|pylint|rdjson|azure|sarif>
  --per-file-ignores <text>
  --select <text>
  --show-files
  --show-fixes
  --show-settings
  --show-source
  --statistics
  --unfixable <text>
  --unsafe-fixes
  `,
      operands: "plainsource*",
    },
    format: {
      options: `
  ${RUFF_FILES}
  --check
  --range <text>
  --exit-non-zero-on-format
  --output-format <text|concise|full|json|json-lines|junit|grouped|github|gitlab|pylint|rdjson|azure|sarif>
  `,
      operands: "plainsource*",
    },
    rule: { options: "--all\n--output-format <text|json>", operands: "text?" },
    config: { options: "--output-format <text|json>", operands: "text?" },
    linter: { options: "--output-format <text|json>" },
    version: { options: "--output-format <text|json>" },
    clean: {},
  },
};

/** Formatters and the other linters. */
export const PYTHON_LINTERS: readonly ProgramDescription[] = [
  {
    // It formats what it is given in place; --check and --diff do not.
    names: "black python-m:black uvx:black",
    parser: "gnu",
    options: `
  -h --help (alone)
  --version (alone)
  -C --skip-magic-trailing-comma
  -S --skip-string-normalization
  -W --workers <number>
  -c --code <text>
  -l --line-length <number>
  -q --quiet
  -t --target-version <text>
  -v --verbose
  -x --skip-source-first-line
  --check
  --color
  --no-color
  --config <read>
  --diff
  --enable-unstable-feature <text>
  --exclude <text>
  --extend-exclude <text>
  --fast
  --force-exclude <text>
  --include <text>
  --ipynb
  --line-ranges <text>
  --preview
  --pyi
  --python-cell-magics <text>
  --required-version <text>
  --safe
  --stdin-filename <text>
  --unstable
  `,
    operands: "write*",
  },
  {
    names: "isort python-m:isort uvx:isort",
    parser: "gnu",
    options: `
  -h --help (alone)
  -V --version --vn --version-number (alone)
  -a --add-import <text>
  -c --check --check-only
  -d --stdout
  -e --balanced
  -j --jobs <number>
  -l -w --line-length --line-width <number>
  -m --multi-line <text>
  -p --project <text>
  -q --quiet
  -s --skip <text>
  -v --verbose
  --ac --atomic
  --ca --combine-as
  --color
  --df --diff
  --filter-files
  --float-to-top
  --fss --force-sort-within-sections
  --gitignore --skip-gitignore
  --om --only-modified
  --profile <black|django|pycharm|google|open_stack|plone|attrs|hug|wemake|appnexus>
  --py --python-version <text>
  --rm --remove-import <text>
  --sg --skip-glob <text>
  --show-config
  --show-files
  --sl --force-single-line-imports
  --sp --settings-path --settings-file --settings <source>
  --src --src-path <source>
  --tc --trailing-comma
  --up --use-parentheses
  --virtual-env <list>
  ! --formatter <script>
  ! --interactive
  `,
    // It looks for a shebang in every file below.
    operands: "source*",
    followsLinks: true,
  },
  {
    names: "flake8 python-m:flake8 uvx:flake8",
    parser: "gnu",
    options: `
  -h --help (alone)
  --version (alone)
  -j --jobs <text>
  -q --quiet
  -v --verbose
  --benchmark
  --bug-report
  --builtins <text>
  --color <auto|always|never>
  --count
  --disable-noqa
  --doctests
  --enable-extensions <text>
  --exclude <text>
  --exit-zero
  --extend-exclude <text>
  --extend-ignore <text>
  --extend-select <text>
  --filename <text>
  --format <text>
  --hang-closing
  --ignore <text>
  --indent-size <number>
  --isolated
  --max-complexity <number>
  --max-doc-length <number>
  --max-line-length <number>
  --per-file-ignores <text>
  --require-plugins <text>
  --select <text>
  --show-source
  --no-show-source
  --statistics
  --stdin-display-name <text>
  --tee
  --output-file <write>
  --config <script>
  --append-config <script>
  `,
    operands: "search*",
    searchesHere: true,
    runs: "the plugins of its configuration",
    starts: PYTHONS,
  },
  {
    names: "pylint python-m:pylint uvx:pylint",
    parser: "gnu",
    options: `
  -h --help --long-help (alone)
  --version (alone)
  -E --errors-only
  -d --disable <text>
  -e --enable <text>
  -f --output-format <text|parseable|colorized|json|json2|msvs|github|sarif|pylint>
  -j --jobs <number>
  -r --reports <y|n|yes|no>
  -s --score <y|n|yes|no>
  -v --verbose
  --confidence <text>
  --disable-all-extensions
  --exit-zero
  --fail-on <text>
  --fail-under <number>
  --from-stdin
  --generate-rcfile
  --generate-toml-config
  --good-names <text>
  --help-msg <text>
  --ignore <text>
  --ignore-imports <y|n|yes|no>
  --ignore-paths <text>
  --ignore-patterns <text>
  --ignored-classes <text>
  --ignored-modules <text>
  --list-conf-levels
  --list-extensions
  --list-groups
  --list-msgs
  --list-msgs-enabled
  --max-args <number>
  --max-branches <number>
  --max-line-length <number>
  --max-locals <number>
  --max-module-lines <number>
  --max-statements <number>
  --min-similarity-lines <number>
  --msg-template <text>
  --py-version <text>
  --recursive <y|n|yes|no|true|false>
  --output <write>
  --rcfile <script>
  ! --init-hook <code>
  ! --load-plugins <script>
  ! --evaluation <code>
  ! --extension-pkg-allow-list --extension-pkg-whitelist <script>
  `,
    operands: "source*",
    runs: "the plugins of its configuration",
    starts: PYTHONS,
  },
  {
    names: "bandit python-m:bandit uvx:bandit",
    parser: "gnu",
    options: `
  -h --help (alone)
  --version (alone)
  -a --aggregate <file|vuln>
  -b --baseline <read>
  -c --configfile <read>
  -d --debug
  -f --format <csv|custom|html|json|sarif|screen|txt|xml|yaml>
  -i --confidence
  -l --level
  -n --number <number>
  -o --output <write>
  -p --profile <text>
  -q --quiet --silent
  -r --recursive
  -s --skip <text>
  -t --tests <text>
  -v --verbose
  -x --exclude <text>
  --confidence-level <all|low|medium|high>
  --exit-zero
  --ignore-nosec
  --msg-template <text>
  --severity-level <all|low|medium|high>
  ! --ini <script>
  `,
    operands: "source*",
  },
];

export const VULTURE: ProgramDescription = {
  names: "vulture python-m:vulture uvx:vulture",
  parser: "gnu",
  options: `
  -h --help (alone)
  --version (alone)
  -v --verbose
  --config <read>
  --exclude <text>
  --ignore-decorators <text>
  --ignore-names <text>
  --make-whitelist
  --min-confidence <number>
  --sort-by-size
  `,
  operands: "search*",
};
