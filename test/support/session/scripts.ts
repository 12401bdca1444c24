import fc from "fast-check";
import type { Limit } from "../../../src/claude/limits/limit.js";
import type { ScreenReading, ScreenState } from "../../../src/claude/screen/screen-reading.js";
import type { Circumstances, Effect, SessionEvent } from "../../../src/session/life/event.js";
import { BEGINNING, type Life } from "../../../src/session/life/life.js";
import { step } from "../../../src/session/life/step.js";
import { DAY, HOUR, MINUTE, NOON, SECOND, at, limit, notice, reading } from "./values.js";

/** One step of a life, and what it was about. */
export interface Taken {
  readonly before: Life;
  readonly event: SessionEvent;
  readonly c: Circumstances;
  readonly after: Life;
  readonly effects: readonly Effect[];
}

/** An event whose time is told from the moment at which it comes. */
type Told = (now: number) => SessionEvent;

interface Move {
  readonly afterMs: number;
  readonly told: Told | "timer" | "look";
  /** What a look sees; `helpful`: what brings a resume further. */
  readonly sight: ScreenReading | undefined | "helpful";
  readonly typedAgoMs: number | undefined;
}

const STATES: ScreenState[] = [
  ...(["idle", "draft", "shell-mode", "busy", "native-wait", "limit-menu", "permission"] as const),
  ...(["question", "plan", "trust", "bypass", "dialog", "unknown"] as const),
];
const sometime = fc.oneof(
  fc.constant(0),
  fc.integer({ min: -10 * MINUTE, max: 10 }),
  fc.integer({ min: -DAY, max: 0 }),
);
const limits: fc.Arbitrary<Limit> = fc
  .record({
    kind: fc.constantFrom("five-hour", "weekly", "unknown", "spend"),
    inMs: fc.option(fc.integer({ min: -HOUR, max: DAY }), { nil: undefined }),
    text: fc.constantFrom("resets 3pm", "resets 8pm", "limit reached"),
    waitingHelps: fc.constantFrom(true, true, true, false),
  })
  .map(({ inMs, ...more }) =>
    limit({ ...more, resetsAt: inMs === undefined ? undefined : new Date(NOON + inMs) }),
  );
const transients = fc.record({
  kind: fc.constantFrom("overloaded", "unknown"),
  retrying: fc.boolean(),
  text: fc.constantFrom("529", "500"),
});
const notices = fc
  .tuple(
    fc.constantFrom("armed", "stale", "fired", "cancelled", "stopped", "failed"),
    fc.option(fc.integer({ min: NOON, max: NOON + DAY }), { nil: undefined }),
  )
  .map(([phase, until]) => notice(phase, until));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
/** Leans towards what leads deeper in. */
const readings: fc.Arbitrary<ScreenReading> = fc
  .record({
    state: fc.oneof(fc.constantFrom<ScreenState>("idle", "draft", "busy"), fc.constantFrom(...STATES)),
    limit: maybe(limits),
    native: maybe(notices),
    transient: maybe(transients),
    draft: fc.constantFrom("continue", "continue", "half done", "two\nlines", "[Pasted text #1]"),
    vim: fc.constantFrom(undefined, undefined, "insert", "normal"),
  })
  .map(({ draft, state, ...more }) =>
    reading(state, { ...more, draft: state === "draft" ? draft : undefined }),
  );

const rows: fc.Arbitrary<Told> = fc
  .tuple(
    fc.oneof(
      limits.map((seen) => ({ type: "limitSeen", limit: seen, source: "transcript" }) as const),
      transients.map((transient) => ({ type: "transientSeen", transient, source: "transcript" }) as const),
      notices.map((each) => ({ type: "nativeNoticeSeen", notice: each }) as const),
      fc.constantFrom({ type: "promptSent" } as const, { type: "workSeen" } as const),
      fc.constant({ type: "failureSeen", text: "400" } as const),
    ),
    sometime,
  )
  .map(([row, ago]) => (now) => ({ ...row, at: now + Math.min(ago, 0) }));
const seen: fc.Arbitrary<Told> = fc.oneof(
  readings.map((each) => (now: number) => ({ type: "screenSettled", reading: each, at: now }) as const),
  limits.map(
    (each) => (now: number) => ({ type: "limitSeen", limit: each, at: now, source: "bytes" }) as const,
  ),
  fc.constantFrom<Told>(
    () => ({ type: "acknowledged" }),
    () => ({ type: "textKeptBack" }),
    () => ({ type: "conversationLeft" }),
    () => ({ type: "resumeAsked" }),
    () => ({ type: "cancelAsked" }),
  ),
);
const moves: fc.Arbitrary<Move> = fc.record({
  afterMs: fc.oneof(fc.integer({ min: 1, max: 2 * SECOND }), fc.integer({ min: 1, max: HOUR })),
  told: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("timer" as const, "look" as const, "look" as const) },
    { weight: 1, arbitrary: rows },
    { weight: 1, arbitrary: seen },
  ),
  sight: fc.oneof(
    { weight: 3, arbitrary: fc.constant("helpful" as const) },
    { weight: 3, arbitrary: readings },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
  typedAgoMs: fc.constantFrom(undefined, undefined, undefined, undefined, 500, HOUR),
});
export const scripts = fc.record({
  moves: fc.array(moves, { minLength: 20, maxLength: 80 }),
  hasStash: fc.boolean(),
  hasTranscript: fc.boolean(),
});
export type Script = typeof scripts extends fc.Arbitrary<infer T> ? T : never;

function helpful(life: Life): ScreenReading {
  const phase = life.tag === "RESUMING" ? life.plan.phase : "accepted";
  if (phase === "looking") return reading("idle", { limit: limit({ text: "resets 3pm" }) });
  return phase === "typed" ? reading("draft", { draft: "continue" }) : reading("busy");
}

/** Plays the moves; a timer rings and a look is answered only where one was asked for. */
export function play(script: Script, onStep: (taken: Taken, pending: Pending) => void): void {
  let life: Life = BEGINNING;
  let now = NOON;
  let queue: SessionEvent[] = [];
  const pending = { timer: false, look: false };
  for (const move of script.moves) {
    now += move.afterMs;
    if (move.told === "timer") queue = pending.timer ? [{ type: "timerFired" }] : [];
    else if (move.told === "look") {
      const seen = move.sight === "helpful" ? helpful(life) : move.sight;
      queue = pending.look ? [{ type: "looked", reading: seen }] : [];
    } else queue = [move.told(now)];
    for (let event = queue.shift(); event; event = queue.shift()) {
      if (event.type === "timerFired") pending.timer = false;
      if (event.type === "looked") pending.look = false;
      const typedAt = move.typedAgoMs === undefined ? undefined : now - move.typedAgoMs;
      const { hasStash, hasTranscript } = script;
      const c = at(now, { hasStash, hasTranscript, typedAt });
      const before = life;
      const [after, effects] = step(before, event, c);
      life = after;
      for (const effect of effects) {
        if (effect.type === "armTimer" || effect.type === "armTimerAfter") pending.timer = true;
        if (effect.type === "cancelTimer") pending.timer = false;
        if (effect.type === "look") pending.look = true;
        if (effect.type === "acknowledge") queue.push({ type: "acknowledged" });
      }
      onStep({ before, event, c, after, effects }, pending);
    }
  }
}

export interface Pending {
  readonly timer: boolean;
  readonly look: boolean;
}
