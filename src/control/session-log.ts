import { closeSync, constants, openSync, writeSync } from "node:fs";
import { open, rename, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";

import { ageMs, makePrivate, namesIn, removeIfThere } from "./private-files.js";

/** What a line of a log may say besides its event. */
export type LogDetails = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface SessionLogOptions {
  readonly now?: () => Date;
  /** Beyond this size the log moves to `FILE.1`, what was there to `FILE.2` and so on. */
  readonly mostBytes?: number;
  /** How many of those are kept. */
  readonly kept?: number;
}

/**
 * What happened to one session, a JSON value in each line: `{"time", "event", …details}`. Never a prompt of the user's
 * or an environment: callers give events and figures, and what looks like a key is taken out.
 * A log that cannot be written is given up in silence, line by line: it must not disturb the session.
 */
export class SessionLog {
  readonly file: string;
  readonly #now: () => Date;
  readonly #mostBytes: number;
  readonly #kept: number;
  #pending: string[] = [];
  #writing: Promise<void> | undefined;
  #dropped = 0;

  /** `file` is in a directory of its own, which is made and closed to others. */
  constructor(file: string, options: SessionLogOptions = {}) {
    this.file = file;
    this.#now = options.now ?? (() => new Date());
    this.#mostBytes = options.mostBytes ?? 1024 * 1024;
    this.#kept = options.kept ?? 1;
  }

  /** Returns at once; the line is on its way. */
  log(event: string, details: LogDetails = {}): void {
    if (this.#pending.length >= MOST_PENDING) {
      // The disk hangs. Memory must not fill up with what it does not take.
      this.#dropped++;
      return;
    }
    this.#pending.push(this.#line(event, details));
    this.#writing ??= this.#write();
  }

  /** Resolves when everything that was logged is written, or given up. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  /** For the last words of a process that is about to end: what is pending is written before this returns. */
  flushNow(): void {
    const lines = this.#take();
    if (lines === "") return;
    try {
      const descriptor = openSync(this.file, APPEND, 0o600);
      writeSync(descriptor, lines);
      closeSync(descriptor);
    } catch {
      // There is no other place to tell it.
    }
  }

  async #write(): Promise<void> {
    const trouble = await makePrivate(dirname(this.file));
    if (trouble) this.#take();
    while (this.#pending.length > 0) await this.#append();
    // In the same step as the last look at what is pending: a line that comes now starts anew.
    this.#writing = undefined;
  }

  async #append(): Promise<void> {
    let handle: FileHandle | undefined;
    try {
      handle = await open(this.file, APPEND, 0o600);
      const { size } = await handle.stat();
      const lines = this.#take();
      await handle.appendFile(lines);
      if (size + Buffer.byteLength(lines) > this.#mostBytes) await this.#rotate();
    } catch {
      this.#take();
    } finally {
      await handle?.close();
    }
  }

  /** The oldest first, so that each finds its new name free or about to go. */
  async #rotate(): Promise<void> {
    for (let age = this.#kept - 1; age >= 1; age--) {
      // There are fewer as yet.
      await rename(`${this.file}.${age}`, `${this.file}.${age + 1}`).catch(() => undefined);
    }
    await rename(this.file, `${this.file}.1`);
  }

  #take(): string {
    if (this.#dropped > 0) this.#pending.push(this.#line("linesDropped", { count: this.#dropped }));
    const lines = this.#pending.join("");
    this.#pending = [];
    this.#dropped = 0;
    return lines;
  }

  #line(event: string, details: LogDetails): string {
    const entries = Object.entries(details).map(([key, value]) => [key, withoutSecrets(value)] as const);
    return `${JSON.stringify({ time: this.#now().toISOString(), event, ...Object.fromEntries(entries) })}\n`;
  }
}

export function logDirectory(stateDirectory: string): string {
  return join(stateDirectory, "logs");
}

/** Where the log of a session is. */
export function logFile(stateDirectory: string, id: string): string {
  return join(logDirectory(stateDirectory), `${id}.log`);
}

/** Takes away the logs to which nothing was added for so long. */
export async function pruneLogs(stateDirectory: string, keptMs: number): Promise<void> {
  const directory = logDirectory(stateDirectory);
  for (const name of await namesIn(directory)) {
    const file = join(directory, name);
    if ((await ageMs(file)) > keptMs) await removeIfThere(file);
  }
}

const MOST_PENDING = 1000;
const LONGEST_TEXT = 500;
// A link in the file's place is not followed, a pipe is not waited for. Both flags are absent on Windows.
const APPEND =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);
/** Keys and tokens as Anthropic and the usual headers have them; an error message may quote one. */
const SECRET = /\bsk-ant-[\w-]+|\bBearer\s+[\w.~+/=-]+/gi;

function withoutSecrets(value: LogDetails[string]): LogDetails[string] {
  if (typeof value !== "string") return value;
  const shown = value.replace(SECRET, "[secret]");
  return shown.length > LONGEST_TEXT ? `${shown.slice(0, LONGEST_TEXT)}…` : shown;
}
