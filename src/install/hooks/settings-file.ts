import { statSync } from "node:fs";

import { writeFix } from "../../host/file-trouble.js";
import { readJson } from "../../store/json-text.js";
import { replaceFile } from "../../store/replace-file.js";
import { shellWord } from "../../host/shell-word.js";
import { readTextFile } from "../../store/text-file.js";
import { writeTarget } from "../../store/write-target.js";
import { systemCode, UserError } from "../../errors.js";

/** The user's settings of Claude Code as they stand on disk, or why they cannot be used. */
export type SettingsFile =
  | { readonly type: "missing" }
  | {
      readonly type: "good";
      /** Without the byte order mark that may stand in front of it. */
      readonly text: string;
      readonly mark: string;
      readonly value: object;
    }
  | { readonly type: "bad"; readonly says: string; readonly fix: string };

/** Never throws. */
export function readSettings(file: string): SettingsFile {
  const found = readTextFile(file, {
    mostBytes: MOST_BYTES,
    tooLargeFix: "see what is in it",
    another: ANOTHER_PLACE,
  });
  if (found.type !== "text") return found;
  const json = readJson(found.text);
  if (!json.ok) {
    const fix = found.text.trim() === "" ? "write {} into it, or remove it" : CORRECT_IT;
    return {
      type: "bad",
      says: `is not JSON: line ${json.line}, column ${json.column}: ${json.reason}`,
      fix,
    };
  }
  if (typeof json.value !== "object" || json.value === null || Array.isArray(json.value)) {
    return { type: "bad", says: "must hold an object, { … }", fix: CORRECT_IT };
  }
  return { type: "good", text: found.text, mark: found.mark, value: json.value };
}

/** Where a write to the settings ends up. Throws where nothing may be written there. */
export function settingsTarget(file: string): string {
  const target = writeTarget(file);
  const stat = statSync(target, { throwIfNoEntry: false });
  // A rename would get around it, and root gets around anything; but somebody said no.
  if (stat && (stat.mode & 0o222) === 0) {
    throw new UserError("SETTINGS_READ_ONLY", `${target} is read-only; it was left as it is`, {
      fix: `chmod u+w ${shellWord(target)}, or put the hooks there yourself: cac install --print shows them`,
    });
  }
  return target;
}

/** Whole or not at all. Throws with the fix. */
export function writeSettings(target: string, text: string): void {
  try {
    replaceFile(target, text);
  } catch (error) {
    throw settingsNotWritten(target, error);
  }
}

/** The error to throw: with a fix where it is the system's, as it is where it is a bug of ours. */
export function settingsNotWritten(file: string, error: unknown): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  return new UserError("SETTINGS_NOT_WRITTEN", `${file} cannot be written (${code})`, {
    fix: writeFix(file, code, ANOTHER_PLACE),
    cause: error,
  });
}

const CORRECT_IT = "correct it, or put the hooks there yourself: cac install --print shows them";
/** Far above any settings; below what would be read by mistake. */
const MOST_BYTES = 4 * 1024 * 1024;
/** How the user has it all elsewhere. */
export const ANOTHER_PLACE = "name another directory with CLAUDE_CONFIG_DIR";
