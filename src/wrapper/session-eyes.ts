import type { LimitEvent } from "../claude/pattern-detector.js";
import { readLimit, type Limit } from "../claude/limit.js";
import type { ScreenReading } from "../claude/screen-reading.js";
import type { TranscriptEvent } from "../claude/transcript.js";
import type { SessionEvent } from "../session/event.js";
import { TranscriptWatch } from "../watch/transcript-watch.js";
import { Observer } from "./observer.js";

export interface EyesOptions {
  readonly columns: number;
  readonly rows: number;
  readonly timeZone: string;
  readonly pattern: RegExp | undefined;
  /** When the session was started: rows from before are history. */
  readonly since: number;
  vim(): boolean;
  /** Has the session draw its screen again. */
  repaint(): void;
  tell(event: SessionEvent): void;
}

/** All that is seen of one session, turned into events: its screen, its bytes, its transcript. */
export class SessionEyes {
  readonly #options: EyesOptions;
  readonly #observer: Observer;
  #transcript: TranscriptWatch | undefined;
  #state: ScreenReading["state"] = "unknown";
  #isLive = false;

  constructor(options: EyesOptions) {
    this.#options = options;
    this.#observer = new Observer({
      columns: options.columns,
      rows: options.rows,
      timeZone: options.timeZone,
      ...(options.pattern ? { pattern: options.pattern } : {}),
      now: () => new Date(),
      vim: options.vim,
      onReading: (reading) => {
        this.#state = reading.state;
        options.tell({ type: "screenSettled", reading, at: Date.now() });
      },
      onBytesLimit: (event) => this.#takeBytes(event),
    });
  }

  /** The session writes rows that we read: they say more, and more surely, than the screen. */
  get hasTranscript(): boolean {
    return this.#isLive;
  }

  feed(bytes: Buffer): void {
    this.#observer.feed(bytes);
  }

  resize(columns: number, rows: number): void {
    this.#observer.resize(columns, rows);
  }

  /** For whoever is about to act. A flood that was not drawn leaves the screen unknown: then it is drawn again. */
  async look(): Promise<ScreenReading | undefined> {
    if (this.#observer.skipped) this.#options.repaint();
    return (await this.#observer.look(LOOK_MS))?.reading;
  }

  /** The session keeps its transcript there now. */
  follow(transcript: string): void {
    this.#transcript?.close();
    this.#isLive = false;
    this.#transcript = new TranscriptWatch(transcript, {
      from: { lastBytes: HISTORY_BYTES },
      timeZone: this.#options.timeZone,
      onEvent: (event) => this.#takeRow(event),
      // Without its file the screen is all there is.
      onMissing: (missing) => {
        if (missing) this.#isLive = false;
      },
    });
  }

  close(): void {
    this.#transcript?.close();
    this.#observer.dispose();
  }

  #takeRow(event: TranscriptEvent): void {
    // A subagent's stop is not the session's: that one goes on, or stops by a row of its own.
    if (event.sidechain) return;
    const at = event.at.getTime();
    const isNew = at >= this.#options.since;
    if (isNew) this.#isLive = true;
    switch (event.type) {
      case "limitSeen":
        if (isNew) this.#options.tell({ type: "limitSeen", limit: event.limit, at, source: "transcript" });
        return;
      case "transientSeen":
        if (!isNew) return;
        this.#options.tell({ type: "transientSeen", transient: event.transient, at, source: "transcript" });
        return;
      case "nativeNoticeSeen":
        if (isNew) this.#options.tell({ type: "nativeNoticeSeen", notice: event.notice, at });
        return;
      case "failureSeen":
        return this.#options.tell({ type: "failureSeen", text: event.text, at });
      case "promptSent":
        return this.#options.tell({ type: "promptSent", at });
      case "assistantSpoke":
        return this.#options.tell({ type: "workSeen", at });
      case "toolAnswered":
      case "turnInterrupted":
      case "turnEnded":
        return;
      default:
        return event satisfies never;
    }
  }

  /** Bytes are for programs whose screen we do not know, and for wordings of the user's own. */
  #takeBytes(event: LimitEvent): void {
    const at = Date.now();
    const known = readLimit(event.rawMatch, { now: new Date(at), timeZone: this.#options.timeZone });
    const isSeenBetter = this.#isLive || (this.#state !== "unknown" && !this.#observer.skipped);
    if (known && isSeenBetter) return;
    this.#options.tell({ type: "limitSeen", limit: limitOf(event, known), at, source: "bytes" });
  }
}

function limitOf(event: LimitEvent, known: Limit | undefined): Limit {
  const resetsAt = event.resetTime ?? undefined;
  if (known) return { ...known, resetsAt: resetsAt ?? known.resetsAt };
  return { kind: "unknown", model: undefined, resetsAt, waitingHelps: true, text: event.rawMatch };
}

const LOOK_MS = 15_000;
const HISTORY_BYTES = 256 * 1024;
