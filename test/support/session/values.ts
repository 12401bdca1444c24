import type { Limit } from "../../../src/claude/limits/limit.js";
import type { NativeNotice } from "../../../src/claude/screen/native-wait.js";
import {
  NOTHING_ELSE,
  type ScreenReading,
  type ScreenState,
} from "../../../src/claude/screen/screen-reading.js";
import type { Transient } from "../../../src/claude/limits/transient.js";
import type { Circumstances, ResumeSettings } from "../../../src/session/life/event.js";
import type { Life, Plan, Source, Stop } from "../../../src/session/life/life.js";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** When the limit comes, in most tests; it resets three hours later. */
export const NOON = Date.UTC(2026, 10, 15, 12);
export const RESET = NOON + 3 * HOUR;

export const SETTINGS: ResumeSettings = {
  prompt: "continue",
  safetyBufferMs: 5 * SECOND,
  cooldownMs: 30 * SECOND,
  nativeMode: "backstop",
  nativeGraceMs: 180 * SECOND,
};

/** A session with rows and a stash, and nobody at its keyboard. A `roll` of 0.5 spreads nothing. */
export function at(now: number, more: Partial<Circumstances> = {}): Circumstances {
  return {
    now,
    roll: 0.5,
    typedAt: undefined,
    escapedAt: undefined,
    hasStash: true,
    hasTranscript: true,
    settings: SETTINGS,
    ...more,
  };
}

export function limit(more: Partial<Limit> = {}): Limit {
  return {
    kind: "five-hour",
    model: undefined,
    resetsAt: new Date(RESET),
    waitingHelps: true,
    text: "You've hit your session limit · resets 3pm",
    ...more,
  };
}

export const NO_TIME = limit({ resetsAt: undefined, text: "Claude usage limit reached." });
export const SPEND = limit({
  kind: "spend",
  resetsAt: undefined,
  waitingHelps: false,
  text: "You've hit your org's monthly spend limit",
});
export const OVERLOADED: Transient = {
  kind: "overloaded",
  retrying: false,
  text: "API Error: 529 Overloaded",
};

export function limitStop(more: Partial<Extract<Stop, { type: "limit" }>> = {}): Stop {
  return { type: "limit", limit: limit(), at: NOON, source: "transcript", fruitless: 0, ...more };
}

export function failure(more: Partial<Extract<Stop, { type: "transient" }>> = {}): Stop {
  const stop = { at: NOON, source: "transcript", firstAt: NOON, fruitless: 0 } as const;
  return { type: "transient", transient: OVERLOADED, ...stop, ...more };
}

/** A limit as it is told, by a row unless said otherwise. */
export function limitSeen(when = NOON, seen: Limit = limit(), source: Source = "transcript") {
  return { type: "limitSeen", limit: seen, at: when, source } as const;
}

export function transientSeen(when = NOON, source: Source = "transcript") {
  return { type: "transientSeen", transient: OVERLOADED, at: when, source } as const;
}

export function reading(state: ScreenState, more: Partial<ScreenReading> = {}): ScreenReading {
  return {
    state,
    ...NOTHING_ELSE,
    ...more,
  };
}

export function notice(phase: NativeNotice["phase"], until?: number): NativeNotice {
  return { phase, until: until === undefined ? undefined : new Date(until), text: `native ${phase}` };
}

export function waiting(more: Partial<Extract<Life, { tag: "WAITING" }>> = {}): Life {
  const dueAt = RESET + SETTINGS.safetyBufferMs;
  return { tag: "WAITING", stop: limitStop(), since: NOON, dueAt, native: undefined, ...more };
}

const PLAN: Plan = {
  phase: "looking",
  tries: 1,
  refusals: 0,
  keptBack: 0,
  busyLooks: 0,
  pressed: [],
  handsOn: false,
  promptAt: undefined,
  asked: false,
};

export function resuming(
  plan: Partial<Plan> = {},
  more: Partial<Extract<Life, { tag: "RESUMING" }>> = {},
): Extract<Life, { tag: "RESUMING" }> {
  return { tag: "RESUMING", stop: limitStop(), native: undefined, plan: { ...PLAN, ...plan }, ...more };
}

export function inTheWay(what: string, more: Partial<Extract<Life, { tag: "NEEDS_YOU" }>> = {}): Life {
  const why = "inTheWay" as const;
  return { tag: "NEEDS_YOU", stop: limitStop(), why, inTheWay: what, native: undefined, ...more };
}

/** The wait is over: the reset and the buffer. */
export const DUE = RESET + SETTINGS.safetyBufferMs;

/** A moment later, at a look: with rows, and by the screen alone. */
export const NOW = RESET + 6 * SECOND;
export const C = at(NOW);
export const ROWLESS = at(NOW, { hasTranscript: false });
export const BANNER = { limit: limit() };
export const OURS = { draft: "continue", ...BANNER };
export const ENTERED = { phase: "entered", pressed: ["enter"], handsOn: true, promptAt: NOW } as const;
