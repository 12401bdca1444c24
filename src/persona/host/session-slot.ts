import { stackOf } from "../../errors.js";
import { settleWithin } from "../../time/sleep.js";
import type { Login } from "../definition/login.js";
import type { Persona } from "../definition/persona.js";
import type { Exchange, Memory } from "../memory/memory.js";
import {
  READY_WITHIN_MS,
  StartBlocked,
  type HostedSession,
  type StartSession,
} from "../session/hosted-session.js";
import { HostError } from "./host-protocol.js";
import type { HostRecord } from "./host-record.js";
import type { HostSettings } from "./host-settings.js";

/** What all sessions of a host share. */
export interface SessionTools {
  readonly settings: HostSettings;
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
  readonly start: StartSession;
  /** The user's settings for a session. If they have changed, the session is restarted. */
  readonly startedWith: (projectRoot: string) => string;
  readonly record: HostRecord;
  readonly memoryOf: (persona: Persona, projectRoot: string) => Pick<Memory, "append" | "read">;
  /** `exchanges` is what a new conversation should know; `about` is the first question in it. */
  readonly systemPrompt: (
    persona: Persona,
    projectRoot: string,
    exchanges: readonly Exchange[],
    about: string,
  ) => Promise<string>;
}

export interface SlotOptions {
  /** Of the persona. */
  readonly name: string;
  readonly projectRoot: string;
  /** Resolves when there is room for one more session and `hold` was called; rejects with TOO_MANY. */
  readonly makeRoom: (hold: () => void) => Promise<void>;
  /** The process is gone, and we did not end it. */
  readonly onGone: () => void;
}

/** The session of one persona in one project: started when needed, one at a time, always in the same conversation. */
export class SessionSlot {
  readonly #tools: SessionTools;
  readonly #options: SlotOptions;
  #live: Live | undefined;
  #starting: Promise<HostedSession> | undefined;
  #dropping: Promise<void> | undefined;
  #isHeld = false;
  /** Of the current session, or of the last one. It does not expire while the slot exists. */
  #conversation: string | undefined;
  #noted: Promise<void> = Promise.resolve();
  since: Date | undefined;

  constructor(tools: SessionTools, options: SlotOptions) {
    this.#tools = tools;
    this.#options = options;
  }

  get live(): HostedSession | undefined {
    return this.#live?.session;
  }

  /** It counts as one of the sessions that may run: also while it starts or ends, until `release`. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** The persona or the user's settings changed since the start: the session would be restarted. */
  isOutdatedFor(persona: Persona): boolean {
    return this.#live !== undefined && this.#live.startedWith !== this.#startedWith(persona);
  }

  /**
   * The session; started if there is none, restarted in the same conversation if it is outdated. Waits for one that ends:
   * two sessions must not be in one conversation.
   */
  ready(persona: Persona, first: FirstUse): Promise<HostedSession> {
    this.#starting ??= this.#ready(persona, first).finally(() => (this.#starting = undefined));
    return this.#starting;
  }

