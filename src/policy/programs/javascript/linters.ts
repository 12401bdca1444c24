import type { ProgramDescription } from "../description.js";
import { NODE_HELP, NODE_HELP_V, TOOL } from "./tool-options.js";

const CACHE = `
  --cache
  --no-cache
  --cache-location <write>
  --cache-strategy <metadata|content>
`;

const BIOME_OPTIONS = `
  --changed
  --colors <off|force>
  --config-path <source>
  --diagnostic-level <info|warn|error>
  --error-on-warnings
  --files-ignore-unknown <true|false>
  --files-max-size <number>
  --max-diagnostics <text>
  --no-errors-on-unmatched
  --only <text>
  --reporter <default|concise|summary|json|json-pretty|github|gitlab|junit|checkstyle|rdjson|sarif>
  --reporter-file <write>
  --since <text>
  --skip <text>
  --skip-parse-errors
  --staged
  --stdin-file-path <source>
  --verbose
  --vcs-enabled <true|false>
  --vcs-use-ignore-file <true|false>
  --formatter-enabled <true|false>
  --linter-enabled <true|false>
  --assist-enabled <true|false>
  --enforce-assist <true|false>
  --indent-style <tab|space>
  --indent-width <number>
  --line-ending <lf|crlf|cr|auto>
  --line-width <number>
  --log-level <none|tracing|debug|info|warn|error>
  --log-kind <pretty|compact|json>
`;

const BIOME_FIXES = `
  --write --fix --apply (writes)
  --unsafe
  --apply-unsafe (writes)
  --suppress (writes)
  --reason <text>
`;

const CSPELL_OPTIONS = `
  -c --config <script>
  -e --exclude <text>
  -q --quiet
  -u --unique
  -v --verbose
  --color
  --no-color
  --cache
  --dot
  --gitignore
  --no-gitignore
  --locale <text>
  --no-must-find-files
  --no-progress
  --no-summary
  --relative
  --show-context
  --show-suggestions
  --words-only
`;

