import { parseRelease } from "../claude/hooks/releases.js";
import type { ScreenReading } from "../claude/screen/screen-reading.js";
import type { NoticeText } from "../driver/notices.js";
import type { Decided, Decision, PendingPrompt, PromptId } from "../driver/pending-prompt.js";
import { SessionDriver } from "../driver/session-driver.js";
import type { SessionEvent } from "../session/life/event.js";
import type { Instant, Life } from "../session/life/life.js";
import { resetOf } from "../session/life/stop.js";
import type { Log } from "../store/process/daemon-log.js";
import type { ExternalSession } from "../transport/terminal-locator.js";
import type { TransportKind } from "../transport/transport.js";
import type { DaemonSettings } from "./daemon-settings.js";
import { ExternalHandle } from "./external-handle.js";
import { entryOf, stopOfEntry } from "./queue/life-entry.js";
import type { QueueEntry } from "./queue/queue-entry.js";

export interface AttendedSessionOptions {
  readonly session: ExternalSession;
  /** Asked each time: when it is due depends on who else is. */
  readonly settings: (now: Instant) => DaemonSettings;
  readonly transports: () => Promise<readonly TransportKind[]>;
  readonly timeZone: string;
  readonly vim: (session: ExternalSession) => boolean;
  /** Resolves to whether it is on disk; undefined if nothing is left to be done for it. */
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
  /** The user cancelled the wait for the stop of that time, maybe in an earlier daemon. */
  readonly isCancelled: (at: Instant) => boolean;
  readonly notify: (text: NoticeText) => void;
  readonly onLife: (life: Life) => void;
  readonly log: Log;
}

/** What a session that somebody else started has besides its driver: its queue entry, a transport, and a revival. */
export class AttendedSession {
  readonly driver: SessionDriver;
  readonly #options: AttendedSessionOptions;
  readonly #handle: ExternalHandle;
  #session: ExternalSession;
  #refusals: readonly string[] = [];
  #saved: Promise<boolean> = Promise.resolve(true);
  /** The stop for which the conversation was started again without a terminal. */
  #revivedFor: string | undefined;
  /** Since when our prompt may be in a box that cannot be seen. */
  #typedAt: string | undefined;

