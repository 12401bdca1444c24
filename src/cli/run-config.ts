import { statSync } from "node:fs";

import { DEFAULT_VALUES } from "../config/config-values.js";
import type { Config } from "../config/load-config.js";
import { VARIABLES, type Settings } from "../config/settings-table.js";
import type { WrapperSettings } from "../driver/wrapper-settings.js";
import { configFile, type Surroundings } from "../host/paths.js";
import { findCommand } from "../launch/find-command.js";
import { reportWarnings } from "./report.js";

/** What a run needs of the settings. */
export type RunConfig = WrapperSettings & Pick<Config, "claude" | "warnings">;

/** The same as `loadConfig`, which is not even loaded if nothing is configured: a session waits for this. */
export async function readRunConfig(where: Surroundings, settings?: Settings): Promise<RunConfig> {
  if (settings === undefined && !isConfigured(where)) return { ...DEFAULT_VALUES, warnings: [] };
  const { loadConfig } = await import("../config/load-config.js");
  return loadConfig({ ...where, ...(settings && { settings }) });
}

/** The Claude Code that the settings name; undefined if they name none, or it is not found. */
export async function namedClaude(where: Surroundings): Promise<string | undefined> {
  const { claude, warnings } = await readRunConfig(where);
  reportWarnings(warnings);
  return claude === undefined ? undefined : findCommand(claude, { ...where, cwd: process.cwd() });
}

/** Whether anything but the defaults may be in effect. */
function isConfigured(where: Surroundings): boolean {
  if (VARIABLES.some(([name]) => where.env[name])) return true;
  try {
    return statSync(configFile(where), { throwIfNoEntry: false }) !== undefined;
  } catch {
    // The path cannot be looked up: the loader reports why.
    return true;
  }
}
