import type { Limit } from "../../claude/limits/limit.js";
import type { ScreenReading } from "../../claude/screen/screen-reading.js";
import { isAfter, textOf, type Instant, type Stop } from "./life.js";

/** The stop that a settled screen shows, if it shows one. */
export function stopOnScreen(reading: ScreenReading, at: Instant): Stop | undefined {
  const { limit, transient, state } = reading;
  if (limit) return { type: "limit", limit, at, source: "screen", fruitless: 0 };
  if (!transient || transient.retrying || (state !== "idle" && state !== "draft")) return undefined;
  return { type: "transient", transient, at, source: "screen", firstAt: at, fruitless: 0 };
}

/**
 * The same sentence again. A row may word it otherwise than the screen (1.0.64 writes an epoch), and a time of day that
 * has passed reads as tomorrow's: resets that are a day apart to the minute are one.
 */
export function repeats(old: Stop, seen: Stop): boolean {
  if (textOf(old) === textOf(seen)) return true;
  const first = resetOf(old);
  const again = resetOf(seen);
  if (first === undefined || again === undefined) return false;
  const apartMs = Math.abs(again - first);
  return apartMs <= SAME_RESET_MS || Math.abs(apartMs - DAY_MS) <= SAME_RESET_MS;
}

/** Says no more than that there is a limit, as a menu does whose banner has scrolled away. */
export function saysNothingNew(stop: Stop): boolean {
  return stop.type === "limit" && stop.limit.kind === "unknown" && stop.limit.resetsAt === undefined;
}

/** Whether a second word on a stop is the better one. Rows outrank what is seen. */
export function isBetter(old: Stop, seen: Stop, now: Instant): boolean {
  const outweighs = seen.type === "limit" || old.type === "transient";
  if (seen.source === "transcript") {
    return isAfter(seen.at, old.at, now) || (old.source !== "transcript" && outweighs);
  }
  if (old.source === "transcript" || !outweighs || repeats(old, seen)) return false;
  return old.type === "transient" || seen.type === "transient" || isFuller(old.limit, seen.limit);
}

/** The next stop after a try of ours that brought nothing else. */
export function fruitlessAfter(old: Stop, seen: Stop): Stop {
  const stop = asFirstRead(old, seen);
  if (old.type !== stop.type) return stop;
  const fruitless = old.fruitless + 1;
  if (stop.type === "limit") return { ...stop, fruitless };
  return { ...stop, fruitless, firstAt: old.type === "transient" ? old.firstAt : stop.firstAt };
}

/** The next stop after somebody else's try that brought nothing else: it does not count as one of ours. */
export function sameCountAfter(old: Stop, seen: Stop): Stop {
  const stop = asFirstRead(old, seen);
  return old.type === "limit" && stop.type === "limit" ? { ...stop, fruitless: old.fruitless } : stop;
}

/** Read for the second time on a screen, a limit's "3pm" may be tomorrow's. A day later it may be a new one. */
export function asFirstRead(old: Stop, seen: Stop): Stop {
  if (old.type !== "limit" || seen.type !== "limit" || seen.source === "transcript") return seen;
  return repeats(old, seen) && seen.at - old.at < DAY_MS / 2 ? { ...seen, limit: old.limit } : seen;
}

/** The instant that the stop names. */
export function resetOf(stop: Stop): Instant | undefined {
  return stop.type === "limit" ? stop.limit.resetsAt?.getTime() : undefined;
}

/** A limit with a kind and a time is never given up for one without. */
function isFuller(old: Limit, seen: Limit): boolean {
  if (old.resetsAt !== undefined && seen.resetsAt === undefined) return false;
  return old.kind === "unknown" || seen.kind !== "unknown";
}

const DAY_MS = 24 * 60 * 60_000;
// Banners name the minute, rows the second.
const SAME_RESET_MS = 90_000;
