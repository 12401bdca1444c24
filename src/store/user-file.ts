import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { systemCode } from "../errors.js";
import { makeFolderSync } from "./make-folder.js";

/**
 * Writes the file whole or not at all: a full disk or a kill at any point leaves the old one as it was. Its mode
 * stays; a new one is for us alone. Throws the system's own error.
 */
export function replaceFile(file: string, text: string): void {
  const folder = dirname(file);
  // Not made from the file's own name, which may be as long as a name can be.
  const temporary = join(folder, `.cac-${randomBytes(6).toString("hex")}.tmp`);
  try {
    makeFolderSync(folder);
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? PRIVATE;
    const descriptor = openSync(temporary, "wx", PRIVATE);
    try {
      writeFileSync(descriptor, text);
      // Only where it differs: some file systems know one mode for all, and refuse.
      if (permissions(fstatSync(descriptor).mode) !== permissions(mode)) {
        fchmodSync(descriptor, permissions(mode));
      }
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    removeIfPossible(temporary);
    throw error;
  }
  syncFolder(folder);
}

/** Copies the file to `.bak` beside it, or the next name that is free. Returns where it is; throws the system's own error. */
export function keepCopy(file: string): string {
  for (let number = 1; ; number++) {
    const backup = number === 1 ? `${file}.bak` : `${file}.bak${number}`;
    try {
      copyFileSync(file, backup, constants.COPYFILE_EXCL);
      return backup;
    } catch (error) {
      if (systemCode(error) !== "EEXIST") throw error;
    }
  }
}

const PRIVATE = 0o600;

function permissions(mode: number): number {
  return mode & 0o777;
}

function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // What stopped the write stops this too, and is what the user must hear of.
  }
}

function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, constants.O_RDONLY);
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch {
    // Windows and some network file systems cannot: the rename then becomes durable when they see fit.
  }
}
