import { basename, isAbsolute } from "node:path";

import type { Surroundings } from "../host/paths.js";
import { chainOf } from "../persona/definition/consulting.js";
import { projectRootOf } from "../persona/definition/project-root.js";

/** What a call means that does not say it. */
export interface CallDefaults {
  /** Absolute, and without links. */
  readonly projectRoot: string;
  /** From PERSONA_NAME; undefined: the one that is called as the project's folder. */
  readonly persona: string | undefined;
  /** The personas that led to this server: it may be one of them that asks. */
  readonly chain: readonly string[];
  /** The user's. */
  readonly home: string;
}

export function readCallDefaults(where: Surroundings, cwd: string): CallDefaults {
  const named = where.env["CLAUDE_PROJECT_DIR"];
  return {
    projectRoot: projectRootOf(named && isAbsolute(named) ? named : cwd, where),
    persona: where.env["PERSONA_NAME"] || undefined,
    chain: chainOf(where.env),
    home: where.home,
  };
}

/** Whom a call means that names nobody. It need not exist, nor be a name that a persona can have. */
export function defaultPersona({ persona }: CallDefaults, projectRoot: string): string {
  return persona ?? basename(projectRoot);
}
