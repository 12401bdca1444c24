import { join } from "node:path";

import { parseJson, BadField, CheckedFields } from "../claude/json.js";
import { readPrivate } from "../store/private-files.js";
import { fileMark } from "../store/file-mark.js";
import { listNames } from "./project-folder.js";
import { startedAt, type ProcessId } from "../host/process-table.js";

/** What a running Claude Code says of itself. */
export interface RegisteredSession {
  readonly pid: number;
  /** The start of its process, in its own words; on Linux ticks since the boot. */
  readonly procStart: string | undefined;
  /** The instant at which it wrote this for the first time. */
  readonly startedAt: number;
  readonly sessionId: string;
  readonly cwd: string;
  readonly release: string;
  /** A person's session; the others are jobs of programs, or run in the background. */
  readonly isInteractive: boolean;
}

/**
 * `sessions/PID.json` below Claude Code's configuration (from 2.1.148 or earlier; undocumented). It is written in
 * place at each change of conversation or status, and removed at the end, also after SIGTERM; a kill leaves it.
 * Files of other names are keys: they are not touched.
 */
export class SessionRegistry {
  readonly #directory: string;
  #known = new Map<string, Known>();

  constructor(configDir: string) {
    this.#directory = registryDirectory(configDir);
  }

  /** Every entry that holds, whether or not its process lives. Reads only what has changed. */
  async read(): Promise<readonly RegisteredSession[]> {
    const now = new Map<string, Known>();
    for (const name of entriesIn(this.#directory)) now.set(name, await this.#readEntry(name));
    this.#known = now;
    return [...now.values()].flatMap(({ session }) => session ?? []);
  }

  async #readEntry(name: string): Promise<Known> {
    const file = join(this.#directory, name);
    const before = this.#known.get(name);
    const mark = fileMark(file);
    if (before !== undefined && before.mark === mark) return before;
    const read = await readPrivate(file, LARGEST_ENTRY);
    const session = read.type === "text" ? readRegistration(read.text) : undefined;
    // It is written in place: half of it says nothing, and the rest is on its way.
    if (session === undefined && read.type === "text")
      return { mark: "half written", session: before?.session };
    return { mark, session: session?.pid === pidOf(name) ? session : undefined };
  }
}

export function registryDirectory(configDir: string): string {
  return join(configDir, "sessions");
}

/** Undefined where it does not hold, or is not kept up to date. */
export function readRegistration(json: string): RegisteredSession | undefined {
  try {
    const fields = new CheckedFields(parseJson(json));
    // 2.1.75 knows neither: it names its first conversation for ever, also after /clear.
    fields.whole("updatedAt", 0);
    const [kind, entrypoint] = [fields.text("kind", WORD), fields.text("entrypoint", WORD)];
    return {
      pid: fields.whole("pid", 2),
      procStart: fields.maybe("procStart", (from, key) => from.text(key, /^[\x20-\x7e]{1,100}$/)),
      startedAt: fields.whole("startedAt", 0),
      sessionId: fields.text("sessionId", UUID),
      cwd: fields.text("cwd", /^(?=[^\0]{1,4096}$)(?:\/|[A-Za-z]:[\\/]|\\\\)/),
      release: fields.text("version", /^\d{1,9}\.\d{1,9}\.\d{1,9}$/),
      // `claude -p` is of that kind too; its entrypoint is "sdk-cli" (2.1.325).
      isInteractive: kind === "interactive" && entrypoint === "cli",
    };
  } catch (error) {
    if (error instanceof BadField) return undefined;
    throw error;
  }
}

/** Whether the entry is about that very process, and not about an earlier one with the same number. */
export function isEntryOf(
  session: RegisteredSession,
  { pid, start }: ProcessId,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (pid !== session.pid) return false;
  if (start === undefined) return true;
  if (platform === "linux" && session.procStart !== undefined) return start.endsWith(`:${session.procStart}`);
  // In which words it tells its start elsewhere is not known; a later process started after the entry was made.
  const started = startedAt(start, platform);
  return started !== undefined && started <= session.startedAt + CLOCK_SLACK_MS;
}

interface Known {
  readonly mark: string | undefined;
  readonly session: RegisteredSession | undefined;
}

const ENTRY = /^([1-9]\d{0,9})\.json$/;
const WORD = /^[\w-]{1,40}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** One has less than 1 KB (2.1.325). */
const LARGEST_ENTRY = 64 * 1024;
const MOST_ENTRIES = 1_000;
const CLOCK_SLACK_MS = 3_000;

function entriesIn(directory: string): readonly string[] {
  return listNames(directory)
    .filter((name) => ENTRY.test(name))
    .slice(0, MOST_ENTRIES);
}

function pidOf(name: string): number {
  return Number(ENTRY.exec(name)?.[1]);
}
