/**
 * One wait at a time for a moment of the wall clock, right through suspend, clock changes and far dates.
 * A new wait replaces the old one. The callback runs once, never inside the call that scheduled it.
 * A pending wait keeps the process alive.
 */
export class Scheduler {
  readonly #safetyMs: number;
  #timer: NodeJS.Timeout | undefined;

  /** `safetyMs` is waited on top of every time: clocks differ, and a resume before the reset is wasted. */
  constructor(safetyMs = 5000) {
    this.#safetyMs = safetyMs;
  }

  /** Runs the callback `safetyMs` after the time. Null (unknown) or an invalid date: `safetyMs` from now. */
  scheduleAt(time: Date | null, callback: () => void): void {
    const nowMs = Date.now();
    const timeMs = time?.getTime() ?? NaN;
    const dueMs = (Number.isNaN(timeMs) ? nowMs : timeMs) + this.#safetyMs;
    // What is over cannot be put off again by a clock that is set back: count the rest as it passes.
    if (!(timeMs > nowMs)) this.#waitFor(dueMs - nowMs, callback);
    else this.#wait(() => dueMs - Date.now(), callback);
  }

  /** Runs the callback at once, without the safety buffer. */
  scheduleImmediate(callback: () => void): void {
    this.#waitFor(0, callback);
  }

  /** Drops the wait, if there is one. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #waitFor(ms: number, callback: () => void): void {
    const endMs = performance.now() + ms;
    this.#wait(() => endMs - performance.now(), callback);
  }

  #wait(leftMs: () => number, callback: () => void): void {
    this.cancel();
    const nap = (): void => {
      this.#timer = setTimeout(look, Math.min(Math.max(Math.ceil(leftMs()), 0), LONGEST_NAP_MS));
    };
    const look = (): void => {
      if (leftMs() > 0) return nap();
      // Forgotten first: the callback may schedule again or throw.
      this.#timer = undefined;
      callback();
    };
    nap();
  }
}

// setTimeout overflows past 2^31 ms and sleeps through suspend, so a long wait is looked at again.
const LONGEST_NAP_MS = 30_000;
