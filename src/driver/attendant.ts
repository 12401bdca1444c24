import { knows, type HookEventName, type Release } from "../claude/hooks/releases.js";
import { takesSameKeys, type ScreenReading } from "../claude/screen/screen-reading.js";
import { stackOf } from "../errors.js";
import { findProgram } from "../host/find-program.js";
import { Notifier } from "../notify/notifier.js";
import type { Circumstances, Notice, SessionEvent } from "../session/life/event.js";
import { BEGINNING, type Key, type Life } from "../session/life/life.js";
import type { PtyExit } from "../transport/pty/pty.js";
import { localTimeZone } from "../time/local-zone.js";
import type { Approver } from "./approval/approver.js";
import { Keyboard } from "./keyboard.js";
import { noticeOf } from "./notices.js";
import { resumedConversation } from "../claude/hooks/command-line.js";
import { SessionBook } from "./session-book.js";
import { SessionEyes } from "./session-eyes.js";
import { SessionLife } from "./session-life.js";
import type { SessionStart, HookDrops } from "../launch/hook-drops.js";
import { WaitVoice } from "./wait-voice.js";
import type { WrapperSettings } from "./wrapper-settings.js";

export interface AttendantOptions {
  readonly settings: WrapperSettings;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly release: Release | undefined;
  readonly hookDrops: HookDrops | undefined;
  /** What they are told of. */
  readonly hookEvents: readonly HookEventName[];
  readonly startedAt: number;
  readonly columns: number;
  readonly rows: number;
  readonly vim: () => boolean;
  /** To the session's keyboard. */
  readonly write: (text: string) => void;
  /** To the user's terminal: only what draws nothing. */
  readonly speak: (sequence: string) => void;
  readonly childTitle: () => string | undefined;
  /** Has the session draw its screen again. */
  readonly repaint: () => void;
  readonly onLife: (life: Life) => void;
  /** Whether the person's keys are held back. */
  readonly hold: (held: boolean) => void;
  readonly debug: (message: string) => void;
}

/**
 * Stands beside a session and carries it on. Loaded after the session has started, so that nobody waits for it:
 * the emulator and the time zones take 70 ms.
 */
export class Attendant {
  readonly #options: AttendantOptions;
  readonly #book: SessionBook;
  readonly #keyboard: Keyboard;
  readonly #eyes: SessionEyes;
  readonly #life: SessionLife;
  readonly #voice: WaitVoice;
  readonly #notifier: Notifier;
  #approver: Approver | undefined;
  #conversation: string | undefined;
  #typedAt: number | undefined;
  #escapedAt: number | undefined;
  #isAside = false;

  static async begin(options: AttendantOptions): Promise<Attendant> {
    let attendant: Attendant | undefined;
    const { command, cwd, startedAt, debug, release } = options;
    const book = await SessionBook.open({
      command,
      cwd,
      startedAt,
      debug,
      release: release && `${release.major}.${release.minor}.${release.patch}`,
      tell: (event) => attendant?.tell(event),
    });
    try {
      attendant = new Attendant(options, book);
      if (options.settings.approve.mode !== "off") await attendant.#approve();
    } catch (error) {
      // Nobody would ever take its record and its socket away.
      await book.close(BEGINNING, { exitCode: 0 });
      throw error;
    }
    return attendant;
  }

