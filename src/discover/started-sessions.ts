import { join } from "node:path";

import { parseJson } from "../claude/json.js";
import {
  makePrivate,
  namesIn,
  readPrivate,
  removeIfThere,
  writeWhole,
  type Trouble,
} from "../store/private-files.js";
import { BadField, CheckedFields } from "../store/checked-fields.js";
import { fileMark } from "../store/file-mark.js";
import type { ExternalSession } from "../transport/terminal-locator.js";
import { readStoredSession } from "./stored-session.js";

/**
 * What SessionStart hooks told of sessions, `sessions/PID.json` below the auto-resume directory: the last word of each
 * Claude Code process. Written by the daemon alone, so that the next one knows them too.
 */
export class StartedSessions {
  readonly directory: string;
  readonly #log: (message: string) => void;
  #readMark: string | undefined = "not read yet";
  #known: readonly ExternalSession[] = [];

  constructor(directory: string, log: (message: string) => void) {
    this.directory = directory;
    this.#log = log;
  }

  /** One whose process is not known is not kept: nobody could tell when it has ended. */
  async save(session: ExternalSession): Promise<Trouble | undefined> {
    const pid = session.reach.process?.pid;
    if (pid === undefined) return undefined;
    const trouble = await makePrivate(this.directory);
    return trouble ?? writeWhole(this.#fileOf(pid), `${JSON.stringify({ version: 1, session })}\n`);
  }

  async remove(pid: number): Promise<Trouble | undefined> {
    return removeIfThere(this.#fileOf(pid));
  }

  /** All that hold, whether or not their processes live. Costs one system call while nothing has changed. */
  async read(): Promise<readonly ExternalSession[]> {
    // Files are put there whole, by a rename: each change shows in the directory.
    const mark = fileMark(this.directory);
    if (mark === this.#readMark) return this.#known;
    const names = (await namesIn(this.directory)).filter((name) => FILE.test(name)).slice(0, MOST_FILES);
    const read = await Promise.all(names.map((name) => this.#readFile(name)));
    this.#known = read.flatMap((session) => session ?? []);
    this.#readMark = mark;
    return this.#known;
  }

  async #readFile(name: string): Promise<ExternalSession | undefined> {
    const file = join(this.directory, name);
    const read = await readPrivate(file, LARGEST_FILE);
    if (read.type === "missing") return undefined;
    const says = read.type === "text" ? this.#check(name, read.text) : read.says;
    if (typeof says !== "string") return says;
    this.#log(`${file} ${says}: left aside`);
    return undefined;
  }

  /** The session, or what is wrong with it. */
  #check(name: string, json: string): ExternalSession | string {
    try {
      const fields = new CheckedFields(parseJson(json));
      if (fields.whole("version", 1) > 1) return "was written by a later cac";
      const session = readStoredSession(fields.inner("session"));
      return `${session.reach.process?.pid}.json` === name
        ? session
        : "is about another process than its name";
    } catch (error) {
      if (error instanceof BadField) return error.message;
      throw error;
    }
  }

  #fileOf(pid: number): string {
    return join(this.directory, `${pid}.json`);
  }
}

/** Below the auto-resume directory of that configuration of Claude Code. */
export function startedDirectory(configDir: string): string {
  return join(configDir, "auto-resume", "sessions");
}

const FILE = /^[1-9]\d{0,9}\.json$/;
const LARGEST_FILE = 64 * 1024;
const MOST_FILES = 1_000;
