import { randomBytes } from "node:crypto";
import { lstat, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { writeFix } from "../../host/file-trouble.js";
import { makeFolder } from "../../store/make-folder.js";
import { systemCode, UserError } from "../../errors.js";
import { isPersonaName, NAME_FORM } from "./persona.js";
import { IDENTITY_FILE, SETTINGS_FILE } from "./find-personas.js";
import type { Template } from "./templates.js";

/** Creates a persona's folder from a template, completely or not at all, and returns it. Fails if it exists. */
export async function newPersona(
  name: string,
  template: Template,
  /** The directory of the personas; created if it is missing. */ personas: string,
): Promise<string> {
  if (!isPersonaName(name)) throw badName(name);
  const folder = join(personas, name);
  if (await isThere(folder)) throw exists(name, folder);
  // Filled under a name that is not valid for a persona, then renamed.
  const temporary = join(personas, `.cac-${randomBytes(6).toString("hex")}.tmp`);
  try {
    await makeFolder(temporary);
    await writeFile(join(temporary, IDENTITY_FILE), template.identity, { mode: 0o600 });
    await writeFile(join(temporary, SETTINGS_FILE), settingsText(template), { mode: 0o600 });
    await rename(temporary, folder);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true }).catch(() => {
      // It fails for the same reason as the write, which is reported.
    });
    throw notMade(name, folder, error);
  }
  return folder;
}

export function badName(name: string): UserError {
  return new UserError("BAD_PERSONA_NAME", `${JSON.stringify(name)} is not a valid persona name`, {
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
    // Missing or unreadable: creating it will report that.
    return false;
  }
}

function exists(name: string, folder: string, cause?: unknown): UserError {
  return new UserError("PERSONA_EXISTS", `${folder} exists already`, {
    fix: `edit it, or choose another name; cac persona show ${name}`,
    cause,
  });
}

function notMade(name: string, folder: string, error: unknown): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  // Somebody else was faster.
  if (code === "ENOTEMPTY" || code === "EEXIST") return exists(name, folder, error);
  return new UserError("PERSONA_NOT_MADE", `${folder} cannot be created (${code})`, {
    fix: writeFix(folder, code, "create it elsewhere: --project puts it into the project"),
    cause: error,
  });
}
