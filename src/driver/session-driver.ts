import { knows, type Release } from "../claude/hooks/releases.js";
import { takesSameKeys, type ScreenReading } from "../claude/screen/screen-reading.js";
import type { TranscriptEvent } from "../claude/transcript/transcript.js";
import { stackOf } from "../errors.js";
import type { ResumeSettings, SessionEvent } from "../session/life/event.js";
import type { Instant, Life } from "../session/life/life.js";
import type { ControlReply } from "../store/rpc/control-protocol.js";
import type { Disposable } from "../terminal/user/listeners.js";
import type { Approver } from "./approval/approver.js";
import { PromptDecider } from "./approval/prompt-decider.js";
import { LONGEST_HOLD_MS } from "./input-gate.js";
import { Keyboard, type KeyboardOptions } from "./keyboard.js";
import { nothingToDo } from "./life-record.js";
import { noticeOf, type NoticeText } from "./notices.js";
import type { Decided, Decision, PendingPrompt, PromptId } from "./pending-prompt.js";
import { SessionLife } from "./session-life.js";
import { SessionRows } from "./session-rows.js";

/** The screen and the keyboard of one session, whichever transport leads there. */
export interface SessionHandle {
  /** What the screen shows when it has settled; undefined if it does not within the time, or cannot be read. */
  look(timeoutMs: number): Promise<ScreenReading | undefined>;
  /** What it shows at this moment; undefined if that is unknown or it is another process. Asked right before every key. */
  glance(): ScreenReading | undefined | Promise<ScreenReading | undefined>;
  send(keys: string): void | Promise<void>;
  /** Keeps the user's own keys back; undefined if that cannot be done. */
  holdUserKeys?: ((maxMs: number) => Disposable) | undefined;
}

export interface SessionDriverOptions extends Omit<KeyboardOptions, "write"> {
  readonly handle: SessionHandle;
  readonly release: () => Release | undefined;
  /** Asked each time: with many sessions, when one is due depends on the others. */
  readonly settings: (now: Instant) => ResumeSettings;
  /** Rows come in: then a prompt counts as accepted only when its row is there. */
  readonly hasTranscript: () => boolean;
  /** Rows of the transcript from before are history. */
  readonly since: Instant;
  /** The user cancelled the wait for the stop of that time, maybe in an earlier process. */
  readonly isCancelled?: (at: Instant) => boolean;
  /** Done before the first letter of a text is typed. */
  readonly beforeTyping?: () => Promise<void>;
  /** Resolves when the life is on disk, or cannot be put there. */
  readonly save: (life: Life) => Promise<void>;
  readonly notify: (notice: NoticeText) => void;
  /** Called with every new life, before it is saved. */
  readonly onLife: (life: Life) => void;
  readonly log: (event: string, details?: LogDetails) => void;
}

type LogDetails = Readonly<Record<string, string | number | boolean | undefined>>;

/** Drives one session, whoever started it: reads its screen and its rows, waits, resumes, and answers prompts when asked to. */
export class SessionDriver {
  readonly rows: SessionRows;
  readonly keyboard: Keyboard;
  readonly #options: SessionDriverOptions;
  readonly #life: SessionLife;
  readonly #decider: PromptDecider;
  #approver: Approver | undefined;
  #held: Disposable | undefined;
  #typedAt: Instant | undefined;
  #escapedAt: Instant | undefined;

