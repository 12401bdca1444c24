import { lstat, readlink } from "node:fs/promises";

import { asNumber, asObject, asString, parseJson } from "../../claude/json.js";
import { ageMs, readPrivate } from "../private-files.js";
import { isAlive, processStart } from "../../host/process-identity.js";
import { thisMachine } from "../../host/this-machine.js";

/** Who holds a lock. */
export interface LockNote {
  readonly version: 1;
  readonly pid: number;
  /** Tells it from a later process with the same number. */
  readonly start?: string | undefined;
  /** Where `pid` means something: on this machine, and in this container. */
  readonly place?: string | undefined;
  /** No two holders ever have the same. */
  readonly token: string;
  readonly since: string;
  /** Where it listens. */
  readonly socket?: string | undefined;
}

export type FoundNote =
  | { readonly type: "missing" }
  | { readonly type: "note"; readonly note: LockNote; readonly token: string }
  /** Nobody holds it; the token stands for what is there now and nothing else. */
  | { readonly type: "bad"; readonly token: string };

export async function noteOfThisProcess(token: string, now: Date): Promise<LockNote> {
  const [start, place] = await Promise.all([processStart(process.pid), thisPlace()]);
  return { version: 1, pid: process.pid, start, place, token, since: now.toISOString() };
}

export async function findNote(file: string): Promise<FoundNote> {
  const found = await readPrivate(file, LARGEST_BYTES);
  if (found.type === "missing") return found;
  const note = found.type === "text" ? readNote(found.text) : undefined;
  if (note) return { type: "note", note, token: note.token };
  try {
    const { ino, mtimeMs, size } = await lstat(file);
    return { type: "bad", token: `bad-${ino}-${Math.floor(mtimeMs)}-${size}` };
  } catch {
    // Gone in between.
    return { type: "missing" };
  }
}

/** Whether whoever wrote the note still runs. Where the number alone does not tell the file does: its holder touches it. */
export async function isHeld(file: string, note: LockNote): Promise<boolean> {
  const isFresh = (await ageMs(file)) < SILENT_MS;
  if (await isElsewhere(note)) return isFresh;
  // Windows does not say when a process started, and gives its number to others.
  return (note.start !== undefined || isFresh) && isAlive(note.pid, note.start);
}

/** Whether it runs on another machine, or in a container: there its number means another process. */
export async function isElsewhere({ place }: LockNote): Promise<boolean> {
  const here = await thisPlace();
  return place !== undefined && here !== undefined && place !== here;
}

/** How often a holder touches its file. */
export const TOUCH_MS = 60_000;
// Clocks of machines that share a home are not one clock.
const SILENT_MS = 5 * TOUCH_MS;
const LARGEST_BYTES = 16 * 1024;

function readNote(text: string): LockNote | undefined {
  const value = asObject(parseJson(text));
  if (value?.["version"] !== 1) return undefined;
  const pid = asNumber(value["pid"]);
  const [token, since] = [asString(value["token"]), asString(value["since"])];
  if (pid === undefined || !Number.isSafeInteger(pid) || pid < 1) return undefined;
  // It becomes part of a file's name.
  if (token === undefined || !/^[0-9a-f]{1,64}$/.test(token)) return undefined;
  if (since === undefined || Number.isNaN(Date.parse(since))) return undefined;
  const [start, place] = [asString(value["start"]), asString(value["place"])];
  return { version: 1, pid, start, place, token, since, socket: asString(value["socket"]) };
}

async function thisPlace(): Promise<string | undefined> {
  const machine = await thisMachine();
  // Containers count their processes for themselves, and may have the machine's own id.
  const namespace = await readlink("/proc/self/ns/pid").catch(() => "");
  return machine === undefined && namespace === "" ? undefined : `${machine ?? ""} ${namespace}`;
}
