import { join } from "node:path";

import { LineFile } from "../line-file.js";
import { ageMs, namesIn, removeIfThere } from "../private-files.js";

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
  readonly #lines: LineFile;

  /** `file` is in a directory of its own, which is made and closed to others. */
  constructor(file: string, { now = () => new Date(), ...options }: SessionLogOptions = {}) {
    this.file = file;
    this.#now = now;
    this.#lines = new LineFile(file, {
      ...options,
      dropped: (count) => this.#line("linesDropped", { count }),
    });
  }

  /** Returns at once; the line is on its way. */
  log(event: string, details: LogDetails = {}): void {
    this.#lines.append(this.#line(event, details));
  }

  /** Resolves when everything that was logged is written, or given up. */
  flush(): Promise<void> {
    return this.#lines.flush();
  }

  /** For the last words of a process that is about to end: what is pending is written before this returns. */
  flushNow(): void {
    this.#lines.flushNow();
  }

  #line(event: string, details: LogDetails): string {
    const entries = Object.entries(details).map(([key, value]) => [key, withoutSecrets(value)] as const);
    return JSON.stringify({ time: this.#now().toISOString(), event, ...Object.fromEntries(entries) });
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

const LONGEST_TEXT = 500;
/** Keys and tokens as Anthropic and the usual headers have them; an error message may quote one. */
const SECRET = /\bsk-ant-[\w-]+|\bBearer\s+[\w.~+/=-]+/gi;

function withoutSecrets(value: LogDetails[string]): LogDetails[string] {
  if (typeof value !== "string") return value;
  const shown = value.replace(SECRET, "[secret]");
  return shown.length > LONGEST_TEXT ? `${shown.slice(0, LONGEST_TEXT)}…` : shown;
}
