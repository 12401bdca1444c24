import { describe, expect, it } from "vitest";
import type { Effect, SessionEvent } from "../../src/session/event.js";
import { BEGINNING, type LastResume, type Life } from "../../src/session/life.js";
import { step } from "../../src/session/step.js";
import * as v from "./values.js";
import {
  DAY,
  HOUR,
  MINUTE,
  NOON,
  RESET,
  SECOND,
  SETTINGS,
  at,
  limit,
  limitStop,
  limitSeen,
  waiting,
} from "./values.js";

const DUE = RESET + 5 * SECOND;
const ARM: Effect = { type: "armTimer", at: DUE };
const CANCEL: Effect = { type: "cancelTimer" };
const STOPPED: Effect = { type: "notify", about: "stopped" };
const NEEDS_YOU: Effect = { type: "notify", about: "needsYou" };
const ACKNOWLEDGE: Effect[] = [CANCEL, { type: "acknowledge" }];

function over(more: Partial<LastResume> = {}): Life {
  const last = {
    stop: limitStop(),
    promptAt: RESET,
    silentUntil: RESET + 30 * SECOND,
    proven: false,
    ...more,
  };
  return { tag: "RUNNING", last };
}

function detected(stop = limitStop()): Life {
  return { tag: "LIMIT_DETECTED", stop };
}

/** An event that leaves the very same life behind, and asks for nothing. */
function expectNothing(life: Life, event: SessionEvent, c = at(NOON + MINUTE)): void {
  const [next, effects] = step(life, event, c);
  expect(next).toBe(life);
  expect(effects).toEqual([]);
}

describe("a stop while it runs", () => {
  it.each([
    ["a row", limitSeen(), limitStop()],
    ["a screen", limitSeen(NOON, limit(), "screen"), limitStop({ source: "screen" })],
    ["bytes", limitSeen(NOON, limit(), "bytes"), limitStop({ source: "bytes" })],
    ["a failure that ended the turn", v.transientSeen(), v.failure()],
  ])("%s", (_, event, stop) => {
    expect(step(BEGINNING, event, at(NOON))).toEqual([detected(stop), ACKNOWLEDGE]);
  });

  it("a failure that Claude Code still retries is none", () => {
    expectNothing(BEGINNING, { ...v.transientSeen(), transient: { ...v.OVERLOADED, retrying: true } });
  });

  it("on the screen counts only where no rows come in", () => {
    const seen = { type: "screenSettled", reading: v.reading("idle", { limit: limit() }), at: NOON } as const;
    expectNothing(BEGINNING, seen);
    const [life] = step(BEGINNING, seen, at(NOON, { hasTranscript: false }));
    expect(life).toEqual(detected(limitStop({ source: "screen" })));
  });
});

