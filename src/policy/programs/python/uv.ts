import type { CommandDescription, ProgramDescription } from "../description.js";
import { BUILDS, NOT_INSTALLED, STARTS } from "./package-builds.js";

/** Interpreters by version; a path would run a program. */
const VERSIONS = "3|3.8|3.9|3.10|3.11|3.12|3.13|3.14|3.13t|3.14t|pypy|pypy3|pypy3.10|pypy3.11|cpython";

const UV_GLOBAL = `
  -h --help (alone)
  -V --version (alone)
  -q --quiet
  -v --verbose
  -n --no-cache
  --cache-dir <write>
  --color <auto|always|never>
  --directory <folder>
  --project <folder>
  --managed-python
  --no-config
  --no-managed-python
  --no-progress
  --no-python-downloads
  --native-tls
  --offline
  --preview
  --python-preference <only-managed|managed|system|only-system>
  --config-file <script>
  ! --allow-insecure-host --trusted-host <text>
`;

/** What uv takes wherever it resolves packages. */
const UV_RESOLVES = `
  -p --python <${VERSIONS}>
  -U --upgrade
  -P --upgrade-package <text>
  --compile-bytecode
  --exclude-newer <text>
  --fork-strategy <fewest|requires-python>
  --index-strategy <first-index|>
  --link-mode <clone|copy|hardlink|symlink>
  --no-binary
  --no-binary-package <text>
  --no-build
  --no-build-isolation
  --no-build-isolation-package <text>
  --no-build-package <text>
  --no-index
  --no-sources
  --prerelease <disallow|allow|if-necessary|explicit|if-necessary-or-explicit>
  --refresh
  --refresh-package <text>
  --reinstall --force-reinstall
  --reinstall-package <text>
  --resolution <highest|lowest|lowest-direct>
  ! -C --config-setting --config-settings <code>
  ! --config-settings-package <code>
  ! -f --find-links <script>
  ! -i --index-url <url>
  ! --extra-index-url <url>
  ! --index <url>
  ! --default-index <url>
  ! --keyring-provider <text>
`;

const UV_GROUPS = `
  --active
  --all-extras
  --all-groups
  --all-packages
  --dev
  --extra <text>
  --frozen
  --group <text>
  --locked
  --no-default-groups
  --no-dev
  --no-editable
  --no-extra <text>
  --no-group <text>
  --no-sync
  --only-dev
  --only-group <text>
  --package <text>
`;

const UV_RUN = `
  ${UV_RESOLVES}
  ${UV_GROUPS}
  --exact
  --inexact
  --isolated
  --no-env-file
  --no-project
  --with <package>
  --env-file <script>
  -m --module <module>
  -s --script <script> (first)
  ! --with-editable <script>
  ! --with-requirements <script>
`;

const UV_TOOL_RUN = `
  ${UV_RESOLVES}
  --isolated
  --with <package>
  ! --from <package>
  ! --with-editable <script>
  ! --with-requirements <script>
  ! --env-file <script>
`;

const UV_PROJECT: CommandDescription = {
  options: `
  ${UV_RESOLVES}
  ${UV_GROUPS}
  --check
  --dry-run
  --exact
  --inexact
  --no-install-project
  --no-install-workspace
  --no-install-package <text>
  --output-format <text|json>
  `,
  runs: BUILDS,
  starts: STARTS,
};

const UV_PIP_INSTALL: CommandDescription = {
  options: `
  ${UV_RESOLVES}
  -b --build-constraints <read>
  -c --constraints --constraint <read>
  -e --editable <script>
  -r --requirements --requirement <script>
  -t --target <write>
  -y --yes
  --all-extras
  --annotation-style <line|split>
  --dry-run
  --exact
  --extra <text>
  --generate-hashes
  --group <text>
  --no-annotate
  --no-deps
  --no-header
  --no-strip-extras
  --no-strip-markers
  --no-verify-hashes
  -o --output-file <write>
  --override --overrides <read>
  --prefix <write>
  --python-platform <text>
  --python-version <text>
  --require-hashes
  --strict
  --system
  --universal
  ! --break-system-packages
  `,
  operands: "requirement*",
  runs: BUILDS,
  starts: STARTS,
};

