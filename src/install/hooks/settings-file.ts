import { statSync } from "node:fs";

import { writeFix } from "../../host/file-trouble.js";
import { readJson } from "../../store/json-text.js";
import { writeTarget, type WriteErrors } from "../../store/user-file.js";
import { shellWord } from "../../host/shell-word.js";
import { readTextFile } from "../../store/text-file.js";
import { UserError } from "../../errors.js";

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

export const SETTINGS_ERRORS: WriteErrors = {
  code: "SETTINGS_NOT_WRITTEN",
  fix: (file, code) => writeFix(file, code, ANOTHER_PLACE),
};

const CORRECT_IT = "correct it, or put the hooks there yourself: cac install --print shows them";
/** Far above any settings; below what would be read by mistake. */
const MOST_BYTES = 4 * 1024 * 1024;
/** How the user has it all elsewhere. */
export const ANOTHER_PLACE = "name another directory with CLAUDE_CONFIG_DIR";
