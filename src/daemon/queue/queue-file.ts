import { rename } from "node:fs/promises";
import { join } from "node:path";

import { LatestWrite } from "../../store/latest-write.js";
import {
  makePrivate,
  namesIn,
  readPrivate,
  removeIfThere,
  UNFINISHED,
  writeWhole,
  type Trouble,
} from "../../store/private-files.js";
import type { SaveResult } from "../../store/records/session-store.js";
import type { Log } from "../../store/process/daemon-log.js";
import { cutEntry, readEntry, type QueueEntry } from "./queue-entry.js";
import { inOrder, readQueue, writeQueue, type ReadQueue } from "./queue-text.js";

export interface QueueFileOptions {
  /** After this time what could not be written is tried again. */
  readonly retryMs?: number;
  /** Writes a file whole or not at all. */
  readonly write?: typeof writeWhole;
}

/**
 * The sessions that are to be carried on, `status.json`. Only the daemon that holds the lock writes it. What is put at
 * the same time is written together; no method throws for what the disk does.
 */
export class QueueFile {
  readonly #directory: string;
  readonly #log: Log;
  readonly #retryMs: number;
  readonly #write: typeof writeWhole;
  readonly #writes = new LatestWrite<void, SaveResult>(() => this.#save());
  // In the order of arrival.
  readonly #entries = new Map<string, QueueEntry>();
  #ordered: readonly QueueEntry[] | undefined;
  #changes = 0;
  #changesSaved = 0;
  #retry: NodeJS.Timeout | undefined;

  /** What is there already. What may not be acted on is set aside as `status.json.bad-TIME`, and logged. */
  static async load(directory: string, log: Log, options: QueueFileOptions = {}): Promise<QueueFile> {
    const file = new QueueFile(directory, log, options);
    await file.#load();
    return file;
  }

  private constructor(directory: string, log: Log, options: QueueFileOptions) {
    this.#directory = directory;
    this.#log = log;
    this.#retryMs = options.retryMs ?? 30_000;
    this.#write = options.write ?? writeWhole;
  }

  /** What is due first comes first. */
  get entries(): readonly QueueEntry[] {
    return (this.#ordered ??= inOrder([...this.#entries.values()]));
  }

  get(sessionId: string): QueueEntry | undefined {
    return this.#entries.get(sessionId);
  }

  /**
   * `ok` means on the disk. Where the disk does not take it the entry is here all the same, and is tried again; one that
   * could not be read back is refused.
   */
  put(entry: QueueEntry): Promise<SaveResult> {
    const read = readEntry(cutEntry(entry));
    if (!read.ok) return Promise.resolve(this.#refusal(read.says));
    this.#entries.set(read.entry.session.sessionId, read.entry);
    return this.#changed();
  }

  /** Nothing is left to be done for this session. `ok` means that the disk knows nothing of it either. */
  remove(sessionId: string): Promise<SaveResult> {
    const isThere = this.#entries.delete(sessionId);
    if (!isThere && this.#changes === this.#changesSaved) return Promise.resolve({ ok: true });
    return this.#changed();
  }

  #changed(): Promise<SaveResult> {
    this.#changes++;
    this.#ordered = undefined;
    return this.#writes.put();
  }

  /** Everything up to its first wait is one step: what is put from then on has a write of its own. */
  async #save(): Promise<SaveResult> {
    clearTimeout(this.#retry);
    const [text, changes] = [writeQueue(this.entries), this.#changes];
    const trouble = (await makePrivate(this.#directory)) ?? (await this.#write(this.#file, text));
    if (trouble === undefined) {
      this.#changesSaved = changes;
      return { ok: true };
    }
    this.#retry = setTimeout(() => void this.#writes.put(), this.#retryMs).unref();
    return this.#trouble(trouble);
  }

  async #load(): Promise<void> {
    const trouble = await makePrivate(this.#directory);
    if (trouble) return void this.#trouble(trouble);
    await this.#tidy();
    const found = await readPrivate(this.#file, LARGEST_BYTES);
    if (found.type === "missing") return;
    const aside = `${this.#file}.bad-${new Date().toISOString().replaceAll(":", "")}`;
    if (found.type !== "text") return this.#told([found.says], aside, await moved(this.#file, aside));
    const { entries, bad } = readQueue(found.text);
    for (const entry of entries) this.#entries.set(entry.session.sessionId, entry);
    if (bad.length === 0) return;
    // A copy: the good entries stand in their place until they are written anew, also for a kill in between.
    const isCopied = (await this.#write(aside, found.text)) === undefined;
    this.#told(bad, aside, isCopied);
    if (isCopied) await this.#changed();
  }

  #told(bad: readonly string[], aside: string, isAside: boolean): void {
    this.#log("queueBad", { file: this.#file, says: bad, setAside: isAside ? aside : null });
  }

  /** What a daemon that was killed did not finish. Nobody else writes here. */
  async #tidy(): Promise<void> {
    const names = (await namesIn(this.#directory)).filter((name) => UNFINISHED.test(name));
    for (const name of names) await removeIfThere(join(this.#directory, name));
  }

  #refusal(says: string): SaveResult {
    this.#log("queueRefused", { says });
    const fix = "nothing is done for this session";
    return { ok: false, path: this.#file, code: "BAD_ENTRY", says: `takes no entry that ${says}`, fix };
  }

  #trouble({ path, code, says }: Trouble): SaveResult {
    this.#log("queueNotSaved", { path, code, says });
    const fix = `see that ${this.#directory} is yours alone and that its disk has room`;
    return { ok: false, path, code, says, fix };
  }

  get #file(): string {
    return statusFile(this.#directory);
  }
}

/** The queue as it stands on disk, for those who only look: nothing is moved. `bad` says what is not shown, and why. */
export async function lookAtQueue(directory: string): Promise<ReadQueue> {
  const found = await readPrivate(statusFile(directory), LARGEST_BYTES);
  if (found.type === "missing") return { entries: [], bad: [] };
  return found.type === "text" ? readQueue(found.text) : { entries: [], bad: [found.says] };
}

export function statusFile(directory: string): string {
  return join(directory, "status.json");
}

async function moved(file: string, aside: string): Promise<boolean> {
  try {
    await rename(file, aside);
    return true;
  } catch {
    // It is not acted on in either place.
    return false;
  }
}

// Tens of thousands of sessions.
const LARGEST_BYTES = 64 * 1024 * 1024;