  constructor(options: AttendedSessionOptions) {
    this.#options = options;
    this.#session = options.session;
    const settings = options.settings(Date.now());
    this.#handle = new ExternalHandle({
      transports: options.transports,
      allowBlind: settings.allowBlind,
      timeZone: options.timeZone,
      vim: () => options.vim(this.#session),
      prompt: settings.prompt,
      isTyped: () => this.#typedAt !== undefined,
      onRefusals: (refusals) => (this.#refusals = refusals),
      onAttended: (by) => this.#leaveTo(by),
    });
    this.driver = new SessionDriver({
      ...settings,
      handle: {
        look: (timeoutMs) => this.#look(timeoutMs),
        glance: () => this.#handle.glance(),
        send: (keys) => this.#handle.send(keys),
        // The user's own keys cannot be held back here. The check before each of our keys sees what they typed.
      },
      release: () => (this.#session.release === undefined ? undefined : parseRelease(this.#session.release)),
      settings: options.settings,
      hasTranscript: () => this.#session.transcript !== undefined,
      since: Date.now(),
      isCancelled: options.isCancelled,
      beforeTyping: () => this.#noteTyped(),
      save: (life) => this.#save(life),
      notify: (notice) => settings.notify && options.notify(notice),
      onLife: (life) => this.#takeLife(life),
      log: (event, details = {}) => this.#log(event, { ...details, transport: this.#handle.transport }),
    });
  }

  get session(): ExternalSession {
    return this.#session;
  }

  get life(): Life {
    return this.driver.life;
  }

  tell(event: SessionEvent): void {
    this.driver.tell(event);
  }

  /** What an earlier daemon left. */
  restore(entry: QueueEntry): void {
    const { stop, dueAt } = stopOfEntry(entry);
    this.#typedAt = entry.typedAt;
    // A stop that waiting does not end is reported again. A limit without a due time is handled like a new one.
    const isNew = stop.type === "limit" && entry.state === "WAITING" && entry.dueAt === undefined;
    if (isNew || !entry.stop.waitingHelps) this.hearLimit(entry);
    else this.tell({ type: "waitFound", stop, dueAt });
  }

  /** What a hook has reported. */
  hearLimit(entry: QueueEntry): void {
    const { stop } = stopOfEntry(entry);
    if (stop.type === "limit") this.tell({ ...stop, type: "limitSeen" });
  }

  /** Resolves to whether everything that there is to know of it is on disk. */
  saved(): Promise<boolean> {
    return this.#saved;
  }

  /** Whether nothing is left to be done once its process has ended. Who was asked has had their time to come back. */
  isDone(now: Instant): boolean {
    const { life } = this;
    if (life.tag === "RUNNING") return true;
    if (life.tag !== "NEEDS_YOU") return false;
    const askedAt = Math.max(life.stop.at, resetOf(life.stop) ?? 0);
    return life.why === "waitingDoesNotHelp" || now - askedAt > KEPT_MS;
  }

  /** The same conversation, maybe in another process or terminal. */
  moved(session: ExternalSession): void {
    const isElsewhere = JSON.stringify(session.reach) !== JSON.stringify(this.#session.reach);
    this.#session = session;
    if (isElsewhere) void this.#handle.release();
  }

  /** The permission prompt that the session shows now. */
  async pendingPrompt(): Promise<PendingPrompt | undefined> {
    return this.#whileOpen(async () => {
      const reading = await this.driver.look();
      return reading && this.driver.pendingPrompt();
    });
  }

  /** Answers the permission prompt with that id, and no other. */
  decide(id: PromptId, decision: Decision): Promise<Decided> {
    return this.#whileOpen(() => this.driver.decide(id, decision));
  }

  /** Resolves when its last state is on disk, or cannot be put there. */
  async end(): Promise<void> {
    this.driver.end();
    await this.#handle.release();
    await this.#saved;
  }

  /** Releases the transport afterwards. A resume that is under way still needs it, and releases it itself. */
  async #whileOpen<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      if (this.life.tag !== "RESUMING") await this.#handle.release();
    }
  }

  async #look(timeoutMs: number): Promise<ScreenReading | undefined> {
    if (!(await this.#options.isAlive(this.#session)) && !(await this.#revive())) return undefined;
    const reading = await this.#handle.look(this.#session, timeoutMs);
    const transport = this.#handle.transport;
    this.#log("looked", { transport, state: reading?.state, refusals: this.#refusals });
    return reading;
  }

  /** Its process has ended. Returns whether it runs again, in a terminal. */
  async #revive(): Promise<boolean> {
    const { life } = this;
    // A look that somebody asks for during the wait starts nothing.
    if (life.tag === "RUNNING" || life.tag === "WAITING") return false;
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

  /** Found out at the last moment before a key. */
  #leaveTo(by: string): void {
    this.#log("attended", { by });
    this.tell({ type: "conversationLeft" });
  }

  /** On disk before the first letter: after a crash nobody could see whether it is there. */
  async #noteTyped(): Promise<void> {
    if (!this.#handle.isBlind) return;
    this.#typedAt = new Date().toISOString();
    await this.#save(this.life);
  }

  #takeLife(life: Life): void {
    if (life.tag === "RUNNING" || life.tag === "LIMIT_DETECTED") this.#typedAt = undefined;
    this.#options.onLife(life);
    if (life.tag !== "RESUMING") void this.#handle.release();
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

/** For how long the queue keeps what waits for a user whose terminal is closed. */
const KEPT_MS = 7 * 24 * 60 * 60_000;
