import { Scheduler } from "../time/scheduler.js";
import type { TimedWait } from "../session/life/next-wait.js";

/** Time and chance, so that hours can pass at once in a test. */
export interface HeadlessClock {
  now(): number;
  /** A random number in [0, 1). */
  roll(): number;
  /** Resolves when it is due, or when it is given up. */
  wait(wait: TimedWait, signal: AbortSignal): Promise<void>;
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