  private constructor(options: AttendantOptions, book: SessionBook) {
    this.#options = options;
    this.#book = book;
    const { settings, speak, childTitle } = options;
    this.#keyboard = new Keyboard({ ...settings, write: options.write });
    this.#notifier = new Notifier({
      speak,
      findProgram,
      log: (message) => book.log("notifier", { message }),
    });
    this.#voice = new WaitVoice({ speak, childTitle, title: settings.title });
    this.#life = new SessionLife({
      circumstances: () => this.#circumstances(),
      save: (life) => book.save(life),
      look: () => this.#eyes.look(),
      press: async (key, on) => {
        book.log("press", { key });
        await this.#keyboard.press(key, () => this.#isStillSo(key, on));
      },
      type: async (text, on) => {
        if (!this.#isStillSo("text", on)) return false;
        book.log("typed", { characters: text.length });
        await this.#keyboard.type(text);
        return true;
      },
      hold: options.hold,
      notify: (about, life) => this.#notify(about, life),
      onChange: (life, because) => this.#onLife(life, because),
      onFault: (error) => this.noteFault(stackOf(error)),
    });
    this.#eyes = new SessionEyes({
      ...options,
      timeZone: localTimeZone(),
      pattern: settings.pattern,
      since: options.startedAt,
      isAnnounced: options.hookDrops !== undefined,
      isFork: options.command.includes("--fork-session"),
      tell: (event) => this.tell(event),
      onSight: (reading) => this.#approver?.see(reading),
      onRow: (event) => this.#approver?.readRow(event),
    });
    options.hookDrops?.onStart((start) => void this.#follow(start));
  }

  get life(): Life {
    return this.#life.life;
  }

  tell(event: SessionEvent): void {
    this.#life.tell(event);
  }

  /** Something came before the next bytes that is lost. */
  noteGap(): void {
    this.#eyes.noteGap();
  }

  feed(bytes: Buffer): void {
    this.#eyes.feed(bytes);
  }

  resize(columns: number, rows: number): void {
    if (!this.#isAside) this.#eyes.resize(columns, rows);
  }

  /** The person pressed a key. */
  noticeKeys(keys: "keys" | "escape"): void {
    this.#typedAt = Date.now();
    this.#eyes.noticeKeys();
    this.#approver?.noticeKeys();
    if (keys === "escape") this.#escapedAt = this.#typedAt;
  }

  noteFault(what: string): void {
    this.#book.log("fault", { what });
  }

  /** Something of ours fails again and again: nothing is done any more, and a wait is the person's to end. */
  async standAside(): Promise<void> {
    const { life } = this;
    this.#isAside = true;
    this.#approver?.end();
    this.#life.end();
    this.#eyes.close();
    if (life.tag === "RUNNING") return;
    const given: Life = {
      ...life,
      tag: "NEEDS_YOU",
      why: "stoodAside",
      inTheWay: undefined,
      native: undefined,
    };
    this.#options.onLife(given);
    this.#voice.needsYou(noticeOf("needsYou", given).body);
    this.#notify("needsYou", given);
    await this.#book.standAside(given);
  }

  /** Title and taskbar are put back. */
  hush(): void {
    this.#approver?.end();
    this.#life.end();
    this.#voice.clear();
  }

  /** The session has ended; resolves when all that is left of it is on disk. */
  async end(exit: PtyExit): Promise<void> {
    const life = this.#life.life;
    this.hush();
    this.#eyes.close();
    this.#options.hookDrops?.close();
    await this.#book.close(life, exit);
  }

  /** Permission prompts are answered by the user's rules. */
  async #approve(): Promise<void> {
    const { settings, cwd, hookDrops, hookEvents } = this.#options;
    const { beginApprover } = await import("./approval/begin-approver.js");
    const known = hookEvents.includes("PermissionRequest") ? "hook" : hookDrops ? "transcript" : "screen";
    const approver = beginApprover({
      settings: settings.approve,
      cwd,
      session: this.#book.id,
      conversation: () => this.#conversation,
      expects: () => known,
      glance: () => this.#eyes.glance(),
      pressEnter: (isRight) => this.#keyboard.press("enter", isRight),
      notify: (notice) => {
        if (settings.notify) this.#notifier.notify(notice);
      },
      log: (event, details) => this.#book.log(event, details),
    });
    this.#approver = approver;
    hookDrops?.onRequest((request) => approver.hear(request));
  }

  #circumstances(): Circumstances {
    return {
      now: Date.now(),
      roll: Math.random(),
      typedAt: this.#typedAt,
      escapedAt: this.#escapedAt,
      hasStash: knows(this.#options.release, "stash"),
      hasTranscript: this.#eyes.hasTranscript,
      settings: this.#options.settings,
    };
  }

  /**
   * Whether the screen is still the one that the decision was made on. A dialog that came up since would take our
   * Enter for its own; then nothing is pressed, and the look or timer that follows every key finds out.
   */
  #isStillSo(key: Key | "text", on: ScreenReading): boolean {
    const is = this.#eyes.glance();
    if (is !== undefined && takesSameKeys(is, on)) return true;
    // The log must not say of a key that it went out when it did not.
    this.#book.log("keptBack", { key, decidedOn: on.state, now: is?.state });
    return false;
  }

  #onLife(life: Life, because: SessionEvent): void {
    this.#options.onLife(life);
    this.#book.log("life", {
      state: life.tag,
      because: because.type,
      phase: life.tag === "RESUMING" ? life.plan.phase : undefined,
      dueAt: life.tag === "WAITING" ? new Date(life.dueAt).toISOString() : undefined,
      why: life.tag === "NEEDS_YOU" ? life.why : undefined,
    });
    if (life.tag === "WAITING") this.#voice.show({ startedAt: life.since, dueAt: life.dueAt });
    else if (life.tag === "NEEDS_YOU") this.#voice.needsYou(noticeOf("needsYou", life).body);
    else if (life.tag === "RUNNING") this.#voice.clear();
  }

  #notify(about: Notice, life: Life): void {
    if (this.#options.settings.notify) this.#notifier.notify(noticeOf(about, life));
  }

  async #follow(start: SessionStart): Promise<void> {
    try {
      await this.#meet(start);
    } catch (error) {
      this.noteFault(stackOf(error));
    }
    this.#eyes.introduced();
  }

  /** The session is in a conversation: its first, or another that the person went to. */
  async #meet(start: SessionStart): Promise<void> {
    const before = this.#conversation;
    this.#conversation = start.sessionId;
    this.#book.log("sessionStart", { source: start.source, session: start.sessionId });
    // A compaction may give the same conversation a new file.
    if (before !== undefined && before !== start.sessionId && start.source !== "compact") {
      this.tell({ type: "conversationLeft" });
    }
    if (start.transcriptPath !== undefined)
      await this.#eyes.follow(start.transcriptPath, start.source !== "startup");
    await this.#book.note(start.sessionId, start.transcriptPath);
    if (before === undefined && start.source !== "startup") {
      // To 1.0.124 a resumed conversation has a new id: then it is the one that was asked for.
      const asked = resumedConversation(this.#options.command);
      await this.#adopt(start.sessionId);
      if (asked !== undefined && asked !== start.sessionId) await this.#adopt(asked);
    }
  }

  /** Takes up what a killed wrapper left, unless somebody went on with it since. */
  async #adopt(sessionId: string): Promise<void> {
    const found = await this.#book.adopt(sessionId);
    if (!found) return;
    this.tell({ type: "waitFound", ...found });
    const { movedOnAt } = this.#eyes;
    if (movedOnAt !== undefined) this.tell({ type: "workSeen", at: movedOnAt });
  }
}
