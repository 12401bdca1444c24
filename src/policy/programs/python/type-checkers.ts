import type { ProgramDescription } from "../description.js";
import { PYTHON_HELP, PYTHONS } from "./tool-options.js";

export const TYPE_CHECKERS: readonly ProgramDescription[] = [
  {
    names: "mypy python-m:mypy uvx:mypy",
    parser: "gnu",
    options: `
  ${PYTHON_HELP}
  -O --output <json|>
  -c --command <text>
  -m --module <text>
  -p --package <text>
  -v --verbose
  --allow-redefinition
  --allow-untyped-globals
  --always-false <text>
  --always-true <text>
  --any-exprs-report <write>
  --cache-dir <write>
  --cache-fine-grained
  --check-untyped-defs
  --cobertura-xml-report <write>
  --color-output
  --no-color-output
  --config-file <script>
  --disable-error-code <text>
  --disallow-any-decorated
  --disallow-any-explicit
  --disallow-any-expr
  --disallow-any-generics
  --disallow-any-unimported
  --disallow-incomplete-defs
  --disallow-subclassing-any
  --disallow-untyped-calls
  --disallow-untyped-decorators
  --disallow-untyped-defs
  --enable-error-code <text>
  --enable-incomplete-feature <text>
  --error-summary
  --no-error-summary
  --exclude <text>
  --exclude-gitignore
  --explicit-package-bases
  --follow-imports <normal|silent|skip|error>
  --follow-untyped-imports
  --hide-error-codes
  --hide-error-context
  --html-report <write>
  --ignore-missing-imports
  --implicit-optional
  --no-implicit-optional
  --implicit-reexport
  --no-implicit-reexport
  --incremental
  --no-incremental
  --junit-xml <write>
  --linecount-report <write>
  --linecoverage-report <write>
  --lineprecision-report <write>
  --local-partial-types
  --namespace-packages
  --no-namespace-packages
  --no-silence-site-packages
  --no-site-packages
  --platform <text>
  --pretty
  --no-pretty
  --python-version <text>
  --raise-exceptions
  --scripts-are-modules
  --show-absolute-path
  --show-column-numbers
  --show-error-codes
  --show-error-code-links
  --show-error-context
  --show-error-end
  --show-traceback --tb
  --skip-cache-mtime-checks
  --skip-version-check
  --sqlite-cache
  --no-sqlite-cache
  --strict
  --strict-bytes
  --strict-equality
  --no-strict-optional
  --strict-optional
  --txt-report <write>
  --warn-incomplete-stub
  --warn-no-return
  --no-warn-no-return
  --warn-redundant-casts
  --warn-return-any
  --no-warn-return-any
  --warn-unreachable
  --warn-unused-configs
  --warn-unused-ignores
  --no-warn-unused-ignores
  --xml-report <write>
  ! --python-executable <code>
  ! --install-types
  ! --non-interactive
  ! --pdb
  ! --custom-typeshed-dir <read>
  ! --shadow-file <read> <read>
  `,
    operands: "plainsource*",
    runs: "the plugins of its configuration",
    starts: PYTHONS,
  },
  {
    names: "pyright basedpyright python-m:pyright uvx:pyright npx:pyright",
    parser: "gnu",
    dashesAreOptions: true,
    options: `
  -h --help (alone)
  --version (alone)
  -p --project <source>
  -w --watch
  --dependencies
  --ignoreexternal
  --level <error|warning>
  --outputjson
  --pythonplatform <Darwin|Linux|Windows|iOS|Android|All>
  --pythonversion <text>
  --skipunannotated
  --stats
  --verbose
  --verifytypes <text>
  --warnings
  ! --pythonpath <code>
  ! -t --typeshedpath <read>
  ! -v --venvpath <read>
  ! --createstub <text>
  `,
    operands: "source*",
    starts: `node ${PYTHONS}`,
  },
];
