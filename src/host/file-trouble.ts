import { existsSync, statSync, type Stats } from "node:fs";
import { dirname } from "node:path";

import { shellWord } from "./shell-word.js";

/** What is wrong with a file: `says` is the rest of a sentence that starts with its name. */
export interface FileTrouble {
  readonly says: string;
  readonly fix: string;
}

/** Undefined for a regular file, the only kind that is read or replaced. */
export function kindTrouble(stat: Stats): FileTrouble | undefined {
  if (stat.isFile()) return undefined;
  if (stat.isDirectory()) return { says: "is a directory", fix: "name a file, or move the directory away" };
  return { says: "is not a regular file", fix: "name a regular file" };
}

/** What to do where reading the file failed; `uid` is the reader's, `another` how the user names another file. */
export function readFix(
  file: string,
  code: string,
  uid = process.geteuid?.(),
  another = ANOTHER_CONFIG,
): string {
  if (code === "EACCES") return accessFix(file, uid, another);
  return FIXES[code] ?? "see that the path is right";
}

/** What to do where writing the file failed. */
export function writeFix(file: string, code: string, another = ANOTHER_CONFIG): string {
  if (code === "EACCES" || code === "EPERM") {
    const folder = nearestFolder(dirname(file));
    return `see who may write to ${folder}: ls -ld ${shellWord(folder)}`;
  }
  if (code === "EROFS") return `that disk is read-only: ${another}`;
  return FIXES[code] ?? `see that the path is right, or ${another}`;
}

const ANOTHER_CONFIG = "name another file with CAC_CONFIG";

const FIXES: Readonly<Record<string, string>> = {
  ENOSPC: "free some space on that disk; nothing was changed",
  ELOOP: "the link leads in a circle: remove it",
};

function accessFix(file: string, uid: number | undefined, another: string): string {
  let owner: number;
  try {
    owner = statSync(file).uid;
  } catch {
    // Not even its owner can be told: a folder on the way is closed.
    const folder = nearestFolder(dirname(file));
    return `see who may enter ${folder}: ls -ld ${shellWord(folder)}`;
  }
  if (owner === uid) return `chmod u+r ${shellWord(file)}`;
  return `it belongs to another user (${owner}): ask them, or ${another}`;
}

/** The folder itself, or the last one on the way to it that is there. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}
