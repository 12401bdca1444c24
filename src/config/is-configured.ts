import { statSync } from "node:fs";

import { configFile } from "../host/paths.js";
import type { Surroundings } from "../host/paths.js";
import type { SettingKey } from "./setting-rules.js";

/** Environment variables and the setting that each one gives. */
export const VARIABLES = { CAC_PATTERN: "pattern" } as const satisfies Record<string, SettingKey>;

/** Whether anything but the defaults may be in effect. Where not, nothing needs to be loaded to know them. */
export function isConfigured(where: Surroundings): boolean {
  if (Object.keys(VARIABLES).some((name) => where.env[name])) return true;
  try {
    return statSync(configFile(where), { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Something stands there, or on the way: the loader says what.
    return true;
  }
}