describe("from the disk to the wait", () => {
  it.each<[string, Life, Effect[], Partial<ReturnType<typeof at>>?]>([
    ["until the reset and the buffer", waiting(), [ARM, STOPPED]],
    [
      "a reset that is over already",
      waiting({
        stop: limitStop({ limit: limit({ resetsAt: new Date(NOON - HOUR) }) }),
        dueAt: NOON + 5 * SECOND,
      }),
      [{ type: "armTimer", at: NOON + 5 * SECOND, withinMs: 5 * SECOND }, STOPPED],
    ],
    [
      "no time: 15 minutes, also for a clock that is set back",
      waiting({ stop: limitStop({ limit: v.NO_TIME }), dueAt: NOON + 15 * MINUTE }),
      [{ type: "armTimer", at: NOON + 15 * MINUTE, withinMs: 15 * MINUTE }, STOPPED],
    ],
    [
      "no time, the third in a row: an hour, and no more news",
      waiting({ stop: limitStop({ limit: v.NO_TIME, fruitless: 2 }), dueAt: NOON + HOUR }),
      [{ type: "armTimer", at: NOON + HOUR, withinMs: HOUR }],
    ],
    [
      "the second in a row with a time ahead: the time counts, and is news",
      waiting({ stop: limitStop({ fruitless: 1 }) }),
      [ARM, STOPPED],
    ],
    [
      "the third in a row whose time is over: a minute",
      waiting({
        stop: limitStop({ fruitless: 2, limit: limit({ resetsAt: new Date(NOON - SECOND) }) }),
        dueAt: NOON + MINUTE,
      }),
      [{ type: "armTimer", at: NOON + MINUTE, withinMs: MINUTE }],
    ],
    [
      "a failure",
      waiting({ stop: v.failure(), dueAt: NOON + 30 * SECOND }),
      [{ type: "armTimer", at: NOON + 30 * SECOND, withinMs: 30 * SECOND }, STOPPED],
    ],
    [
      "the fourth failure in a row",
      waiting({ stop: v.failure({ fruitless: 3, firstAt: NOON - HOUR }), dueAt: NOON + 4 * MINUTE }),
      [{ type: "armTimer", at: NOON + 4 * MINUTE, withinMs: 4 * MINUTE }],
    ],
  ])("%s", (_, life, effects) => {
    if (life.tag !== "WAITING") throw new Error("a wait was meant");
    expect(step(detected(life.stop), { type: "acknowledged" }, at(NOON))).toEqual([life, effects]);
  });

  it.each([
    ["waiting does not help", limitStop({ limit: v.SPEND }), "waitingDoesNotHelp"],
    ["two hours of failures", v.failure({ firstAt: NOON - 2 * HOUR }), "failsForTooLong"],
  ] as const)("or to the person: %s", (_, stop, why) => {
    expect(step(detected(stop), { type: "acknowledged" }, at(NOON))).toEqual([
      { tag: "NEEDS_YOU", stop, why, inTheWay: undefined, native: undefined },
      [CANCEL, NEEDS_YOU],
    ]);
  });
});

describe("a second word on the stop that is waited for", () => {
  const onScreen = waiting({ stop: limitStop({ source: "screen", at: NOON + 200 }) });
  it("the row comes after the screen, with the same reset", () => {
    expect(step(onScreen, limitSeen(), at(NOON + SECOND))).toEqual([waiting(), []]);
  });

  it("the row names another reset", () => {
    const exact = limit({ resetsAt: new Date(RESET + 14 * SECOND) });
    const dueAt = DUE + 14 * SECOND;
    expect(step(onScreen, limitSeen(NOON, exact), at(NOON + SECOND))).toEqual([
      waiting({ stop: limitStop({ limit: exact }), dueAt }),
      [{ type: "armTimer", at: dueAt }],
    ]);
  });

  it("a newer row without a time does not take the time away", () => {
    const seen = limitSeen(NOON + MINUTE, v.NO_TIME);
    const merged = { ...v.NO_TIME, resetsAt: new Date(RESET) };
    expect(step(waiting(), seen, at(NOON + MINUTE))).toEqual([
      waiting({ stop: limitStop({ limit: merged, at: NOON + MINUTE }) }),
      [],
    ]);
  });

  it("a redraw does not put the resume off", () => {
    const seen = {
      type: "screenSettled",
      reading: v.reading("idle", { limit: limit() }),
      at: NOON + HOUR,
    } as const;
    expectNothing(onScreen, seen, at(NOON + HOUR, { hasTranscript: false }));
  });

  it("the banner, read after the reset, is not tomorrow's", () => {
    const tomorrow = limit({ resetsAt: new Date(RESET + DAY) });
    const seen = {
      type: "screenSettled",
      reading: v.reading("idle", { limit: tomorrow }),
      at: RESET,
    } as const;
    expectNothing(onScreen, seen, at(RESET, { hasTranscript: false }));
  });

  it("a limit replaces a failure, and is news", () => {
    const life = waiting({ stop: v.failure({ fruitless: 4 }), dueAt: NOON + 5 * MINUTE });
    expect(step(life, limitSeen(NOON + MINUTE), at(NOON + MINUTE))).toEqual([
      detected(limitStop({ at: NOON + MINUTE })),
      ACKNOWLEDGE,
    ]);
  });

  it("a failure does not replace a limit", () => expectNothing(waiting(), v.transientSeen(NOON + MINUTE)));

  it("the next failure does not give the two hours anew", () => {
    const life = waiting({
      stop: v.failure({ firstAt: NOON - HOUR, fruitless: 2 }),
      dueAt: NOON + 2 * MINUTE,
    });
    const [next] = step(life, v.transientSeen(NOON + MINUTE), at(NOON + MINUTE));
    expect(next).toEqual(
      waiting({
        stop: v.failure({ at: NOON + MINUTE, firstAt: NOON - HOUR, fruitless: 2 }),
        dueAt: NOON + 3 * MINUTE,
      }),
    );
  });

  it("it turns out that waiting does not help", () => {
    const [next, effects] = step(onScreen, limitSeen(NOON, v.SPEND), at(NOON + SECOND));
    expect(next).toEqual({
      tag: "NEEDS_YOU",
      stop: limitStop({ limit: v.SPEND }),
      why: "waitingDoesNotHelp",
      inTheWay: undefined,
      native: undefined,
    });
    expect(effects).toEqual([CANCEL, NEEDS_YOU]);
  });
});

