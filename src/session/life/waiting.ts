import type { NativeNotice } from "../../claude/screen/native-wait.js";
import type { Circumstances, Effect, Step } from "./event.js";
import type { Instant, Life, NativeWait, Stop, Why } from "./life.js";
import {
  fruitlessDelayMs,
  nextWait,
  timedWait,
  type TimedWait,
  type WaitCircumstances,
} from "./next-wait.js";
import { isBetter, resetOf } from "./stop.js";

type Waiting = Extract<Life, { tag: "WAITING" }>;

/** A stop is on its way to the disk; only then it is waited for. */
export function stopAt(stop: Stop): Step {
  return [{ tag: "LIMIT_DETECTED", stop }, [{ type: "cancelTimer" }, { type: "acknowledge" }]];
}

/** From the stop to its wait, or to the person where no wait helps. */
export function waitOut(stop: Stop, native: NativeWait | undefined, c: Circumstances): Step {
  const wait = nextWait(stop, forWait(c));
  if (wait.type === "giveUp") return needsYou(stop, wait.why, undefined, native);
  const [waiting, effects] = waitFor(stop, native, c);
  // The next of a row of failures is no news; the next reset is.
  const isNews = stop.fruitless === 0 || (resetOf(stop) ?? 0) > c.now;
  return isNews ? [waiting, [...effects, { type: "notify", about: "stopped" }]] : [waiting, effects];
}

/** Waits for the stop's own time, whatever it is, from now on. */
export function waitFor(stop: Stop, native: NativeWait | undefined, c: Circumstances): Step {
  const wait = waitBehind(stop, native, c);
  return [{ tag: "WAITING", stop, since: c.now, dueAt: wait.dueAt, native }, [alarm(wait, c)]];
}

export function needsYou(
  stop: Stop,
  why: Why,
  inTheWay: string | undefined,
  native: NativeWait | undefined,
): Step {
  // The screen tells when the way is free; looked at as well, should that be missed.
  const timer: Effect =
    why === "inTheWay" ? { type: "armTimerAfter", ms: WATCH_MS } : { type: "cancelTimer" };
  return [{ tag: "NEEDS_YOU", stop, why, inTheWay, native }, [timer, { type: "notify", about: "needsYou" }]];
}

/** With a native wait: until that has had its time and its grace. */
function waitBehind(stop: Stop, native: NativeWait | undefined, c: Circumstances): TimedWait {
  const until = nativeUntil(stop, native, c);
  if (until === undefined) return timedWait(stop, forWait(c));
  const dueAt = Math.max(until + c.settings.nativeGraceMs, c.now + fruitlessDelayMs(stop.fruitless));
  return { type: "wait", by: until > c.now ? "clock" : "delay", dueAt };
}

function forWait({ now, roll, settings: { safetyBufferMs } }: Circumstances): WaitCircumstances {
  return { now, roll, safetyBufferMs };
}

/** When a native wait has had its time and its grace; undefined where there is none that we stand behind. */
export function graceEndOf(
  stop: Stop,
  native: NativeWait | undefined,
  c: Circumstances,
): Instant | undefined {
  const until = nativeUntil(stop, native, c);
  return until === undefined ? undefined : until + c.settings.nativeGraceMs;
}

/** A second word on a stop that is waited for already: the better one holds. */
export function refine(life: Waiting, seen: Stop, c: Circumstances): Step {
  if (!isBetter(life.stop, seen, c.now)) return [life, []];
  if (seen.type !== life.stop.type) return stopAt(seen);
  const stop = merge(life.stop, seen, c);
  if (stop.type === "limit" && !stop.limit.waitingHelps) return waitOut(stop, life.native, c);
  const resetsAt = resetOf(stop);
  if (resetsAt !== undefined && resetsAt === resetOf(life.stop)) return [{ ...life, stop }, []];
  return putOff({ ...life, stop }, c);
}

