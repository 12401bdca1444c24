import type { HookEventName, Release } from "../claude/hooks/releases.js";
import { findProgram } from "../host/find-program.js";
import { SessionDriver } from "../driver/session-driver.js";
import { SessionJournal, type SessionScreen } from "../driver/session-journal.js";
import { SessionObserver } from "../driver/session-observer.js";
import { noticeOf, type NoticeText } from "../driver/notices.js";
import type { WrapperSettings } from "../driver/wrapper-settings.js";
import type { SessionStart, HookDrops } from "../launch/hook-drops.js";
import { resumedConversation } from "../claude/hooks/command-line.js";
import { Notifier } from "../notify/notifier.js";
import { BEGINNING, type Life } from "../session/life/life.js";
import type { TerminalSize } from "../terminal/user/user-terminal.js";
import { localTimeZone } from "../time/local-zone.js";
import type { PtyExit } from "../transport/pty/pty.js";
import type { PtyTransport } from "./pty-transport.js";
import { WaitTitle } from "./wait-title.js";

export interface WrappedSessionOptions {
  readonly settings: WrapperSettings;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly release: Release | undefined;
  readonly hookDrops: HookDrops | undefined;
  /** The events that the hooks hear of. */
  readonly hookEvents: readonly HookEventName[];
  readonly startedAt: number;
  readonly size: () => TerminalSize;
  readonly vim: () => boolean;
  readonly transport: Pick<PtyTransport, "onOutput" | "hasGap" | "send" | "holdUserKeys" | "repaint">;
  /** Writes to the user's terminal: only what draws nothing. */
  readonly speak: (sequence: string) => void;
  readonly childTitle: () => string | undefined;
  readonly onLife: (life: Life) => void;
  readonly debug: (message: string) => void;
}

/**
 * What a session that `cac` started has besides its driver: its journal, the window's title, notifications, and hooks that
 * name its conversation. Loaded after the session has started, so that nobody waits for it: the emulator and the time
 * zones take 70 ms.
 */
export class WrappedSession {
  readonly driver: SessionDriver;
  readonly #options: WrappedSessionOptions;
  readonly #journal: SessionJournal;
  readonly #observer: SessionObserver;
  readonly #title: WaitTitle;
  readonly #notifier: Notifier;
  #conversation: string | undefined;
  #isAside = false;

  static async begin(options: WrappedSessionOptions): Promise<WrappedSession> {
    let session: WrappedSession | undefined;
    const { command, cwd, startedAt, debug, release } = options;
    const journal = await SessionJournal.open({
      command,
      cwd,
      startedAt,
      debug,
      release: release && `${release.major}.${release.minor}.${release.patch}`,
      tell: (event) => session?.driver.tell(event),
      screen: () => session?.screen,
    });
    try {
      session = new WrappedSession(options, journal);
      if (options.settings.approve.mode !== "off") await session.#approve();
    } catch (error) {
      // Nobody would ever take its record and its socket away.
      await journal.close(BEGINNING, { exitCode: 0 });
      throw error;
    }
    // The window may have changed while all that was loaded.
    const { columns, rows } = options.size();
    session.resize(columns, rows);
    session.#listen();
    return session;
  }

