import { stackOf } from "../errors.js";
import type { Memory } from "./memory.js";
import { HostError } from "./host-protocol.js";
import type { HostRecord } from "./host-record.js";
import type { HostSettings } from "./host-settings.js";
import type { HostedSession, StartSession } from "./hosted-session.js";
import type { Login } from "./login.js";
import { inGoodTime } from "./nap.js";
import type { Persona } from "./persona.js";
import type { Exchange } from "./exchange.js";

/** What all seats of a host share. */
export interface SeatTools {
  readonly settings: HostSettings;
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
  readonly start: StartSession;
  /** The settings of the user's that a session is started with; where they have changed it is started anew. */
  readonly startedWith: () => string;
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
  #isHeld = false;
  #noted: Promise<void> = Promise.resolve();
  since: Date | undefined;

  constructor(tools: SeatTools, place: SeatPlace) {
    this.#tools = tools;
    this.#place = place;
  }

  get live(): HostedSession | undefined {
    return this.#live?.session;
  }

  /** It counts among the sessions that may run: also while it starts or ends. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Where the persona was edited since the start, it is started anew and keeps its conversation. */
  ready(persona: Persona, first: FirstAsked): Promise<HostedSession> {
    this.#starting ??= this.#ready(persona, first).finally(() => (this.#starting = undefined));
    return this.#starting;
  }

  /** Ends it. The next one goes on with the conversation. */
  async drop(): Promise<void> {
    // One that is just starting would be there after all.
    await this.#starting?.catch(() => undefined);
    const session = this.#live?.session;
    this.#live = undefined;
    if (session) await this.#end(session);
    await this.#noted;
    this.#isHeld = false;
  }

  /** Writes down which conversation it has by now. */
  async note(): Promise<void> {
    if (this.#live === undefined) return;
    const { session, persona } = this.#live;
    this.#noted = this.#tools.record.keep(persona.name, this.#place.projectRoot, session.sessionId);
    await this.#noted;
  }

  async #ready(persona: Persona, first: FirstAsked): Promise<HostedSession> {
    const startedWith = `${ofSession(persona)} ${this.#tools.startedWith()}`;
    if (this.#live?.startedWith === startedWith) return this.#live.session;
    if (this.#live) {
      const { session } = this.#live;
      this.#tools.log("edited", { persona: persona.name, pid: session.pid });
      this.#live = undefined;
      await this.#end(session);
    }
    if (!this.#isHeld) await this.#place.makeRoom(() => (this.#isHeld = true));
    try {
      const session = await this.#start(persona, first);
      this.#live = { session, persona, startedWith };
      this.since = new Date();
      void session.exited.then(() => this.#gone(session));
      await this.note();
      return session;
    } catch (error) {
      this.#isHeld = false;
      throw error;
    }
  }

  async #start(persona: Persona, { about, login }: FirstAsked): Promise<HostedSession> {
    const { record, log, start } = this.#tools;
    const { projectRoot } = this.#place;
    const resume = record.find(persona.name, projectRoot, persona.limits.idleMs);
    if (resume !== undefined) {
      try {
        return await start({
          persona,
          projectRoot,
          resume,
          login,
          systemPrompt: await this.#prompt(persona),
        });
      } catch (error) {
        if (!(error instanceof HostError)) throw error;
        // The conversation may be gone, or be what keeps it from starting. What it said is remembered elsewhere.
        log("notResumed", { persona: persona.name, session: resume, why: error.message });
        await record.forget(persona.name, projectRoot);
      }
    }
    return start({
      persona,
      projectRoot,
      resume: undefined,
      login,
      systemPrompt: await this.#prompt(persona, about),
    });
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
      const ended = await inGoodTime(session.end(), AbortSignal.abort(), settings.graceMs);
      if (ended === "late") log("notEnded", { pid: session.pid });
    } catch (error) {
      log("fault", { pid: session.pid, stack: stackOf(error) });
    }
  }

  #gone(session: HostedSession): void {
    if (this.#live?.session !== session) return;
    this.#tools.log("gone", { persona: this.#live.persona.name, pid: session.pid });
    this.#live = undefined;
    this.#isHeld = false;
    this.#place.onGone();
  }
}

/** What a session is started for. */
interface FirstAsked {
  readonly about: string;
  readonly login?: Login | undefined;
}

interface Live {
  readonly session: HostedSession;
  readonly persona: Persona;
  readonly startedWith: string;
}

/** Its limits and its description are the host's and the user's, and need no new session. */
function ofSession({ name, identity, model, allowedTools, permissionMode }: Persona): string {
  return JSON.stringify([name, identity, model, allowedTools, permissionMode]);
}