/** Linters, formatters and spelling checks. */
export const NODE_LINTERS: readonly ProgramDescription[] = [
  {
    ...TOOL,
    names: "eslint npx:eslint",
    options: `
  ${NODE_HELP}
  ${CACHE}
  --cache-file <write>
  -c --config <script>
  -f --format <stylish|json|json-with-metadata|html|compact|unix|visualstudio|tap|junit|checkstyle|jslint-xml|codeframe|table|gha|github>
  -o --output-file <write>
  --color
  --no-color
  --concurrency <text>
  --debug
  --env <text>
  --env-info
  --no-error-on-unmatched-pattern
  --exit-on-fatal-error
  --ext <text>
  --fix (writes)
  --fix-dry-run
  --fix-type <text>
  --flag <text>
  --global <text>
  --ignore-path <read>
  --ignore-pattern <text>
  --no-ignore
  --no-inline-config
  --max-warnings <number>
  --no-config-lookup
  --no-eslintrc
  --no-warn-ignored
  --pass-on-no-patterns
  --pass-on-unpruned-suppressions
  --print-config <source>
  --prune-suppressions
  --quiet
  --report-unused-disable-directives
  --report-unused-disable-directives-severity <off|warn|error|0|1|2>
  --report-unused-inline-configs <off|warn|error|0|1|2>
  --rule <text>
  --stats
  --stdin
  --stdin-filename <source>
  --suppress-all
  --suppress-rule <text>
  --suppressions-location <write>
  ! --parser <script>
  ! --parser-options <code>
  ! --plugin <script>
  ! --rulesdir <script>
  ! --resolve-plugins-relative-to <script>
  ! --init
  ! --inspect-config
  ! --mcp
  `,
    operands: "source*",
    runs: "the plugins of its configuration",
  },
  {
    ...TOOL,
    names: "prettier npx:prettier",
    options: `
  ${NODE_HELP}
  ${CACHE}
  -c --check
  -l --list-different
  -u --ignore-unknown
  -w --write (writes)
  --arrow-parens <always|avoid>
  --bracket-same-line
  --check-ignore-pragma
  --color
  --no-color
  --config <script>
  --no-config
  --config-precedence <cli-override|file-override|prefer-file>
  --embedded-language-formatting <auto|off>
  --end-of-line <lf|crlf|cr|auto>
  --experimental-operator-position <start|end>
  --experimental-ternaries
  --file-info <source>
  --find-config-path <source>
  --html-whitespace-sensitivity <css|strict|ignore>
  --ignore-path <read>
  --insert-pragma
  --jsx-single-quote
  --log-level --loglevel <silent|error|warn|log|debug>
  --no-bracket-spacing
  --no-editorconfig
  --no-error-on-unmatched-pattern
  --no-semi
  --object-wrap <preserve|collapse>
  --parser <flow|babel|babel-flow|babel-ts|typescript|acorn|espree|meriyah|css|less|scss|json|json5|jsonc|json-stringify|graphql|markdown|mdx|vue|yaml|glimmer|html|angular|lwc|mjml>
  --print-width <number>
  --prose-wrap <always|never|preserve>
  --quote-props <as-needed|consistent|preserve>
  --range-end <number>
  --range-start <number>
  --require-pragma
  --semi
  --single-attribute-per-line
  --single-quote
  --stdin-filepath <source>
  --support-info
  --tab-width <number>
  --trailing-comma <all|es5|none>
  --use-tabs
  --vue-indent-script-and-style
  --with-node-modules
  ! --plugin <script>
  ! --plugin-search-dir <script>
  `,
    operands: "source*",
    runs: "the plugins of its configuration",
  },
  {
    ...TOOL,
    names: "oxlint npx:oxlint",
    options: `
  ${NODE_HELP_V}
  -A --allow <text>
  -D --deny <text>
  -W --warn <text>
  -c --config <script>
  -f --format <checkstyle|default|agent|github|gitlab|json|junit|sarif|stylish|unix>
  --debug <files|timings>
  --deny-warnings
  --disable-nested-config
  --disable-oxc-plugin
  --disable-typescript-plugin
  --disable-unicorn-plugin
  --fix (writes)
  --fix-dangerously (writes)
  --fix-suggestions (writes)
  --ignore-path <read>
  --ignore-pattern <text>
  --import-plugin
  --init
  --jest-plugin
  --jsdoc-plugin
  --jsx-a11y-plugin
  --max-warnings <number>
  --nextjs-plugin
  --no-error-on-unmatched-pattern
  --no-ignore
  --node-plugin
  --print-config
  --promise-plugin
  --quiet
  --react-perf-plugin
  --react-plugin
  --report-unused-disable-directives
  --report-unused-disable-directives-severity <off|allow|warn|deny|error>
  --rules
  --silent
  --threads <number>
  --tsconfig <source>
  --type-aware
  --type-check
  --vitest-plugin
  --vue-plugin
  `,
    operands: "source*",
    runs: "the plugins of its configuration",
    starts: "node tsgolint",
  },
  {
    ...TOOL,
    names: "biome npx:biome npx:@biomejs/biome",
    globalOptions: NODE_HELP_V,
    commands: {
      check: { options: `${BIOME_OPTIONS}${BIOME_FIXES}`, operands: "source*" },
      lint: { options: `${BIOME_OPTIONS}${BIOME_FIXES}`, operands: "source*" },
      format: { options: `${BIOME_OPTIONS}${BIOME_FIXES}`, operands: "source*" },
      ci: { options: BIOME_OPTIONS, operands: "source*" },
      version: {},
      rage: {},
      explain: { operands: "text" },
      init: { options: "--jsonc" },
    },
  },
  {
    ...TOOL,
    names: "stylelint npx:stylelint",
    options: `
  ${NODE_HELP}
  ${CACHE}
  -c --config <script>
  -f --formatter <string|compact|json|tap|unix|verbose|github>
  -i --ignore-path <read>
  -o --output-file <write>
  -q --quiet
  --allow-empty-input --aei
  --color
  --no-color
  --disable-default-ignores --di
  --fix [strict|lax] (writes)
  --ignore-disables --id
  --ignore-pattern --ip <text>
  --max-warnings --mw <number>
  --print-config
  --quiet-deprecation-warnings
  --report-descriptionless-disables --rdd
  --report-invalid-scope-disables --risd
  --report-needless-disables --rd
  --stdin
  --stdin-filename <source>
  ! --config-basedir <script>
  ! --custom-formatter <script>
  ! --custom-syntax <script>
  `,
    operands: "source*",
    runs: "the plugins of its configuration",
  },
  {
    ...TOOL,
    names: "markdownlint-cli2 npx:markdownlint-cli2",
    options: `
  --help (alone)
  --config <script>
  --configPointer <text>
  --fix (writes)
  --no-globs
  `,
    operands: "source*",
    runs: "the rules of its configuration",
  },
  {
    ...TOOL,
    names: "cspell npx:cspell",
    options: `${NODE_HELP_V}${CSPELL_OPTIONS}`,
    commands: {
      "lint check": { options: CSPELL_OPTIONS, operands: "source*" },
      // The other commands of cspell; any other word is a file.
      "trace suggestions sug init link dictionaries help": { operands: "code+" },
    },
    operands: "source*",
    runs: "the code of its configuration",
  },
];

export const LINT_STAGED: ProgramDescription = {
  ...TOOL,
  names: "lint-staged npx:lint-staged",
  options: `
  ${NODE_HELP_V}
  -d --debug
  -p --concurrent <text>
  -q --quiet
  -r --relative
  -v --verbose
  --allow-empty
  --continue-on-error
  --fail-on-changes
  --no-hide-partially-staged
  --no-revert
  --no-stash
  -c --config <script>
  --cwd <folder>
  ! -x --shell [code]
  # Handed to git diff as options.
  ! --diff <code>
  ! --diff-filter <code>
  `,
  runs: "the commands of its configuration",
  starts: "node git sh",
};
