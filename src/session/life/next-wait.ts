import type { Limit } from "../../claude/limits/limit.js";
import type { Instant } from "./life.js";

/** As much of a stop as the wait depends on. `fruitless` counts the tries in a row that only met the next stop. */
export type StopToWaitFor =
  | {
      readonly type: "limit";
      readonly limit: Pick<Limit, "resetsAt" | "waitingHelps">;
      /** When the limit was shown. */
      readonly at: Instant;
      readonly fruitless: number;
    }
  | {
      readonly type: "transient";
      /** When the first of a row of failures came. */
      readonly firstAt: Instant;
      readonly fruitless: number;
    };

export interface WaitCircumstances {
  readonly now: Instant;
  /** A random number in [0, 1): many sessions that failed together must not come back together. */
  readonly roll: number;
  /** Waited on top of a reset: clocks differ, and a try before the reset is wasted. */
  readonly safetyBufferMs: number;
}

/** `clock`: until a moment that was named. `delay`: for a time, whatever happens to the clock. */
export interface TimedWait {
  readonly type: "wait";
  readonly by: "clock" | "delay";
  readonly dueAt: Instant;
}

export type Wait =
  TimedWait | { readonly type: "giveUp"; readonly why: "waitingDoesNotHelp" | "failsForTooLong" };

/** When to try again, for everyone: wrapper, daemon, personas and headless runs. */
export function nextWait(stop: StopToWaitFor, c: WaitCircumstances): Wait {
  if (stop.type === "limit" && !stop.limit.waitingHelps) return { type: "giveUp", why: "waitingDoesNotHelp" };
  if (stop.type === "transient" && c.now - stop.firstAt >= TRANSIENT_BUDGET_MS)
    return { type: "giveUp", why: "failsForTooLong" };
  return timedWait(stop, c);
}

/** The same for a stop that is waited for in any case. */
export function timedWait(stop: StopToWaitFor, { now, roll, safetyBufferMs }: WaitCircumstances): TimedWait {
  const after = (ms: number): TimedWait => ({ type: "wait", by: "delay", dueAt: now + ms });
  if (stop.type === "transient") return after(transientDelayMs(stop.fruitless, roll));
  const resetsAt = stop.limit.resetsAt?.getTime();
  if (resetsAt === undefined) return after(unknownResetDelayMs(stop.fruitless));
  const end = endOfReset(resetsAt, stop.at);
  const waitMs = Math.max(end - now, 0) + safetyBufferMs;
  const leastMs = fruitlessDelayMs(stop.fruitless);
  if (waitMs < leastMs) return after(leastMs);
  return { type: "wait", by: resetsAt > now ? "clock" : "delay", dueAt: now + waitMs };
}

/**
 * Most releases cut the seconds off (1.0.89 to 2.1.233). A reset that was over by its name when the limit was shown is
 * later in that very minute. One that was still ahead is taken at its word: too early costs one more try, and that one
 * comes after the end of the minute.
 */
function endOfReset(resetsAt: Instant, seenAt: Instant): Instant {
  const overMs = seenAt - resetsAt;
  const isCut = resetsAt % MINUTE_MS === 0 && overMs >= 0 && overMs < MINUTE_MS;
  return isCut ? resetsAt + MINUTE_MS : resetsAt;
}

/** 30 s, growing to 5 minutes, each up to 15 % shorter or longer. */
function transientDelayMs(fruitless: number, roll: number): number {
  const index = Math.min(Math.max(fruitless, 0), TRANSIENT_DELAYS_MS.length - 1);
  const spread = 1 + (roll * 2 - 1) * TRANSIENT_SPREAD;
  return Math.round((TRANSIENT_DELAYS_MS[index] ?? 0) * spread);
}

/** 15 minutes, doubling to 5 hours. */
function unknownResetDelayMs(fruitless: number): number {
  return doubled(15 * MINUTE_MS, 5 * 60 * MINUTE_MS, fruitless);
}

/**
 * The least wait before the next try when the last ones met the same limit again at once: nothing for none, then 30 s
 * doubling to 15 minutes. A reset that is named too early must not become a tight loop.
 */
export function fruitlessDelayMs(fruitless: number): number {
  return fruitless < 1 ? 0 : doubled(30_000, 15 * MINUTE_MS, fruitless - 1);
}

function doubled(firstMs: number, mostMs: number, times: number): number {
  // 2^1024 is Infinity, and the smaller of the two is still the most.
  return Math.min(firstMs * 2 ** Math.max(times, 0), mostMs);
}

const MINUTE_MS = 60_000;
/** For how long an error that passes by itself is waited out, counted from the first one. */
const TRANSIENT_BUDGET_MS = 2 * 60 * MINUTE_MS;
const TRANSIENT_DELAYS_MS = [30_000, 60_000, 120_000, 240_000, 300_000];
const TRANSIENT_SPREAD = 0.15;
