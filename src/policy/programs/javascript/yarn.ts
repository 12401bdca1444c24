import type { CommandDescription, ProgramDescription } from "../description.js";
import { NEVER, NPM_STARTS, PACKAGE_SCRIPTS } from "./package-scripts.js";

/** Yarn 1 and later. Yarn 1 looks for --use-yarnrc among all words, even those of a script. */
const YARN_GLOBAL = `
  -h --help (alone)
  -v --version (alone)
  --cwd <folder>
  -s --silent
  --verbose
  --json
  --non-interactive
  --no-progress
  --offline
  --prefer-offline
  --ignore-engines
  --ignore-platform
  --ignore-scripts
  --network-concurrency <number>
  --network-timeout <number>
  ! --use-yarnrc <script>
  ! --no-default-rc
  ! --registry <url>
  ! --modules-folder <write>
  ! --link-folder <write>
  ! --global-folder <write>
  ! --cache-folder <write>
`;

const YARN_INSTALL = `
  -A --all
  -C --caret
  -D --dev
  -E --exact
  -L --latest
  -O --optional
  -P --peer
  -T --tilde
  -W --ignore-workspace-root-check
  -R --recursive
  --audit
  --check-cache
  --check-files
  --check-resolutions
  --flat
  --focus
  --force
  --frozen-lockfile
  --ignore-optional
  --immutable
  --immutable-cache
  --inline-builds
  --mode <skip-build|update-lockfile>
  --no-bin-links
  --no-immutable
  --no-lockfile
  --pattern <text>
  --prefer-dev
  --production --prod
  --pure-lockfile
  --refresh-lockfile
  --skip-integrity-check
  --update-checksums
`;

const YARN_CHANGES: CommandDescription = {
  parser: "gnu",
  options: YARN_INSTALL,
  operands: "package*",
  runs: PACKAGE_SCRIPTS,
  starts: NPM_STARTS,
};

const YARN_LISTS: CommandDescription = {
  parser: "gnu",
  options: `
  -A --all
  -R --recursive
  --depth <number>
  --environment <all|production|development>
  --groups <text>
  --level <info|low|moderate|high|critical>
  --name-only
  --pattern <text>
  --peers
  --severity <info|low|moderate|high|critical>
  `,
  operands: "text*",
};

export const YARN: ProgramDescription = {
  names: "yarn yarnpkg",
  dashesAreOptions: true,
  parser: "posix",
  globalOptions: YARN_GLOBAL,
  options: YARN_INSTALL,
  commands: {
    run: {
      options: `
  -B --binaries-only
  -T --top-level
  ! --require <script>
  `,
      operands: "bin",
      runs: "the script of package.json",
      starts: NPM_STARTS,
    },
    install: { ...YARN_CHANGES, operands: "" },
    add: YARN_CHANGES,
    remove: YARN_CHANGES,
    "upgrade up": YARN_CHANGES,
    dedupe: {
      parser: "gnu",
      options: "-c --check\n--strategy <highest|>",
      operands: "text*",
    },
    rebuild: YARN_CHANGES,
    workspace: { operands: "text again" },
    workspaces: {
      commands: {
        run: { operands: "again" },
        foreach: {
          options: `
  -A --all
  -R --recursive
  -W --worktree
  -i --interlaced
  -j --jobs <text>
  -p --parallel
  -t --topological
  -v --verbose
  --exclude <text>
  --from <text>
  --include <text>
  --no-private
  --since [text]
  --topological-dev
  `,
          operands: "again",
        },
        list: {
          options: `
  -R --recursive
  --no-private
  --since [text]
  -v --verbose
  `,
        },
        info: {},
        focus: { operands: "text*" },
      },
    },
    exec: { operands: "command", starts: NPM_STARTS },
    dlx: { options: "-q --quiet\n! -p --package <package>", operands: "npx", starts: NPM_STARTS },
    node: NEVER,
    audit: YARN_LISTS,
    "list info why outdated": YARN_LISTS,
    licenses: { commands: { list: {} } },
    npm: { commands: { audit: YARN_LISTS, info: YARN_LISTS, whoami: {} } },
    check: { parser: "gnu", options: "--integrity\n--verify-tree" },
    constraints: {},
    bin: { operands: "text?" },
    versions: {},
    cache: { commands: { list: {}, dir: {} } },
    config: { commands: { get: { operands: "text" }, list: {} } },
    pack: {
      parser: "gnu",
      options: `
  -f --filename <write>
  -n --dry-run
  -o --out <write>
  --install-if-needed
  `,
      // Whatever is not ignored is put into the package.
      searchesHere: true,
      runs: "the pack scripts of package.json",
      starts: NPM_STARTS,
    },
    init: { parser: "gnu", options: "-y --yes\n-p --private\n-2" },
    // All other commands of Yarn 1 and later. A word that is none of them is a script of package.json or a program.
    "access autoclean create explain generate-lock-entry generateLockEntry global help import link login logout owner patch":
      NEVER,
    "patch-commit plugin policies publish search self-update set stage tag team token unlink unplug upgrade-interactive version":
      NEVER,
  },
  operands: "bin?",
  runs: "the script of package.json",
  starts: NPM_STARTS,
};