  /** Ends the session. The next one continues its conversation, in the same slot. */
  async drop(): Promise<void> {
    // Else a session that just starts would run after all.
    while (this.#starting) await this.#starting.catch(() => undefined);
    this.#dropping ??= this.#drop().finally(() => (this.#dropping = undefined));
    await this.#dropping;
  }

  /** Lets another session run instead, unless there is one here. Not called during a recovery: the question would be refused. */
  release(): void {
    if (!this.#live && !this.#starting && !this.#dropping) this.#isHeld = false;
  }

  /** Records the current conversation, and that it is in use. Never rejects. */
  note(): Promise<void> {
    const { record, log } = this.#tools;
    const { name, projectRoot } = this.#options;
    this.#conversation = this.#live?.session.sessionId ?? this.#conversation;
    this.#noted = record
      .keep(name, projectRoot, this.#conversation)
      .catch((error: unknown) => log("fault", { persona: name, stack: stackOf(error) }));
    return this.#noted;
  }

  /** The next session begins a new conversation. */
  async forget(): Promise<void> {
    this.#conversation = undefined;
    await this.#tools.record.forget(this.#options.name, this.#options.projectRoot);
  }

  async #drop(): Promise<void> {
    await this.#endLive();
    await this.#noted;
  }

  async #endLive(): Promise<void> {
    if (this.#live === undefined) return;
    const { session } = this.#live;
    void this.note();
    this.#live = undefined;
    await this.#end(session);
  }

  async #ready(persona: Persona, first: FirstUse): Promise<HostedSession> {
    await this.#dropping;
    const startedWith = this.#startedWith(persona);
    if (this.#live?.startedWith === startedWith) {
      void this.note();
      return this.#live.session;
    }
    if (this.#live) {
      this.#tools.log("edited", { persona: persona.name, pid: this.#live.session.pid });
      await this.#endLive();
    }
    if (!this.#isHeld) await this.#options.makeRoom(() => (this.#isHeld = true));
    const session = await this.#start(persona, first);
    this.#live = { session, startedWith };
    this.since = new Date();
    void session.exited.then(() => this.#gone(session));
    await this.note();
    return session;
  }

  /** What a session depends on. The limits are the host's, and need no new session. */
  #startedWith({ name, description, identity, model, allowedTools, permissionMode }: Persona): string {
    const parts = [name, description, identity, model, allowedTools, permissionMode];
    return `${JSON.stringify(parts)} ${this.#tools.startedWith(this.#options.projectRoot)}`;
  }

  async #start(persona: Persona, { about, login }: FirstUse): Promise<HostedSession> {
    const { record, log, start } = this.#tools;
    const { projectRoot } = this.#options;
    const order = { persona, projectRoot, login };
    const resume = this.#conversation ?? record.find(persona.name, projectRoot, persona.limits.idleMs);
    if (resume === undefined) {
      return start({ ...order, resume, systemPrompt: await this.#prompt(persona, about) });
    }
    const deadline = performance.now() + READY_WITHIN_MS;
    try {
      const systemPrompt = await this.#prompt(persona);
      return await start({ ...order, resume, systemPrompt, readyWithinMs: RESUMED_WITHIN_MS });
    } catch (error) {
      if (!(error instanceof HostError) || error instanceof StartBlocked) throw error;
      log("notResumed", { persona: persona.name, session: resume, why: error.message });
    }
    const session = await start({
      ...order,
      resume: undefined,
      systemPrompt: await this.#prompt(persona, about),
      readyWithinMs: Math.max(deadline - performance.now(), LEAST_MS),
    });
    // Only now we know that the old conversation is gone, or prevented the start. Its exchanges are in the memory.
    await this.forget();
    return session;
  }

  /** A conversation that continues needs no digest of itself: only a new one is `about` something. */
  async #prompt(persona: Persona, about?: string): Promise<string> {
    const { memoryOf, systemPrompt } = this.#tools;
    const { projectRoot } = this.#options;
    const exchanges = about === undefined ? [] : (await memoryOf(persona, projectRoot).read()).exchanges;
    return systemPrompt(persona, projectRoot, exchanges, about ?? "");
  }

  /** Never rejects: a session that does not end is logged, and delays nobody. */
  async #end(session: HostedSession): Promise<void> {
    const { log, settings } = this.#tools;
    try {
      const ended = await settleWithin(session.end(), AbortSignal.abort(), settings.graceMs);
      if (ended === "late") log("notEnded", { pid: session.pid });
    } catch (error) {
      log("fault", { pid: session.pid, stack: stackOf(error) });
    }
  }

  #gone(session: HostedSession): void {
    if (this.#live?.session !== session) return;
    this.#tools.log("gone", { persona: this.#options.name, pid: session.pid });
    void this.note();
    this.#live = undefined;
    this.#options.onGone();
  }
}

/** The part of the time to become ready that a start with `--resume` gets; if it fails, one without follows. */
const RESUMED_WITHIN_MS = 40_000;
/** A start that is given up needs a while to end. */
const LEAST_MS = 10_000;

/** What a session is started for. */
interface FirstUse {
  readonly about: string;
  readonly login?: Login | undefined;
}

interface Live {
  readonly session: HostedSession;
  readonly startedWith: string;
}
