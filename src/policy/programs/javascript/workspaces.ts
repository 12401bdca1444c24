import type { CommandDescription, ProgramDescription } from "../description.js";
import { NEVER } from "./package-scripts.js";
import { NODE_HELP, TOOL } from "./tool-options.js";

const TURBO_RUN = `
  -h --help (alone)
  -F --filter <text>
  -v
  --affected
  --cache <text>
  --cache-dir <write>
  --cache-workers <number>
  --color
  --no-color
  --concurrency <text>
  --continue [never|dependencies-successful|always]
  --cwd <folder>
  --daemon
  --no-daemon
  --dangerously-disable-package-manager-check
  --dry --dry-run [text|json]
  --env-mode [loose|strict]
  --force
  --framework-inference [true|false]
  --global-deps <text>
  --json
  --log-order <auto|stream|grouped>
  --log-prefix <auto|none|task>
  --no-cache
  --no-update-notifier
  --only
  --output-logs <full|none|hash-only|new-only|errors-only>
  --parallel
  --remote-only
  --root-turbo-json <script>
  --single-package
  --skip-infer
  --summarize
  --ui <tui|stream>
  --verbosity <number>
  ! --api <url>
  ! --login <url>
  ! --token <text>
  ! --team <text>
  # These take a file from the next word too.
  ! --graph [code]
  ! --profile [code]
  ! --anon-profile [code]
  ! --log-file [code]
  ! --heap <write>
  ! --trace <write>
`;

const TURBO_TASKS: CommandDescription = {
  options: TURBO_RUN,
  operands: "task any*",
  runs: "the scripts of package.json",
  starts: "node npm pnpm yarn bun sh git",
};

const NX_RUN = `
  --help (alone)
  --version (alone)
  -c --configuration <text>
  -p --project --projects <text>
  -t --target --targets <text>
  --all
  --base <text>
  --batch
  --exclude <text>
  --excludeTaskDependencies
  --files <text>
  --head <text>
  --nxBail
  --nxIgnoreCycles
  --outputStyle --output-style <dynamic|tui|static|stream|stream-without-prefixes>
  --parallel [text]
  --prod
  --skipNxCache --skip-nx-cache --disableNxCache
  --skipRemoteCache --disableRemoteCache
  --skipSync
  --tui
  --no-tui
  --uncommitted
  --untracked
  --verbose
  ! --graph [code]
  ! --runner <script>
`;

const NX_TASKS: CommandDescription = {
  options: NX_RUN,
  operands: "task? any*",
  runs: "the targets of the project",
  starts: "node git sh",
};

const LERNA_FILTER = `
  -h --help (alone)
  --scope <text>
  --ignore <text>
  --no-private
  --since [text]
  --include-dependencies
  --include-dependents
  --concurrency <number>
  --loglevel <text>
  --no-progress
  --no-sort
  --reject-cycles
`;

const LERNA_LIST: CommandDescription = {
  options: `
  ${LERNA_FILTER}
  -a --all
  -l --long
  -p --parseable
  --graph
  --json
  --ndjson
  --toposort
  `,
};

/** Programs that run the tasks of a workspace. */
export const WORKSPACES: readonly ProgramDescription[] = [
  {
    ...TOOL,
    names: "turbo npx:turbo",
    options: `
  --version (alone)
  ${TURBO_RUN}
  `,
    commands: {
      "run watch": TURBO_TASKS,
      ls: { options: TURBO_RUN, operands: "text*", starts: "node git" },
      bin: {},
      info: {},
      // All other commands of turbo; any other word is a task.
      "boundaries clone completion config daemon devtools docs exec gen generate g get-mfe-port hook link login logout":
        NEVER,
      "prune query scan setup telemetry unlink": NEVER,
    },
    operands: "task any*",
    runs: "the scripts of package.json",
    starts: "node npm pnpm yarn bun sh git",
  },
  {
    ...TOOL,
    names: "nx npx:nx",
    options: NX_RUN,
    commands: {
      "run run-many affected affected:build affected:test affected:lint": NX_TASKS,
      "format:check": { options: NX_RUN, starts: "node git" },
      "format:write format": { options: NX_RUN, starts: "node git" },
      show: {
        commands: {
          "project projects": {
            options: `
  ${NX_RUN}
  --affected
  --json
  --withTarget <text>
  `,
            operands: "text*",
          },
        },
      },
      report: {},
      list: { operands: "text?" },
      reset: { options: "--onlyCache\n--onlyDaemon" },
      sync: { options: "--check", runs: "the generators of the project" },
      // All other commands of nx; any other word is a target.
      "add affected:graph apply-locally completion configure-ai-agents connect connect-to-nx-cloud daemon dep-graph":
        NEVER,
      "download-cloud-client exec fix-ci g generate graph import init login logout mcp migrate new polygraph":
        NEVER,
      "print-affected record register release repair start-agent start-ci-run start-nx-agents stop-all-agents":
        NEVER,
      "sync:check view-logs watch workspace-generator workspace-lint": NEVER,
    },
    operands: "task any*",
    runs: "the targets of the project",
    starts: "node git sh",
  },
  {
    ...TOOL,
    names: "lerna npx:lerna",
    options: NODE_HELP,
    commands: {
      run: {
        options: `
  ${LERNA_FILTER}
  --no-bail
  --no-prefix
  --npm-client <npm|yarn|pnpm>
  --parallel
  --stream
  --skip-nx-cache
  `,
        operands: "task any*",
        runs: "the scripts of package.json",
        starts: "node npm yarn pnpm sh git",
      },
      "list ls la ll": LERNA_LIST,
      "changed updated": LERNA_LIST,
      diff: { options: LERNA_FILTER, operands: "text?", starts: "git" },
      info: {},
    },
    starts: "node git",
  },
];
