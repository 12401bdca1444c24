import { mkdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

import { systemCode } from "../errors.js";

/**
 * Makes the folder and those above it that are missing, for us alone. One that is there stays as it is. Throws the
 * system's own error: with its `recursive` option, Node 20 says of a read-only disk that the folder is missing.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, PRIVATE);
  } catch (error) {
    if (isThere(error)) return;
    if (!isAboveMissing(folder, error)) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder, PRIVATE).catch(throwUnlessThere);
  }
}

/** The same, for those who cannot wait. */
export function makeFolderSync(folder: string): void {
  try {
    mkdirSync(folder, PRIVATE);
  } catch (error) {
    if (isThere(error)) return;
    if (!isAboveMissing(folder, error)) throw error;
    makeFolderSync(dirname(folder));
    try {
      mkdirSync(folder, PRIVATE);
    } catch (again) {
      throwUnlessThere(again);
    }
  }
}

const PRIVATE = { mode: 0o700 } as const;

function isAboveMissing(folder: string, error: unknown): boolean {
  return systemCode(error) === "ENOENT" && dirname(folder) !== folder;
}

function isThere(error: unknown): boolean {
  return systemCode(error) === "EEXIST";
}

/** Somebody else may have made it in between. */
function throwUnlessThere(error: unknown): void {
  if (!isThere(error)) throw error;
}
