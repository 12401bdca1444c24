import { describe, expect, it } from "vitest";
import type { Effect } from "../../../src/session/life/event.js";
import { BEGINNING, type Life } from "../../../src/session/life/life.js";
import { step } from "../../../src/session/life/step.js";
import {
  CANCEL,
  ARM,
  STOPPED,
  NEEDS_YOU,
  ACKNOWLEDGE,
  detected,
  over,
  expectNothing,
  after,
  looked,
  LOOK,
} from "../../support/session/effects.js";
import {
  SECOND,
  MINUTE,
  HOUR,
  DAY,
  NOON,
  RESET,
  at,
  limit,
  NO_TIME,
  SPEND,
  OVERLOADED,
  limitStop,
  failure,
  limitSeen,
  transientSeen,
  reading,
  waiting,
  resuming,
  inTheWay,
  DUE,
} from "../../support/session/values.js";

describe("a stop while it runs", () => {
  it.each([
    ["a row", limitSeen(), limitStop()],
    ["a screen", limitSeen(NOON, limit(), "screen"), limitStop({ source: "screen" })],
    ["bytes", limitSeen(NOON, limit(), "bytes"), limitStop({ source: "bytes" })],
    ["a failure that ended the turn", transientSeen(), failure()],
  ])("%s", (_, event, stop) => {
    expect(step(BEGINNING, event, at(NOON))).toEqual([detected(stop), ACKNOWLEDGE]);
  });

  it("a failure that Claude Code still retries is none", () => {
    expectNothing(BEGINNING, { ...transientSeen(), transient: { ...OVERLOADED, retrying: true } });
  });

  it("on the screen counts only where no rows come in", () => {
    const seen = { type: "screenSettled", reading: reading("idle", { limit: limit() }), at: NOON } as const;
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
      waiting({ stop: limitStop({ limit: NO_TIME }), dueAt: NOON + 15 * MINUTE }),
      [{ type: "armTimer", at: NOON + 15 * MINUTE, withinMs: 15 * MINUTE }, STOPPED],
    ],
    [
      "no time, the third in a row: an hour, and no more news",
      waiting({ stop: limitStop({ limit: NO_TIME, fruitless: 2 }), dueAt: NOON + HOUR }),
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
      "a minute that had begun when it was shown: its seconds are cut off",
      waiting({
        stop: limitStop({ at: NOON + 10 * SECOND, limit: limit({ resetsAt: new Date(NOON) }) }),
        dueAt: NOON + MINUTE + 5 * SECOND,
      }),
      [{ type: "armTimer", at: NOON + MINUTE + 5 * SECOND, withinMs: MINUTE + 5 * SECOND }, STOPPED],
    ],
    [
      "a failure",
      waiting({ stop: failure(), dueAt: NOON + 30 * SECOND }),
      [{ type: "armTimer", at: NOON + 30 * SECOND, withinMs: 30 * SECOND }, STOPPED],
    ],
    [
      "the fourth failure in a row",
      waiting({ stop: failure({ fruitless: 3, firstAt: NOON - HOUR }), dueAt: NOON + 4 * MINUTE }),
      [{ type: "armTimer", at: NOON + 4 * MINUTE, withinMs: 4 * MINUTE }],
    ],
  ])("%s", (_, life, effects) => {
    if (life.tag !== "WAITING") throw new Error("a wait was meant");
    expect(step(detected(life.stop), { type: "acknowledged" }, at(NOON))).toEqual([life, effects]);
  });

  it.each([
    ["waiting does not help", limitStop({ limit: SPEND }), "waitingDoesNotHelp"],
    ["two hours of failures", failure({ firstAt: NOON - 2 * HOUR }), "failsForTooLong"],
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
    const seen = limitSeen(NOON + MINUTE, NO_TIME);
    const merged = { ...NO_TIME, resetsAt: new Date(RESET) };
    expect(step(waiting(), seen, at(NOON + MINUTE))).toEqual([
      waiting({ stop: limitStop({ limit: merged, at: NOON + MINUTE }) }),
      [],
    ]);
  });

  it("a redraw does not put the resume off", () => {
    const seen = {
      type: "screenSettled",
      reading: reading("idle", { limit: limit() }),
      at: NOON + HOUR,
    } as const;
    expectNothing(onScreen, seen, at(NOON + HOUR, { hasTranscript: false }));
  });

  it("the banner, read after the reset, is not tomorrow's", () => {
    const tomorrow = limit({ resetsAt: new Date(RESET + DAY) });
    const seen = {
      type: "screenSettled",
      reading: reading("idle", { limit: tomorrow }),
      at: RESET,
    } as const;
    expectNothing(onScreen, seen, at(RESET, { hasTranscript: false }));
  });

  it("a limit replaces a failure, and is news", () => {
    const life = waiting({ stop: failure({ fruitless: 4 }), dueAt: NOON + 5 * MINUTE });
    expect(step(life, limitSeen(NOON + MINUTE), at(NOON + MINUTE))).toEqual([
      detected(limitStop({ at: NOON + MINUTE })),
      ACKNOWLEDGE,
    ]);
  });

  it("a failure does not replace a limit", () => expectNothing(waiting(), transientSeen(NOON + MINUTE)));

  it("the next failure does not give the two hours anew", () => {
    const life = waiting({
      stop: failure({ firstAt: NOON - HOUR, fruitless: 2 }),
      dueAt: NOON + 2 * MINUTE,
    });
    const [next] = step(life, transientSeen(NOON + MINUTE), at(NOON + MINUTE));
    expect(next).toEqual(
      waiting({
        stop: failure({ at: NOON + MINUTE, firstAt: NOON - HOUR, fruitless: 2 }),
        dueAt: NOON + 3 * MINUTE,
      }),
    );
  });

  it("waiting turns out not to help", () => {
    const [next, effects] = step(onScreen, limitSeen(NOON, SPEND), at(NOON + SECOND));
    expect(next).toEqual({
      tag: "NEEDS_YOU",
      stop: limitStop({ limit: SPEND }),
      why: "waitingDoesNotHelp",
      inTheWay: undefined,
      native: undefined,
    });
    expect(effects).toEqual([CANCEL, NEEDS_YOU]);
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
      limitSeen(RESET + 9 * SECOND, { ...NO_TIME, kind: "unknown" }, "screen"),
    ],
  ])("inside the cooldown: %s counts for nothing, and is looked at afterwards", (_, event) => {
    const [next, effects] = step(over(), event, soon);
    expect([next, effects]).toEqual([over(), after(20 * SECOND)]);
    expect(step(next, { type: "timerFired" }, soon)).toEqual([over(), [LOOK]]);
  });

  it("still there after the cooldown: it was no echo, and its time is not tomorrow's", () => {
    const tomorrow = limit({ resetsAt: new Date(RESET + DAY) });
    const later = at(RESET + MINUTE, { hasTranscript: false });
    for (const proven of [true, false]) {
      const [next] = step(over({ proven }), looked("idle", { limit: tomorrow }), later);
      expect(next).toEqual(
        detected(limitStop({ at: later.now, source: "screen", fruitless: proven ? 0 : 1 })),
      );
    }
    expectNothing(over(), looked("idle"), later);
    expectNothing(over(), looked("idle", { limit: tomorrow }), at(RESET + MINUTE));
  });

  it("a row from before our prompt is old", () => {
    expectNothing(over(), limitSeen(RESET - 1, again), soon);
  });

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

  it("somebody else's try does not count, nor does it start a new count", () => {
    const last = { ours: false, stop: limitStop({ fruitless: 3 }) };
    const [again] = step(over(last), limitSeen(RESET + HOUR), at(RESET + HOUR));
    expect(again).toEqual(detected(limitStop({ at: RESET + HOUR, fruitless: 3 })));
    const [failed] = step(over(last), transientSeen(RESET + HOUR), at(RESET + HOUR));
    expect(failed).toEqual(detected(failure({ at: RESET + HOUR, firstAt: RESET + HOUR })));
  });

  it("work is noted once", () => {
    const [next, effects] = step(over(), { type: "workSeen", at: RESET + 1 }, at(RESET + SECOND));
    expect([next, effects]).toEqual([over({ proven: true }), []]);
    expectNothing(next, { type: "workSeen", at: RESET + 2 }, at(RESET + 2 * SECOND));
  });

  it("a failure after a failure that nothing came between stays inside the two hours", () => {
    const last = { stop: failure({ fruitless: 3 }), promptAt: NOON + MINUTE };
    const [next] = step(over(last), transientSeen(NOON + HOUR), at(NOON + HOUR));
    expect(next).toEqual(detected(failure({ at: NOON + HOUR, fruitless: 4 })));
  });
});

describe("due", () => {
  it("a look comes first", () => {
    expect(step(waiting(), { type: "timerFired" }, at(DUE))).toEqual([
      resuming(),
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
    expect(next).toEqual(resuming());
  });

  it("a timer that nobody waits for changes nothing", () => {
    expectNothing(detected(), { type: "timerFired" });
    expectNothing({ ...inTheWay(""), why: "triesUsedUp" } as Life, { type: "timerFired" });
  });
});
