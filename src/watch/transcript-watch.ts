import { basename, dirname } from "node:path";

import { readRow } from "../claude/transcript.js";
import type { TranscriptEvent } from "../claude/transcript.js";
import { throwLater } from "../errors.js";
import { DirectoryWatch } from "./directory-watch.js";
import { Tail } from "./tail.js";
import type { TailRead, TailStart } from "./tail.js";

export interface TranscriptWatchOptions {
  readonly from: TailStart;
  /** The zone of times that name none. */
  readonly timeZone: string;
  /** In the order of the file, one at a time. */
  onEvent(event: TranscriptEvent): void;
  /** A file that was there is gone or cannot be read; and when it is back. Not while it has never been there. */
  onMissing(missing: boolean): void;
}

/** Follows one session's transcript while it grows, also where it does not exist yet. Never throws. */
export class TranscriptWatch {
  readonly #options: TranscriptWatchOptions;
  readonly #tail: Tail;
  readonly #watch: DirectoryWatch;
  #reading: Promise<void> | undefined;
  #changed = false;
  #presence: "never seen" | "there" | "gone" = "never seen";
  #closed = false;

  constructor(path: string, options: TranscriptWatchOptions) {
    this.#options = options;
    this.#tail = new Tail(path, options.from);
    this.#watch = new DirectoryWatch(dirname(path), (name) => {
      // Other sessions of the project write beside it.
      if (name === undefined || name === basename(path)) void this.catchUp();
    });
    void this.catchUp();
  }

  /** Resolves when every row that is in the file now has been told. */
  catchUp(): Promise<void> {
    this.#changed = true;
    this.#reading ??= this.#readAll();
    return this.#reading;
  }

  close(): void {
    this.#closed = true;
    this.#watch.close();
  }

  async #readAll(): Promise<void> {
    while (this.#changed && !this.#closed) {
      this.#changed = false;
      const read = await this.#tail.read().catch(() => undefined);
      if (this.#closed) break;
      this.#note(read === undefined || read.missing);
      if (read) this.#tell(read);
      this.#changed ||= read?.more === true;
    }
    // In the same turn as the last look at `changed`: a change that comes now finds no reading under way.
    this.#reading = undefined;
  }

  #tell(read: TailRead): void {
    const context = { timeZone: this.#options.timeZone, now: new Date() };
    for (const line of read.lines) {
      const event = readRow(line.oversized ? line : line.bytes, context);
      if (event && !this.#closed) this.#report(event);
    }
  }

  /** The next row may be the limit: one that cannot be dealt with does not end the watch. */
  #report(event: TranscriptEvent): void {
    try {
      this.#options.onEvent(event);
    } catch (error) {
      throwLater(error);
    }
  }

  #note(missing: boolean): void {
    const before = this.#presence;
    if (missing) {
      if (before !== "there") return;
      this.#presence = "gone";
      this.#options.onMissing(true);
      return;
    }
    this.#presence = "there";
    if (before === "gone") this.#options.onMissing(false);
  }
}
