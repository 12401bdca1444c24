import { stackOf } from "../../errors.js";

/** A session on the terminal, which must not suffer from faults of ours. */
export interface Guarded {
  /** Written down; never printed. */
  noteFault(what: string): void;
  /** From here on bytes are passed on, and nothing else is done. */
  standAside(): void;
}

/**
 * Takes every error that nobody caught while a session is on the terminal. Node would print it into the session and
 * end the two of us; but whatever failed, the session matters more and goes on. What fails again and again is left
 * alone. Returns how the guard is taken away.
 */
export function guardAgainstFaults(session: Guarded): () => void {
  let faults = 0;
  const onError = (error: unknown): void => {
    faults += 1;
    if (faults > MOST_FAULTS) return;
    try {
      session.noteFault(stackOf(error));
      if (faults === MOST_FAULTS) session.standAside();
    } catch {
      // An error in here would be the end; there is no other place to tell it.
    }
  };
  const onWarning = (warning: Error): void => session.noteFault(stackOf(warning));
  // Node prints its warnings: over the session.
  const printers = process.listeners("warning");
  process.removeAllListeners("warning").on("warning", onWarning);
  process.on("uncaughtException", onError).on("unhandledRejection", onError);
  return () => {
    process.off("uncaughtException", onError).off("unhandledRejection", onError).off("warning", onWarning);
    for (const printer of printers) process.on("warning", printer);
  };
}

/** So many are no accident. */
const MOST_FAULTS = 10;
