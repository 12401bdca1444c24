import { stackOf } from "../../errors.js";
import { cancelled, limited, ourFault } from "./host-fault.js";
import { HostError, type PersonaStatus } from "./host-protocol.js";
import type { HostedSession } from "../session/hosted-session.js";
import { hasDrifted } from "../session/has-drifted.js";
import { findAnswer, type Asking } from "../session/find-answer.js";
import { IdleClock } from "./idle-clock.js";
import type { Job } from "./job.js";
import type { Login } from "../definition/login.js";
import { settleWithin, abortableSleep, sleepUntil } from "../../time/sleep.js";
import type { Persona } from "../definition/persona.js";
import { processMemoryMb } from "../../host/process-memory.js";
import { remember, remembered } from "../memory/seat-memory.js";
import { SeatSession, type SeatPlace, type SeatTools } from "./seat-session.js";
import { Viewers } from "../terminal/viewers.js";

export interface SeatOptions {
  readonly name: string;
  readonly projectRoot: string;
  readonly tools: SeatTools;
  readonly makeRoom: SeatPlace["makeRoom"];
  /** Nothing is left in it: no session, no question, nobody who looks. */
  readonly onEmpty: () => void;
}

/** One persona in one project: its session, and the questions to it, one at a time and in their order. */
export class Seat {
  readonly name: string;
  readonly projectRoot: string;
  /** For whose answers its current question waits: those that its persona consults. */
  readonly consults: Seat[] = [];
  readonly #tools: SeatTools;
  readonly #session: SeatSession;
  readonly #onEmpty: () => void;
  readonly #viewers = new Viewers();
  #queue: Job[] = [];
  #current: Job | undefined;
  #state: PersonaStatus["state"] = "starting";
  #limit: { readonly until: Date | undefined } | undefined;
  #questions = 0;
  readonly #idle = new IdleClock();
  #idleMs = 0;
  #isWorking = false;
  #leaving: Promise<void> | undefined;

  constructor({ name, projectRoot, tools, makeRoom, onEmpty }: SeatOptions) {
    this.name = name;
    this.projectRoot = projectRoot;
    this.#tools = tools;
    this.#onEmpty = onEmpty;
    this.#session = new SeatSession(tools, { name, projectRoot, makeRoom, onGone: () => this.#look() });
  }

  get isHeld(): boolean {
    return this.#session.isHeld;
  }

  /** Since when nobody needs its session; undefined while somebody does. */
  get idleSince(): Date | undefined {
    return this.#isBusy || this.#isAtWork || this.#leaving ? undefined : this.#idle.since;
  }

  /** Resolves when its session is ended; undefined while nobody ends it. Then nothing may be left in this seat. */
  get leaving(): Promise<void> | undefined {
    return this.#leaving;
  }

  /** What led to the question that it answers now. */
  get chain(): readonly string[] | undefined {
    return this.#current?.chain;
  }

