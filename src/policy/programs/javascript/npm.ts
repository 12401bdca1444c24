import type { CommandDescription, ProgramDescription } from "../description.js";
import { NPM_SCRIPT, NPM_STARTS, PACKAGE_SCRIPTS } from "./package-scripts.js";

/** npm reads `-name` and `--name` alike, takes abbreviations, and joins single letters: only whole names are described. */
const NPM_GLOBAL = `
  -h --help (alone)
  -v --version (alone)
  --versions (alone)
  -C --prefix <folder>
  -w --workspace <text>
  -ws --workspaces
  -iwr --include-workspace-root
  --no-workspaces
  --if-present
  --ignore-scripts
  --foreground-scripts
  -s --silent
  -q --quiet
  -d
  -dd
  -ddd
  --verbose
  --loglevel <silent|error|warn|notice|http|info|verbose|silly>
  --json
  --color
  --no-color
  --progress
  --no-progress
  --audit
  --no-audit
  --fund
  --no-fund
  --no-update-notifier
  --offline
  --prefer-offline
  --prefer-online
  --fetch-retries <number>
  --fetch-timeout <number>
  --maxsockets <number>
  --unicode
  --no-unicode
  ! -g --global
  ! -c --call <shell>
  ! --script-shell <code>
  ! --shell <code>
  ! --node-options <code>
  ! --node-gyp <code>
  ! --git <code>
  ! --editor <code>
  ! --viewer <code>
  ! --browser <code>
  ! --userconfig <script>
  ! --globalconfig <script>
  ! --init-module <script>
  ! --registry <url>
  ! --cache <write>
  ! --location -L <text>
`;

const NPM_PUBLISH = `
  --access <restricted|public>
  --tag <text>
  --provenance
  --no-provenance
  -f --force
`;

const NPM_INSTALL = `
  -B --save-bundle
  -D --save-dev
  -E --save-exact
  -O --save-optional
  -P --save-prod
  -S --save
  --save-peer
  --save-prefix <text>
  --no-save
  -f --force
  --audit-level <info|low|moderate|high|critical|none>
  --bin-links
  --no-bin-links
  --cpu <text>
  --dry-run
  --engine-strict
  --include <prod|dev|optional|peer>
  --install-links
  --install-strategy <hoisted|nested|shallow|linked>
  --legacy-bundling
  --legacy-peer-deps
  --libc <text>
  --lockfile-version <1|2|3>
  --no-optional
  --no-package-lock
  --no-shrinkwrap
  --omit <dev|optional|peer>
  --only <prod|production>
  --os <text>
  --package-lock
  --package-lock-only
  --prefer-dedupe
  --production
  --strict-peer-deps
  --tag <text>
`;

const NPM_CHANGES: CommandDescription = {
  options: NPM_INSTALL,
  operands: "package*",
  runs: PACKAGE_SCRIPTS,
  starts: NPM_STARTS,
};

const NPM_LISTS = `
  -a --all
  -l --long
  -p --parseable --porcelain
  --depth <number>
  --omit <dev|optional|peer>
  --include <prod|dev|optional|peer>
  --production
  --only <prod|production>
  --link
  --package-lock-only
  --before <text>
  --searchlimit <number>
  --description
  --no-description
`;

const READS_THE_REGISTRY: CommandDescription = { options: NPM_LISTS, operands: "text*" };

