import { isConfigured } from "../config/is-configured.js";
import type { Config } from "../config/load-config.js";
import type { Surroundings } from "../host/paths.js";
import type { Settings } from "../config/schema.js";
import { findCommand } from "../launch/find-command.js";
import { DEFAULT_SETTINGS, type WrapperSettings } from "../driver/wrapper-settings.js";
import { reportWarnings } from "./report.js";

/** What a run needs of the settings. */
export type RunConfig = WrapperSettings & Pick<Config, "claude" | "warnings">;

/** The same as `loadConfig`, which is not even loaded where nobody has set anything: a session waits for this. */
export async function readRunConfig(where: Surroundings, settings?: Settings): Promise<RunConfig> {
  if (settings === undefined && !isConfigured(where)) {
    return { ...DEFAULT_SETTINGS, claude: undefined, warnings: [] };
  }
  const { loadConfig } = await import("../config/load-config.js");
  return loadConfig({ ...where, ...(settings && { settings }) });
}

/** The Claude Code that the settings name; undefined if they name none, or it is not found. */
export async function namedClaude(where: Surroundings): Promise<string | undefined> {
  const { claude, warnings } = await readRunConfig(where);
  reportWarnings(warnings);
  return claude === undefined ? undefined : findCommand(claude, { ...where, cwd: process.cwd() });
}
