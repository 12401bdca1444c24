import type { CommandDescription, ProgramDescription } from "../description.js";
import { BUILDS, STARTS } from "./package-builds.js";

/** Options of pip about where packages come from. Another index may hand out another package under the same name. */
const PIP_SOURCES = `
  --no-index
  ! -i --index-url <url>
  ! --extra-index-url <url>
  ! -f --find-links <script>
`;

const PIP_GLOBAL = `
  -h --help (alone)
  -V --version (alone)
  -q --quiet
  -v --verbose
  --debug
  --disable-pip-version-check
  --exists-action <s|i|w|b|a>
  --isolated
  --log <write>
  --no-cache-dir
  --cache-dir <write>
  --no-color
  --no-input
  --no-python-version-warning
  --require-virtualenv
  --retries <number>
  --timeout <number>
  ! --python <code>
  ! --proxy <url>
  ! --trusted-host <text>
  ! --cert <read>
  ! --client-cert <read>
  ! --keyring-provider <text>
  ! --use-feature <text>
  ! --use-deprecated <text>
`;

const PIP_INSTALL = `
  ${PIP_SOURCES}
  -c --constraint <read>
  -e --editable <script>
  -r --requirement <script>
  -I --ignore-installed
  -U --upgrade
  -t --target <write>
  --abi <text>
  --check-build-dependencies
  --compile
  --no-compile
  --dry-run
  --force-reinstall
  --group <text>
  --ignore-requires-python
  --implementation <text>
  --no-binary <text>
  --no-build-isolation
  --no-clean
  --no-deps
  --no-warn-conflicts
  --no-warn-script-location
  --only-binary <text>
  --platform <text>
  --pre
  --prefer-binary
  --prefix <write>
  --progress-bar <on|off|raw|auto|ascii|pretty|emoji>
  --python-version <text>
  --report <write>
  --require-hashes
  --root <write>
  --root-user-action <warn|ignore>
  --src <write>
  --upgrade-strategy <eager|only-if-needed>
  --use-pep517
  --user
  ! --break-system-packages
  ! -C --config-settings --config-setting <code>
  ! --build-option <code>
  ! --global-option <code>
  ! --install-option <code>
`;

const PIP_LISTS = `
  ${PIP_SOURCES}
  -e --editable
  -l --local
  -o --outdated
  -u --uptodate
  --all
  --exclude <text>
  --exclude-editable
  --format <columns|freeze|json>
  --include-editable
  --not-required
  --path <list>
  --pre
  --user
`;

const PIP: Readonly<Record<string, CommandDescription>> = {
  install: { options: PIP_INSTALL, operands: "requirement*", runs: BUILDS, starts: STARTS },
  download: {
    options: `
  ${PIP_INSTALL}
  -d --dest <write>
  `,
    operands: "requirement*",
    runs: BUILDS,
    starts: STARTS,
  },
  wheel: {
    options: `
  ${PIP_INSTALL}
  -w --wheel-dir <write>
  --no-verify
  `,
    operands: "requirement*",
    runs: BUILDS,
    starts: STARTS,
  },
  uninstall: {
    options: `
  -r --requirement <read>
  -y --yes
  --root-user-action <warn|ignore>
  ! --break-system-packages
  `,
    operands: "package*",
  },
  list: { options: PIP_LISTS },
  freeze: {
    options: `
  -l --local
  -r --requirement <read>
  --all
  --exclude <text>
  --exclude-editable
  --path <list>
  --user
  `,
  },
  show: { options: "-f --files", operands: "text+" },
  check: {},
  inspect: { options: "--local\n--user\n--path <list>" },
  debug: {},
  hash: { options: "-a --algorithm <sha256|sha384|sha512>", operands: "read+" },
  index: { commands: { versions: { options: `${PIP_SOURCES}\n--pre\n--json`, operands: "text" } } },
  cache: {
    commands: { dir: {}, info: {}, list: { options: "--format <human|abspath>", operands: "text?" } },
  },
  config: { commands: { get: { operands: "text" }, list: {}, debug: {} } },
  help: { operands: "text?" },
};

export const PIP_PROGRAM: ProgramDescription = {
  names: "pip pip3 python-m:pip",
  parser: "gnu",
  globalOptions: PIP_GLOBAL,
  commands: PIP,
};
