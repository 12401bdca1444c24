import { open } from "node:fs/promises";

import { systemCode } from "../errors.js";
import { ageMs, removeIfThere } from "./private-files.js";

/**
 * For what only one process may do at a time: of several that make this file one succeeds. A file that is older than
 * `longestMs` was left by one that was killed on the way. Throws where no such file can be made at all.
 */
export async function claim(file: string, longestMs = 10_000): Promise<boolean> {
  if ((await ageMs(file)) > longestMs) await removeIfThere(file);
  try {
    await (await open(file, "wx", 0o600)).close();
    return true;
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    return false;
  }
}
