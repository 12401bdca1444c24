import { stackOf } from "../../errors.js";
import { processMemoryMb } from "../../host/process-table.js";
import { abortableSleep, settleWithin, sleepUntil } from "../../time/sleep.js";
import type { Login } from "../definition/login.js";
import type { Persona } from "../definition/persona.js";
import { rememberedAnswer } from "../memory/memory.js";
import { hasDrifted } from "../session/drift.js";
import type { HostedSession } from "../session/hosted-session.js";
import { findAnswer, type AnswerSource, type FoundAnswer } from "./find-answer.js";
import { cancelled, limited, ourFault } from "./host-fault.js";
import { HostError, type PersonaStatus } from "./host-protocol.js";
import type { PendingQuestion } from "./pending-question.js";
import { SessionSlot, type SessionTools, type SlotOptions } from "./session-slot.js";

export interface PersonaWorkerOptions extends Omit<SlotOptions, "onGone"> {
  readonly tools: SessionTools;
  /** It has no session, no question and no viewer any more. */
  readonly onEmpty: () => void;
}

/** One persona in one project: its session, and the questions to it, one at a time and in their order. */
export class PersonaWorker {
  readonly name: string;
  readonly projectRoot: string;
  /** The personas whose answers its current question waits for. */
  readonly consults: PersonaWorker[] = [];
  readonly #tools: SessionTools;
  readonly #slot: SessionSlot;
  readonly #onEmpty: () => void;
  /** The people in its terminal. Each function tells one that the session is gone. */
  readonly #viewers = new Set<() => void>();
  #onViewerLeft: () => void = () => undefined;
  #queue: PendingQuestion[] = [];
  #current: PendingQuestion | undefined;
  #state: PersonaStatus["state"] = "starting";
  #limit: { readonly until: Date | undefined } | undefined;
  #questions = 0;
  #idleMs = 0;
  #idle: { readonly since: Date; readonly timer: NodeJS.Timeout } | undefined;
  #isWorking = false;
  #leaving: Promise<void> | undefined;

  constructor({ tools, onEmpty, ...slot }: PersonaWorkerOptions) {
    this.name = slot.name;
    this.projectRoot = slot.projectRoot;
    this.#tools = tools;
    this.#onEmpty = onEmpty;
    this.#slot = new SessionSlot(tools, { ...slot, onGone: () => this.#review() });
  }

  get isHeld(): boolean {
    return this.#slot.isHeld;
  }

  /** Since when nobody needs its session; undefined while somebody does. */
  get idleSince(): Date | undefined {
    return this.#isBusy || this.#isAtWork || this.#leaving ? undefined : this.#idle?.since;
  }

  /** Resolves when its session has ended; undefined unless it is being ended. Until then, nothing may be given to it. */
  get leaving(): Promise<void> | undefined {
    return this.#leaving;
  }

  /** The personas that led to its current question. */
  get chain(): readonly string[] | undefined {
    return this.#current?.chain;
  }

