import { stat } from "node:fs/promises";
import { dirname } from "node:path";

import { stateDir, type Surroundings } from "../host/paths.js";
import { isClosed, isOurs, makePrivate } from "./private-files.js";

/** Makes one of `runtimeDirs`, for us alone. Returns whether it can be trusted. */
export async function makeRuntimeDirectory(directory: string, where: Surroundings): Promise<boolean> {
  const parent = dirname(directory);
  if (parent === stateDir(where)) return (await makePrivate(directory)) === undefined;
  // That of another user is passed on by `sudo` and `su`. It must be there already: the system makes it.
  if (!(await isPrivateDirectory(parent))) return false;
  return (await makePrivate(directory, { links: "refused" })) === undefined;
}

async function isPrivateDirectory(directory: string): Promise<boolean> {
  try {
    const found = await stat(directory);
    return found.isDirectory() && isOurs(found) && isClosed(found);
  } catch {
    // Named and not there, as after a logout.
    return false;
  }
}
