import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { UserError } from "../errors.js";
import { readConfigFile } from "./config-file.js";
import { readFix, systemCode } from "./file-trouble.js";
import { editJson } from "./json-edit.js";
import { readJson } from "./json-text.js";
import { cannotWrite, writeTarget } from "./write-target.js";

const FRESH = '{\n  "version": 1\n}\n';

/**
 * Sets the key at `path` in the settings file, or takes it out where `value` is undefined. Everything else in
 * the file stays as it is, to the character. Returns whether the file changed.
 */
export function changeConfig(file: string, path: readonly string[], value: unknown): boolean {
  const found = readConfigFile(file);
  if (found.type === "bad") {
    // Writing would throw away what the user has there.
    throw new UserError("CONFIG_UNUSABLE", `${file} ${found.says}; it was left as it is`, { fix: found.fix });
  }
  if (found.type === "missing" && value === undefined) return false;
  const before = found.type === "good" ? found.text : FRESH;
  const after = edited(before, path, value);
  if (found.type === "good" && after === before) return false;
  save(file, after);
  return true;
}

/** Writes a fresh settings file. Returns where the old one was kept, if there was one; without `force` that is refused. */
export function initConfig(file: string, { force }: { force: boolean }): { backup: string | undefined } {
  // First: a copy of a named pipe would wait for ever.
  writeTarget(file);
  const missing = readConfigFile(file).type === "missing";
  if (!missing && !force) {
    throw new UserError("CONFIG_EXISTS", `${file} is there already`, {
      fix: "cac config init --force writes a new one and keeps the old one beside it",
    });
  }
  const backup = missing ? undefined : keepCopy(file);
  save(file, FRESH);
  return { backup };
}

function edited(text: string, path: readonly string[], value: unknown): string {
  for (;;) {
    const json = readJson(text);
    if (!json.ok) throw new Error(`the text to edit is not JSON: ${json.reason}`);
    const after = editJson(text, json.root, path, value);
    // A key may stand there twice; taking out the last one alone would bring the first one into effect.
    if (value !== undefined || after === text) return after;
    text = after;
  }
}

/** Whole or not at all: a full disk or a kill at any point leaves the old file as it was. Its mode stays. */
function save(file: string, text: string): void {
  const target = writeTarget(file);
  const folder = dirname(target);
  // Not made from the file's own name, which may be as long as a name can be.
  const temporary = join(folder, `.cac-${randomBytes(6).toString("hex")}.tmp`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? PRIVATE;
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
    renameSync(temporary, target);
    syncFolder(folder);
  } catch (error) {
    removeIfPossible(temporary);
    throw cannotWrite(target, error);
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

function keepCopy(file: string): string {
  try {
    closeSync(openSync(file, constants.O_RDONLY));
  } catch (error) {
    const code = systemCode(error) ?? String(error);
    throw new UserError("CONFIG_UNUSABLE", `${file} cannot be read (${code}), so no copy of it can be kept`, {
      fix: readFix(file, code),
      cause: error,
    });
  }
  for (let number = 1; ; number++) {
    const backup = number === 1 ? `${file}.bak` : `${file}.bak${number}`;
    try {
      copyFileSync(file, backup, constants.COPYFILE_EXCL);
      return backup;
    } catch (error) {
      if (systemCode(error) !== "EEXIST") throw cannotWrite(backup, error);
    }
  }
}