/** What Claude Code says of its own wait changes when we come in, or whether. */
export function heedNative(life: Waiting, notice: NativeNotice, at: Instant, c: Circumstances): Step {
  if (c.settings.nativeMode !== "backstop") return [life, []];
  switch (notice.phase) {
    case "armed": {
      if (life.native) return [life, []];
      return putOff({ ...life, native: { until: notice.until?.getTime() } }, c);
    }
    case "fired":
      // Its prompt has a row of its own, which ends the wait.
      return [life, []];
    case "cancelled":
      // Esc is how a person says no to an automatic continue. Cancelled by anything else, it is ours again.
      if (isByEscape(at, c)) return standDown(life.stop, c);
      return life.native ? putOff({ ...life, native: undefined }, c) : [life, []];
    case "stopped":
    case "failed":
      return life.native ? putOff({ ...life, native: undefined }, c) : [life, []];
    case "stale":
      // It slept through the reset and asks for Enter.
      return [life, [{ type: "armTimer", at: c.now }]];
    default:
      return notice.phase satisfies never;
  }
}

/** The person decided against it, or went elsewhere: the same stop is not taken up again. */
export function standDown(stop: Stop, c: Circumstances): Step {
  const last = { stop, promptAt: c.now, silentUntil: Number.MAX_SAFE_INTEGER, ours: false, proven: true };
  return [{ tag: "RUNNING", last }, [{ type: "cancelTimer" }]];
}

/** Somebody else got it going at that time: a person, or Claude Code itself. Rows after it belong to what follows. */
export function movedOn(stop: Stop, at: Instant, c: Circumstances): Step {
  const last = { stop, promptAt: at, silentUntil: c.now + c.settings.cooldownMs, ours: false, proven: false };
  return [{ tag: "RUNNING", last }, [{ type: "cancelTimer" }]];
}

function putOff(life: Waiting, c: Circumstances): Step {
  const wait = waitBehind(life.stop, life.native, c);
  return [{ ...life, dueAt: wait.dueAt }, [alarm(wait, c)]];
}

function alarm({ by, dueAt: at }: TimedWait, c: Circumstances): Effect {
  return by === "clock" ? { type: "armTimer", at } : { type: "armTimer", at, withinMs: at - c.now };
}

/** Until when Claude Code itself waits, where we stand behind it. Read a day late, its "3pm" is tomorrow's. */
function nativeUntil(stop: Stop, native: NativeWait | undefined, c: Circumstances): Instant | undefined {
  if (!native || c.settings.nativeMode !== "backstop") return undefined;
  const resetsAt = resetOf(stop);
  const until = native.until ?? resetsAt;
  if (until === undefined || resetsAt === undefined) return until;
  return until - resetsAt > LATEST_NATIVE_MS ? resetsAt : Math.max(until, resetsAt);
}

/** The newer word, with the count of tries that belongs to the wait, and the time if only the older one named it. */
function merge(old: Stop, seen: Stop, c: Circumstances): Stop {
  const { fruitless } = old;
  if (seen.type === "transient") {
    return { ...seen, fruitless, firstAt: old.type === "transient" ? old.firstAt : seen.firstAt };
  }
  const resetsAt = resetOf(old);
  const keepsTime = resetsAt !== undefined && resetsAt > c.now && seen.limit.waitingHelps;
  if (seen.limit.resetsAt || !keepsTime) return { ...seen, fruitless };
  return { ...seen, fruitless, limit: { ...seen.limit, resetsAt: new Date(resetsAt) } };
}

function isByEscape(at: Instant, { escapedAt }: Circumstances): boolean {
  return escapedAt !== undefined && Math.abs(at - escapedAt) < ESCAPE_COUNTS_MS;
}

/** How often a session is looked at in whose way something stands. */
export const WATCH_MS = 60_000;

const ESCAPE_COUNTS_MS = 5000;
const LATEST_NATIVE_MS = 60 * 60_000;
