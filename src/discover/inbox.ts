import { randomBytes } from "node:crypto";
import { rename } from "node:fs/promises";
import { basename, join } from "node:path";

import {
  ageMs,
  makePrivate,
  namesIn,
  readPrivate,
  removeIfThere,
  UNFINISHED,
  writeWhole,
  type Trouble,
} from "../store/private-files.js";
import { callSafely } from "../errors.js";
import { DirectoryWatch } from "../store/directory-watch.js";
import { CatchUp } from "./catch-up.js";
import { readInboxEvent, writeInboxEvent, type InboxEvent } from "./inbox-event.js";

export type { InboxEvent } from "./inbox-event.js";

/** Where hooks leave their events, in the daemon's directory. */
export function inboxDir(autoResumeDirectory: string): string {
  return join(autoResumeDirectory, "inbox");
}

/**
 * Adds the event to the inbox `directory`. It is on disk when this resolves; throws if it cannot be written.
 * Names come in the order of the drops, and no two are the same.
 */
export async function dropEvent(directory: string, event: InboxEvent): Promise<void> {
  const text = writeInboxEvent(event);
  const trouble = (await makePrivate(directory)) ?? (await writeWhole(join(directory, newName()), text));
  if (trouble) throw new Error(told(trouble));
}

export interface InboxOptions {
  /** In the order of the names, each once. `done` removes the file: call it when the event is safe elsewhere. */
  onEvent(event: InboxEvent, done: () => Promise<void>): void;
  /** The file cannot be used. It was moved to `bad/`, unless that failed or a later cac wrote it. */
  onBad(file: string, why: string): void;
  readonly pollMs: number;
}

/** Events from hooks that are not handled yet. An event that is not `done` is reported again by the next inbox. */
export class Inbox {
  readonly #directory: string;
  readonly #options: InboxOptions;
  readonly #watch: DirectoryWatch;
  /** The names of files that were reported and are still there. */
  readonly #known = new Set<string>();
  readonly #catchUp = new CatchUp(() => this.#readAll());

  /** The directory need not exist yet. */
  constructor(directory: string, options: InboxOptions) {
    this.#directory = directory;
    this.#options = options;
    this.#watch = new DirectoryWatch(directory, (name) => this.#notice(name), options.pollMs);
    void this.catchUp();
  }

  /** Resolves when every event that is there now has been reported. */
  catchUp(): Promise<void> {
    return this.#catchUp.run();
  }

  close(): void {
    this.#catchUp.stop();
    this.#watch.close();
  }

  #notice(name: string | undefined): void {
    // Unfinished files, and files that we remove, are not new events.
    if (name === undefined || (isEventName(name) && !this.#known.has(name))) void this.catchUp();
  }

  async #readAll(): Promise<void> {
    const names = new Set(await namesIn(this.#directory));
    for (const name of this.#known) if (!names.has(name)) this.#known.delete(name);
    const events = [...names].filter(isEventName).sort();
    for (const name of events) if (!this.#known.has(name) && !this.#catchUp.isStopped) await this.#tell(name);
    await this.#tidy([...names].filter((name) => UNFINISHED.test(name)));
  }

  async #tell(name: string): Promise<void> {
    const file = join(this.#directory, name);
    const found = await readPrivate(file, LARGEST_BYTES);
    if (found.type === "missing" || this.#catchUp.isStopped) return;
    this.#known.add(name);
    if (found.type === "unreadable") return callSafely(() => this.#options.onBad(file, found.says));
    if (found.type === "foreign") return this.#setAside(file, found.says);
    const read = readInboxEvent(found.text);
    if (read.ok) callSafely(() => this.#options.onEvent(read.event, () => this.#remove(file)));
    else if (read.newer) callSafely(() => this.#options.onBad(file, read.says));
    else await this.#setAside(file, read.says);
  }

  async #remove(file: string): Promise<void> {
    const trouble = await removeIfThere(file);
    if (trouble) callSafely(() => this.#options.onBad(file, told(trouble)));
  }

  async #setAside(file: string, why: string): Promise<void> {
    const aside = join(this.#directory, "bad");
    if ((await makePrivate(aside)) === undefined) {
      await rename(file, join(aside, basename(file))).catch(() => {
        // It stays where it is, and is not used.
      });
    }
    callSafely(() => this.#options.onBad(file, why));
  }

  /** Removes files that killed hooks did not finish. */
  async #tidy(unfinished: readonly string[]): Promise<void> {
    for (const name of unfinished) {
      const file = join(this.#directory, name);
      if ((await ageMs(file)) > UNFINISHED_MS) await removeIfThere(file);
    }
  }
}

// An event has about 1 KB; paths and variables at their longest come to some 100.
const LARGEST_BYTES = 256 * 1024;
const UNFINISHED_MS = 60 * 60_000;

function isEventName(name: string): boolean {
  return name.endsWith(".json") && !name.startsWith(".");
}

let drops = 0;

/** Sorted by time, then by order within this process. The random part keeps processes of one millisecond apart. */
function newName(): string {
  const order = String(drops++).padStart(6, "0");
  return `${String(Date.now()).padStart(14, "0")}-${order}-${randomBytes(6).toString("hex")}.json`;
}

function told({ path, says }: Trouble): string {
  return `${path} ${says}`;
}
