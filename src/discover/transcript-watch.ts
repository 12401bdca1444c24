import { basename, dirname } from "node:path";

import { readRow } from "../claude/transcript/transcript.js";
import type { TranscriptEvent } from "../claude/transcript/transcript.js";
import { callSafely } from "../errors.js";
import { DirectoryWatch, type OnChange } from "../store/directory-watch.js";
import { fileMark } from "../store/file-mark.js";
import { Tail } from "../store/tail.js";
import type { TailLine, TailRead, TailStart } from "../store/tail.js";
import { CatchUp } from "./catch-up.js";

export interface TranscriptWatchOptions {
  readonly from: TailStart;
  /** The zone of times that name none. */
  readonly timeZone: string;
  /** In the order of the file, one at a time. */
  onEvent(event: TranscriptEvent): void;
  /** Each line as it is, before its event. */
  onLine?(line: TailLine): void;
  /** Of longer lines only the edges are kept. Default: 1 MB. */
  readonly lineBytes?: number;
  /** Called when a file that was there is gone or cannot be read, and when it is back. */
  onMissing(missing: boolean): void;
  /** For callers that follow many transcripts and share the watches. Default: a watch of its own. */
  readonly watchDirectory?: (directory: string, onChange: OnChange) => { close(): void };
}

/** Follows one session's transcript while it grows; it may not exist yet. Never throws. */
export class TranscriptWatch {
  readonly #path: string;
  readonly #options: TranscriptWatchOptions;
  readonly #tail: Tail;
  readonly #watch: { close(): void };
  readonly #catchUp = new CatchUp(() => this.#readAll());
  /** The mark of the file when all of it was reported. */
  #toldMark: string | undefined = "not read yet";
  #presence: "never seen" | "there" | "gone" = "never seen";

  constructor(path: string, options: TranscriptWatchOptions) {
    this.#path = path;
    this.#options = options;
    this.#tail = new Tail(path, options.from, options.lineBytes);
    const watchDirectory =
      options.watchDirectory ?? ((directory, then) => new DirectoryWatch(directory, then));
    this.#watch = watchDirectory(dirname(path), (name) => this.#notice(name));
    void this.catchUp();
  }

  /** Resolves when every row that is in the file now has been reported. */
  catchUp(): Promise<void> {
    return this.#catchUp.run();
  }

  close(): void {
    this.#catchUp.stop();
    this.#watch.close();
  }

  #notice(name: string | undefined): void {
    // Other sessions of the project write beside it, and most calls without a name find nothing new.
    if (name === undefined ? fileMark(this.#path) !== this.#toldMark : name === basename(this.#path)) {
      void this.catchUp();
    }
  }

  async #readAll(): Promise<void> {
    // Before the read: a write during the read changes the mark.
    const mark = fileMark(this.#path);
    const read = await this.#tail.read().catch(() => undefined);
    if (this.#catchUp.isStopped) return;
    this.#note(read === undefined || read.missing);
    if (read) this.#tell(read);
    if (read?.more === true) void this.#catchUp.run();
    this.#toldMark = read === undefined || read.more ? "not read yet" : mark;
  }

  #tell(read: TailRead): void {
    const context = { timeZone: this.#options.timeZone, now: new Date() };
    for (const line of read.lines) {
      if (!this.#catchUp.isStopped) callSafely(() => this.#options.onLine?.(line));
      const event = readRow(line.oversized ? line : line.bytes, context);
      if (event && !this.#catchUp.isStopped) callSafely(() => this.#options.onEvent(event));
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
