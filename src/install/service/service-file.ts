import { readFileSync } from "node:fs";

import { replaceFile } from "../../store/user-file.js";

/** Undefined where there is none that can be read. */
export function readServiceFile(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // Not set up; what else may be wrong shows when it is written.
    return undefined;
  }
}

/** Whole or not at all. Throws with the fix. */
export function writeServiceFile(file: string, text: string): void {
  replaceFile(file, text, {
    code: "SERVICE_NOT_WRITTEN",
    fix: () => "see who may write there, or leave the service out: cac install --no-service",
  });
}