  submit(job: Job): void {
    if (this.#limit && job.request.waitForReset !== true) {
      job.fail(limited(this.name, this.#limit.until));
      return;
    }
    if (this.#limit) job.stopClock();
    const before = this.#queue.length + (this.#current ? 1 : 0);
    if (before > 0) job.progress("queued", `${before} before it`);
    if (!this.#viewers.isEmpty) job.progress("waiting", ATTENDED);
    this.#queue.push(job);
    this.#idle.stop();
    if (!this.#isWorking) void this.#work();
  }

  /** Called now and then: what is in use is written down as such, for a host that comes after this one. */
  tend(): void {
    if (this.#leaving || !(this.#isBusy || this.#isAtWork)) return;
    void this.#session.note();
    // It is idle from when its work is done.
    this.#look();
  }

  async status(): Promise<PersonaStatus> {
    const { live, since = new Date() } = this.#session;
    const pid = live?.pid;
    return {
      persona: this.name,
      projectRoot: this.projectRoot,
      state: this.#state,
      pid,
      sessionId: live?.sessionId,
      queued: this.#queue.filter((job) => !job.isOver).length,
      questions: this.#questions,
      memoryMb: pid === undefined ? undefined : await processMemoryMb(pid),
      since: since.toISOString(),
      idleSince: this.idleSince?.toISOString(),
    };
  }

  /** The session, for somebody who wants to look at it; until `detach` no further question is asked. Not while leaving. */
  async view(
    persona: Persona,
    { login, onGone }: { readonly login?: Login | undefined; readonly onGone: () => void },
  ): Promise<{ session: HostedSession; detach: () => void }> {
    this.#idle.stop();
    const isInUse = this.#current !== undefined || !this.#viewers.isEmpty || this.#isAtWork;
    const leave = this.#viewers.add(onGone);
    const detach = (): void => {
      if (!leave()) return;
      void this.#session.note();
      this.#look();
    };
    try {
      // One that is in use is not started anew, whatever was edited meanwhile.
      const inUse = isInUse ? this.#session.live : undefined;
      const session = inUse ?? (await this.#session.ready(persona, { about: "", login }));
      if (this.#current === undefined) this.#state = "ready";
      this.#idleMs = persona.limits.idleMs;
      void session.exited.then(onGone);
      return { session, detach };
    } catch (error) {
      detach();
      throw error;
    }
  }

  /**
   * Ends its session; the next one goes on with the conversation, or begins another. Whoever waits for an answer is told
   * why there is none.
   */
  async leave(why: string, then: "resume" | "forget"): Promise<void> {
    const waiting = [...(this.#current ? [this.#current] : []), ...this.#queue];
    this.#queue = [];
    for (const job of waiting) job.fail(cancelled(`${why}; ${this.name} was not asked to the end`));
    this.#idle.stop();
    this.#leaving ??= this.#drop().finally(() => {
      this.#leaving = undefined;
      this.#look();
    });
    await this.#leaving;
    if (then === "forget") await this.#session.forget();
  }

  async #drop(): Promise<void> {
    await this.#session.drop();
    this.#session.release();
    this.#viewers.dismiss();
  }

  /** What becomes of a seat in which nothing is to be done: it is kept for a while, or given up. */
  #look(): void {
    if (this.#isBusy || this.#leaving || this.#isWorking) return;
    this.#idle.stop();
    this.#session.release();
    if (!this.isHeld) return this.#onEmpty();
    if (this.#state !== "limited") this.#state = "ready";
    this.#idle.start(this.#idleMs, () => {
      if (this.#isAtWork) this.#look();
      // What was idle for so long is told again in a new conversation, by a digest.
      else void this.leave("it was idle", "forget");
    });
  }

  get #isBusy(): boolean {
    return this.#current !== undefined || this.#queue.length > 0 || !this.#viewers.isEmpty;
  }

  /** Also on what a person gave it and left it with. */
  get #isAtWork(): boolean {
    return this.#session.live?.isBusy === true;
  }

  /** Between two awaits nothing else happens: a question that comes is seen here, or starts this anew. */
  async #work(): Promise<void> {
    this.#isWorking = true;
    for (;;) {
      if (this.#leaving) await this.#leaving;
      // No key of ours goes into a terminal that a person has.
      else if (!this.#viewers.isEmpty && this.#queue.length > 0) await this.#viewers.left();
      else {
        this.#queue = this.#queue.filter((job) => !job.isOver);
        this.#current = this.#queue.shift();
        if (this.#current === undefined) break;
        await this.#serve(this.#current);
        this.#current = undefined;
      }
    }
    this.#isWorking = false;
    this.#look();
  }

  async #serve(job: Job): Promise<void> {
    const { log } = this.#tools;
    const { persona, request } = job;
    this.#idleMs = persona.limits.idleMs;
    try {
      const { text, sessionId } = await findAnswer(job, this.#asking(job));
      this.#questions++;
      await remember(job, { text, sessionId }, this.#tools);
      job.answer({ persona: persona.name, answer: text, sessionId });
      // After the answer, which need not wait for the disk: it was noted at the start, and seldom is another by now.
      await this.#session.note();
      await this.#checkDrift(persona);
    } catch (error) {
      if (!(error instanceof HostError)) log("fault", { persona: persona.name, stack: stackOf(error) });
      else if (error.fault.code === "LIMITED") this.#state = "limited";
      job.fail(error instanceof HostError ? error : ourFault());
    } finally {
      log("served", { persona: persona.name, projectRoot: request.projectRoot, queued: this.#queue.length });
    }
  }

  /** Every so many questions. */
  async #checkDrift(persona: Persona): Promise<void> {
    const { driftEvery } = persona.limits;
    const session = this.#session.live;
    if (driftEvery === 0 || this.#questions % driftEvery !== 0 || session === undefined) return;
    if (!this.#viewers.isEmpty) return;
    const isForgotten = await hasDrifted(session, persona, this.#tools);
    // Started anew it knows again: its identity is in the system prompt. Not under a person who came meanwhile.
    if (isForgotten && this.#viewers.isEmpty) await this.#session.drop();
  }

  #asking(job: Job): Asking {
    const { settings, log } = this.#tools;
    return {
      settings,
      log,
      untilFree: () => this.#untilFree(job),
      isAttended: () => !this.#viewers.isEmpty,
      ready: async () => {
        if (this.#session.live === undefined) {
          this.#state = this.#state === "recovering" ? "recovering" : "starting";
          job.progress("starting", `${this.name} in ${this.projectRoot}`);
        }
        const session = await this.#session.ready(job.persona, {
          about: job.request.question,
          login: job.login,
        });
        this.#state = "answering";
        return session;
      },
      drop: () => this.#session.drop(),
      untilReset: (until, count) => this.#untilReset(job, until, count),
      recovering: () => (this.#state = "recovering"),
      remembered: () => remembered(job, this.#tools),
    };
  }

  /**
   * Somebody may have come since the question was taken: in the wait for a reset, or while its session was brought back.
   * And what they left it with is not broken off in order to start it anew.
   */
  async #untilFree(job: Job): Promise<void> {
    let told = "";
    const tell = (message: string): void => {
      if (message !== told) job.progress("waiting", message);
      told = message;
    };
    while (!job.isOver) {
      if (!this.#viewers.isEmpty) {
        tell(ATTENDED);
        await settleWithin(this.#viewers.left(), job.signal, 0);
      } else if (this.#isAtWork && this.#session.isOutdatedFor(job.persona)) {
        this.#state = "answering";
        tell("it is at work on what a person left it with");
        await abortableSleep(LOOK_MS, job.signal);
      } else return;
    }
  }

  async #untilReset(job: Job, until: Date | undefined, count: number): Promise<void> {
    this.#state = "limited";
    this.#limit = { until };
    // Those who did not say that they wait are told at once, whatever stands before them.
    for (const other of this.#queue) {
      if (other.request.waitForReset === true) other.stopClock();
      else other.fail(limited(this.name, until));
    }
    job.stopClock();
    job.progress("waiting", `limited until ${until?.toISOString() ?? "an unknown time"}`);
    await sleepUntil(this.#tools.settings.resetDue(until, count), job.signal);
    this.#limit = undefined;
    for (const each of [job, ...this.#queue]) each.startClock();
  }
}

const ATTENDED = "somebody is in its terminal (cac persona chat)";
/** How often it is looked whether a session is at rest. */
const LOOK_MS = 200;
