import {
  fruitlessDelayMs,
  TRANSIENT_BUDGET_MS,
  transientDelayMs,
  unknownResetDelayMs,
} from "../session/life/backoff.js";
import type { Failure } from "./failure.js";

/** What came of the runs so far. */
export interface Trials {
  /** Runs in a row that ended without an answer of the model's. */
  readonly fruitless: number;
  /** When the first of them failed. */
  readonly since: number;
}

export type WaitPlan =
  /** `clock`: until a moment of the wall clock; `delay`: for a time, whatever becomes of the clock. */
  | { readonly type: "wait"; readonly by: "clock" | "delay"; readonly dueAt: number }
  | { readonly type: "giveUp"; readonly why: "waitingDoesNotHelp" | "failsForTooLong" };

/** When to run again after a failure. `roll` is a random number in [0, 1). */
export function planWait(
  failure: Failure,
  trials: Trials,
  { now, roll, safetyBufferMs }: { now: number; roll: number; safetyBufferMs: number },
): WaitPlan {
  const after = (ms: number): WaitPlan => ({ type: "wait", by: "delay", dueAt: now + ms });
  if (failure.type === "transient") {
    if (now - trials.since >= TRANSIENT_BUDGET_MS) return { type: "giveUp", why: "failsForTooLong" };
    return after(transientDelayMs(trials.fruitless, roll));
  }
  const { limit, isExact } = failure;
  if (!limit.waitingHelps) return { type: "giveUp", why: "waitingDoesNotHelp" };
  if (limit.resetsAt === undefined) return after(unknownResetDelayMs(trials.fruitless));
  // Claude Code cuts the seconds off: a reset at 3:25:59 reads 3:25pm, and a run at 3:25:05 would be one in vain.
  const resetsAt = limit.resetsAt.getTime() + (isExact ? 0 : MINUTE_MS);
  const dueAt = Math.max(resetsAt, now) + safetyBufferMs;
  const leastMs = fruitlessDelayMs(trials.fruitless - 1);
  if (dueAt < now + leastMs) return after(leastMs);
  return resetsAt > now ? { type: "wait", by: "clock", dueAt } : after(safetyBufferMs);
}

const MINUTE_MS = 60_000;
