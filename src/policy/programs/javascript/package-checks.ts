import type { ProgramDescription } from "../description.js";
import { NODE_HELP, NODE_HELP_V, TOOL } from "./tool-options.js";

/** Checks of a package: unused code, entry points and types. */
export const PACKAGE_CHECKS: readonly ProgramDescription[] = [
  {
    ...TOOL,
    names: "knip npx:knip",
    options: `
  ${NODE_HELP_V}
  -c --config <script>
  -t --tsConfig <source>
  -D --directory <folder>
  -W --workspace <text>
  -d --debug
  -f --fix
  -F --format
  -n --no-progress
  -p --production
  -s --strict
  -u --duration
  -w --watch
  --allow-remove-files
  --cache
  --cache-location <write>
  --cycles
  --dependencies
  --exclude <text>
  --exports
  --files
  --fix-type <text>
  --include <text>
  --include-entry-exports
  --include-libs
  --isolate-workspaces
  --max-issues <number>
  --max-show-issues <number>
  --memory
  --no-config-hints
  --no-exit-code
  --no-gitignore
  --no-tag-hints
  --performance
  --reporter <symbols|compact|codeowners|cycles|json|codeclimate|markdown|disclosure|github-actions>
  --tags <text>
  --trace
  --trace-dependency <text>
  --trace-export <text>
  --trace-file <list>
  --treat-config-hints-as-errors
  --treat-tag-hints-as-errors
  --use-tsconfig-files
  ! --preprocessor <script>
  ! --preprocessor-options <text>
  ! --reporter-options <text>
  ! --output-file <write>
  `,
    runs: "the configuration files of the project's tools",
  },
  {
    ...TOOL,
    names: "publint npx:publint",
    globalOptions: `
  ${NODE_HELP}
  --level <suggestion|warning|error>
  --pack <auto|npm|yarn|pnpm|bun|false>
  --strict
  `,
    commands: {
      run: { operands: "source?", runs: "the pack scripts of package.json" },
      deps: { operands: "code+" },
    },
    operands: "source?",
    runs: "the pack scripts of package.json",
    starts: "node npm pnpm yarn bun sh",
  },
  {
    ...TOOL,
    names: "attw npx:attw npx:@arethetypeswrong/cli",
    options: `
  ${NODE_HELP_V}
  -P --pack
  -f --format <auto|json|ascii|table|table-flipped>
  -q --quiet
  --color
  --no-color
  --emoji
  --no-emoji
  --entrypoints <text>
  --entrypoints-legacy
  --exclude-entrypoints <text>
  --ignore-rules <text>
  --include-entrypoints <text>
  --no-definitely-typed
  --profile <strict|node16|esm-only>
  --summary
  --no-summary
  --config-path <source>
  `,
    operands: "source?",
    runs: "the pack scripts of package.json",
    starts: "node npm sh",
  },
];
