import type { CommandDescription, ProgramDescription } from "../description.js";
import { BUILDS, NOT_INSTALLED, STARTS } from "./package-builds.js";

const POETRY_GLOBAL = `
  -h --help (alone)
  -V --version (alone)
  -C --directory <folder>
  -P --project <folder>
  -n --no-interaction
  -q --quiet
  -v --verbose
  --ansi
  --no-ansi
  --no-cache
  --no-plugins
`;

const POETRY_GROUPS = `
  --all-extras
  --all-groups
  --dry-run
  -E --extras <text>
  --no-dev
  --no-root
  --only <text>
  --only-root
  --sync
  --with <text>
  --without <text>
  --compile
  --lock
`;

const POETRY_CHANGES: CommandDescription = {
  options: `
  ${POETRY_GROUPS}
  -D --dev
  -G --group <text>
  --allow-prereleases
  --markers <text>
  --optional [text]
  --platform <text>
  --python <text>
  ! --source <text>
  ! -e --editable
  `,
  operands: "package*",
  runs: BUILDS,
  starts: STARTS,
};

const PIPENV_CHANGES: CommandDescription = {
  options: `
  -d --dev
  -e --editable <script>
  -r --requirements <script>
  -q --quiet
  -v --verbose
  --categories <text>
  --clear
  --deploy
  --ignore-pipfile
  --keep-outdated
  --pre
  --skip-lock
  --system
  ! -i --index <url>
  ! --pypi-mirror <url>
  ! --extra-pip-args <code>
  ! --python <code>
  `,
  operands: "requirement*",
  runs: BUILDS,
  starts: STARTS,
};

const PDM_CHANGES: CommandDescription = {
  options: `
  -G --group <text>
  -d --dev
  -q --quiet
  -v --verbose
  --check
  --dry-run
  --frozen-lockfile
  --no-default
  --no-editable
  --no-isolation
  --no-lock
  --no-self
  --prod
  --production
  --update-reuse
  -L --lockfile <write>
  -p --project <folder>
  ! -e --editable <script>
  ! -k --skip <text>
  `,
  operands: "package*",
  runs: BUILDS,
  starts: STARTS,
};