  constructor(options: SessionDriverOptions) {
    this.#options = options;
    const { handle, log, notify, save } = options;
    this.rows = new SessionRows({
      since: options.since,
      life: () => this.life,
      isCancelled: (at) => options.isCancelled?.(at) ?? false,
    });
    this.keyboard = new Keyboard({ ...options, write: (keys) => handle.send(keys) });
    this.#life = new SessionLife({
      circumstances: () => this.#circumstances(),
      save,
      look: () => this.look(),
      press: async (key, on) => {
        log("press", { key });
        await this.keyboard.press(key, () => this.#isStillOn(on, key));
      },
      type: (text, on) => this.#type(text, on),
      hold: (held) => this.#hold(held),
      notify: (about, life) => notify(noticeOf(about, life)),
      onChange: (life, because) => this.#takeLife(life, because),
      onFault: (error) => this.noteFault(error),
    });
    this.#decider = new PromptDecider({
      look: (timeoutMs) => this.look(timeoutMs),
      glance: () => handle.glance(),
      press: (key, isRight) =>
        key === "enter" ? this.keyboard.press(key, isRight) : this.keyboard.move(key, isRight),
      log,
    });
  }

  get life(): Life {
    return this.#life.life;
  }

  tell(event: SessionEvent): void {
    this.#life.tell(event);
  }

  /** Answers permission prompts by the user's rules from here on. */
  approveBy(approver: Approver): void {
    this.#approver = approver;
  }

  /** What the session shows when it has settled; undefined if it does not, or cannot be read. Never throws. */
  async look(timeoutMs = LOOK_MS): Promise<ScreenReading | undefined> {
    try {
      const reading = await this.#options.handle.look(timeoutMs);
      this.#decider.see(reading);
      return reading;
    } catch (error) {
      // What fails is looked at again; the log must say why.
      this.noteFault(error);
      return undefined;
    }
  }

  /** The screen came to rest with something new on it. */
  see(reading: ScreenReading): void {
    this.#decider.see(reading);
    this.#approver?.see(reading);
  }

  /** A row of its transcript, in the order of the file; also a subagent's. */
  takeRow(row: TranscriptEvent): void {
    if (this.rows.isNew(row)) {
      this.#decider.takeRow();
      this.#approver?.readRow(row);
    }
    const event = this.rows.take(row);
    if (event) this.tell(event);
  }

  /** Everything that was in the transcript has been taken: a limit that still holds is waited for. */
  historyTaken(): void {
    const limit = this.rows.limitAhead();
    if (limit) this.tell(limit);
  }

  /** The user pressed a key. */
  noticeKeys(keys: "keys" | "escape"): void {
    this.#typedAt = Date.now();
    if (keys === "escape") this.#escapedAt = this.#typedAt;
    this.#decider.renew();
    this.#approver?.noticeKeys();
  }

  /** Continues now, not at the reset. */
  resume(): ControlReply {
    return this.#order("resume");
  }

  /** Waits no longer. */
  cancel(): ControlReply {
    return this.#order("cancel");
  }

  /** The permission prompt that the last look found. */
  pendingPrompt(): PendingPrompt | undefined {
    return this.#decider.pending;
  }

  /** Answers the permission prompt with that id, and no other. */
  decide(id: PromptId, decision: Decision): Promise<Decided> {
    // The user has it in hand: the rules leave it alone.
    if (this.#decider.pending?.id === id) this.#approver?.noticeKeys();
    return this.#decider.decide(id, decision);
  }

  noteFault(error: unknown): void {
    this.#options.log("fault", { what: stackOf(error) });
  }

  /** Nothing is done any more; what is saved stays. */
  end(): void {
    this.#approver?.end();
    this.#life.end();
  }

  #order(order: "resume" | "cancel"): ControlReply {
    const refusal = nothingToDo(order, this.life.tag);
    if (refusal) return refusal;
    this.tell({ type: order === "resume" ? "resumeAsked" : "cancelAsked" });
    return { ok: true, says: order === "resume" ? "continues now" : "waits no longer" };
  }

  async #type(text: string, on: ScreenReading): Promise<boolean> {
    if (!(await this.#isStillOn(on, "text"))) return false;
    await this.#options.beforeTyping?.();
    this.#options.log("typed", { characters: text.length });
    await this.keyboard.type(text);
    return true;
  }

  /**
   * The one check before every key. A dialog that came up since would take our Enter for its own; then nothing is pressed,
   * and the look or timer that follows every key finds out.
   */
  async #isStillOn(on: ScreenReading, key: string): Promise<boolean> {
    const now = await this.#options.handle.glance();
    if (takesSameKeys(now, on)) return true;
    // The log must not say of a key that it went out when it did not.
    this.#options.log("keptBack", { key, decidedOn: on.state, now: now?.state });
    return false;
  }

  #hold(held: boolean): void {
    this.#held?.dispose();
    this.#held = held ? this.#options.handle.holdUserKeys?.(LONGEST_HOLD_MS) : undefined;
  }

  #circumstances() {
    const now = Date.now();
    return {
      now,
      roll: Math.random(),
      typedAt: this.#typedAt,
      escapedAt: this.#escapedAt,
      hasStash: knows(this.#options.release(), "stash"),
      hasTranscript: this.#options.hasTranscript(),
      settings: this.#options.settings(now),
    };
  }

  #takeLife(life: Life, because: SessionEvent): void {
    this.#options.onLife(life);
    this.#options.log("life", {
      state: life.tag,
      because: because.type,
      phase: life.tag === "RESUMING" ? life.plan.phase : undefined,
      dueAt: life.tag === "WAITING" ? new Date(life.dueAt).toISOString() : undefined,
      why: life.tag === "NEEDS_YOU" ? life.why : undefined,
    });
  }
}

const LOOK_MS = 15_000;
