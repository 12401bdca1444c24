import type { JsonObject } from "../claude/json.js";

/** What Claude Code asks leave for. */
export interface ToolCall {
  /** As Claude Code names it: `Bash`, `Edit`, `mcp__server__tool`. */
  readonly tool: string;
  readonly input: JsonObject;
}

/** Where a call would act. A value, so that judging one needs no file and no process. */
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
}