const UV_PIP_LISTS: CommandDescription = {
  options: `
  -p --python <${VERSIONS}>
  --depth <number>
  --editable
  --exclude <text>
  --exclude-editable
  --files -f
  --format <columns|freeze|json>
  --invert
  --no-dedupe
  --outdated
  --strict
  --system
  `,
  operands: "text*",
};

/** uv and uvx. */
export const UV: readonly ProgramDescription[] = [
  {
    names: "uv python-m:uv",
    parser: "gnu",
    unverified: NOT_INSTALLED,
    globalOptions: UV_GLOBAL,
    commands: {
      run: { parser: "posix", options: UV_RUN, operands: "command", runs: BUILDS, starts: STARTS },
      sync: UV_PROJECT,
      lock: UV_PROJECT,
      add: {
        ...UV_PROJECT,
        options: `
  ${UV_PROJECT.options}
  --bounds <lower|major|minor|exact>
  --editable
  --optional <text>
  --raw
  -r --requirements <script>
  -c --constraints <read>
  --script <write>
  `,
        operands: "requirement*",
      },
      remove: {
        ...UV_PROJECT,
        options: `
  ${UV_PROJECT.options}
  --optional <text>
  --script <write>
  `,
        operands: "package+",
      },
      tree: {
        options: `
  ${UV_RESOLVES}
  ${UV_GROUPS}
  -d --depth <number>
  --invert
  --no-dedupe
  --outdated
  --prune <text>
  --universal
  `,
      },
      export: {
        ...UV_PROJECT,
        options: `
  ${UV_PROJECT.options}
  -o --output-file <write>
  --format <requirements-txt|requirements.txt|pylock.toml|cyclonedx1.5>
  --no-annotate
  --no-emit-local
  --no-emit-package <text>
  --no-emit-project
  --no-emit-workspace
  --no-hashes
  --no-header
  --prune <text>
  `,
      },
      version: {
        ...UV_PROJECT,
        options: `
  ${UV_PROJECT.options}
  --bump <major|minor|patch|stable|alpha|beta|rc|post|dev>
  --short
  `,
        operands: "text?",
      },
      init: {
        options: `
  --app
  --bare
  --lib
  --name <text>
  --no-package
  --no-pin-python
  --no-readme
  --no-workspace
  --package
  -p --python <${VERSIONS}>
  --vcs <git|none>
  `,
        operands: "write?",
      },
      venv: {
        options: `
  ${UV_RESOLVES}
  --allow-existing
  --clear -c
  --prompt <text>
  --relocatable
  --seed
  --system-site-packages
  `,
        operands: "write?",
      },
      build: {
        options: `
  ${UV_RESOLVES}
  -o --out-dir <write>
  -b --build-constraints <read>
  --all-packages
  --clear
  --list
  --package <text>
  --sdist
  --wheel
  `,
        operands: "source?",
        runs: BUILDS,
        starts: STARTS,
      },
      pip: {
        commands: {
          install: UV_PIP_INSTALL,
          uninstall: { ...UV_PIP_INSTALL, operands: "package*" },
          compile: { ...UV_PIP_INSTALL, operands: "source+" },
          sync: { ...UV_PIP_INSTALL, operands: "script+" },
          "list show freeze check tree": UV_PIP_LISTS,
        },
      },
      tool: {
        commands: {
          run: { parser: "posix", options: UV_TOOL_RUN, operands: "uvx", runs: BUILDS, starts: STARTS },
          "list dir": { options: "--show-paths\n--show-version-specifiers\n--bin" },
        },
      },
      python: {
        commands: {
          "list find dir": { operands: "text?", options: "--all-versions\n--only-installed\n--system" },
        },
      },
      cache: { commands: { dir: {} } },
      self: { commands: { version: {} } },
    },
  },
  {
    names: "uvx",
    parser: "posix",
    unverified: NOT_INSTALLED,
    options: `
  ${UV_GLOBAL}
  ${UV_TOOL_RUN}
  `,
    operands: "uvx",
    runs: BUILDS,
    starts: STARTS,
  },
];
