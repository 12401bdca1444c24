import { rename } from "node:fs/promises";
import { join } from "node:path";

import { ageMs, makePrivate, namesIn, readPrivate, removeIfThere, UNFINISHED } from "../private-files.js";
import { isSessionId } from "./session-id.js";
import { readRecord, type SessionRecord } from "./session-record.js";

/** A file that stood among the records and is none that may be acted on. */
export interface SetAside {
  readonly file: string;
  /** The rest of a sentence that starts with the file's name. */
  readonly says: string;
  /** Where it lies now; undefined where it was left in its place. */
  readonly movedTo: string | undefined;
}

/** The record files of one directory, as they are found: whoever wrote them. */
export class RecordFiles {
  readonly #directory: string;
  readonly #aside: string;

  /** What is no record is moved from `directory` to `aside`. */
  constructor(directory: string, aside: string) {
    this.#directory = directory;
    this.#aside = aside;
  }

  pathOf(id: string): string {
    return join(this.#directory, `${id}.json`);
  }

  /** What is called like a record; empty where the directory is not there or cannot be read. */
  async names(): Promise<string[]> {
    return (await namesIn(this.#directory)).filter((name) => name.endsWith(SUFFIX));
  }

  /** Undefined where there is no such file. */
  async read(name: string): Promise<SessionRecord | SetAside | undefined> {
    const file = join(this.#directory, name);
    const id = name.slice(0, -SUFFIX.length);
    if (!isSessionId(id)) return this.#setAside(name, "is not named like a session");
    const found = await readPrivate(file, LARGEST_BYTES);
    if (found.type === "missing") return undefined;
    if (found.type === "unreadable") return { file, says: found.says, movedTo: undefined };
    if (found.type === "foreign") return this.#setAside(name, found.says);
    const read = readRecord(found.text);
    if (!read.ok) {
      return read.newer ? { file, says: read.says, movedTo: undefined } : this.#setAside(name, read.says);
    }
    if (read.record.id !== id) return this.#setAside(name, `holds the record of ${read.record.id}`);
    return read.record;
  }

  /** Takes away what writers that were killed did not finish. */
  async tidy(): Promise<void> {
    for (const name of await namesIn(this.#directory)) {
      const file = join(this.#directory, name);
      if (UNFINISHED.test(name) && (await ageMs(file)) > UNFINISHED_MS) await removeIfThere(file);
    }
  }

  async #setAside(name: string, says: string): Promise<SetAside> {
    const file = join(this.#directory, name);
    const target = join(this.#aside, `${new Date().toISOString().replaceAll(":", "")}-${name}`);
    if (await makePrivate(this.#aside)) return { file, says, movedTo: undefined };
    try {
      await rename(file, target);
      return { file, says, movedTo: target };
    } catch {
      // It stays, and is told again the next time; it is not acted on in either place.
      return { file, says, movedTo: undefined };
    }
  }
}

const SUFFIX = ".json";
// Room for the longest command line that there can be.
const LARGEST_BYTES = 4 * 1024 * 1024;
const UNFINISHED_MS = 60 * 60_000;
