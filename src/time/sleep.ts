import { Scheduler } from "./scheduler.js";

/** Resolves after `ms`, or as soon as the signal is aborted. Never rejects: check `signal.aborted` afterwards. */
export function abortableSleep(ms: number, signal: AbortSignal): Promise<void> {
  return wait(signal, (done) => {
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  });
}

/** The same until a moment of the wall clock, also through suspend and for far dates. */
export function sleepUntil(time: Date, signal: AbortSignal): Promise<void> {
  return wait(signal, (done) => {
    const scheduler = new Scheduler(0);
    scheduler.scheduleAt(time, done);
    return () => scheduler.cancel();
  });
}

/** Resolves when the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return wait(signal, () => () => undefined);
}

/** Resolves as the promise does; to `late` if the signal was aborted and `graceMs` have passed since then. */
export async function settleWithin<T>(
  promise: Promise<T>,
  signal: AbortSignal,
  graceMs: number,
): Promise<T | "late"> {
  const settled = new AbortController();
  const late = async (): Promise<"late"> => {
    await untilAborted(AbortSignal.any([signal, settled.signal]));
    await abortableSleep(graceMs, settled.signal);
    return "late";
  };
  try {
    return await Promise.race([promise, late()]);
  } finally {
    settled.abort();
  }
}

/** `begin` starts the wait and returns how to cancel it. */
function wait(signal: AbortSignal, begin: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      cancel();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const cancel = begin(done);
    signal.addEventListener("abort", done);
  });
}
