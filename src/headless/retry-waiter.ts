import { plainText } from "../notify/plain-text.js";
import { textOf, type Stop } from "../session/life/life.js";
import { nextWait, type TimedWait, type Wait } from "../session/life/next-wait.js";
import { clockTime } from "../time/clock-face.js";
import { Scheduler } from "../time/scheduler.js";
import type { Failure } from "./failure.js";

/** What a run without a terminal does; the states are those of every session. */
export interface HeadlessReport {
  readonly state: "RUNNING" | "WAITING" | "RESUMING" | "NEEDS_YOU";
  readonly sessionId?: string | undefined;
  readonly transcript?: string | undefined;
  readonly stop?: Stop;
  readonly dueAt?: Date;
  readonly why?: Extract<Wait, { type: "giveUp" }>["why"];
}

/** Time and random numbers; a test lets hours pass at once. */
export interface HeadlessClock {
  now(): number;
  /** A random number in [0, 1). */
  roll(): number;
  /** Resolves when the wait is due or `signal` is aborted. */
  wait(wait: TimedWait, signal: AbortSignal): Promise<void>;
}

export interface RetryWaiterOptions {
  readonly clock: HeadlessClock;
  readonly safetyBufferMs: number;
  /** Resolves when the wait is on disk. */
  report(report: HeadlessReport): Promise<void>;
  /** For the person at the terminal, if there is one. */
  tell(line: string): void;
  /** Written to standard error in any case. */
  warn(line: string): void;
  log(message: string): void;
}

/** How the runs so far ended. */
interface Trials {
  /** Runs in a row that ended without an answer of the model's. */
  readonly fruitless: number;
  /** When the first of them failed. */
  readonly since: number;
}

/** What is known of the run that failed. */
export interface FailedRun {
  readonly failure: Failure;
  /** The model answered in it, so the count of failures in a row starts again. */
  readonly hasWorked: boolean;
  readonly sessionId: string | undefined;
  readonly transcript: string | undefined;
}

/** Waits before each retry; longer if no run in between got an answer. */
export class RetryWaiter {
  readonly #options: RetryWaiterOptions;
  #trials: Trials = { fruitless: 0, since: 0 };
  #wait: { end: AbortController; how: "due" | "cancelled" } | undefined;

  constructor(options: RetryWaiterOptions) {
    this.#options = options;
  }

  /**
   * `due`: run again. `cancelled` and `gaveUp`: the failure is final. `stopped`: `signal` came first, and the failure is
   * not counted.
   */
  async waitOut(run: FailedRun, signal: AbortSignal): Promise<"due" | "cancelled" | "gaveUp" | "stopped"> {
    const { clock, safetyBufferMs } = this.#options;
    const before = this.#trials;
    const now = clock.now();
    const isFirst = run.hasWorked || before.fruitless === 0;
    this.#trials = isFirst ? { fruitless: 1, since: now } : { ...before, fruitless: before.fruitless + 1 };
    const stop = stopOf(run.failure, this.#trials, now);
    const wait = nextWait(stop, { now, roll: clock.roll(), safetyBufferMs });
    const session = { sessionId: run.sessionId, transcript: run.transcript, stop };
    if (wait.type === "giveUp") {
      this.#options.warn(`${WHY[wait.why]}: ${plainText(textOf(stop))}`);
      await this.#options.report({ state: "NEEDS_YOU", ...session, why: wait.why });
      return "gaveUp";
    }
    await this.#options.report({ state: "WAITING", ...session, dueAt: new Date(wait.dueAt) });
    this.#say(textOf(stop), wait.dueAt, now);
    const how = await this.#waitFor(wait, signal);
    if (how === "stopped") this.#trials = before;
    if (how !== "due") return how;
    await this.#options.report({ state: "RESUMING", ...session });
    return signal.aborted ? "stopped" : "due";
  }

  /** A session that still runs is not waiting any more. */
  async movedOn(sessionId: string | undefined): Promise<void> {
    await this.#options.report({ state: "RUNNING", sessionId });
  }

  /** Ends the wait now; false if there is none. */
  resume(): boolean {
    return this.#end("due");
  }

  cancel(): boolean {
    return this.#end("cancelled");
  }

  async #waitFor(wait: TimedWait, signal: AbortSignal): Promise<"due" | "cancelled" | "stopped"> {
    const ending = { end: new AbortController(), how: "due" as "due" | "cancelled" };
    this.#wait = ending;
    await this.#options.clock.wait(wait, AbortSignal.any([signal, ending.end.signal]));
    this.#wait = undefined;
    return signal.aborted ? "stopped" : ending.how;
  }

  #end(how: "due" | "cancelled"): boolean {
    if (this.#wait === undefined) return false;
    this.#wait.how = how;
    this.#wait.end.abort();
    return true;
  }

  #say(text: string, dueAt: number, now: number): void {
    const time = clockTime(new Date(dueAt), new Date(now));
    this.#options.log(`waits until ${new Date(dueAt).toISOString()}: ${text}`);
    // The text of a run may contain sequences for the terminal.
    this.#options.tell(`${plainText(text)}; continues ${time}; Ctrl+C to stop`);
  }
}

const WHY = {
  waitingDoesNotHelp: "waiting does not bring it back",
  failsForTooLong: "it has failed for two hours",
} as const;

function stopOf(failure: Failure, { fruitless, since }: Trials, at: number): Stop {
  const common = { at, source: "bytes", fruitless: fruitless - 1 } as const;
  return failure.type === "limit"
    ? { ...common, type: "limit", limit: failure.limit }
    : { ...common, type: "transient", transient: failure.transient, firstAt: since };
}

export const systemClock: HeadlessClock = {
  now: () => Date.now(),
  roll: () => Math.random(),
  wait: ({ by, dueAt }, signal) =>
    new Promise((resolve) => {
      const scheduler = new Scheduler(by === "clock" ? 0 : Math.max(0, dueAt - Date.now()));
      const end = (): void => {
        scheduler.cancel();
        signal.removeEventListener("abort", end);
        resolve();
      };
      if (signal.aborted) return end();
      signal.addEventListener("abort", end);
      scheduler.scheduleAt(by === "clock" ? new Date(dueAt) : null, end);
    }),
};
