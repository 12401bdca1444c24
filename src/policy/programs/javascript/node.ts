import type { CommandDescription, ProgramDescription } from "../description.js";

/** Options of node that change how a script runs, and neither what runs nor what is written. */
const NODE_OPTIONS = `
  -h --help (alone)
  -v --version (alone)
  -c --check
  -C --conditions <text>
  --abort-on-uncaught-exception
  --disable-proto <delete|throw>
  --disable-warning <text>
  --disallow-code-generation-from-strings
  --dns-result-order <ipv4first|ipv6first|verbatim>
  --enable-source-maps
  --experimental-default-type <module|commonjs>
  --experimental-detect-module
  --experimental-eventsource
  --experimental-import-meta-resolve
  --experimental-require-module
  --experimental-sqlite
  --experimental-strip-types
  --experimental-test-coverage
  --experimental-test-module-mocks
  --experimental-transform-types
  --experimental-vm-modules
  --experimental-wasm-modules
  --experimental-websocket
  --expose-gc
  --frozen-intrinsics
  --harmony
  --icu-data-dir <read>
  --insecure-http-parser
  --jitless
  --max-http-header-size <number>
  --max-old-space-size --max_old_space_size [number]
  --max-semi-space-size --max_semi_space_size [number]
  --no-addons
  --no-deprecation
  --no-experimental-detect-module
  --no-experimental-require-module
  --no-experimental-strip-types
  --no-global-search-paths
  --no-warnings
  --openssl-legacy-provider
  --pending-deprecation
  --preserve-symlinks
  --preserve-symlinks-main
  --stack-size --stack_size [number]
  --stack-trace-limit [number]
  --throw-deprecation
  --title <text>
  --tls-max-v1.2
  --tls-max-v1.3
  --tls-min-v1.0
  --tls-min-v1.1
  --tls-min-v1.2
  --tls-min-v1.3
  --trace-deprecation
  --trace-exit
  --trace-sync-io
  --trace-uncaught
  --trace-warnings
  --track-heap-objects
  --unhandled-rejections <strict|warn|none|throw|warn-with-error-code>
  --use-bundled-ca
  --use-openssl-ca
  --watch
  --watch-path <list>
  --watch-preserve-output
  --zero-fill-buffers
  # Profiles go to the working folder.
  --cpu-prof
  --cpu-prof-dir <write>
  --cpu-prof-interval <number>
  --heap-prof
  --heap-prof-dir <write>
  --redirect-warnings <write>
  --report-dir --report-directory <write>
  --report-on-fatalerror
  --report-uncaught-exception
  # The inspector listens on the loopback address. With an address of its own it may listen anywhere.
  --inspect
  --inspect-brk
  --inspect-wait
  # A file of variables may hold NODE_OPTIONS.
  --env-file <script>
  --env-file-if-exists <script>
  # Packages that compile what is loaded. Another name may be a file.
  --import <tsx|tsx/esm|ts-node/register|ts-node/esm|dotenv/config|source-map-support/register|@swc-node/register/esm-register>
  -r --require <tsx|tsx/cjs|ts-node/register|ts-node/register/transpile-only|tsconfig-paths/register|dotenv/config|source-map-support/register|esbuild-register|@swc-node/register|@swc/register|@babel/register>
  --loader --experimental-loader <tsx|ts-node/esm>
  ! -e --eval <code>
  ! -p --print [code]
  ! -pe <code>
  ! -i --interactive
  ! --openssl-config <script>
  ! --build-snapshot
  ! --snapshot-blob <script>
  ! --experimental-config-file <script>
  ! --test-global-setup <script>
  ! --diagnostic-dir <write>
  ! --tls-keylog <write>
`;

const NODE_TEST: CommandDescription = {
  options: `
  ${NODE_OPTIONS}
  --experimental-test-isolation <process|none>
  --test-concurrency <number>
  --test-coverage-branches <number>
  --test-coverage-exclude <text>
  --test-coverage-functions <number>
  --test-coverage-include <text>
  --test-coverage-lines <number>
  --test-force-exit
  --test-isolation <process|none>
  --test-name-pattern <text>
  --test-only
  --test-reporter <spec|tap|dot|junit|lcov>
  --test-reporter-destination <write>
  --test-shard <text>
  --test-skip-pattern <text>
  --test-timeout <number>
  --test-update-snapshots
  `,
  operands: "script*",
  runs: "the tests of the project",
  starts: "node",
};

/** Node, and what runs TypeScript on it. */
export const NODE: readonly ProgramDescription[] = [
  {
    names: "node nodejs",
    parser: "posix",
    options: NODE_OPTIONS,
    commands: {
      "--test": NODE_TEST,
      "--run": { operands: "task any*", runs: "the script of package.json", starts: "sh" },
      "--v8-options": {},
    },
    operands: "script any*",
    input: "codeAlone",
    runs: "the script",
  },
  {
    names: "tsx npx:tsx",
    parser: "posix",
    options: `
  ${NODE_OPTIONS}
  --no-cache
  --tsconfig <source>
  `,
    commands: {
      "--test": NODE_TEST,
      watch: {
        options: `
  ${NODE_OPTIONS}
  --clear-screen [true|false]
  --exclude <text>
  --ignore <text>
  --include <list>
  --no-cache
  --tsconfig <source>
  `,
        operands: "script any*",
        runs: "the script",
        starts: "node esbuild",
      },
    },
    operands: "script any*",
    input: "codeAlone",
    runs: "the script",
    starts: "node esbuild",
  },
  {
    names: "ts-node ts-node-esm ts-node-script ts-node-transpile-only npx:ts-node npx:ts-node-esm",
    parser: "posix",
    options: `
  -h --help (alone)
  -v --version (alone)
  --showConfig --show-config
  -D --ignoreDiagnostics --ignore-diagnostics <text>
  -H --compilerHost --compiler-host
  -I --ignore <text>
  -P --project <source>
  -T --transpileOnly --transpile-only
  --cwdMode --cwd-mode
  --emit
  --esm
  --files
  --logError --log-error
  --preferTsExts --prefer-ts-exts
  --pretty
  --scope
  --skipIgnore --skip-ignore
  --skipProject --skip-project
  --swc
  -r --require <tsconfig-paths/register|dotenv/config|source-map-support/register>
  ! -e --eval <code>
  ! -p --print [code]
  ! -pe <code>
  ! -i --interactive
  ! -C --compiler <code>
  ! --transpiler <code>
  ! -O --compilerOptions --compiler-options <text>
  ! --cwd --dir <folder>
  `,
    operands: "script any*",
    input: "codeAlone",
    runs: "the script",
    starts: "node",
  },
];
