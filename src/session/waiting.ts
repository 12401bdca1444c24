import type { Limit } from "../claude/limit.js";
import type { NativeNotice } from "../claude/native-wait.js";
import type { ScreenReading } from "../claude/screen-reading.js";
import { fruitlessDelayMs, transientDelayMs, TRANSIENT_BUDGET_MS, unknownResetDelayMs } from "./backoff.js";
import type { Circumstances, Step } from "./event.js";
import type { Instant, Life, NativeWait, Stop, Why } from "./life.js";
import { textOf } from "./life.js";

type Waiting = Extract<Life, { tag: "WAITING" }>;

/** A stop is on its way to the disk; only then it is waited for. */
export function stopAt(stop: Stop): Step {
  return [{ tag: "LIMIT_DETECTED", stop }, [{ type: "cancelTimer" }, { type: "acknowledge" }]];
}

/** From the stop to its wait, or to the person where no wait helps. */
export function waitOut(stop: Stop, native: NativeWait | undefined, c: Circumstances): Step {
  if (stop.type === "limit" && !stop.limit.waitingHelps) {
    return needsYou(stop, "waitingDoesNotHelp", undefined, native);
  }
  if (stop.type === "transient" && c.now - stop.firstAt >= TRANSIENT_BUDGET_MS) {
    return needsYou(stop, "failsForTooLong", undefined, native);
  }
  const dueAt = dueOf(stop, native, c);
  return [
    { tag: "WAITING", stop, since: c.now, dueAt, native },
    [
      { type: "armTimer", at: dueAt },
      { type: "notify", about: "stopped" },
    ],
  ];
}

export function needsYou(
  stop: Stop,
  why: Why,
  inTheWay: string | undefined,
  native: NativeWait | undefined,
): Step {
  return [
    { tag: "NEEDS_YOU", stop, why, inTheWay, native },
    [{ type: "cancelTimer" }, { type: "notify", about: "needsYou" }],
  ];
}

/** When the session is to be looked at. With a native wait: when that has had its time and its grace. */
export function dueOf(stop: Stop, native: NativeWait | undefined, c: Circumstances): Instant {
  if (stop.type === "transient") return c.now + transientDelayMs(stop.fruitless + 1, c.roll);
  const resetsAt = stop.limit.resetsAt?.getTime();
  const least = c.now + fruitlessDelayMs(stop.fruitless);
  if (native && c.settings.nativeMode === "backstop") {
    const until = Math.max(native.until ?? 0, resetsAt ?? 0);
    if (until > 0) return Math.max(until + c.settings.nativeGraceMs, least);
  }
  if (resetsAt === undefined) return c.now + unknownResetDelayMs(stop.fruitless + 1);
  return Math.max(Math.max(resetsAt, c.now) + c.settings.safetyBufferMs, least);
}

/** A second word on a stop that is waited for already: the better one holds. */
export function refine(life: Waiting, seen: Stop, c: Circumstances): Step {
  if (!isBetter(life.stop, seen)) return [life, []];
  const stop: Stop = { ...seen, fruitless: life.stop.fruitless };
  if (stop.type === "limit" && !stop.limit.waitingHelps) return waitOut(stop, life.native, c);
  if (isSameReset(life.stop, stop)) return [{ ...life, stop }, []];
  const dueAt = dueOf(stop, life.native, c);
  return [{ ...life, stop, dueAt }, [{ type: "armTimer", at: dueAt }]];
}

/** What Claude Code says of its own wait changes when we come in, or whether. */
export function heedNative(life: Waiting, notice: NativeNotice, c: Circumstances): Step {
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
      if (!life.native) return [life, []];
      // Esc is how a person says no to an automatic continue. Cancelled by anything else, it is ours again.
      if (c.escapedAt !== undefined && c.now - c.escapedAt < ESCAPE_COUNTS_MS) return standDown(life.stop, c);
      return putOff({ ...life, native: undefined }, c);
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
  const last = { stop, promptAt: c.now, silentUntil: Number.MAX_SAFE_INTEGER, proven: true };
  return [{ tag: "RUNNING", last }, [{ type: "cancelTimer" }]];
}

/** Somebody else got it going at that time: a person, or Claude Code itself. Rows after it belong to what follows. */
export function movedOn(stop: Stop, at: Instant, c: Circumstances): Step {
  const last = { stop, promptAt: at, silentUntil: c.now + c.settings.cooldownMs, proven: false };
  return [{ tag: "RUNNING", last }, [{ type: "cancelTimer" }]];
}

/** The stop that a settled screen shows, if it shows one. */
export function stopOnScreen(reading: ScreenReading, at: Instant): Stop | undefined {
  const { limit, transient, state } = reading;
  if (limit) return { type: "limit", limit, at, source: "screen", fruitless: 0 };
  if (!transient || transient.retrying || (state !== "idle" && state !== "draft")) return undefined;
  return { type: "transient", transient, at, source: "screen", firstAt: at, fruitless: 0 };
}

function putOff(life: Waiting, c: Circumstances): Step {
  const dueAt = dueOf(life.stop, life.native, c);
  return [{ ...life, dueAt }, [{ type: "armTimer", at: dueAt }]];
}

function isBetter(old: Stop, seen: Stop): boolean {
  if (seen.source === "transcript") return seen.at > old.at || old.source !== "transcript";
  if (old.source === "transcript" || textOf(seen) === textOf(old)) return false;
  if (seen.type === "transient") return old.type === "transient";
  return old.type === "transient" || isFuller(old.limit, seen.limit);
}

/** A limit with a kind and a time is never given up for one without. */
function isFuller(old: Limit, seen: Limit): boolean {
  if (old.resetsAt !== undefined && seen.resetsAt === undefined) return false;
  return old.kind === "unknown" || seen.kind !== "unknown";
}

function isSameReset(a: Stop, b: Stop): boolean {
  if (a.type !== "limit" || b.type !== "limit") return false;
  return a.limit.resetsAt?.getTime() === b.limit.resetsAt?.getTime() && a.limit.resetsAt !== undefined;
}

const ESCAPE_COUNTS_MS = 5000;
