import type { Backend } from "./backend.js";
import type { CallDefaults } from "./call-defaults.js";
import type { Log } from "./tool-result.js";

/** What every tool, resource and prompt is made of. */
export interface ToolSet {
  readonly backend: Backend;
  readonly defaults: CallDefaults;
  readonly log: Log;
}