describe("Claude Code's own wait", () => {
  const native = { until: RESET + 30 * SECOND };
  const armed = waiting({ native, dueAt: RESET + 210 * SECOND });
  const seen = (phase: Parameters<typeof v.notice>[0], until?: number, when = NOON + SECOND) =>
    ({ type: "nativeNoticeSeen", notice: v.notice(phase, until), at: when }) as const;

  it("is given its grace", () => {
    expect(step(waiting(), seen("armed", native.until), at(NOON + SECOND))).toEqual([
      armed,
      [{ type: "armTimer", at: RESET + 210 * SECOND }],
    ]);
  });

  it.each([
    ["names no time", undefined],
    ["is read a day late", RESET + DAY],
  ])("that %s has its grace after the reset", (_, until) => {
    const [next] = step(waiting(), seen("armed", until), at(NOON + SECOND));
    expect(next).toEqual(waiting({ native: { until }, dueAt: RESET + 180 * SECOND }));
  });

  it("is seen on the screen as well", () => {
    const shown = v.reading("native-wait", { native: v.notice("armed", native.until) });
    const [next] = step(waiting(), { type: "screenSettled", reading: shown, at: NOON }, at(NOON + SECOND));
    expect(next).toEqual(armed);
  });

  it("announced again with every frame changes nothing", () => {
    expectNothing(armed, seen("armed", native.until + DAY));
  });

  it("that fired is told by its prompt", () => expectNothing(armed, seen("fired"), at(RESET)));

  it.each(["cancelled", "stopped", "failed"] as const)("%s by itself: ours again", (phase) => {
    expect(step(armed, seen(phase), at(NOON + MINUTE))).toEqual([waiting(), [ARM]]);
  });

  it.each([
    ["armed before", armed],
    ["not seen before", waiting()],
  ])("cancelled by the person's Esc (%s): they said no", (_, life) => {
    // The row may be read seconds after the key.
    const c = at(NOON + MINUTE + 9 * SECOND, { escapedAt: NOON + MINUTE, typedAt: NOON + MINUTE });
    expect(step(life, seen("cancelled", undefined, NOON + MINUTE + 40), c)).toEqual([
      {
        tag: "RUNNING",
        last: { stop: limitStop(), promptAt: c.now, silentUntil: Number.MAX_SAFE_INTEGER, proven: true },
      },
      [CANCEL],
    ]);
  });

  it.each([
    ["an hour ago", NOON - HOUR],
    ["in the future, by a clock that was set back since", NOON + HOUR],
  ])("an Esc %s did not cancel it", (_, escapedAt) => {
    expect(step(armed, seen("cancelled"), at(NOON + MINUTE, { escapedAt }))).toEqual([waiting(), [ARM]]);
  });

  it("that slept through is looked at at once", () => {
    const late = RESET + HOUR;
    expect(step(armed, seen("stale"), at(late))).toEqual([armed, [{ type: "armTimer", at: late }]]);
  });

  it.each(["replace", "ignore"] as const)("is nothing to `%s`", (nativeMode) => {
    expectNothing(waiting(), seen("armed"), at(NOON + SECOND, { settings: { ...SETTINGS, nativeMode } }));
  });
});

