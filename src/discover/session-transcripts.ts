import type { TranscriptEvent } from "../claude/transcript/transcript.js";
import { DirectoryWatches } from "../store/directory-watches.js";
import type { TailStart } from "../store/tail.js";
import { TranscriptWatch } from "./transcript-watch.js";

export interface SessionTranscriptsOptions {
  /** The zone of times that name none. */
  readonly timeZone: string;
  /** How often files are looked at that should have reported a change by themselves. */
  readonly pollMs: number;
  /** In the order of each file, one at a time. */
  onEvent(sessionId: string, event: TranscriptEvent): void;
}

/**
 * Follows the transcripts of many sessions: one watch for each directory, one timer for all. While nothing is written,
 * a look costs one system call a session. Never throws; keeps no process alive.
 */
export class SessionTranscripts {
  readonly #options: SessionTranscriptsOptions;
  readonly #directories = new DirectoryWatches();
  readonly #followed = new Map<string, Followed>();
  readonly #poll: NodeJS.Timeout;

  constructor(options: SessionTranscriptsOptions) {
    this.#options = options;
    this.#poll = setInterval(() => this.#directories.look(), options.pollMs).unref();
  }

  /**
   * Resolves when every row that is in the file now, from `from` on, has been told. A session that is followed already
   * goes on where it stands; one whose transcript is another now begins at `from` of that.
   */
  async follow(sessionId: string, transcript: string, from: TailStart): Promise<void> {
    if (this.#followed.get(sessionId)?.transcript !== transcript) {
      this.forget(sessionId);
      const watch = new TranscriptWatch(transcript, {
        from,
        timeZone: this.#options.timeZone,
        onEvent: (event) => this.#options.onEvent(sessionId, event),
        // It comes back, or its session ends.
        onMissing: () => {},
        watchDirectory: (directory, onChange) => this.#directories.watch(directory, onChange),
      });
      this.#followed.set(sessionId, { transcript, watch });
    }
    await this.catchUp(sessionId);
  }

  /** Resolves when every row that is in its file now has been told. */
  async catchUp(sessionId: string): Promise<void> {
    await this.#followed.get(sessionId)?.watch.catchUp();
  }

  forget(sessionId: string): void {
    this.#followed.get(sessionId)?.watch.close();
    this.#followed.delete(sessionId);
  }

  close(): void {
    clearInterval(this.#poll);
    for (const sessionId of this.#followed.keys()) this.forget(sessionId);
    this.#directories.close();
  }
}

interface Followed {
  readonly transcript: string;
  readonly watch: TranscriptWatch;
}