/** npm and npx. */
export const NPM: readonly ProgramDescription[] = [
  {
    names: "npm",
    dashesAreOptions: true,
    parser: "dash",
    globalOptions: NPM_GLOBAL,
    commands: {
      "run run-script rum urn": { ...NPM_SCRIPT, operands: "task? any*" },
      "test tst t": NPM_SCRIPT,
      start: NPM_SCRIPT,
      stop: NPM_SCRIPT,
      restart: NPM_SCRIPT,
      "install i in ins inst add": NPM_CHANGES,
      "install-test it": NPM_CHANGES,
      "ci clean-install ic install-clean": { ...NPM_CHANGES, operands: "" },
      "install-ci-test cit clean-install-test": { ...NPM_CHANGES, operands: "" },
      "uninstall remove rm r un unlink": NPM_CHANGES,
      "update up upgrade u": NPM_CHANGES,
      "dedupe ddp": { ...NPM_CHANGES, operands: "" },
      "find-dupes": { options: NPM_INSTALL },
      prune: { ...NPM_CHANGES, operands: "" },
      "rebuild rb": NPM_CHANGES,
      shrinkwrap: {},
      init: {
        options: `
  -y --yes
  -f --force
  --init-type <text>
  --init-version <text>
  --init-license <text>
  --init-private
  --scope <text>
  `,
      },
      version: {
        options: `
  -m --message <text>
  -f --force
  --allow-same-version
  --no-commit-hooks
  --no-git-tag-version
  --git-tag-version
  --no-workspaces-update
  --preid <text>
  --sign-git-tag
  --tag-version-prefix <text>
  `,
        operands: "text?",
        runs: "the version scripts of package.json",
        starts: NPM_STARTS,
      },
      pack: {
        options: `
  --dry-run
  --pack-destination <write>
  `,
        operands: "package*",
        // Whatever is not ignored is put into the package.
        searchesHere: true,
        runs: "the pack scripts of package.json",
        starts: NPM_STARTS,
      },
      publish: {
        options: NPM_PUBLISH,
        commands: {
          "--dry-run": {
            options: NPM_PUBLISH,
            searchesHere: true,
            runs: "the pack scripts of package.json",
            starts: NPM_STARTS,
          },
        },
      },
      "exec x": {
        options: `
  -y --yes
  -n --no
  ! -p --package <package>
  `,
        // Without `--` npm takes the options of the command for its own.
        commands: { "--": { operands: "npx", starts: NPM_STARTS } },
      },
      "ls list la ll": READS_THE_REGISTRY,
      outdated: READS_THE_REGISTRY,
      // `owner/name` is a repository of GitHub, which git would be started for.
      "view info show v": { ...READS_THE_REGISTRY, operands: "package? text*" },
      "explain why": READS_THE_REGISTRY,
      "search find s se": READS_THE_REGISTRY,
      query: {
        options: `
  --expect-results
  --no-expect-results
  --expect-result-count <number>
  --package-lock-only
  `,
        operands: "text",
      },
      sbom: {
        options: `
  --omit <dev|optional|peer>
  --package-lock-only
  --sbom-format <cyclonedx|spdx>
  --sbom-type <library|application|framework>
  `,
      },
      audit: {
        options: `
  ${NPM_INSTALL}
  --include-attestations
  `,
        commands: {
          fix: { options: NPM_INSTALL, runs: PACKAGE_SCRIPTS, starts: NPM_STARTS },
          signatures: {},
        },
        operands: "",
      },
      fund: {},
      ping: {},
      whoami: {},
      doctor: { operands: "text*" },
      root: {},
      bin: {},
      prefix: {},
      "help-search": { operands: "text+" },
      "dist-tag dist-tags": { commands: { "ls list": { operands: "text?" } } },
      cache: { commands: { verify: {} } },
      "config c": {
        commands: {
          get: { options: "-l --long", operands: "text*" },
          "list ls": { options: "-l --long" },
        },
      },
      get: { operands: "text*" },
      pkg: { commands: { get: { operands: "text*" } } },
    },
    starts: NPM_STARTS,
  },
  {
    names: "npx",
    dashesAreOptions: true,
    parser: "go",
    options: `
  -h --help (alone)
  -v --version (alone)
  -y --yes
  -n --no
  --no-install
  -q --quiet
  -s --silent
  --offline
  --prefer-offline
  --prefer-online
  --no-update-notifier
  --loglevel <silent|error|warn|notice|http|info|verbose|silly>
  --workspace <text>
  --workspaces
  --include-workspace-root
  ! -p --package <package>
  ! -c --call <shell>
  ! --shell --script-shell <code>
  ! --node-options <code>
  ! --userconfig <script>
  ! --prefix <folder>
  ! --registry <url>
  `,
    operands: "npx",
    starts: NPM_STARTS,
  },
];
