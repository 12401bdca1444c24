import type { CommandDescription, ProgramDescription } from "../description.js";
import { NEVER, NPM_SCRIPT, NPM_STARTS, PACKAGE_SCRIPTS } from "./package-scripts.js";

/** Options that pnpm takes before and behind every command. */
const PNPM_GLOBAL = `
  -h --help (alone)
  -v --version (alone)
  -C --dir <folder>
  -F --filter <text>
  --filter-prod <text>
  -r --recursive
  -w --workspace-root
  --silent
  --reporter <default|append-only|ndjson|silent>
  --loglevel <silent|error|warn|info|debug>
  --aggregate-output
  --bail
  --no-bail
  --changed-files-ignore-pattern <text>
  --color
  --no-color
  --fail-if-no-match
  --if-present
  --ignore-workspace
  --include-workspace-root
  --no-sort
  --offline
  --parallel
  --prefer-offline
  --report-summary
  --resume-from <text>
  --reverse
  --sequential
  --sort
  --stream
  --test-pattern <text>
  --use-stderr
  --workspace-concurrency <number>
  ! -c --shell-mode
  ! -g --global
  ! --script-shell <code>
  ! --shell-emulator
  ! --config.script-shell <code>
  ! --npmrc-auth-file --userconfig <script>
  ! --env-file <script>
  ! --registry <url>
  ! --store-dir <write>
`;

const PNPM_INSTALL = `
  -D --dev --save-dev
  -E --save-exact
  -O --save-optional
  -P --prod --save-prod
  -Dw -wD
  -L --latest
  --save-peer
  --allow-build <text>
  --depth <number>
  --dry-run
  --engine-strict
  --fix-lockfile
  --force
  --frozen-lockfile
  --hoist
  --ignore-scripts
  --json
  --lockfile-only
  --no-frozen-lockfile
  --no-hoist
  --no-lockfile
  --no-optional
  --no-save
  --no-strict-peer-dependencies
  --prefer-frozen-lockfile
  --production
  --shamefully-hoist
  --strict-peer-dependencies
  --workspace
`;

const PNPM_CHANGES: CommandDescription = {
  parser: "dash",
  options: PNPM_INSTALL,
  operands: "package*",
  runs: PACKAGE_SCRIPTS,
  starts: NPM_STARTS,
};

const PNPM_LISTS: CommandDescription = {
  parser: "dash",
  options: `
  -D --dev
  -P --prod --production
  --audit-level <info|low|moderate|high|critical>
  --compatible
  --depth <number>
  --exclude-peers
  --format <table|list|json>
  --ignore-registry-errors
  --json
  --lockfile-only
  --long
  --no-optional
  --no-table
  --only-projects
  --parseable
  `,
  operands: "text*",
};

/** pnpm and pnpx. */
export const PNPM: readonly ProgramDescription[] = [
  {
    names: "pnpm pn",
    dashesAreOptions: true,
    parser: "go",
    globalOptions: PNPM_GLOBAL,
    commands: {
      "run run-script": {
        operands: "task? any*",
        runs: "the script of package.json",
        starts: NPM_STARTS,
      },
      "test t tst": NPM_SCRIPT,
      start: NPM_SCRIPT,
      stop: NPM_SCRIPT,
      restart: NPM_SCRIPT,
      exec: { operands: "command", starts: NPM_STARTS },
      dlx: { options: "! --package <package>", operands: "npx", starts: NPM_STARTS },
      "recursive multi m": { operands: "again" },
      "install i": PNPM_CHANGES,
      add: PNPM_CHANGES,
      "install-test it": PNPM_CHANGES,
      "ci clean-install ic install-clean": PNPM_CHANGES,
      "remove rm uninstall un uni": PNPM_CHANGES,
      "update up upgrade": PNPM_CHANGES,
      "rebuild rb": PNPM_CHANGES,
      dedupe: { parser: "dash", options: "--check", starts: NPM_STARTS },
      prune: PNPM_CHANGES,
      fetch: PNPM_CHANGES,
      import: {},
      init: {},
      pack: {
        parser: "dash",
        options: `
  --dry-run
  --json
  --out <write>
  --pack-destination <write>
  --pack-gzip-level <number>
  `,
        // Whatever is not ignored is put into the package.
        searchesHere: true,
        runs: "the pack scripts of package.json",
        starts: NPM_STARTS,
      },
      audit: { ...PNPM_LISTS, operands: "" },
      "list ls la ll": PNPM_LISTS,
      outdated: PNPM_LISTS,
      why: PNPM_LISTS,
      "view info show v": { ...PNPM_LISTS, operands: "package? text*" },
      "licenses licences": PNPM_LISTS,
      peers: PNPM_LISTS,
      "ignored-builds": {},
      "search s se find": PNPM_LISTS,
      root: {},
      bin: {},
      prefix: {},
      ping: {},
      whoami: {},
      doctor: {},
      store: { commands: { path: {}, status: {} } },
      "config c": { commands: { get: { operands: "text?" }, "list ls": {} } },
      get: { operands: "text?" },
      pkg: { commands: { get: { operands: "text*" } } },
      // All other commands of pnpm. A word that is none of them is a script of package.json or a program.
      "access adduser add-user approve approve-builds bugs issues cache cat-file cat-index change clean purge completion create":
        NEVER,
      "deploy deprecate undeprecate dist-tag dist-tags docs home edit env find-hash help hook install-completion lane link ln":
        NEVER,
      "login logout node owner pack-app patch patch-commit patch-remove permissions pipeline pm profile publish repo runtime rt":
        NEVER,
      "sbom self-update server set set-script ss setup shim stage star unstar stars tasks team token unlink dislink unpublish version with x":
        NEVER,
    },
    operands: "bin",
    runs: "the script of package.json",
    starts: NPM_STARTS,
  },
  {
    names: "pnpx pnx",
    dashesAreOptions: true,
    parser: "go",
    options: `
  -h --help (alone)
  --silent
  ! -c --shell-mode
  ! --package <package>
  `,
    operands: "npx",
    starts: NPM_STARTS,
  },
];
