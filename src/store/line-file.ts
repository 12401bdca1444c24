import { closeSync, constants, openSync, writeSync, type Stats } from "node:fs";
import { open, rename, stat, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";

import { systemCode } from "../errors.js";
import { claim } from "./claim.js";
import { makePrivate, removeIfThere } from "./private-files.js";

export interface LineFileOptions {
  /** Beyond this size the file moves to `FILE.1`, what was there to `FILE.2` and so on. */
  readonly mostBytes?: number;
  /** How many of those are kept. */
  readonly kept?: number;
  /** The line that says how many there was no room for. */
  readonly dropped: (count: number) => string;
}

/**
 * A private file to which lines are added in the background, by several processes if need be. What cannot be written
 * is given up in silence, line by line: it must not disturb the session.
 */
export class LineFile {
  readonly path: string;
  readonly #mostBytes: number;
  readonly #kept: number;
  readonly #droppedLine: (count: number) => string;
  #pending: string[] = [];
  #writing: Promise<void> | undefined;
  #dropped = 0;
  /** How often lines were given up. */
  #losses = 0;

  /** `path` is in a directory of ours, which is made and closed to others. */
  constructor(path: string, { mostBytes = 1024 * 1024, kept = 1, dropped }: LineFileOptions) {
    this.path = path;
    this.#mostBytes = mostBytes;
    this.#kept = kept;
    this.#droppedLine = dropped;
  }

  /** Returns at once; the line, which has no end yet, is on its way. */
  append(line: string): void {
    if (this.#pending.length >= MOST_PENDING) {
      // The disk hangs. Memory must not fill up with what it does not take.
      this.#dropped++;
      return;
    }
    this.#pending.push(`${line}\n`);
    this.#writing ??= this.#write();
  }

  /** Resolves when everything that was added is written, or given up. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  /** Asked right after a line was added: whether it is on disk, and all those before it that were still on their way. */
  async isWhole(): Promise<boolean> {
    const [isFull, losses] = [this.#dropped > 0, this.#losses];
    await this.flush();
    return !isFull && this.#losses === losses;
  }

  /** For the last words of a process that is about to end: what is pending is written before this returns. */
  flushNow(): void {
    const lines = this.#take();
    if (lines === "") return;
    try {
      const descriptor = openSync(this.path, APPEND, 0o600);
      writeSync(descriptor, lines);
      closeSync(descriptor);
    } catch {
      // There is no other place to tell it.
    }
  }

  async #write(): Promise<void> {
    const trouble = await makePrivate(dirname(this.path));
    if (trouble) this.#giveUp();
    while (this.#pending.length > 0) await this.#append();
    // In the same step as the last look at what is pending: a line that comes now starts anew.
    this.#writing = undefined;
  }

  async #append(): Promise<void> {
    let handle: FileHandle | undefined;
    try {
      handle = await open(this.path, APPEND, 0o600);
      const found = await handle.stat();
      if (!found.isFile()) throw new Error(`${this.path} is not a regular file`);
      const end = await lineEnd(handle, found.size);
      const lines = end + this.#take();
      await handle.appendFile(lines);
      if (found.size + Buffer.byteLength(lines) > this.#mostBytes) {
        // Where it cannot be moved it grows, which is better than to lose a line.
        await this.#rotate(found).catch(() => undefined);
      }
    } catch {
      this.#giveUp();
    } finally {
      await handle?.close();
    }
  }

  /** One process at a time: two of them would move a file over another one's. The next line finds it moved, or moves it. */
  async #rotate(full: Stats): Promise<void> {
    const moving = `${this.path}.moving`;
    if (!(await claim(moving))) return;
    try {
      await this.#move(full);
    } finally {
      await removeIfThere(moving);
    }
  }

  /** The oldest first, so that each finds its new name free or about to go. */
  async #move({ dev, ino }: Stats): Promise<void> {
    const now = await stat(this.path);
    // Another process has moved it already: what stands there now is young.
    if (now.dev !== dev || now.ino !== ino) return;
    for (let age = this.#kept - 1; age >= 1; age--) {
      await rename(`${this.path}.${age}`, `${this.path}.${age + 1}`).catch((error: unknown) => {
        // There are fewer as yet. One that is stuck must not be lost to the next.
        if (systemCode(error) !== "ENOENT") throw error;
      });
    }
    await rename(this.path, `${this.path}.1`);
  }

  #giveUp(): void {
    this.#take();
    this.#losses++;
  }

  #take(): string {
    if (this.#dropped > 0) this.#pending.push(`${this.#droppedLine(this.#dropped)}\n`);
    const lines = this.#pending.join("");
    this.#pending = [];
    this.#dropped = 0;
    return lines;
  }
}

/** What ends the line that a full disk or a kill left torn: the next one would be lost with it. */
async function lineEnd(handle: FileHandle, size: number): Promise<"" | "\n"> {
  if (size === 0) return "";
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return bytesRead === 1 && buffer[0] !== 10 ? "\n" : "";
}

/** Where the lines of such a file are, the oldest first; the last one is being written. */
export function filesOf(path: string, kept: number): readonly [...older: string[], newest: string] {
  return [...Array.from({ length: kept }, (_, index) => `${path}.${kept - index}`), path];
}

const MOST_PENDING = 1000;
// A link in the file's place is not followed, a pipe is not waited for. Both flags are absent on Windows.
const APPEND =
  constants.O_RDWR |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);
