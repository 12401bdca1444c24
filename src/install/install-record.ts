import { join } from "node:path";

import { asObject, asString, parseJson } from "../claude/json.js";
import { makePrivate, readPrivate, removeIfThere, writeWhole, type Trouble } from "../store/private-files.js";

/** What an install did to the user's settings: enough to put back the very characters that stood there. */
export interface InstallRecord {
  /** The file that was written to, links followed. */
  readonly file: string;
  /** Whether there was such a file before. */
  readonly existed: boolean;
  /** The copy that was kept, where there was one to keep. */
  readonly backup: string | undefined;
  /** The one piece in which the two texts differ. */
  readonly was: string;
  readonly now: string;
}

/** The shortest piece of `before` that must be replaced to get `after`. */
export function difference(before: string, after: string): Pick<InstallRecord, "was" | "now"> {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { was: before.slice(start, before.length - end), now: after.slice(start, after.length - end) };
}

/** The text as it was before; undefined where the piece was changed since, or could be another one. */
export function undone(text: string, { was, now }: InstallRecord): string | undefined {
  const at = text.indexOf(now);
  if (now === "" || at < 0 || text.includes(now, at + 1)) return undefined;
  return text.slice(0, at) + was + text.slice(at + now.length);
}

/** Undefined where there is none, or none that can be believed: what it tells can be found out less exactly without. */
export async function readInstallRecord(directory: string): Promise<InstallRecord | undefined> {
  const found = await readPrivate(join(directory, NAME), MOST_BYTES);
  const record = asObject(parseJson(found.type === "text" ? found.text : ""));
  const [file, was, now] = [asString(record?.["file"]), asString(record?.["was"]), asString(record?.["now"])];
  const existed = record?.["existed"];
  if (record?.["version"] !== 1 || file === undefined || was === undefined || now === undefined)
    return undefined;
  return typeof existed === "boolean"
    ? { file, existed, backup: asString(record["backup"]), was, now }
    : undefined;
}

/** When this resolves to undefined, it is on the disk. */
export async function writeInstallRecord(
  directory: string,
  record: InstallRecord,
): Promise<Trouble | undefined> {
  const trouble = await makePrivate(directory);
  return trouble ?? writeWhole(join(directory, NAME), `${JSON.stringify({ version: 1, ...record })}\n`);
}

export function removeInstallRecord(directory: string): Promise<Trouble | undefined> {
  return removeIfThere(join(directory, NAME));
}

const NAME = "install.json";
const MOST_BYTES = 4 * 1024 * 1024;