  private constructor(options: WrappedSessionOptions, journal: SessionJournal) {
    this.#options = options;
    this.#journal = journal;
    const { settings, transport, speak, childTitle } = options;
    this.#notifier = new Notifier({
      speak,
      findProgram,
      log: (message) => journal.log("notifier", { message }),
    });
    this.#title = new WaitTitle({ speak, childTitle, title: settings.title });
    this.driver = new SessionDriver({
      ...settings,
      handle: {
        look: (timeoutMs) => this.#observer.look(timeoutMs),
        glance: () => this.#observer.glance(),
        send: (keys) => transport.send(keys),
        holdUserKeys: (maxMs) => transport.holdUserKeys(maxMs),
      },
      release: () => options.release,
      settings: () => settings,
      hasTranscript: () => this.#observer.hasTranscript,
      since: options.startedAt,
      save: (life) => journal.save(life),
      notify: (notice) => this.#notify(notice),
      onLife: (life) => this.#takeLife(life),
      log: (event, details) => journal.log(event, details),
    });
    this.#observer = new SessionObserver({
      ...options.size(),
      vim: options.vim,
      timeZone: localTimeZone(),
      pattern: settings.pattern,
      isAnnounced: options.hookDrops !== undefined,
      isFork: options.command.includes("--fork-session"),
      sessionRows: this.driver.rows,
      repaint: () => transport.repaint(),
      tell: (event) => this.driver.tell(event),
      onSight: (reading) => this.driver.see(reading),
      onRow: (row) => this.driver.takeRow(row),
      onHistory: () => this.driver.historyTaken(),
    });
    options.hookDrops?.onStart((start) => void this.#follow(start));
  }

  get screen(): SessionScreen {
    const { driver } = this;
    return {
      lines: this.#observer.lastLines,
      pendingPrompt: () => driver.pendingPrompt(),
      decide: (id, decision) => driver.decide(id, decision),
    };
  }

  resize(columns: number, rows: number): void {
    if (!this.#isAside) this.#observer.resize(columns, rows);
  }

  /** The user pressed a key. */
  noticeKeys(keys: "keys" | "escape"): void {
    this.#observer.noticeKeys();
    this.driver.noticeKeys(keys);
  }

  noteFault(what: string): void {
    this.#journal.log("fault", { what });
  }

  /** Our own code fails again and again: nothing is done any more, and a wait is left to the user. */
  async standAside(): Promise<void> {
    const { life } = this.driver;
    this.#isAside = true;
    this.driver.end();
    this.#observer.close();
    if (life.tag === "RUNNING") return;
    const given: Life = {
      ...life,
      tag: "NEEDS_YOU",
      why: "stoodAside",
      inTheWay: undefined,
      native: undefined,
    };
    this.#takeLife(given);
    this.#notify(noticeOf("needsYou", given));
    await this.#journal.standAside(given);
  }

  /** Puts the title and the taskbar back. */
  hush(): void {
    this.driver.end();
    this.#title.clear();
  }

  /** The session has ended; resolves when all that is left of it is on disk. */
  async end(exit: PtyExit): Promise<void> {
    const { life } = this.driver;
    this.hush();
    this.#observer.close();
    this.#options.hookDrops?.close();
    await this.#journal.close(life, exit);
  }

  #listen(): void {
    const { transport } = this.#options;
    if (transport.hasGap) this.#observer.noteGap();
    transport.onOutput((bytes) => this.#observer.feed(bytes));
  }

  /** Permission prompts are answered by the user's rules. */
  async #approve(): Promise<void> {
    const { settings, cwd, hookDrops, hookEvents } = this.#options;
    const { beginApprover } = await import("../driver/approval/begin-approver.js");
    const known = hookEvents.includes("PermissionRequest") ? "hook" : hookDrops ? "transcript" : "screen";
    const approver = beginApprover({
      settings: settings.approve,
      cwd,
      session: this.#journal.id,
      conversation: () => this.#conversation,
      expects: () => known,
      glance: () => this.#observer.glance(),
      pressEnter: (isRight) => this.driver.keyboard.press("enter", isRight),
      notify: (notice) => this.#notify(notice),
      log: (event, details) => this.#journal.log(event, details),
    });
    this.driver.approveBy(approver);
    hookDrops?.onRequest((request) => approver.hear(request));
  }

  #takeLife(life: Life): void {
    this.#options.onLife(life);
    if (life.tag === "WAITING") this.#title.show({ startedAt: life.since, dueAt: life.dueAt });
    else if (life.tag === "NEEDS_YOU") this.#title.needsYou(noticeOf("needsYou", life).body);
    else if (life.tag === "RUNNING") this.#title.clear();
  }

  #notify(notice: NoticeText): void {
    if (this.#options.settings.notify) this.#notifier.notify(notice);
  }

  async #follow(start: SessionStart): Promise<void> {
    try {
      await this.#meet(start);
    } catch (error) {
      this.driver.noteFault(error);
    }
    this.#observer.introduced();
  }

  /** The session is in a conversation: its first, or another that the user went to. */
  async #meet(start: SessionStart): Promise<void> {
    const before = this.#conversation;
    this.#conversation = start.sessionId;
    this.#journal.log("sessionStart", { source: start.source, session: start.sessionId });
    // A compaction may give the same conversation a new file.
    if (before !== undefined && before !== start.sessionId && start.source !== "compact") {
      this.driver.tell({ type: "conversationLeft" });
    }
    if (start.transcriptPath !== undefined)
      await this.#observer.follow(start.transcriptPath, start.source !== "startup");
    await this.#journal.note(start.sessionId, start.transcriptPath);
    if (before === undefined && start.source !== "startup") {
      // Up to 1.0.124 a resumed conversation has a new id: then it is the one that was asked for.
      const asked = resumedConversation(this.#options.command);
      await this.#adopt(start.sessionId);
      if (asked !== undefined && asked !== start.sessionId) await this.#adopt(asked);
    }
  }

  /** Takes up the wait that a killed wrapper left, unless somebody went on with the conversation since. */
  async #adopt(sessionId: string): Promise<void> {
    const found = await this.#journal.adopt(sessionId);
    if (!found) return;
    this.driver.tell({ type: "waitFound", ...found });
    const { movedOnAt } = this.driver.rows;
    if (movedOnAt !== undefined) this.driver.tell({ type: "workSeen", at: movedOnAt });
  }
}
