import { join } from "node:path";

import { stateDir, type Surroundings } from "../../host/paths.js";

/** Where the host has its lock, its log and its record: one for each user. */
export function hostDirectory(where: Surroundings): string {
  return join(stateDir(where), "persona-host");
}

/** The conversations to go on with: for `HostRecord`. */
export function recordFile(where: Surroundings): string {
  return join(hostDirectory(where), "sessions.json");
}
