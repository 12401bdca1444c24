import type { LimitEvent } from "../claude/limits/pattern-detector.js";
import { readLimit, type Limit } from "../claude/limits/limit.js";
import type { Screen } from "../claude/screen/screen.js";
import type { ScreenReading } from "../claude/screen/screen-reading.js";
import type { TranscriptEvent } from "../claude/transcript/transcript.js";
import type { SessionEvent } from "../session/life/event.js";
import { textOfScreen } from "../terminal/emulator/emulated-screen.js";
import { TranscriptWatch } from "../discover/transcript-watch.js";
import { stopIn, withoutStop } from "./conversation-history.js";
import { Observer } from "./observer.js";
import type { SessionRows } from "./session-rows.js";

export interface SessionObserverOptions {
  readonly columns: number;
  readonly rows: number;
  readonly timeZone: string;
  readonly pattern: RegExp | undefined;
  /** What the rows of its transcript have told. */
  readonly sessionRows: SessionRows;
  /** It will be told which conversation this is: until then a banner may be an old one that was drawn again. */
  readonly isAnnounced: boolean;
  /** `--fork-session`: it names the transcript of what it was forked from, and writes another (2.0.72 to 2.1.197). */
  readonly isFork: boolean;
  readonly vim: () => boolean;
  /** Has the session draw its screen again. */
  readonly repaint: () => void;
  readonly tell: (event: SessionEvent) => void;
  /** The screen came to rest with something new on it. */
  readonly onSight?: (reading: ScreenReading) => void;
  /** A row of its transcript, also a subagent's; it goes to `rows`. */
  readonly onRow: (row: TranscriptEvent) => void;
  /** All rows that were in the transcript have been told. */
  readonly onHistory: () => void;
}

/** All that is seen of one session, turned into events: its screen, its bytes, its transcript. */
export class SessionObserver {
  readonly #options: SessionObserverOptions;
  readonly #observer: Observer;
  readonly #patience: NodeJS.Timeout | undefined;
  readonly #doubtful = new DoubtfulLimits((seen) => this.#tellDoubtful(seen));
  #transcript: TranscriptWatch | undefined;
  /** What was seen while nobody knew which conversation this is; the last of each kind. */
  #unsaid: Map<string, SessionEvent> | undefined;
  #state: ScreenReading["state"] = "unknown";
  #shown: Screen | undefined;
  /** Whose rows are read: nobody's, those from before the start, or this session's own. */
  #rows: "none" | "past" | "own" = "none";
  /** Nothing has happened yet in a conversation that was resumed. */
  #isUntouched = false;

