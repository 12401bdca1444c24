import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Limit } from "../../src/claude/limit.js";
import type { ScreenReading, ScreenState } from "../../src/claude/screen-reading.js";
import type { Circumstances, Effect, SessionEvent } from "../../src/session/event.js";
import { BEGINNING, holdsInput, type Life } from "../../src/session/life.js";
import { step } from "../../src/session/step.js";
import { DAY, HOUR, MINUTE, NOON, SECOND, at, limit, notice, reading } from "./values.js";

/** One step of a life, and what it was about. */
interface Taken {
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
const HANDS_OFF = new Set<ScreenState>(
  STATES.filter((state) => !["idle", "draft", "busy", "native-wait", "limit-menu"].includes(state)),
);

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
  .map(({ draft, ...more }) => ({
    ...more,
    menu: undefined,
    draft: more.state === "draft" ? draft : undefined,
  }));

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
const scripts = fc.record({
  moves: fc.array(moves, { minLength: 20, maxLength: 80 }),
  hasStash: fc.boolean(),
  hasTranscript: fc.boolean(),
});
type Script = typeof scripts extends fc.Arbitrary<infer T> ? T : never;

function helpful(life: Life): ScreenReading {
  const phase = life.tag === "RESUMING" ? life.plan.phase : "accepted";
  if (phase === "looking") return reading("idle", { limit: limit({ text: "resets 3pm" }) });
  return phase === "typed" ? reading("draft", { draft: "continue" }) : reading("busy");
}

/** Plays the moves; a timer rings and a look is answered only where one was asked for. */
function play(script: Script, onStep: (taken: Taken, pending: Pending) => void): void {
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

interface Pending {
  readonly timer: boolean;
  readonly look: boolean;
}

function always(check: (taken: Taken, pending: Pending) => void): void {
  fc.assert(
    fc.property(scripts, (script) => play(script, check)),
    { numRuns: 1500 },
  );
}

function keysIn(effects: readonly Effect[]): Extract<Effect, { type: "press" | "typeText" }>[] {
  return effects.filter((effect) => effect.type === "press" || effect.type === "typeText");
}

describe("whatever happens, in whatever order", () => {
  it("a key follows a look, and only one that saw what the key is for", () => {
    always(({ event, effects }) => {
      for (const effect of keysIn(effects)) {
        if (event.type !== "looked" || !event.reading) throw new Error(`${event.type} must not type`);
        const { state, draft, native, vim } = event.reading;
        expect(HANDS_OFF.has(state)).toBe(false);
        if (effect.type === "typeText" && effect.text === "continue") {
          expect(["idle", "native-wait"]).toContain(state);
          expect(vim).not.toBe("normal");
        } else if (effect.type === "typeText") {
          expect(["idle", "busy"]).toContain(state);
          expect(draft).toBeUndefined();
        } else if (effect.type === "press" && effect.key === "enter") {
          const isStale = state === "native-wait" && native?.phase === "stale";
          expect(isStale || (state === "draft" && draft === "continue")).toBe(true);
        } else if (effect.type === "press") {
          expect(
            {
              escape: ["limit-menu"],
              stash: ["draft"],
              clear: ["draft"],
              insert: ["idle", "native-wait", "draft"],
            }[effect.key],
          ).toContain(state);
        }
      }
    });
  });

  it("a draft is never pressed away: it is owed until it was typed again", () => {
    always(({ before, event, after, effects }) => {
      if (effects.some((effect) => effect.type === "press" && effect.key === "clear")) {
        expect(after.owed).toBe(event.type === "looked" ? event.reading?.draft : "a look");
      }
      if (before.owed === undefined || after.owed !== undefined) return;
      const isBack = effects.some((effect) => effect.type === "typeText" && effect.text === before.owed);
      const isStillThere = event.type === "looked" && event.reading?.draft === before.owed;
      expect(isBack || isStillThere).toBe(true);
    });
  });

  it("there are no dead ends", () => {
    always(({ after }, { timer, look }) => {
      if (after.tag === "WAITING") expect(timer).toBe(true);
      if (after.tag === "RESUMING") expect(timer || look).toBe(true);
      if (after.tag === "NEEDS_YOU" && after.why === "inTheWay") expect(timer).toBe(true);
      // No keyboard is held by something that only a timer ends.
      if (holdsInput(after)) expect(look).toBe(true);
    });
  });

  it("a stop is never waited for before it was acknowledged", () => {
    always(({ before, after }) => {
      if (before.tag === "RUNNING") expect(["RUNNING", "LIMIT_DETECTED"]).toContain(after.tag);
      if (after.tag === "RESUMING") expect(before.tag).not.toBe("LIMIT_DETECTED");
    });
  });

  it("a row that is not newer than the stop changes nothing", () => {
    always(({ before, event, after, effects }) => {
      if (before.tag === "RUNNING" || before.stop.source !== "transcript") return;
      const isRow = event.type === "promptSent" || event.type === "workSeen" || event.type === "failureSeen";
      const isStop =
        (event.type === "limitSeen" || event.type === "transientSeen") && event.source === "transcript";
      if ((!isRow && !isStop) || event.at > before.stop.at) return;
      expect(after).toBe(before);
      expect(effects).toEqual([]);
    });
  });

  it("once a prompt was accepted, nothing but a draft is typed for that stop", () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const accepted = new Set<number>();
        play(script, ({ before, event, after, effects }) => {
          if (event.type === "resumeAsked") accepted.clear();
          if (before.tag === "RESUMING" && accepted.has(before.stop.at)) {
            expect(
              keysIn(effects).filter((effect) => effect.type === "press" || effect.text === "continue"),
            ).toEqual([]);
          }
          if (after.tag === "RESUMING" && after.plan.phase === "accepted") accepted.add(after.stop.at);
        });
      }),
      { numRuns: 1500 },
    );
  });

  it("a life can be written down and read back", () => {
    always(({ after }) => {
      const read: unknown = JSON.parse(JSON.stringify(after), (key, value: unknown) =>
        key === "resetsAt" && typeof value === "string" ? new Date(value) : value,
      );
      expect(read).toEqual(after);
    });
  });
});

it("the moves above reach every state and every phase", () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(scripts, (script) =>
      play(script, ({ after, effects }) => {
        reached.add(after.tag === "RESUMING" ? after.plan.phase : after.tag);
        if (after.owed !== undefined) reached.add("owed");
        for (const effect of effects) if (effect.type === "press") reached.add(effect.key);
      }),
    ),
    { numRuns: 1500, seed: 1 },
  );
  const states = [
    "LIMIT_DETECTED",
    "NEEDS_YOU",
    "RUNNING",
    "WAITING",
    "accepted",
    "entered",
    "looking",
    "typed",
  ];
  expect([...reached].sort()).toEqual(
    [...states, "owed", "clear", "enter", "escape", "insert", "stash"].sort(),
  );
});
