import { existsSync, readFileSync, rmSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

import { parseJson } from "../../claude/json.js";
import { writeFix } from "../../host/file-trouble.js";
import { cannotWrite, keepCopy, replaceFile } from "../../store/user-file.js";
import { UserError } from "../../errors.js";
import { addHooks, hooksTrouble, ourHooks, removeHooks, theirSettings, type OurHook } from "./hook-text.js";
import {
  difference,
  readInstallRecord,
  removeInstallRecord,
  undone,
  writeInstallRecord,
  type InstallRecord,
} from "../install-record.js";
import {
  ANOTHER_PLACE,
  readSettings,
  SETTINGS_ERRORS,
  settingsTarget,
  type SettingsFile,
} from "./settings-file.js";

export interface HookPlace {
  /** The user's settings.json; it need not be there. */
  readonly file: string;
  /** Where we keep what we did to it. */
  readonly directory: string;
}

export interface HooksInstalled {
  readonly changed: boolean;
  /** Where the user's own file was copied to before it was changed for the first time. */
  readonly backup: string | undefined;
}

/**
 * Makes exactly these hooks of ours stand in the user's settings; all else stays as it is, to the character.
 * Throws, with the file untouched, where it cannot be done.
 */
export async function installHooks(place: HookPlace, hooks: readonly OurHook[]): Promise<HooksInstalled> {
  for (;;) {
    const target = settingsTarget(place.file);
    const found = usable(place.file);
    if (found.type === "good" && isDeepStrictEqual(sorted(ourHooks(found.value)), sorted(hooks))) {
      return { changed: false, backup: undefined };
    }
    if (found.type === "missing" && hooks.length === 0) return { changed: false, backup: undefined };
    const kept = await readInstallRecord(place.directory);
    const known = kept?.file === target ? kept : undefined;
    const isFirst = found.type === "good" && ourHooks(found.value).length === 0;
    const before = found.type === "good" ? withoutOurs(found.text, known) : FRESH;
    const after = addHooks(before, hooks);
    const backup = isFirst ? keepCopy(place.file, SETTINGS_ERRORS) : undefined;
    const record: InstallRecord = {
      file: target,
      existed: found.type === "good" && (isFirst || (known?.existed ?? true)),
      backup: backup ?? known?.backup,
      ...difference(before, after),
    };
    try {
      // First what can undo it, then what is to be undone: a kill in between leaves the settings as they were.
      await keepRecord(place, record);
      // Claude Code, or the user, may have written to it in the meantime.
      if (isUnchanged(place.file, found)) {
        replaceFile(target, (found.type === "good" ? found.mark : "") + after, SETTINGS_ERRORS);
        return { changed: true, backup };
      }
    } catch (error) {
      removeCopy(backup);
      throw error;
    }
    removeCopy(backup);
  }
}

export interface HooksRemoved {
  /** How many hooks of ours there were. */
  readonly removed: number;
  /** The copy that is still there because the settings were changed since it was made. */
  readonly backup: string | undefined;
}

/** Takes out exactly what was put in, and the copy that was kept where nothing but that had changed. */
export async function uninstallHooks(place: HookPlace): Promise<HooksRemoved> {
  const kept = await readInstallRecord(place.directory);
  const removed = removeFrom(place.file, kept);
  await removeInstallRecord(place.directory);
  return removed;
}

/** In one go from reading to writing: Claude Code, or the user, may write to it at any time. */
function removeFrom(file: string, kept: InstallRecord | undefined): HooksRemoved {
  const found = usable(file);
  const removed = found.type === "missing" ? 0 : ourHooks(found.value).length;
  if (found.type === "missing" || removed === 0) return { removed: 0, backup: undefined };
  const target = settingsTarget(file);
  // A record of another file says nothing about this one.
  const record = kept?.file === target ? kept : undefined;
  const after = withoutOurs(found.text, record);
  // Claude Code writes it anew now and then, in its own way.
  const isOurFile = record?.existed === false && after.trim() === FRESH.trim();
  if (isOurFile) removeSettings(target);
  else replaceFile(target, found.mark + after, SETTINGS_ERRORS);
  const backup = record?.backup;
  const isSpare = backup !== undefined && holds(backup, found.mark + after);
  if (isSpare) removeCopy(backup);
  const stays = backup !== undefined && !isSpare && existsSync(backup);
  return { removed, backup: stays ? backup : undefined };
}

/** What a settings file is begun with where there is none. */
const FRESH = "{}\n";

/** Exactly as it was where the record allows, else by what the text says. */
function withoutOurs(text: string, record: InstallRecord | undefined): string {
  const before = record && undone(text, record);
  const value = before === undefined ? undefined : parseJson(before);
  const isTheirs =
    value !== undefined &&
    ourHooks(value).length === 0 &&
    isDeepStrictEqual(theirSettings(value), theirSettings(parseJson(text)));
  return before !== undefined && isTheirs ? before : removeHooks(text);
}

/** Settings that can be edited. Throws with the fix for any others. */
function usable(file: string): Exclude<SettingsFile, { type: "bad" }> {
  const found = readSettings(file);
  if (found.type === "bad") {
    throw new UserError("SETTINGS_UNUSABLE", `${file} ${found.says}; it was left as it is`, {
      fix: found.fix,
    });
  }
  const trouble = found.type === "good" ? hooksTrouble(found.value) : undefined;
  if (trouble !== undefined) {
    throw new UserError("SETTINGS_UNUSABLE", `${file}: ${trouble}; it was left as it is`, {
      fix: `correct it: ${file}`,
    });
  }
  return found;
}

async function keepRecord({ directory }: HookPlace, record: InstallRecord): Promise<void> {
  const trouble = await writeInstallRecord(directory, record);
  if (trouble === undefined) return;
  throw new UserError("RECORD_NOT_WRITTEN", `${trouble.path} ${trouble.says}; nothing was changed`, {
    fix: writeFix(trouble.path, trouble.code, ANOTHER_PLACE),
  });
}

function removeCopy(backup: string | undefined): void {
  if (backup !== undefined) rmSync(backup, { force: true });
}

function removeSettings(target: string): void {
  try {
    rmSync(target);
  } catch (error) {
    throw cannotWrite(target, error, SETTINGS_ERRORS);
  }
}

function isUnchanged(file: string, before: SettingsFile): boolean {
  return isDeepStrictEqual(readSettings(file), before);
}

function holds(file: string, text: string): boolean {
  try {
    return readFileSync(file, "utf8") === text;
  } catch {
    // The user has moved it.
    return false;
  }
}

function sorted(hooks: readonly OurHook[]): OurHook[] {
  return hooks.toSorted((a, b) =>
    a.event < b.event ? -1 : a.event > b.event ? 1 : a.command < b.command ? -1 : 1,
  );
}
