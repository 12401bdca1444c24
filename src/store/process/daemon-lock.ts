import { randomBytes } from "node:crypto";
import { existsSync, unlinkSync, utimesSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import {
  ageMs,
  linked,
  makePrivate,
  namesIn,
  placeFix,
  removeIfThere,
  writeWhole,
} from "../private-files.js";
import { systemCode, UserError } from "../../errors.js";
import { fileMark } from "../file-mark.js";
import { findNote, isElsewhere, isHeld, noteOfThisProcess, TOUCH_MS, type LockNote } from "./lock-note.js";

export interface TakeOptions {
  readonly now?: Date;
  readonly touchMs?: number;
  /** By which the user has the directory elsewhere. */
  readonly variable?: string;
}

/**
 * That there is one daemon for a directory: `daemon.lock`, with who holds it. A lock whose holder is gone is taken over
 * by exactly one of those who try. Whoever wants to take over from T first has to make its bid, `daemon.lock.after-T`,
 * which only one can; it then replaces the lock if that is still T's. A bidder that is killed on the way is taken over
 * from in the same manner.
 */
export class DaemonLock {
  readonly #directory: string;
  readonly #touch: NodeJS.Timeout;
  readonly #lost = new AbortController();
  #note: LockNote;
  #keeping: Promise<void> | undefined;
  #touchedMark: string | undefined;

  /** Throws where another daemon runs, and says which, or where there is no place to lock. */
  static async take(
    directory: string,
    { now = new Date(), touchMs = TOUCH_MS, variable = "CLAUDE_CONFIG_DIR" }: TakeOptions = {},
  ): Promise<DaemonLock> {
    const cannotLock = (says: string, code: string): UserError => noLock(directory, { says, code, variable });
    const trouble = await makePrivate(directory);
    if (trouble) throw cannotLock(`${trouble.path} ${trouble.says}`, trouble.code);
    // Also where the disk is full by now, and nothing can be tried.
    const runs = await whoRuns(directory);
    if (runs) throw await alreadyRuns(directory, runs);
    const note = await noteOfThisProcess(randomBytes(16).toString("hex"), now);
    const holder = await takeWith(directory, note).catch((error: unknown) => {
      const code = systemCode(error);
      if (code === undefined) throw error;
      throw cannotLock(`${lockFile(directory)} cannot be made (${code})`, code);
    });
    if (holder !== note) throw await alreadyRuns(directory, holder);
    await tidy(directory);
    return new DaemonLock(directory, note, touchMs);
  }

  private constructor(directory: string, note: LockNote, touchMs: number) {
    this.#directory = directory;
    this.#note = note;
    this.#touch = setInterval(() => {
      // One at a time: beside another that makes the lock anew, this one would take it for somebody else's. Where the
      // disk does not take it those who start still see the process.
      this.#keeping ??= this.#keep()
        .catch(() => undefined)
        .finally(() => (this.#keeping = undefined));
    }, touchMs).unref();
  }

  /**
   * Aborted when another daemon has the lock (this one was taken for dead, after a long sleep of its machine say), or
   * there is nothing left to watch.
   */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Says in the lock where this daemon listens. Resolves to whether it is written there. */
  async tell(socket: string): Promise<boolean> {
    this.#note = { ...this.#note, socket };
    return (await this.#isOurs()) && !(await writeWhole(lockFile(this.#directory), textOf(this.#note)));
  }

  /** The file is gone when this resolves, unless it is somebody else's by now. */
  async release(): Promise<void> {
    clearInterval(this.#touch);
    await this.#keeping;
    if (await this.#isOurs()) unlinkQuietly(lockFile(this.#directory));
  }

  async #isOurs(): Promise<boolean> {
    const found = await findNote(lockFile(this.#directory));
    return found.type === "note" && found.token === this.#note.token;
  }

  /** Shows that we live, and that the lock does: somebody may have cleared the directory. */
  async #keep(): Promise<void> {
    const file = lockFile(this.#directory);
    // What nobody wrote since we touched it is ours; to read it every minute would be half of what an idle daemon does.
    const isAsLeft = this.#touchedMark !== undefined && fileMark(file) === this.#touchedMark;
    if (!isAsLeft && !(await this.#isOurs())) {
      // Claude Code's own directory is gone, and whoever removed it does not want it back.
      if (!existsSync(dirname(this.#directory))) return this.#lost.abort();
      if (await makePrivate(this.#directory)) return;
      if ((await takeWith(this.#directory, this.#note)) !== this.#note) this.#lost.abort();
      return;
    }
    const now = new Date();
    utimesSync(file, now, now);
    this.#touchedMark = fileMark(file, Number.POSITIVE_INFINITY);
  }
}

/** The daemon that runs for this directory; undefined where none does. */
export async function whoRuns(directory: string): Promise<LockNote | undefined> {
  const file = lockFile(directory);
  const found = await findNote(file);
  return found.type === "note" && (await isHeld(file, found.note)) ? found.note : undefined;
}

export function lockFile(directory: string): string {
  return join(directory, "daemon.lock");
}

/** Who has the lock then: `note`, the very one, where it is taken. Throws what the system says. */
async function takeWith(directory: string, note: LockNote): Promise<LockNote> {
  const mine = join(directory, `.daemon-${randomBytes(16).toString("hex")}.tmp`);
  try {
    await writeFile(mine, textOf(note), { flag: "wx", mode: 0o600 });
    for (;;) {
      const outcome = await takeOnce(directory, mine);
      if (outcome === "taken") return note;
      if (outcome !== "again") return outcome;
    }
  } finally {
    await removeIfThere(mine);
  }
}

/** `again`: somebody was faster; then the next look tells who. */
async function takeOnce(directory: string, mine: string): Promise<"taken" | "again" | LockNote> {
  const lock = lockFile(directory);
  const first = await findNote(lock);
  if (first.type === "missing") return (await linked(mine, lock)) ? "taken" : "again";
  let [file, found] = [lock, first];
  for (;;) {
    if (found.type === "note" && (await isHeld(file, found.note))) return found.note;
    file = `${lock}.after-${found.token}`;
    if (await linked(mine, file)) break;
    const bid = await findNote(file);
    if (bid.type === "missing") return "again";
    found = bid;
  }
  // From here on nobody else can replace it. It may have been replaced before our bid stood.
  const now = await findNote(lock);
  const isSame = now.type !== "missing" && now.token === first.token;
  if (isSame) await rename(mine, lock);
  else await removeIfThere(file);
  return isSame ? "taken" : "again";
}

/**
 * Bids for locks that are no more: whoever still holds one sees that the lock has changed, and lets it go. And what was
 * to become a lock and was killed first; one that is being written now is younger.
 */
async function tidy(directory: string): Promise<void> {
  for (const name of await namesIn(directory)) {
    const file = join(directory, name);
    const isOld = /^\.daemon-[0-9a-f]{32}\.tmp$/.test(name) && (await ageMs(file)) > UNFINISHED_MS;
    if (isOld || name.startsWith("daemon.lock.after-")) await removeIfThere(file);
  }
}

const UNFINISHED_MS = 60 * 60_000;

function textOf(note: LockNote): string {
  return `${JSON.stringify(note)}\n`;
}

function unlinkQuietly(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // A lock whose process is gone is no lock.
  }
}

async function alreadyRuns(directory: string, note: LockNote): Promise<UserError> {
  const { pid, since } = note;
  const lock = lockFile(directory);
  if (await isElsewhere(note)) {
    const message = `a daemon runs already, on another machine or in a container: process ${pid} there, since ${since}`;
    return new UserError("DAEMON_RUNS", message, { fix: `end it there; if there is none, remove ${lock}` });
  }
  return new UserError("DAEMON_RUNS", `a daemon runs already: process ${pid}, since ${since}`, {
    fix: `cac status shows what it does; to end it: kill ${pid} (its lock: ${lock})`,
  });
}

interface NoLock {
  readonly says: string;
  readonly code: string;
  readonly variable: string;
}

function noLock(directory: string, { says, code, variable }: NoLock): UserError {
  const room = `see that ${directory} is yours alone and that its disk has room, or name another with ${variable}`;
  return new UserError("NO_LOCK", says, { fix: placeFix(code, variable) ?? room });
}