  constructor(options: SessionObserverOptions) {
    this.#options = options;
    if (options.isAnnounced) {
      this.#unsaid = new Map();
      this.#patience = setTimeout(() => this.introduced(), ANNOUNCED_WITHIN_MS).unref();
    }
    this.#observer = new Observer({
      columns: options.columns,
      rows: options.rows,
      timeZone: options.timeZone,
      ...(options.pattern ? { pattern: options.pattern } : {}),
      now: () => new Date(),
      vim: options.vim,
      onReading: (reading, screen) => {
        this.#shown = screen;
        this.#state = reading.state;
        // Whatever limit there is, this screen shows it.
        if (reading.state !== "unknown") this.#doubtful.drop();
        options.onSight?.(reading);
        if (reading.state === "busy") this.#isUntouched = false;
        this.#tellSight({ type: "screenSettled", reading, at: Date.now() });
      },
      onBytesLimit: (event) => this.#takeBytes(event),
    });
  }

  /** The last lines of the screen when it last came to rest. */
  get lastLines(): readonly string[] | undefined {
    return this.#shown && textOfScreen(this.#shown).split("\n").slice(-LAST_LINES);
  }

  /** The session writes rows that we read: they say more, and more surely, than the screen. */
  get hasTranscript(): boolean {
    return this.#rows !== "none";
  }

  /** Something came before the next bytes that is lost. */
  noteGap(): void {
    this.#observer.noteGap();
  }

  feed(bytes: Buffer): void {
    this.#observer.feed(bytes);
  }

  resize(columns: number, rows: number): void {
    this.#observer.resize(columns, rows);
  }

  /** For whoever is about to act. A flood that was not drawn leaves the screen unknown: then it is drawn again. */
  async look(timeoutMs: number): Promise<ScreenReading | undefined> {
    if (this.#observer.skipped) this.#options.repaint();
    return (await this.#observer.look(timeoutMs))?.reading;
  }

  /** What is on the screen at this very moment; undefined where that is unknown or half drawn. */
  glance(): ScreenReading | undefined {
    return this.#observer.glance();
  }

  /** The person pressed a key: what comes from here on is new. */
  noticeKeys(): void {
    this.#isUntouched = false;
  }

  /** The session keeps its transcript there now. Resolves when what was in it before is known. */
  async follow(transcript: string, isResumed = false): Promise<void> {
    this.#transcript?.close();
    this.#rows = "none";
    const { sessionRows } = this.#options;
    sessionRows.restart();
    const watch = new TranscriptWatch(transcript, {
      from: { lastBytes: HISTORY_BYTES },
      timeZone: this.#options.timeZone,
      onEvent: (event) => this.#takeRow(event),
      // Without its file the screen is all there is.
      onMissing: (missing) => {
        if (missing) this.#rows = "none";
      },
    });
    this.#transcript = watch;
    await watch.catchUp();
    if (watch !== this.#transcript) return;
    // A conversation goes on in the file that has its past (1.0.64 to 2.1.325).
    if (this.#rows === "none" && !sessionRows.isWithoutPast && !this.#options.isFork) this.#rows = "past";
    // To 2.0.26 a resumed session names another file, without what went before; its screen shows that all the same.
    this.#isUntouched = isResumed && sessionRows.isWithoutPast;
    this.#options.onHistory();
  }

  /** It is known which conversation this is: what was seen meanwhile counts. */
  introduced(): void {
    clearTimeout(this.#patience);
    const unsaid = this.#unsaid?.values() ?? [];
    this.#unsaid = undefined;
    for (const event of unsaid) this.#tellSight(event);
  }

  close(): void {
    clearTimeout(this.#patience);
    this.#doubtful.drop();
    this.#transcript?.close();
    this.#observer.dispose();
  }

  #takeRow(event: TranscriptEvent): void {
    const { sessionRows, onRow } = this.#options;
    if (sessionRows.isNew(event) && !event.sidechain) {
      this.#rows = "own";
      this.#isUntouched = false;
    }
    onRow(event);
  }

  /** Bytes are for programs whose screen we do not know, and for wordings of the user's own. */
  #takeBytes(event: LimitEvent): void {
    const at = Date.now();
    const known = readLimit(event.rawMatch, { now: new Date(at), timeZone: this.#options.timeZone });
    const seen: LimitSeen = { type: "limitSeen", limit: limitOf(event, known), at, source: "bytes" };
    if (!known) this.#tellSight(seen);
    else if (!this.#isSeenBetter) this.#doubtful.hold(seen);
  }

  /** No screen that we know has come after it. */
  #tellDoubtful(seen: LimitSeen): void {
    if (this.#unsaid) this.#doubtful.hold(seen);
    else if (!this.#isSeenBetter) this.#tellSight(seen);
  }

  /** By rows or on the screen, which tell what is old. */
  get #isSeenBetter(): boolean {
    return this.#rows !== "none" || (this.#state !== "unknown" && !this.#observer.skipped);
  }

  #tellSight(event: SessionEvent): void {
    if (this.#unsaid) return void this.#unsaid.set(event.type, event);
    const news = this.#isUntouched ? withoutStop(event) : this.#options.sessionRows.withoutOld(event);
    if (!news) return;
    // No row told of the turn that it ended: they are written elsewhere. Bytes may be of any turn.
    if (this.#rows === "past" && news.type === "screenSettled" && stopIn(news)) this.#rows = "none";
    this.#options.tell(news);
  }
}

function limitOf(event: LimitEvent, known: Limit | undefined): Limit {
  const resetsAt = event.resetTime ?? undefined;
  if (known) return { ...known, resetsAt: resetsAt ?? known.resetsAt };
  return { kind: "unknown", model: undefined, resetsAt, waitingHelps: true, text: event.rawMatch };
}

// Claude Code runs the hook in its first seconds, unless the user has switched all hooks off.
const LAST_LINES = 12;
const ANNOUNCED_WITHIN_MS = 30_000;
const HISTORY_BYTES = 256 * 1024;

type LimitSeen = Extract<SessionEvent, { type: "limitSeen" }>;

/**
 * Limits in the bytes of which nobody knows yet whether they are news: Claude Code draws an old conversation, banners
 * included, before its screen can be read. Each is told after a while, unless they were dropped by then.
 */
class DoubtfulLimits {
  readonly #tell: (seen: LimitSeen) => void;
  /** By their texts: a redraw of one is not another. */
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(tell: (seen: LimitSeen) => void) {
    this.#tell = tell;
  }

  hold(seen: LimitSeen): void {
    const { text } = seen.limit;
    if (this.#timers.has(text)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(text);
      this.#tell(seen);
    }, DOUBT_MS);
    this.#timers.set(text, timer.unref());
  }

  /** Something better tells of them. */
  drop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}

/** A screen with an animation on it is read after two seconds; a limit lasts for minutes at least. */
const DOUBT_MS = 3000;