  submit(question: PendingQuestion): void {
    if (this.#limit && question.request.waitForReset !== true) {
      question.fail(limited(this.name, this.#limit.until));
      return;
    }
    if (this.#limit) question.stopClock();
    const before = this.#queue.length + (this.#current ? 1 : 0);
    if (before > 0) question.progress("queued", `${before} before it`);
    if (this.#isAttended) question.progress("waiting", ATTENDED);
    this.#queue.push(question);
    this.#stopIdling();
    if (!this.#isWorking) void this.#work();
  }

  /** Called regularly: records that a session in use is in use, for the next host. */
  tend(): void {
    if (this.#leaving || !(this.#isBusy || this.#isAtWork)) return;
    void this.#slot.note();
    // Its idle time begins when its work is done.
    this.#review();
  }

  async status(): Promise<PersonaStatus> {
    const { live, since = new Date() } = this.#slot;
    const pid = live?.pid;
    return {
      persona: this.name,
      projectRoot: this.projectRoot,
      state: this.#state,
      pid,
      sessionId: live?.sessionId,
      queued: this.#queue.filter((question) => !question.isOver).length,
      questions: this.#questions,
      memoryMb: pid === undefined ? undefined : await processMemoryMb(pid),
      since: since.toISOString(),
      idleSince: this.idleSince?.toISOString(),
    };
  }

  /** The session, for a person who looks at it. Until `detach` no question is asked. Not while leaving. */
  async view(
    persona: Persona,
    { login, onGone }: { readonly login?: Login | undefined; readonly onGone: () => void },
  ): Promise<{ session: HostedSession; detach: () => void }> {
    this.#stopIdling();
    const isInUse = this.#current !== undefined || this.#isAttended || this.#isAtWork;
    const viewer = (): void => onGone();
    this.#viewers.add(viewer);
    const detach = (): void => {
      if (!this.#viewers.delete(viewer)) return;
      this.#onViewerLeft();
      void this.#slot.note();
      this.#review();
    };
    try {
      // A session in use is not restarted, also if the persona was edited.
      const inUse = isInUse ? this.#slot.live : undefined;
      const session = inUse ?? (await this.#slot.ready(persona, { about: "", login }));
      if (this.#current === undefined) this.#state = "ready";
      this.#idleMs = persona.limits.idleMs;
      void session.exited.then(onGone);
      return { session, detach };
    } catch (error) {
      detach();
      throw error;
    }
  }

  /** Ends its session. The next one continues the conversation, or begins a new one. Open questions fail with the reason. */
  async leave(why: string, then: "resume" | "forget"): Promise<void> {
    const open = [...(this.#current ? [this.#current] : []), ...this.#queue];
    this.#queue = [];
    for (const question of open) question.fail(cancelled(`${why}, before ${this.name} had answered`));
    this.#stopIdling();
    this.#leaving ??= this.#drop().finally(() => {
      this.#leaving = undefined;
      this.#review();
    });
    await this.#leaving;
    if (then === "forget") await this.#slot.forget();
  }

  async #drop(): Promise<void> {
    await this.#slot.drop();
    this.#slot.release();
    const viewers = [...this.#viewers];
    this.#viewers.clear();
    for (const tellGone of viewers) tellGone();
    this.#onViewerLeft();
  }

  /** If there is nothing to do: keeps the session for its idle time, or gives the worker up. */
  #review(): void {
    if (this.#isBusy || this.#leaving || this.#isWorking) return;
    this.#stopIdling();
    this.#slot.release();
    if (!this.isHeld) return this.#onEmpty();
    if (this.#state !== "limited") this.#state = "ready";
    const onOver = (): void => {
      if (this.#isAtWork) this.#review();
      // After that time a new conversation begins, with a digest of this one.
      else void this.leave("it was idle", "forget");
    };
    // setTimeout overflows past 2^31 ms, and then fires at once.
    const timer = setTimeout(onOver, Math.min(this.#idleMs, 2 ** 31 - 1));
    this.#idle = { since: new Date(), timer };
  }

  #stopIdling(): void {
    clearTimeout(this.#idle?.timer);
    this.#idle = undefined;
  }

  get #isBusy(): boolean {
    return this.#current !== undefined || this.#queue.length > 0 || this.#isAttended;
  }

  /** Also on what a person left. */
  get #isAtWork(): boolean {
    return this.#slot.live?.isBusy === true;
  }

  get #isAttended(): boolean {
    return this.#viewers.size > 0;
  }

  #viewerLeft(): Promise<void> {
    return new Promise((resolve) => (this.#onViewerLeft = resolve));
  }

  /** Nothing else runs between two awaits: a new question is seen here, or starts this again. */
  async #work(): Promise<void> {
    this.#isWorking = true;
    for (;;) {
      if (this.#leaving) await this.#leaving;
      // We type nothing into a terminal that a person uses.
      else if (this.#isAttended && this.#queue.length > 0) await this.#viewerLeft();
      else {
        this.#queue = this.#queue.filter((question) => !question.isOver);
        this.#current = this.#queue.shift();
        if (this.#current === undefined) break;
        await this.#serve(this.#current);
        this.#current = undefined;
      }
    }
    this.#isWorking = false;
    this.#review();
  }

  async #serve(question: PendingQuestion): Promise<void> {
    const { log } = this.#tools;
    const { persona, request } = question;
    this.#idleMs = persona.limits.idleMs;
    try {
      const { text, sessionId } = await findAnswer(question, this.#answerSource(question));
      this.#questions++;
      await this.#remember(question, { text, sessionId });
      question.answer({ persona: persona.name, answer: text, sessionId });
      // After the answer, which must not wait for the disk: the start recorded it, and it seldom changes.
      await this.#slot.note();
      await this.#checkDrift(persona);
    } catch (error) {
      if (!(error instanceof HostError)) log("fault", { persona: persona.name, stack: stackOf(error) });
      else if (error.fault.code === "LIMITED") this.#state = "limited";
      question.fail(error instanceof HostError ? error : ourFault());
    } finally {
      log("served", { persona: persona.name, projectRoot: request.projectRoot, queued: this.#queue.length });
    }
  }

  /** A failure is logged: the answer does not depend on it. */
  async #remember({ persona, request }: PendingQuestion, { text, sessionId }: FoundAnswer): Promise<void> {
    const { memoryOf, log } = this.#tools;
    const isKept = await memoryOf(persona, request.projectRoot).append({
      question: request.question,
      response: text,
      context: request.context,
      timestamp: new Date().toISOString(),
      session: sessionId,
    });
    if (!isKept) log("notRemembered", { persona: persona.name });
  }

  /** Every so many questions. */
  async #checkDrift(persona: Persona): Promise<void> {
    const { driftEvery } = persona.limits;
    const session = this.#slot.live;
    if (driftEvery === 0 || this.#questions % driftEvery !== 0 || session === undefined) return;
    if (this.#isAttended) return;
    const isForgotten = await hasDrifted(session, persona, this.#tools);
    // After a restart it knows again: its identity is in the system prompt. Not if a person came meanwhile.
    if (isForgotten && !this.#isAttended) await this.#slot.drop();
  }

  #answerSource(question: PendingQuestion): AnswerSource {
    const { persona, request, login } = question;
    return {
      tools: this.#tools,
      untilFree: () => this.#untilFree(question),
      isAttended: () => this.#isAttended,
      ready: async () => {
        if (this.#slot.live === undefined) {
          this.#state = this.#state === "recovering" ? "recovering" : "starting";
          question.progress("starting", `${this.name} in ${this.projectRoot}`);
        }
        const session = await this.#slot.ready(persona, { about: request.question, login });
        this.#state = "answering";
        return session;
      },
      drop: () => this.#slot.drop(),
      untilReset: (until, count) => this.#untilReset(question, until, count),
      recovering: () => (this.#state = "recovering"),
      remembered: async () => {
        const { exchanges } = await this.#tools.memoryOf(persona, request.projectRoot).read();
        return rememberedAnswer(exchanges, request);
      },
    };
  }

  /**
   * A person may have come since the question was taken: while it waited for a reset, or for its session. And the work that
   * a person left is not interrupted for a restart.
   */
  async #untilFree(question: PendingQuestion): Promise<void> {
    let told = "";
    const tell = (message: string): void => {
      if (message !== told) question.progress("waiting", message);
      told = message;
    };
    while (!question.isOver) {
      if (this.#isAttended) {
        tell(ATTENDED);
        await settleWithin(this.#viewerLeft(), question.signal, 0);
      } else if (this.#isAtWork && this.#slot.isOutdatedFor(question.persona)) {
        this.#state = "answering";
        tell("it works on what a person left");
        await abortableSleep(LOOK_MS, question.signal);
      } else return;
    }
  }

  async #untilReset(question: PendingQuestion, until: Date | undefined, count: number): Promise<void> {
    this.#state = "limited";
    this.#limit = { until };
    // Questions that do not wait for a reset fail at once, wherever they are in the queue.
    for (const other of this.#queue) {
      if (other.request.waitForReset === true) other.stopClock();
      else other.fail(limited(this.name, until));
    }
    question.stopClock();
    question.progress("waiting", `limited until ${until?.toISOString() ?? "an unknown time"}`);
    await sleepUntil(this.#tools.settings.resetDue(until, count), question.signal);
    this.#limit = undefined;
    for (const each of [question, ...this.#queue]) each.startClock();
  }
}

const ATTENDED = "somebody is in its terminal (cac persona chat)";
/** How often to look whether a session has finished its work. */
const LOOK_MS = 200;
