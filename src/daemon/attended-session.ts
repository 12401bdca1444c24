import type { TranscriptEvent } from "../claude/transcript/transcript.js";
import { knows, parseRelease } from "../claude/hooks/releases.js";
import type { ScreenReading } from "../claude/screen/screen-reading.js";
import type { TransportKind } from "../transport/transport.js";
import { stackOf } from "../errors.js";
import type { Circumstances, SessionEvent } from "../session/life/event.js";
import type { Instant, Key, Life } from "../session/life/life.js";
import { resetOf } from "../session/life/stop.js";
import type { ExternalSession } from "../transport/terminal-locator.js";
import { Keyboard } from "../driver/keyboard.js";
import { noticeOf, type NoticeText } from "../driver/notices.js";
import { SessionLife } from "../driver/session-life.js";
import type { Log } from "../store/process/daemon-log.js";
import type { DaemonSettings } from "./daemon-settings.js";
import { entryOf, stopOfEntry } from "./queue/life-entry.js";
import type { QueueEntry } from "./queue/queue-entry.js";
import { SessionHands } from "./session-hands.js";
import { SessionRows } from "./session-rows.js";

export interface AttendedSessionOptions {
  readonly session: ExternalSession;
  /** Asked anew each time: when it is due depends on who else is. */
  readonly settings: (now: Instant) => DaemonSettings;
  readonly ways: () => Promise<readonly TransportKind[]>;
  readonly timeZone: string;
  readonly vim: (session: ExternalSession) => boolean;
  /** Resolves to whether it is on disk; undefined where nothing is left to be done for it. */
  readonly save: (entry: QueueEntry | undefined) => Promise<boolean>;
  /**
   * The process has ended. Returns where the conversation goes on, if it does so in a terminal. `once` names the stop:
   * what was done for it is not done again.
   */
  readonly revive: (
    session: ExternalSession,
    once: string,
  ) => Promise<ExternalSession | "under way" | "not done">;
  readonly isAlive: (session: ExternalSession) => Promise<boolean>;
  /** The person said no to the stop of that time, maybe to an earlier daemon. */
  readonly isCancelled: (at: Instant) => boolean;
  readonly notify: (text: NoticeText) => void;
  readonly onLife: (life: Life) => void;
  readonly log: Log;
}

/** One session that somebody else started, carried on. The same life as a wrapped one, with borrowed hands. */
export class AttendedSession {
  readonly #options: AttendedSessionOptions;
  readonly #life: SessionLife;
  readonly #hands: SessionHands;
  readonly #rows: SessionRows;
  #session: ExternalSession;
  #refusals: readonly string[] = [];
  #saved: Promise<boolean> = Promise.resolve(true);
  /** The stop for which the conversation was started again without a terminal. */
  #revivedFor: string | undefined;
  /** Since when our prompt may stand in a box that cannot be seen. */
  #typedAt: string | undefined;

