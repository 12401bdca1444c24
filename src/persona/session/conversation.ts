import { TranscriptWatch, type TranscriptWatchOptions } from "../../discover/transcript-watch.js";
import type { SessionStart } from "../../launch/hook-drops.js";

export type ConversationOptions = Pick<TranscriptWatchOptions, "timeZone" | "onLine" | "onEvent">;

/** The conversation that a session is in, row by row: its first, or another after a compaction. */
export class Conversation {
  readonly #options: ConversationOptions;
  #start: SessionStart | undefined;
  #rows: TranscriptWatch | undefined;

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  /** Undefined as long as Claude Code has not said in which one it is. */
  get sessionId(): string | undefined {
    return this.#start?.sessionId;
  }

  get hasRows(): boolean {
    return this.#rows !== undefined;
  }

  follow(start: SessionStart): void {
    const before = this.#start;
    this.#start = start;
    if (start.transcriptPath === undefined || start.transcriptPath === before?.transcriptPath) return;
    this.#rows?.close();
    this.#rows = new TranscriptWatch(start.transcriptPath, {
      ...this.#options,
      // One that it goes over to in the middle of a question may hold the answer already.
      from: before === undefined ? "end" : "start",
      lineBytes: LONGEST_ROW,
      onMissing: () => {},
    });
  }

  /** Resolves when all rows that were written before have been told. */
  async caughtUp(): Promise<void> {
    await this.#rows?.catchUp();
  }

  close(): void {
    this.#rows?.close();
  }
}

/** A question of 1 MB, each of whose characters may be escaped. */
const LONGEST_ROW = 16 * 1024 * 1024;
