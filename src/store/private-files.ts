import { randomBytes } from "node:crypto";
import { constants, type Stats } from "node:fs";
import {
  chmod,
  copyFile,
  link,
  lstat,
  open,
  readdir,
  rename,
  rm,
  stat,
  type FileHandle,
} from "node:fs/promises";
import { dirname, join } from "node:path";

import { systemCode } from "../errors.js";
import { makeFolder } from "./make-folder.js";

/** Why a file or directory of ours cannot be used: `says` is the rest of a sentence that starts with `path`. */
export interface Trouble {
  readonly path: string;
  /** The system's short name, "ENOSPC", or "FOREIGN" for what is not ours alone. */
  readonly code: string;
  readonly says: string;
  readonly fix: string;
}

/** The name of a file that is being written. One that is found later was left by a kill. */
export const UNFINISHED = /^\.cac-[0-9a-f]{12}\.tmp$/;

/** A new name of that form. Not made from the name of the file, which may be as long as a name can be. */
export function unfinishedFile(folder: string): string {
  return join(folder, `.cac-${randomBytes(6).toString("hex")}.tmp`);
}

/**
 * Makes the directory, for us alone, where it is not there. Returns why it cannot be trusted, or undefined.
 * `links: "refused"` is for places where others can write too: there a link may lead anywhere.
 */
export async function makePrivate(
  directory: string,
  { links }: { links: "followed" | "refused" } = { links: "followed" },
): Promise<Trouble | undefined> {
  try {
    await makeFolder(directory);
    const found = await (links === "followed" ? stat : lstat)(directory);
    if (!found.isDirectory()) return foreign(directory, "is not a directory");
    if (!isOurs(found)) return foreign(directory, `belongs to another user (${found.uid})`);
    if (!isClosed(found)) await chmod(directory, 0o700);
    return undefined;
  } catch (error) {
    return troubleOf(directory, error);
  }
}

/** Writes the file whole or not at all, for us alone; when this resolves to undefined it is on the disk. */
export async function writeWhole(file: string, text: string): Promise<Trouble | undefined> {
  const folder = dirname(file);
  const temporary = unfinishedFile(folder);
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {
      // What stopped the write stops this too, and is what the caller must hear of.
    });
    return troubleOf(file, error);
  }
  await syncFolder(folder);
  return undefined;
}

/**
 * As `writeWhole`, where nothing has that name yet; else what stands there stays, and it is `taken`. Of several that
 * write at once one does.
 */
export async function writeFirst(file: string, text: string): Promise<Trouble | "taken" | undefined> {
  const temporary = unfinishedFile(dirname(file));
  const trouble = await writeWhole(temporary, text);
  if (trouble) return trouble;
  try {
    return (await linked(temporary, file)) ? undefined : "taken";
  } catch (error) {
    return troubleOf(file, error);
  } finally {
    await removeIfThere(temporary);
  }
}

/** Whether it has that name now: all of it at once, or not at all because the name was taken. */
export async function linked(file: string, name: string): Promise<boolean> {
  try {
    await link(file, name);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
  }
  try {
    // No hard links here, as on Android and some network disks. For a moment the copy is empty.
    await copyFile(file, name, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

export type PrivateText =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "missing" }
  /** Not a file that we wrote. */
  | { readonly type: "foreign"; readonly says: string }
  /** Nothing is known of what stands there. */
  | { readonly type: "unreadable"; readonly says: string };

/** Reads a small file that must be ours alone: no link, no pipe, nobody else's, nothing that others may write. */
export async function readPrivate(file: string, mostBytes: number): Promise<PrivateText> {
  let handle: FileHandle;
  try {
    // Both flags are absent on Windows. Without O_NONBLOCK a named pipe would hold us up until somebody writes.
    handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const code = systemCode(error) ?? String(error);
    if (code === "ENOENT") return { type: "missing" };
    // Linux and macOS answer a link with ELOOP, other systems with EMLINK; a socket with ENXIO or EOPNOTSUPP.
    if (["ELOOP", "EMLINK", "ENXIO", "EOPNOTSUPP"].includes(code)) {
      return { type: "foreign", says: "is not a regular file" };
    }
    return { type: "unreadable", says: `cannot be read (${code})` };
  }
  try {
    const found = await handle.stat();
    if (!found.isFile()) return { type: "foreign", says: "is not a regular file" };
    if (!isOurs(found)) return { type: "foreign", says: `belongs to another user (${found.uid})` };
    if (process.platform !== "win32" && (found.mode & 0o022) !== 0) {
      return { type: "foreign", says: "can be written by others" };
    }
    if (found.size > mostBytes) return { type: "foreign", says: `is too large (${found.size} bytes)` };
    return { type: "text", text: await handle.readFile("utf8") };
  } catch (error) {
    return { type: "unreadable", says: `cannot be read (${systemCode(error) ?? String(error)})` };
  } finally {
    await handle.close();
  }
}

/** Returns undefined where it is gone, by us or before. */
export async function removeIfThere(file: string): Promise<Trouble | undefined> {
  try {
    await rm(file, { force: true });
    return undefined;
  } catch (error) {
    return troubleOf(file, error);
  }
}

/** What is in the directory; nothing where it is not there or cannot be read. */
export async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch {
    // Nothing of ours is known to be there.
    return [];
  }
}

/** For how long nothing was written to it; 0 where that cannot be told. */
export async function ageMs(file: string): Promise<number> {
  try {
    return Date.now() - (await stat(file)).mtimeMs;
  } catch {
    // Gone since it was listed.
    return 0;
  }
}

/** Whether it belongs to us. Windows has no such number, and a profile that only its user can enter. */
export function isOurs({ uid }: Pick<Stats, "uid">): boolean {
  return process.geteuid === undefined || uid === process.geteuid();
}

/** Whether nobody else may enter, read or write. */
export function isClosed({ mode }: Pick<Stats, "mode">): boolean {
  return process.platform === "win32" || (mode & 0o077) === 0;
}

/** The trouble that a failed call of the system means; a bug of ours is thrown on. */
function troubleOf(path: string, error: unknown): Trouble {
  const code = systemCode(error);
  if (code === undefined) throw error;
  const fix = placeFix(code, "XDG_STATE_HOME") ?? `see what is at ${path}`;
  return { path, code, says: `cannot be written (${code})`, fix };
}

/** What to do where a place of ours cannot be written; `variable` is how the user names another. */
export function placeFix(code: string, variable: string): string | undefined {
  const elsewhere = `name another place with ${variable}`;
  switch (code) {
    case "ENOSPC":
      return "free some space on that disk";
    case "EDQUOT":
      return "free some space: your share of that disk is used up";
    case "EROFS":
      return `that disk is read-only: ${elsewhere}`;
    case "EACCES":
    case "EPERM":
      return `see who may write there, or ${elsewhere}`;
    default:
      return undefined;
  }
}

function foreign(path: string, says: string): Trouble {
  return { path, code: "FOREIGN", says, fix: "move it away, or name another place with XDG_STATE_HOME" };
}

async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, constants.O_RDONLY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Windows and some network file systems cannot: the rename then becomes durable when they see fit.
  }
}