/** Programs that keep the environment of a project or of a tool. */
export const PROJECT_MANAGERS: readonly ProgramDescription[] = [
  {
    names: "pipx python-m:pipx",
    parser: "gnu",
    options: `
  -h --help (alone)
  --version (alone)
  `,
    commands: {
      run: {
        parser: "posix",
        options: `
  --no-cache
  --pypackages
  --system-site-packages
  --verbose
  ! --spec <package>
  ! --python <code>
  ! -i --index-url <url>
  ! -e --editable
  ! --pip-args <code>
  ! --path
  `,
        operands: "uvx",
        runs: BUILDS,
        starts: STARTS,
      },
      list: { options: "--include-injected\n--json\n--short\n--verbose" },
      environment: { options: "-V --value <text>\n--verbose" },
    },
  },
  {
    names: "poetry python-m:poetry",
    parser: "gnu",
    globalOptions: POETRY_GLOBAL,
    commands: {
      run: { parser: "posix", operands: "command", starts: STARTS },
      "install sync": { ...POETRY_CHANGES, operands: "" },
      "add remove update": POETRY_CHANGES,
      lock: { options: "--check\n--no-update\n--regenerate", runs: BUILDS, starts: STARTS },
      check: { options: "--lock\n--strict" },
      build: {
        options: `
  -f --format <wheel|sdist>
  -o --output <write>
  --clean
  `,
        runs: "the build script of the project",
        starts: STARTS,
      },
      show: {
        options: `
  ${POETRY_GROUPS}
  -T --top-level
  -a --all
  -f --format <json|text>
  -l --latest
  -o --outdated
  -t --tree
  --no-truncate
  --why
  `,
        operands: "text?",
      },
      version: { options: "-s --short\n--dry-run\n--next-phase", operands: "text?" },
      export: {
        options: `
  ${POETRY_GROUPS}
  -f --format <requirements.txt|constraints.txt|pylock.toml>
  -o --output <write>
  --without-hashes
  --without-urls
  --dev
  `,
      },
      search: { operands: "text+" },
      env: {
        commands: { info: { options: "-p --path\n-e --executable" }, list: { options: "--full-path" } },
      },
      "about list": {},
      debug: { commands: { info: {} } },
      source: { commands: { show: { operands: "text*" } } },
      config: { commands: { "--list": {} } },
    },
  },
  {
    names: "pipenv python-m:pipenv",
    parser: "gnu",
    options: `
  -h --help (alone)
  --version (alone)
  -q --quiet
  -v --verbose
  --bare
  --envs
  --py
  --support
  --venv
  --where
  `,
    commands: {
      run: { parser: "posix", operands: "command", starts: STARTS },
      "install sync update upgrade lock clean": PIPENV_CHANGES,
      uninstall: { options: "-d --dev\n--all\n--all-dev\n--skip-lock", operands: "package*" },
      graph: { options: "--bare\n--json\n--json-tree\n--reverse" },
      requirements: { options: "--categories <text>\n--dev\n--dev-only\n--exclude-markers\n--hash" },
      "verify scripts": {},
    },
    operands: "",
  },
  {
    names: "hatch python-m:hatch",
    parser: "posix",
    unverified: NOT_INSTALLED,
    globalOptions: `
  -h --help (alone)
  --version (alone)
  -e --env <text>
  -p --project <text>
  -q --quiet
  -v --verbose
  --color
  --no-color
  --interactive
  --no-interactive
  ! --config <script>
  ! --cache-dir <write>
  ! --data-dir <write>
  `,
    commands: {
      run: { operands: "bin", runs: "the script of pyproject.toml", starts: STARTS },
      test: {
        options: `
  -a --all
  -c --cover
  -i --include <text>
  -p --parallel
  -py --python <text>
  -r --randomize
  -s --show
  -x --exclude <text>
  --cover-quiet
  --retries <number>
  `,
        operands: "script*",
        runs: "the tests of the project",
        starts: STARTS,
      },
      fmt: {
        parser: "gnu",
        options: "--check\n-f --formatter\n-l --linter\n--preview\n--unsafe-fixes",
        starts: STARTS,
      },
      build: {
        parser: "gnu",
        options: "-c --clean\n-t --target <wheel|sdist>\n--hooks-only\n--no-hooks",
        operands: "write?",
        runs: "the build hooks of the project",
        starts: STARTS,
      },
      version: { operands: "text?" },
      clean: { operands: "write?" },
      env: {
        commands: {
          show: { options: "--ascii\n--json", operands: "text*" },
          create: { operands: "text?", starts: STARTS },
          find: { operands: "text?" },
        },
      },
      dep: { commands: { show: { commands: { "requirements table": {} } }, hash: {} } },
      status: {},
    },
  },
  {
    names: "pdm python-m:pdm",
    parser: "gnu",
    unverified: NOT_INSTALLED,
    options: `
  -h --help (alone)
  -V --version (alone)
  `,
    commands: {
      run: {
        parser: "posix",
        options: `
  -l --list
  -s --site-packages
  -p --project <folder>
  ! -j --json
  `,
        operands: "bin",
        runs: "the script of pyproject.toml",
        starts: STARTS,
      },
      "install sync lock add remove update": PDM_CHANGES,
      list: {
        options:
          "--fields <text>\n--format <text>\n--freeze\n--json\n--markdown\n--resolve\n--sort <text>\n--tree",
      },
      show: { options: "--license\n--name\n--platform\n--summary\n--version", operands: "text?" },
      build: {
        options: "-d --dest <write>\n--no-clean\n--no-isolation\n--no-sdist\n--no-wheel",
        runs: "the build script of the project",
        starts: STARTS,
      },
      info: { options: "--env\n--packages\n--python\n--where" },
    },
  },
];