  constructor(options: AttendedSessionOptions) {
    this.#options = options;
    this.#session = options.session;
    this.#rows = new SessionRows({ life: () => this.life, isCancelled: options.isCancelled });
    const settings = options.settings(Date.now());
    this.#hands = new SessionHands({
      ways: options.ways,
      allowBlind: settings.allowBlind,
      timeZone: options.timeZone,
      vim: () => options.vim(this.#session),
      prompt: settings.prompt,
      isTyped: () => this.#typedAt !== undefined,
      onRefusals: (refusals) => (this.#refusals = refusals),
      onAttended: (by) => this.#leaveTo(by),
    });
    const keyboard = new Keyboard({ ...settings, write: (keys) => this.#hands.send(keys) });
    this.#life = new SessionLife({
      circumstances: () => this.#circumstances(),
      save: (life) => this.#save(life),
      look: () => this.#lookSafely(),
      press: (key, on) => keyboard.press(key, () => this.#isStillSo(key, on)),
      type: async (text, on) => {
        if (!(await this.#isStillSo("text", on))) return false;
        await this.#noteTyped();
        await keyboard.type(text);
        return true;
      },
      // The keyboard is the person's own: their keys cannot be held back. What they type is seen before each key of ours.
      hold: () => {},
      notify: (about, life) => settings.notify && options.notify(noticeOf(about, life)),
      onChange: (life, because) => this.#onLife(life, because),
      onFault: (error) => this.#log("fault", { what: stackOf(error) }),
    });
  }

  get session(): ExternalSession {
    return this.#session;
  }

  get life(): Life {
    return this.#life.life;
  }

  tell(event: SessionEvent): void {
    this.#life.tell(event);
  }

  /** What an earlier daemon left. */
  restore(entry: QueueEntry): void {
    const { stop, dueAt } = stopOfEntry(entry);
    this.#typedAt = entry.typedAt;
    // What no wait brings back is told once more; what nobody came to count the wait of is a limit as any other.
    const isNew = stop.type === "limit" && entry.state === "WAITING" && entry.dueAt === undefined;
    if (isNew || !entry.stop.waitingHelps) this.hearLimit(entry);
    else this.tell({ type: "waitFound", stop, dueAt });
  }

  /** What a hook has told. */
  hearLimit(entry: QueueEntry): void {
    const { stop } = stopOfEntry(entry);
    if (stop.type === "limit") this.tell({ ...stop, type: "limitSeen" });
  }

  /** Whether a stop of that time is known by now, or over. */
  isPast(at: Instant): boolean {
    return this.#rows.isPast(at);
  }

  /** Resolves to whether everything that there is to know of it is on disk. */
  saved(): Promise<boolean> {
    return this.#saved;
  }

  /** Whether nothing is left to be done once its process has ended. Who was asked has had their time to come back. */
  isDone(now: Instant): boolean {
    const { life } = this.#life;
    if (life.tag === "RUNNING") return true;
    if (life.tag !== "NEEDS_YOU") return false;
    const askedAt = Math.max(life.stop.at, resetOf(life.stop) ?? 0);
    return life.why === "waitingDoesNotHelp" || now - askedAt > KEPT_MS;
  }

  /** The same conversation, maybe in another process or terminal. */
  moved(session: ExternalSession): void {
    const isElsewhere = JSON.stringify(session.reach) !== JSON.stringify(this.#session.reach);
    this.#session = session;
    if (isElsewhere) void this.#hands.letGo();
  }

  /** A row of its transcript, in the order of the file. */
  takeRow(row: TranscriptEvent): void {
    const event = this.#rows.take(row);
    if (event) this.tell(event);
  }

  /** Everything that was in the transcript has been taken: a limit that still holds is waited for. */
  historyTaken(): void {
    const limit = this.#rows.limitAhead();
    if (limit) this.tell(limit);
  }

  /** Resolves when the last word on it is on disk, or cannot be put there. */
  async end(): Promise<void> {
    this.#life.end();
    await this.#hands.letGo();
    await this.#saved;
  }

  #circumstances(): Circumstances {
    const { release, transcript } = this.#session;
    const now = Date.now();
    return {
      now,
      roll: Math.random(),
      typedAt: undefined,
      escapedAt: undefined,
      hasStash: knows(release === undefined ? undefined : parseRelease(release), "stash"),
      hasTranscript: transcript !== undefined,
      settings: this.#options.settings(now),
    };
  }

  /** What fails is looked at again; the log must say why. */
  async #lookSafely(): Promise<ScreenReading | undefined> {
    try {
      return await this.#look();
    } catch (error) {
      this.#log("fault", { what: stackOf(error) });
      return undefined;
    }
  }

  async #look(): Promise<ScreenReading | undefined> {
    if (!(await this.#options.isAlive(this.#session)) && !(await this.#revive())) return undefined;
    const reading = await this.#hands.look(this.#session);
    this.#log("looked", { way: this.#hands.way, state: reading?.state, refusals: this.#refusals });
    return reading;
  }

  /** Its process has ended. Returns whether it runs again, in a terminal. */
  async #revive(): Promise<boolean> {
    const { life } = this.#life;
    if (life.tag === "RUNNING") return false;
    const once = new Date(life.stop.at).toISOString();
    if (this.#revivedFor === once) return false;
    this.#log("gone");
    const revival = await this.#options.revive(this.#session, once);
    if (revival === "under way") {
      this.#revivedFor = once;
      return false;
    }
    if (revival === "not done") {
      this.tell({ type: "terminalGone", fix: `go on with: claude --resume ${this.#session.sessionId}` });
      return false;
    }
    this.moved(revival);
    return true;
  }

  /** At the last moment before a key. */
  #leaveTo(by: string): void {
    this.#log("attended", { by });
    this.tell({ type: "conversationLeft" });
  }

  async #isStillSo(key: Key | "text", on: ScreenReading): Promise<boolean> {
    const isRight = await this.#hands.isStillSo(on);
    this.#log(isRight ? "key" : "keptBack", { key, way: this.#hands.way });
    return isRight;
  }

  /** On disk before the first letter: after a crash nobody could see whether it stands there. */
  async #noteTyped(): Promise<void> {
    if (!this.#hands.isBlind) return;
    this.#typedAt = new Date().toISOString();
    await this.#save(this.#life.life);
  }

  #onLife(life: Life, because: SessionEvent): void {
    if (life.tag === "RUNNING" || life.tag === "LIMIT_DETECTED") this.#typedAt = undefined;
    this.#options.onLife(life);
    this.#log("life", {
      state: life.tag,
      because: because.type,
      phase: life.tag === "RESUMING" ? life.plan.phase : undefined,
      dueAt: life.tag === "WAITING" ? new Date(life.dueAt).toISOString() : undefined,
      why: life.tag === "NEEDS_YOU" ? life.why : undefined,
    });
    if (life.tag !== "RESUMING") void this.#hands.letGo();
  }

  async #save(life: Life): Promise<void> {
    const around = { session: this.#session, refusals: this.#refusals, typedAt: this.#typedAt };
    this.#saved = this.#options.save(entryOf(life, around));
    await this.#saved;
  }

  #log(event: string, details: Readonly<Record<string, unknown>> = {}): void {
    this.#options.log(event, { session: this.#session.sessionId, ...details });
  }
}

/** For how long the queue keeps what waits for a person whose terminal is closed. */
const KEPT_MS = 7 * 24 * 60 * 60_000;
