import type { JsonObject } from "../claude/json.js";

/** What Claude Code asks leave for. */
export interface ToolCall {
  /** As Claude Code names it: `Bash`, `Edit`, `mcp__server__tool`. */
  readonly tool: string;
  readonly input: JsonObject;
}

/** Where a call would act. The policy looks at files through it alone, so judging needs no file and no process. */
export interface Place {
  /** Absolute, as is every path here. */
  readonly cwd: string;
  /** Where the session was started. */
  readonly project: string;
  readonly home: string;
  /** The directories with our own settings and state, and Claude Code's: nothing may be changed there by a rule. */
  readonly settings: readonly string[];
  /** Where a path really leads; of what does not exist yet, as far as it does. Undefined where that cannot be told. */
  realPath(path: string): string | undefined;
  /**
   * What lies in a directory, links not followed. Empty where it does not exist; undefined where it cannot be read or holds
   * too much.
   */
  entries(directory: string): readonly Entry[] | undefined;
  /** The lines of the project's .gitignore; empty where there is none. */
  ignored(): readonly string[];
  /** The names of the scripts in the nearest package.json, from the directory upwards; empty where there is none. */
  scripts(directory: string): readonly string[];
}

export interface Entry {
  readonly name: string;
  readonly kind: "file" | "directory" | "link" | "other";
}
