import type { ProgramDescription } from "../description.js";
import { BUILD_AND_DOCS } from "./build-and-docs.js";
import { PYTHON_LINTERS, RUFF, VULTURE } from "./linters.js";
import { PYTHON_MODULES } from "./modules.js";
import { PIP_PROGRAM } from "./pip.js";
import { PROJECT_CHECKS } from "./project-checks.js";
import { PROJECT_MANAGERS } from "./project-managers.js";
import { PYTEST } from "./pytest.js";
import { TYPE_CHECKERS } from "./type-checkers.js";
import { UV } from "./uv.js";

/** Python, its installers, and the tools around it. */
export const PYTHON: readonly ProgramDescription[] = [
  {
    names: "python python3",
    parser: "posix",
    options: `
  -h -? --help (alone)
  -V --version (alone)
  --help-all --help-env --help-xoptions (alone)
  -b
  -B
  -d
  -E
  -I
  -O
  -P
  -q
  -s
  -S
  -u
  -v
  -x
  -W <text>
  -X <dev|utf8|utf8=0|utf8=1|faulthandler|importtime|tracemalloc|no_debug_ranges|frozen_modules=on|frozen_modules=off|warn_default_encoding|showrefcount>
  --check-hash-based-pycs <always|default|never>
  -m <module>
  ! -c <code>
  ! -i
  `,
    operands: "script any*",
    input: "codeAlone",
    runs: "the script",
  },
  PIP_PROGRAM,
  ...UV,
  ...PROJECT_MANAGERS,
  ...PYTHON_MODULES,
  PYTEST,
  RUFF,
  ...TYPE_CHECKERS,
  ...PYTHON_LINTERS,
  ...PROJECT_CHECKS,
  ...BUILD_AND_DOCS,
  VULTURE,
];
