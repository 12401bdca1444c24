import type { ProgramDescription } from "../description.js";
import { NEVER } from "./package-scripts.js";
import { NODE_HELP, TOOL } from "./tool-options.js";

const WEBPACK_OPTIONS = `
  -h --help (alone)
  -v --version (alone)
  -c --config <script>
  -d --devtool <text>
  -m --merge
  -o --output-path <write>
  -t --target <text>
  -w --watch
  --color
  --no-color
  --config-name <text>
  --config-node-env --node-env <text>
  --env <text>
  --fail-on-warnings
  --hot
  --mode <development|production|none>
  --name <text>
  --no-devtool
  --no-watch
  --progress
  --stats [text]
  ! -e --extends <script>
  ! -j --json [code]
  ! --analyze
  ! --open [text]
`;

/** Bundlers, and what builds the documentation. */
export const BUNDLERS: readonly ProgramDescription[] = [
  {
    ...TOOL,
    names: "rollup npx:rollup",
    options: `
  ${NODE_HELP}
  # The configuration may stand in the next word too, so operands are as strict.
  -c --config [script]
  -d --dir <write>
  -e --external <text>
  -f --format <amd|cjs|es|esm|iife|umd|system|commonjs|module>
  -g --globals <text>
  -i --input <source>
  -m --sourcemap [inline|hidden|true|false]
  -n --name <text>
  -o --file <write>
  -w --watch
  --banner <text>
  --bundleConfigAsCjs
  --compact
  --context <text>
  --environment <text>
  --exports <auto|default|named|none>
  --extend
  --failAfterWarnings
  --footer <text>
  --forceExit
  --inlineDynamicImports
  --interop <text>
  --intro <text>
  --logLevel <text>
  --no-esModule
  --no-treeshake
  --outro <text>
  --perf
  --preserveModules
  --preserveSymlinks
  --silent
  --validate
  ! -p --plugin <script>
  ! --configPlugin <script>
  ! --watch.onBundleEnd <shell>
  ! --watch.onBundleStart <shell>
  ! --watch.onEnd <shell>
  ! --watch.onError <shell>
  ! --watch.onStart <shell>
  `,
    operands: "script*",
    runs: "its configuration",
  },
  {
    ...TOOL,
    names: "webpack npx:webpack webpack-cli npx:webpack-cli",
    options: WEBPACK_OPTIONS,
    commands: {
      "build bundle b watch w": {
        options: WEBPACK_OPTIONS,
        operands: "script*",
        runs: "its configuration",
      },
      "serve server s": {
        options: `
  ${WEBPACK_OPTIONS}
  --host <text>
  --port <text>
  --client-logging <text>
  --compress
  --history-api-fallback
  --live-reload
  `,
        operands: "script*",
        runs: "its configuration",
      },
      "configtest t": { operands: "script?", runs: "its configuration" },
      "info i version v": {},
      "complete help h init c create loader plugin p generate migrate": NEVER,
    },
    operands: "script*",
    runs: "its configuration",
  },
  {
    ...TOOL,
    names: "esbuild npx:esbuild",
    options: `
  --help (alone)
  --version (alone)
  --allow-overwrite
  --analyze [verbose|true|false]
  --asset-names <text>
  --bundle
  --charset <utf8|ascii>
  --chunk-names <text>
  --color <true|false>
  --entry-names <text>
  --format <iife|cjs|esm>
  --global-name <text>
  --ignore-annotations
  --jsx <transform|automatic|preserve>
  --jsx-dev
  --jsx-factory <text>
  --jsx-fragment <text>
  --jsx-import-source <text>
  --keep-names
  --legal-comments <none|inline|eof|linked|external>
  --loader <base64|binary|copy|css|dataurl|empty|file|js|json|jsx|text|ts|tsx>
  --log-level <verbose|debug|info|warning|error|silent>
  --log-limit <number>
  --main-fields <text>
  --metafile <write>
  --minify
  --minify-identifiers
  --minify-syntax
  --minify-whitespace
  --outbase <source>
  --outdir <write>
  --outfile <write>
  --packages <external|bundle>
  --platform <browser|node|neutral>
  --preserve-symlinks
  --public-path <text>
  --resolve-extensions <text>
  --source-root <text>
  --sourcefile <text>
  --sourcemap [linked|external|inline|both]
  --sources-content [true|false]
  --splitting
  --target <text>
  --tree-shaking <true|false>
  --tsconfig <source>
  --tsconfig-raw <text>
  --watch [forever|true|false]
  `,
    operands: "source*",
  },
  {
    ...TOOL,
    names: "tsup npx:tsup",
    options: `
  ${NODE_HELP}
  -d --out-dir <write>
  --clean
  --config <script>
  --dts [text]
  --dts-only
  --entry <source>
  --env.NODE_ENV <text>
  --external <text>
  --format <text>
  --global-name <text>
  --keep-names
  --minify [terser|]
  --no-clean
  --no-config
  --no-splitting
  --platform <node|browser|neutral>
  --shims
  --silent
  --sourcemap [inline|]
  --splitting
  --target <text>
  --treeshake
  --tsconfig <source>
  --watch [list]
  ! --onSuccess --on-success <shell>
  ! --inject <script>
  `,
    operands: "source*",
    runs: "its configuration",
    starts: "node esbuild",
  },
  {
    ...TOOL,
    names: "typedoc npx:typedoc",
    options: `
  --help (alone)
  --version (alone)
  --disableGit
  --disableSources
  --emit <docs|both|none>
  --entryPoints <source>
  --entryPointStrategy <resolve|expand|packages|merge>
  --excludeExternals
  --excludeInternal
  --excludePrivate
  --excludeProtected
  --hideGenerator
  --json <write>
  --logLevel <Verbose|Info|Warn|Error|None>
  --name <text>
  --options <script>
  --out <write>
  --pretty
  --readme <read>
  --showConfig
  --skipErrorChecking
  --sort <text>
  --theme <default|>
  --treatValidationWarningsAsErrors
  --treatWarningsAsErrors
  --tsconfig <source>
  --validation.invalidLink
  --watch
  ! --plugin <script>
  `,
    operands: "source*",
    runs: "the plugins of its configuration",
    starts: "node git",
  },
];
