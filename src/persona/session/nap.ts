/** Resolves after so long, or as soon as the signal is aborted. Never rejects: whoever naps looks why it is over. */
export function nap(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const over = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal.addEventListener("abort", over);
  });
}

/** What the promise brings; `late` where the signal was aborted and that many ms have passed since. */
export async function inGoodTime<T>(
  promise: Promise<T>,
  signal: AbortSignal,
  graceMs: number,
): Promise<T | "late"> {
  const over = new AbortController();
  const late = async (): Promise<"late"> => {
    await aborted(AbortSignal.any([signal, over.signal]));
    await nap(graceMs, over.signal);
    return "late";
  };
  try {
    return await Promise.race([promise, late()]);
  } finally {
    over.abort();
  }
}

/** Resolves when the moment of the wall clock has come, through suspend and far dates, or at the abort. */
export async function napUntil(time: Date, signal: AbortSignal, now: () => number = Date.now): Promise<void> {
  for (;;) {
    const leftMs = time.getTime() - now();
    if (leftMs <= 0 || signal.aborted) return;
    await nap(Math.min(leftMs, LONGEST_NAP_MS), signal);
  }
}

// A timer sleeps through suspend, and the clock may be set: a long wait is looked at again.
const LONGEST_NAP_MS = 30_000;

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
