import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { devNull } from "node:os";
import { dirname, resolve } from "node:path";

import { systemCode, UserError } from "../errors.js";
import { kindTrouble, writeFix } from "../host/file-trouble.js";
import { makeFolderSync } from "./make-folder.js";
import { unfinishedFile } from "./private-files.js";

/**
 * Where a write to the file ends up: dotfiles are often links into a repository, and must stay links.
 * Throws if something else than a regular file is there. A rename would put a file in its place: root can
 * lose a device of the machine in that way.
 */
export function writeTarget(file: string, nullDevice = devNull): string {
  if (file === nullDevice) {
    throw new UserError("CONFIG_NOT_A_FILE", `${file} is not a settings file: nothing can be kept there`, {
      fix: "name a file with CAC_CONFIG, or: unset CAC_CONFIG",
    });
  }
  const target = throughLinks(file);
  const stat = lstatSync(target, { throwIfNoEntry: false });
  const trouble = stat && kindTrouble(stat);
  if (trouble) {
    throw new UserError("CONFIG_NOT_A_FILE", `${target} ${trouble.says}; it was left as it is`, {
      fix: trouble.fix,
    });
  }
  return target;
}

/** What the user is told if the file cannot be written. */
export interface WriteErrors {
  readonly code: string;
  fix(file: string, systemCode: string): string;
}

/** For our own settings file. */
export const CONFIG_ERRORS: WriteErrors = {
  code: "CONFIG_NOT_WRITTEN",
  fix: (file, code) => writeFix(file, code),
};

/** The error to throw: with a fix if it is the system's, unchanged if it is a bug of ours. */
export function cannotWrite(file: string, error: unknown, errors: WriteErrors): unknown {
  const code = systemCode(error);
  if (code === undefined || error instanceof UserError) return error;
  return new UserError(errors.code, `${file} cannot be written (${code})`, {
    fix: errors.fix(file, code),
    cause: error,
  });
}

function throughLinks(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw cannotWrite(file, error, CONFIG_ERRORS);
  }
  let next: string;
  try {
    next = readlinkSync(file);
  } catch {
    // No link: a file that is not there yet.
    return file;
  }
  return throughLinks(resolve(dirname(file), next));
}

/**
 * Writes the file whole or not at all: a full disk or a kill at any point leaves the old one as it was. Its mode
 * stays; a new one is for us alone. Throws with the fix.
 */
export function replaceFile(file: string, text: string, errors: WriteErrors): void {
  const folder = dirname(file);
  const temporary = unfinishedFile(folder);
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
    throw cannotWrite(file, error, errors);
  }
  syncFolder(folder);
}

/** Copies the file to `.bak` beside it, or the next name that is free. Returns where it is; throws with the fix. */
export function keepCopy(file: string, errors: WriteErrors): string {
  for (let number = 1; ; number++) {
    const backup = number === 1 ? `${file}.bak` : `${file}.bak${number}`;
    try {
      copyFileSync(file, backup, constants.COPYFILE_EXCL);
      return backup;
    } catch (error) {
      if (systemCode(error) !== "EEXIST") throw cannotWrite(`${file}.bak`, error, errors);
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
    // What stopped the write stops this too, and is what the user must be told.
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
