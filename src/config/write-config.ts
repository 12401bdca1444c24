import { closeSync, constants, openSync } from "node:fs";

import { systemCode, UserError } from "../errors.js";
import { readConfigFile } from "./config-file.js";
import { readFix } from "../host/file-trouble.js";
import { editJson } from "../store/json-edit.js";
import { readJson } from "../store/json-text.js";
import { CONFIG_ERRORS, keepCopy, replaceFile, writeTarget } from "../store/user-file.js";

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
  const backup = missing ? undefined : keptCopy(file);
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

function save(file: string, text: string): void {
  replaceFile(writeTarget(file), text, CONFIG_ERRORS);
}

function keptCopy(file: string): string {
  try {
    closeSync(openSync(file, constants.O_RDONLY));
  } catch (error) {
    const code = systemCode(error) ?? String(error);
    throw new UserError("CONFIG_UNUSABLE", `${file} cannot be read (${code}), so no copy of it can be kept`, {
      fix: readFix(file, code),
      cause: error,
    });
  }
  return keepCopy(file, CONFIG_ERRORS);
}
