import type { CommandDescription, ProgramDescription } from "../description.js";
import { NEVER, NPM_STARTS, PACKAGE_SCRIPTS } from "./package-scripts.js";

const BUN_RUN = `
  -b --bun
  -F --filter <text>
  --cwd <folder>
  --define -d <text>
  --elide-lines <number>
  --hot
  --if-present
  --no-clear-screen
  --no-deprecation
  --no-install
  --parallel
  --port <number>
  --prefer-offline
  --sequential
  --silent
  --smol
  --throw-deprecation
  --tsconfig-override <source>
  --watch
  --workspaces
  --env-file <script>
  ! -e --eval <code>
  ! -p --print <code>
  ! -r --preload --require --import <script>
  ! -c --config <script>
  ! -i
  ! --install <text>
  ! --shell <code>
  ! --inspect [text]
`;

const BUN_CHANGES: CommandDescription = {
  parser: "gnu",
  options: `
  -D -d --dev
  -E --exact
  -F --filter <text>
  -f --force
  -p --production
  -y --yarn
  -r --recursive
  --cwd <folder>
  --dry-run
  --frozen-lockfile
  --ignore-scripts
  --latest
  --linker <isolated|hoisted>
  --lockfile-only
  --no-cache
  --no-progress
  --no-save
  --no-summary
  --omit <dev|optional|peer>
  --offline
  --only-missing
  --optional
  --peer
  --prefer-offline
  --quiet
  --save
  --save-text-lockfile
  --silent
  --verbose
  ! -g --global
  ! -c --config <script>
  ! --registry <url>
  ! --trust
  `,
  operands: "package*",
  runs: PACKAGE_SCRIPTS,
  starts: NPM_STARTS,
};

/** bun and bunx. */
export const BUN: readonly ProgramDescription[] = [
  {
    names: "bun",
    parser: "posix",
    options: `
  -h --help (alone)
  -v --version (alone)
  --revision (alone)
  ${BUN_RUN}
  `,
    commands: {
      run: {
        options: BUN_RUN,
        operands: "bin",
        runs: "the script of package.json",
        starts: NPM_STARTS,
      },
      test: {
        parser: "gnu",
        options: `
  ${BUN_RUN}
  -t --test-name-pattern <text>
  -u --update-snapshots
  --bail [number]
  --concurrent
  --coverage
  --coverage-dir <write>
  --coverage-reporter <text|lcov>
  --dots
  --max-concurrency <number>
  --only
  --only-failures
  --pass-with-no-tests
  --randomize
  --reporter <junit|dots>
  --reporter-outfile <write>
  --rerun-each <number>
  --retry <number>
  --seed <number>
  --timeout <number>
  --todo
  `,
        operands: "script*",
        runs: "the tests of the project",
        starts: "node",
      },
      "install i ci": BUN_CHANGES,
      "add a": BUN_CHANGES,
      "remove rm": BUN_CHANGES,
      update: BUN_CHANGES,
      outdated: { parser: "gnu", options: "-F --filter <text>\n-r --recursive", operands: "text*" },
      audit: { parser: "gnu", options: "--json\n--audit-level <low|moderate|high|critical>\n-p --prod" },
      why: { parser: "gnu", options: "--depth <number>\n--top", operands: "text" },
      info: { parser: "gnu", options: "--json", operands: "text*" },
      x: {
        parser: "posix",
        options: "--bun\n--silent\n--verbose\n--no-install\n! -p --package <package>",
        operands: "npx",
        starts: NPM_STARTS,
      },
      build: {
        parser: "gnu",
        options: `
  --asset-naming <text>
  --banner <text>
  --chunk-naming <text>
  --conditions <text>
  --define -d <text>
  --drop <text>
  --entry-naming <text>
  --external -e <text>
  --footer <text>
  --format <esm|cjs|iife>
  --minify
  --minify-identifiers
  --minify-syntax
  --minify-whitespace
  --no-bundle
  --outdir <write>
  --outfile <write>
  --packages <external|bundle>
  --production
  --public-path <text>
  --root <source>
  --sourcemap [linked|inline|external|none]
  --splitting
  --target <browser|bun|node>
  --watch
  `,
        operands: "source+",
      },
      pm: {
        commands: {
          "ls list": { options: "-a --all" },
          bin: {},
          hash: {},
          "hash-string": {},
          "hash-print": {},
          whoami: {},
        },
      },
      // All other commands of bun. A word that is none of them is a file, a script of package.json or a program.
      "c check completions create discord exec feedback getcompletes help init link patch patch-commit prune publish repl unlink upgrade":
        NEVER,
    },
    operands: "bin",
    runs: "the script",
    starts: NPM_STARTS,
  },
  {
    names: "bunx",
    parser: "posix",
    options: `
  --bun
  --no-install
  --silent
  --verbose
  --ignore-scripts
  ! -p --package <package>
  ! --registry <url>
  ! --trust
  ! --cwd <folder>
  ! --env-file <script>
  `,
    operands: "npx",
    starts: NPM_STARTS,
  },
];
