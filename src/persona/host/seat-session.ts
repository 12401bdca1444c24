import { stackOf } from "../../errors.js";
import type { Memory } from "../memory/memory.js";
import { HostError } from "./host-protocol.js";
import type { HostRecord } from "./host-record.js";
import type { HostSettings } from "./host-settings.js";
import {
  READY_WITHIN_MS,
  StartBlocked,
  type HostedSession,
  type StartSession,
} from "../session/hosted-session.js";
import type { Login } from "../definition/login.js";
import { settleWithin } from "../../time/sleep.js";
import type { Persona } from "../definition/persona.js";
import type { Exchange } from "../memory/exchange.js";

/** What all seats of a host share. */
export interface SeatTools {
  readonly settings: HostSettings;
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
  readonly start: StartSession;
  /** The settings of the user's that a session is started with; where they have changed it is started anew. */
  readonly startedWith: (projectRoot: string) => string;
  readonly record: HostRecord;
  readonly memoryOf: (persona: Persona, projectRoot: string) => Pick<Memory, "append" | "read">;
  /** `exchanges` is what a new conversation should know of; `about` is what it will be asked first. */
  readonly systemPrompt: (
    persona: Persona,
    projectRoot: string,
    exchanges: readonly Exchange[],
    about: string,
  ) => Promise<string>;
  readonly drift: {
    readonly question: string;
    readonly isForgotten: (answer: string, persona: Persona) => boolean;
  };
}

export interface SeatPlace {
  /** Of the persona. */
  readonly name: string;
  readonly projectRoot: string;
  /** Resolves when there is room for one more session and `hold` has taken it; rejects with TOO_MANY. */
  readonly makeRoom: (hold: () => void) => Promise<void>;
  /** The process is gone, and nobody here ended it. */
  readonly onGone: () => void;
}

/** The session of one persona in one project: there or not, started once at a time, gone on with where it was. */
export class SeatSession {
  readonly #tools: SeatTools;
  readonly #place: SeatPlace;
  #live: Live | undefined;
  #starting: Promise<HostedSession> | undefined;
  #dropping: Promise<void> | undefined;
  #isHeld = false;
  /** That of the session that is there, or was the last. As long as the seat is, no clock says that it is too old. */
  #conversation: string | undefined;
  #noted: Promise<void> = Promise.resolve();
  since: Date | undefined;

  constructor(tools: SeatTools, place: SeatPlace) {
    this.#tools = tools;
    this.#place = place;
  }

  get live(): HostedSession | undefined {
    return this.#live?.session;
  }

  /** It counts among the sessions that may run: also while it starts or ends, and until `release`. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** It would be started anew for that persona, which was edited since, or for the user's settings. */
  isOutdatedFor(persona: Persona): boolean {
    return this.#live !== undefined && this.#live.startedWith !== this.#startedWith(persona);
  }

  /**
   * Where the persona was edited since the start, it is started anew and keeps its conversation. One that ends is waited
   * for: two must not be in one conversation.
   */
  ready(persona: Persona, first: FirstAsked): Promise<HostedSession> {
    this.#starting ??= this.#ready(persona, first).finally(() => (this.#starting = undefined));
    return this.#starting;
  }

  /** Ends it. The next one goes on with the conversation, in the same place. */
  async drop(): Promise<void> {
    // One that is just starting would be there after all.
    while (this.#starting) await this.#starting.catch(() => undefined);
    this.#dropping ??= this.#drop().finally(() => (this.#dropping = undefined));
    await this.#dropping;
  }

  /** Others may have its place, unless a session is in it. Not for who recovers: the question would be refused then. */
  release(): void {
    if (!this.#live && !this.#starting && !this.#dropping) this.#isHeld = false;
  }

  /** Writes down which conversation it has by now, and that it is used. Never rejects. */
  note(): Promise<void> {
    const { record, log } = this.#tools;
    const { name, projectRoot } = this.#place;
    this.#conversation = this.#live?.session.sessionId ?? this.#conversation;
    this.#noted = record
      .keep(name, projectRoot, this.#conversation)
      .catch((error: unknown) => log("fault", { persona: name, stack: stackOf(error) }));
    return this.#noted;
  }

  /** What is started next begins a new conversation. */
  async forget(): Promise<void> {
    this.#conversation = undefined;
    await this.#tools.record.forget(this.#place.name, this.#place.projectRoot);
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

  async #ready(persona: Persona, first: FirstAsked): Promise<HostedSession> {
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
    if (!this.#isHeld) await this.#place.makeRoom(() => (this.#isHeld = true));
    const session = await this.#start(persona, first);
    this.#live = { session, startedWith };
    this.since = new Date();
    void session.exited.then(() => this.#gone(session));
    await this.note();
    return session;
  }

  #startedWith(persona: Persona): string {
    return `${ofSession(persona)} ${this.#tools.startedWith(this.#place.projectRoot)}`;
  }

  async #start(persona: Persona, { about, login }: FirstAsked): Promise<HostedSession> {
    const { record, log, start } = this.#tools;
    const { projectRoot } = this.#place;
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
    // Only now it is known that the conversation is gone, or kept it from starting. What it said is remembered elsewhere.
    await this.forget();
    return session;
  }

  /** A conversation that goes on needs no digest of itself: only a new one is `about` something. */
  async #prompt(persona: Persona, about?: string): Promise<string> {
    const { memoryOf, systemPrompt } = this.#tools;
    const { projectRoot } = this.#place;
    const exchanges = about === undefined ? [] : (await memoryOf(persona, projectRoot).read()).exchanges;
    return systemPrompt(persona, projectRoot, exchanges, about ?? "");
  }

  /** Never rejects: what does not end is logged, and no reason to keep others from their answers. */
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
    this.#tools.log("gone", { persona: this.#place.name, pid: session.pid });
    void this.note();
    this.#live = undefined;
    this.#place.onGone();
  }
}

/** Of the time to become ready so much is for a start with `--resume`: where that fails, one without it follows. */
const RESUMED_WITHIN_MS = 40_000;
/** A start that is given up takes a while to end. */
const LEAST_MS = 10_000;

/** What a session is started for. */
interface FirstAsked {
  readonly about: string;
  readonly login?: Login | undefined;
}

interface Live {
  readonly session: HostedSession;
  readonly startedWith: string;
}

/** Its limits are the host's, and need no new session. */
function ofSession({ name, description, identity, model, allowedTools, permissionMode }: Persona): string {
  return JSON.stringify([name, description, identity, model, allowedTools, permissionMode]);
}