describe("somebody else was first", () => {
  const movedOn = (when: number, now: number): Life =>
    over({ promptAt: when, silentUntil: now + 30 * SECOND, proven: true });
  const lives: [string, Life][] = [
    ["waiting", waiting()],
    ["resuming, before Enter", v.resuming({ phase: "typed" })],
    ["needing the person", v.inTheWay("permission")],
  ];
  it.each(lives)("a prompt: %s", (_, life) => {
    const when = NOON + HOUR;
    expect(step(life, { type: "promptSent", at: when }, at(when + SECOND))).toEqual([
      movedOn(when, when + SECOND),
      [CANCEL],
    ]);
  });

  it.each(lives)("an answer: %s", (_, life) => {
    const when = NOON + HOUR;
    expect(step(life, { type: "workSeen", at: when }, at(when + SECOND))).toEqual([
      movedOn(when, when + SECOND),
      [CANCEL],
    ]);
  });

  it.each(lives)("rows that are older than the stop say nothing: %s", (_, life) => {
    expectNothing(life, { type: "promptSent", at: NOON });
    expectNothing(life, { type: "workSeen", at: NOON - 1 });
    expectNothing(life, limitSeen(NOON - 1, v.NO_TIME));
  });

  it("a busy screen, where no rows come in", () => {
    const event = { type: "screenSettled", reading: v.reading("busy"), at: NOON + HOUR } as const;
    expectNothing(waiting(), event, at(NOON + HOUR));
    const [next] = step(waiting(), event, at(NOON + HOUR, { hasTranscript: false }));
    expect(next).toEqual(movedOn(NOON + HOUR, NOON + HOUR));
  });

  it("the clock was set back since: what it dates now is later", () => {
    const now = NOON - 2 * HOUR;
    const [next] = step(waiting(), { type: "promptSent", at: now - 10 }, at(now));
    expect(next).toEqual(movedOn(now - 10, now));
  });
});

describe("after a stop", () => {
  const again = limit({ resetsAt: new Date(RESET + 5 * HOUR), text: "resets 8pm" });
  const soon = at(RESET + 10 * SECOND, { hasTranscript: false });

  it.each([
    ["the same banner on the screen", limitSeen(RESET + 9 * SECOND, limit(), "screen")],
    ["the same banner in the bytes", limitSeen(RESET + 9 * SECOND, limit(), "bytes")],
    [
      "the menu again, whose banner is gone",
      limitSeen(RESET + 9 * SECOND, { ...v.NO_TIME, kind: "unknown" }, "screen"),
    ],
    ["a row from before our prompt", limitSeen(RESET - 1, again)],
  ])("inside the cooldown: %s counts for nothing", (_, event) => expectNothing(over(), event, soon));

  it.each([
    ["a row is always a new limit", limitSeen(RESET + SECOND), limit()],
    ["another banner", limitSeen(RESET + SECOND, again, "screen"), again],
  ])("inside the cooldown: %s", (_, event, seen) => {
    const stop = limitStop({ limit: seen, at: RESET + SECOND, source: event.source, fruitless: 1 });
    expect(step(over(), event, soon)).toEqual([detected(stop), ACKNOWLEDGE]);
  });

  it("a session that worked in between starts a new count", () => {
    const [next] = step(over({ proven: true }), limitSeen(RESET + HOUR), at(RESET + HOUR));
    expect(next).toEqual(detected(limitStop({ at: RESET + HOUR })));
  });

  it("work is noted once", () => {
    const [next, effects] = step(over(), { type: "workSeen", at: RESET + 1 }, at(RESET + SECOND));
    expect([next, effects]).toEqual([over({ proven: true }), []]);
    expectNothing(next, { type: "workSeen", at: RESET + 2 }, at(RESET + 2 * SECOND));
  });

  it("a failure after a failure that nothing came between stays inside the two hours", () => {
    const last = { stop: v.failure({ fruitless: 3 }), promptAt: NOON + MINUTE };
    const [next] = step(over(last), v.transientSeen(NOON + HOUR), at(NOON + HOUR));
    expect(next).toEqual(detected(v.failure({ at: NOON + HOUR, fruitless: 4 })));
  });
});

