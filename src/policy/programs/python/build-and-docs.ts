import type { ProgramDescription } from "../description.js";
import { PYTHON_HELP, PYTHONS } from "./tool-options.js";

const SPHINX_OPTIONS = `
  -h --help (alone)
  --version (alone)
  -A <text>
  -C --isolated
  -E --fresh-env
  -N --no-color
  -Q --silent
  -T --show-traceback
  -W --fail-on-warning
  -a --write-all
  -b --builder <text>
  -d --doctree-dir <write>
  -j --jobs <text>
  -n --nitpicky
  -q --quiet
  -t --tag <text>
  -v --verbose
  -w --warning-file <write>
  --color
  --exception-on-warning
  --keep-going
  -c --conf-dir <script>
  # A setting may name an extension or a program.
  ! -D --define <code>
  ! -P --pdb
`;

const ALEMBIC_GLOBAL = `
  -h --help (alone)
  --version (alone)
  -c --config <script>
  -n --name <text>
  -x <text>
  --raiseerr
`;

/** Packages, documentation, and the migrations of a database. */
export const BUILD_AND_DOCS: readonly ProgramDescription[] = [
  {
    names: "python-m:build pyproject-build uvx:pyproject-build",
    parser: "gnu",
    options: `
  ${PYTHON_HELP}
  -n --no-isolation
  -o --outdir <write>
  -q --quiet
  -s --sdist
  -v --verbose
  -w --wheel
  -x --skip-dependency-check
  --installer <pip|uv>
  ! -C --config-setting <code>
  `,
    operands: "source?",
    runs: "the build script of the project",
    starts: `${PYTHONS} git gcc cc g++ ld as`,
  },
  {
    names: "twine python-m:twine uvx:twine",
    parser: "gnu",
    options: `
  -h --help (alone)
  --version (alone)
  --no-color
  `,
    commands: { check: { options: "-h --help (alone)\n--strict", operands: "read+" } },
  },
  {
    names: "sphinx-build python-m:sphinx uvx:sphinx-build",
    parser: "gnu",
    options: SPHINX_OPTIONS,
    commands: {
      "-M": {
        options: SPHINX_OPTIONS,
        operands:
          "html|dirhtml|singlehtml|json|htmlhelp|epub|latex|man|texinfo|text|gettext|linkcheck|doctest|coverage|clean|help script write",
        runs: "conf.py",
        starts: `${PYTHONS} git dot`,
      },
    },
    operands: "script write list*",
    runs: "conf.py",
    starts: `${PYTHONS} git dot`,
  },
  {
    names: "mkdocs python-m:mkdocs uvx:mkdocs",
    parser: "gnu",
    options: `
  ${PYTHON_HELP}
  -q --quiet
  -v --verbose
  --color
  --no-color
  `,
    commands: {
      build: {
        options: `
  -h --help (alone)
  -c --clean
  -d --site-dir <write>
  -f --config-file <script>
  -q --quiet
  -s --strict
  -v --verbose
  --dirty
  --no-directory-urls
  --no-strict
  --use-directory-urls
  `,
        runs: "the plugins of mkdocs.yml",
        starts: "git",
      },
      serve: {
        options: `
  -h --help (alone)
  -a --dev-addr <text>
  -f --config-file <script>
  -q --quiet
  -s --strict
  -v --verbose
  -w --watch <list>
  --clean
  -c
  --dirty
  --dirtyreload
  --livereload
  --no-livereload
  --watch-theme
  ! -o --open
  `,
        runs: "the plugins of mkdocs.yml",
        starts: "git",
      },
      "get-deps": { options: "-f --config-file <read>" },
    },
  },
  {
    names: "alembic python-m:alembic",
    parser: "gnu",
    options: ALEMBIC_GLOBAL,
    commands: {
      "branches current heads history": {
        options: `
  -h --help (alone)
  -i --indicate-current
  -r --rev-range <text>
  -v --verbose
  --check-heads
  --resolve-dependencies
  `,
        runs: "env.py",
      },
      show: { operands: "text", runs: "env.py" },
      check: { runs: "env.py" },
      "upgrade downgrade stamp": {
        options: `
  -h --help (alone)
  --purge
  --sql
  --tag <text>
  `,
        operands: "text+",
        runs: "the migrations of the project",
      },
      revision: {
        options: `
  -h --help (alone)
  -m --message <text>
  --autogenerate
  --branch-label <text>
  --depends-on <text>
  --head <text>
  --rev-id <text>
  --splice
  --sql
  ! --version-path <write>
  `,
        runs: "the migrations of the project",
      },
      merge: {
        options: "-m --message <text>\n--branch-label <text>\n--rev-id <text>",
        operands: "text+",
        runs: "env.py",
      },
    },
  },
];
