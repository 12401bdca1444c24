import { randomBytes } from "node:crypto";
import { lstat, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { writeFix } from "../../host/file-trouble.js";
import { makeFolder } from "../../store/make-folder.js";
import { systemCode, UserError } from "../../errors.js";
import { isPersonaName, NAME_FORM } from "./persona.js";
import { IDENTITY_FILE, SETTINGS_FILE } from "./find-personas.js";
import type { Template } from "./templates.js";

/** Makes a persona's folder from a template, whole or not at all. Returns the folder; one that is there is refused. */
export async function newPersona(
  name: string,
  template: Template,
  /** Where the personas are; it is made where it is missing. */ personas: string,
): Promise<string> {
  if (!isPersonaName(name)) throw badName(name);
  const folder = join(personas, name);
  if (await isThere(folder)) throw exists(name, folder);
  // Filled under a name that no persona can have, and then put in its place.
  const temporary = join(personas, `.cac-${randomBytes(6).toString("hex")}.tmp`);
  try {
    await makeFolder(temporary);
    await writeFile(join(temporary, IDENTITY_FILE), template.identity, { mode: 0o600 });
    await writeFile(join(temporary, SETTINGS_FILE), settingsText(template), { mode: 0o600 });
    await rename(temporary, folder);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true }).catch(() => {
      // What stopped the write stops this too, and is what the user must hear of.
    });
    throw notMade(name, folder, error);
  }
  return folder;
}

export function badName(name: string): UserError {
  return new UserError("BAD_PERSONA_NAME", `${JSON.stringify(name)} cannot be a persona's name`, {
    fix: `use ${NAME_FORM}`,
    exitCode: 2,
  });
}

function settingsText({ description, allowedTools }: Template): string {
  return `${JSON.stringify({ description, allowedTools }, undefined, 2)}\n`;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    // Not there, or out of reach: making it says so.
    return false;
  }
}

function exists(name: string, folder: string, cause?: unknown): UserError {
  return new UserError("PERSONA_EXISTS", `${folder} is there already`, {
    fix: `edit it, or take another name; cac persona show ${name}`,
    cause,
  });
}

function notMade(name: string, folder: string, error: unknown): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  // Somebody was quicker.
  if (code === "ENOTEMPTY" || code === "EEXIST") return exists(name, folder, error);
  return new UserError("PERSONA_NOT_MADE", `${folder} cannot be made (${code})`, {
    fix: writeFix(folder, code, "make it elsewhere: --project puts it into the project"),
    cause: error,
  });
}