describe("asked through the socket", () => {
  const stoodDown: Life = {
    tag: "RUNNING",
    last: { stop: limitStop(), promptAt: NOON + MINUTE, silentUntil: Number.MAX_SAFE_INTEGER, proven: true },
  };
  const lives: [string, Life][] = [
    ["WAITING", waiting()],
    ["RESUMING", v.resuming({ phase: "entered", promptAt: NOON + 1 })],
    ["NEEDS_YOU", v.inTheWay("dialog")],
  ];
  it.each(lives)("cancel in %s: the same stop is not taken up again", (_, life) => {
    expect(step(life, { type: "cancelAsked" }, at(NOON + MINUTE))).toEqual([stoodDown, [CANCEL]]);
    const screen = limitSeen(NOON + HOUR, limit(), "screen");
    expectNothing(stoodDown, screen, at(NOON + HOUR, { hasTranscript: false }));
    expectNothing(stoodDown, limitSeen(NOON), at(NOON + HOUR));
  });

  it("cancel, then the person goes on: the next stop counts, whatever it says", () => {
    const c = at(NOON + HOUR, { hasTranscript: false });
    const [worked] = step(
      stoodDown,
      { type: "screenSettled", reading: v.reading("busy"), at: NOON + HOUR },
      c,
    );
    const later = at(NOON + HOUR + MINUTE, { hasTranscript: false });
    const [next] = step(worked, limitSeen(later.now, limit(), "screen"), later);
    expect(next.tag).toBe("LIMIT_DETECTED");
  });

  it.each(lives.filter(([tag]) => tag !== "RESUMING"))("resume in %s", (_, life) => {
    expect(step(life, { type: "resumeAsked" }, at(NOON + MINUTE))).toEqual([
      v.resuming({ asked: true }),
      [CANCEL, { type: "look" }],
    ]);
  });

  it("what there is nothing to ask for changes nothing", () => {
    expectNothing(BEGINNING, { type: "cancelAsked" });
    expectNothing(BEGINNING, { type: "resumeAsked" });
    expectNothing(v.resuming(), { type: "resumeAsked" });
  });

  it("the person went to another conversation: its stop stays behind", () => {
    expect(step(waiting(), { type: "conversationLeft" }, at(NOON + MINUTE))).toEqual([stoodDown, [CANCEL]]);
  });
});

describe("a wait that a killed wrapper left", () => {
  const found = { type: "waitFound", stop: limitStop(), dueAt: DUE } as const;
  it("is taken up", () => {
    expect(step(BEGINNING, found, at(NOON + HOUR))).toEqual([waiting({ since: NOON + HOUR }), [ARM]]);
  });

  it("that is over begins after the buffer", () => {
    const now = RESET + HOUR;
    const dueAt = now + 5 * SECOND;
    expect(step(BEGINNING, found, at(now))).toEqual([
      waiting({ since: now, dueAt }),
      [{ type: "armTimer", at: dueAt }],
    ]);
  });

  it("is not taken up by a session that has moved on, or waits itself", () => {
    expectNothing(over(), found, at(RESET + MINUTE));
    expectNothing(waiting(), found);
  });
});

describe("due", () => {
  it("a look comes first", () => {
    expect(step(waiting(), { type: "timerFired" }, at(DUE))).toEqual([
      v.resuming(),
      [CANCEL, { type: "look" }],
    ]);
  });

  it("not while the person types", () => {
    const life = waiting();
    const [next, effects] = step(life, { type: "timerFired" }, at(DUE, { typedAt: DUE - SECOND }));
    expect(next).toBe(life);
    expect(effects).toEqual([{ type: "armTimerAfter", ms: 2 * SECOND }]);
  });

  it.each([
    ["long ago", DUE - 3 * SECOND],
    ["in the future, by a clock that was set back since", DUE + HOUR],
  ])("a key %s does not count", (_, typedAt) => {
    const [next] = step(waiting(), { type: "timerFired" }, at(DUE, { typedAt }));
    expect(next).toEqual(v.resuming());
  });

  it("a timer that nobody waits for changes nothing", () => {
    expectNothing(BEGINNING, { type: "timerFired" });
    expectNothing({ ...v.inTheWay(""), why: "triesUsedUp" } as Life, { type: "timerFired" });
  });
});
