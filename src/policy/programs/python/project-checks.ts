import type { CommandDescription, ProgramDescription } from "../description.js";
import { PYTHON_HELP, PYTHONS } from "./tool-options.js";

const TOX_OPTIONS = `
  -h --help (alone)
  --version (alone)
  -a --listenvs-all
  -e <text>
  -f <text>
  -l --listenvs
  -m <text>
  -o --parallel-live
  -p --parallel [auto|all|1|2|4|8]
  -q --quiet
  -r --recreate
  -s --skip-missing-interpreters [true|false|config]
  -v --verbose
  --colored <yes|no>
  --develop
  --fail-fast
  --hashseed <text>
  --no-list-dependencies
  --no-recreate-pkg
  --no-recreate-provision
  --notest
  --pre
  --result-json <write>
  --sdistonly
  --showconfig
  --skip-env <text>
  --skip-pkg-install
  --skip-uv-lock
  --workdir <write>
  -c --conf <script>
  --installpkg <script>
  --root <folder>
  ! -i --index-url <url>
  ! -x --override <code>
  ! --discover <code>
  ! --force-dep <package>
  ! --devenv <write>
  ! --no-provision [code]
  ! --sitepackages
`;

const TOX_RUN: CommandDescription = {
  options: TOX_OPTIONS,
  operands: "any*",
  runs: "the commands of tox.ini",
  starts: PYTHONS,
};

const COVERAGE_GLOBAL = `
  -h --help (alone)
  --version (alone)
  --debug <text>
  --rcfile <script>
`;

const COVERAGE_DATA = `
  -i --ignore-errors
  -q --quiet
  --contexts <text>
  --data-file <read>
  --fail-under <number>
  --include <text>
  --omit <text>
  --precision <number>
  --skip-covered
  --no-skip-covered
  --skip-empty
`;

const PRE_COMMIT = `
  -h --help (alone)
  --color <auto|always|never>
  -c --config <script>
`;

/** Programs that run the tests and hooks that a project names, and coverage reports. */
export const PROJECT_CHECKS: readonly ProgramDescription[] = [
  {
    names: "tox python-m:tox uvx:tox",
    parser: "gnu",
    options: TOX_OPTIONS,
    commands: {
      "run r run-parallel p": TOX_RUN,
      "list l": { options: `${TOX_OPTIONS}\n-d\n--no-desc`, runs: "the plugins of its configuration" },
      "config c": { options: `${TOX_OPTIONS}\n-k <text>\n--core`, runs: "the plugins of its configuration" },
      // The other commands of tox 4; any other word goes to the commands that it runs.
      "exec e devenv d quickstart q legacy le depends de schema man": { operands: "code+" },
    },
    operands: "any*",
    runs: "the commands of tox.ini",
    starts: PYTHONS,
  },
  {
    // Words behind -s are sessions too; those behind -p would be interpreters, so it is not described.
    names: "nox python-m:nox uvx:nox",
    parser: "gnu",
    options: `
  -h --help (alone)
  --version (alone)
  -N --no-reuse-existing-virtualenvs
  -R
  -e -s --session --sessions <text>
  -l --list --list-sessions
  -r --reuse-existing-virtualenvs
  -t --tags <text>
  -v --verbose
  -x --stop-on-first-error
  --add-timestamp
  --error-on-external-run
  --error-on-missing-interpreters
  --force-color --forcecolor
  --install-only
  --json
  --no-color --nocolor
  --no-error-on-missing-interpreters
  --no-install
  --no-stop-on-first-error
  --no-venv
  --non-interactive
  --reuse-venv <yes|no|always|never>
  --envdir <write>
  --report <write>
  -f --noxfile <script>
  # It is evaluated by Python.
  ! -k --keywords <code>
  `,
    commands: {
      "--": {
        parser: "words",
        operands: "any*",
        runs: "the sessions of noxfile.py",
        starts: PYTHONS,
      },
    },
    operands: "task*",
    runs: "the sessions of noxfile.py",
    starts: PYTHONS,
  },
  {
    names: "coverage coverage3 python3-coverage python-m:coverage uvx:coverage",
    parser: "gnu",
    globalOptions: COVERAGE_GLOBAL,
    commands: {
      run: {
        parser: "posix",
        options: `
  -L --pylib
  -a --append
  -m --module <module>
  -p --parallel-mode
  --branch
  --concurrency <text>
  --context <text>
  --data-file <write>
  --include <text>
  --omit <text>
  --source <text>
  --timid
  `,
        operands: "script any*",
        runs: "the script",
        starts: PYTHONS,
      },
      report: {
        options: `
  ${COVERAGE_DATA}
  -m --show-missing
  --format <text|markdown|total>
  --sort <text>
  `,
        operands: "text*",
      },
      "html annotate": {
        options: `
  ${COVERAGE_DATA}
  -d --directory <write>
  --show-contexts
  --title <text>
  `,
        operands: "text*",
      },
      "xml json lcov": {
        options: `
  ${COVERAGE_DATA}
  -o <write>
  --pretty-print
  --show-contexts
  `,
        operands: "text*",
      },
      combine: {
        options: `
  -a --append
  -q --quiet
  --data-file <write>
  --keep
  `,
        operands: "write*",
      },
      erase: { options: "--data-file <write>" },
      debug: { operands: "text*" },
      help: { operands: "text?" },
    },
  },
  {
    names: "pre-commit python-m:pre_commit uvx:pre-commit",
    parser: "gnu",
    options: PYTHON_HELP,
    commands: {
      run: {
        options: `
  ${PRE_COMMIT}
  -a --all-files
  -o --to-ref --origin <text>
  -s --from-ref --source <text>
  -v --verbose
  --fail-fast
  --files <list>
  --hook-stage <text>
  --show-diff-on-failure
  `,
        operands: "any*",
        runs: "the hooks of .pre-commit-config.yaml",
        starts: `git ${PYTHONS} sh node`,
      },
      // `install` is not here: it makes git run something later.
      "install-hooks": {
        options: PRE_COMMIT,
        runs: "the installers of its hooks",
        starts: `git ${PYTHONS}`,
      },
      autoupdate: {
        options: `
  ${PRE_COMMIT}
  -j --jobs <number>
  --bleeding-edge
  --freeze
  --repo <text>
  `,
        starts: "git",
      },
      "validate-config validate-manifest": { options: "-h --help (alone)", operands: "read*" },
      "sample-config gc": {},
      "migrate-config": { options: PRE_COMMIT },
    },
  },
];
