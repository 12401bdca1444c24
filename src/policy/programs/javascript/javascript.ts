import type { ProgramDescription } from "../description.js";
import { BUN } from "./bun.js";
import { BUNDLERS } from "./bundlers.js";
import { DENO } from "./deno.js";
import { NODE_LINTERS, LINT_STAGED } from "./linters.js";
import { NODE } from "./node.js";
import { NPM } from "./npm.js";
import { PACKAGE_CHECKS } from "./package-checks.js";
import { NEVER, NPM_STARTS } from "./package-scripts.js";
import { PNPM } from "./pnpm.js";
import { SERVERS } from "./servers.js";
import { TASK_RUNNERS } from "./task-runners.js";
import { TEST_RUNNERS } from "./test-runners.js";
import { TSC } from "./tsc.js";
import { VITEST_AND_JEST } from "./vitest-and-jest.js";
import { WORKSPACES } from "./workspaces.js";
import { YARN } from "./yarn.js";

/** Node, its package managers, and the tools that come from packages. */
export const JAVASCRIPT: readonly ProgramDescription[] = [
  ...NODE,
  ...NPM,
  ...PNPM,
  YARN,
  ...BUN,
  DENO,
  {
    names: "corepack",
    parser: "posix",
    options: `
  -h --help (alone)
  -v --version (alone)
  `,
    commands: {
      // These change the machine or the project's choice of a package manager.
      "cache disable enable hydrate install pack prepare up use": NEVER,
    },
    operands: "command",
    starts: NPM_STARTS,
  },
  TSC,
  ...NODE_LINTERS,
  ...PACKAGE_CHECKS,
  ...VITEST_AND_JEST,
  ...TEST_RUNNERS,
  LINT_STAGED,
  ...SERVERS,
  ...BUNDLERS,
  ...WORKSPACES,
  ...TASK_RUNNERS,
];
