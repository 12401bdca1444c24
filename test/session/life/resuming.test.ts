import { describe, expect, it } from "vitest";
import type { Effect, SessionEvent } from "../../../src/session/life/event.js";
import { BEGINNING, holdsInput, isStill, type Life } from "../../../src/session/life/life.js";
import { step } from "../../../src/session/life/step.js";
import {
  LOOK,
  CANCEL,
  NEEDS_YOU,
  TYPE,
  ENTER,
  after,
  looked,
  settled,
  detected,
  ACKNOWLEDGE,
} from "../../support/session/effects.js";
import {
  SECOND,
  MINUTE,
  HOUR,
  DAY,
  RESET,
  at,
  limit,
  NO_TIME,
  SPEND,
  limitStop,
  failure,
  limitSeen,
  transientSeen,
  reading,
  waiting,
  resuming,
  inTheWay,
  C,
  NOW,
  ROWLESS,
  BANNER,
  OURS,
  ENTERED,
} from "../../support/session/values.js";

describe("Enter", () => {
  const typed = resuming({ phase: "typed", handsOn: true });
  it.each([
    ["our prompt is in the box", looked("draft", OURS)],
    ["wrapped over two rows", looked("draft", { ...OURS, draft: "conti\nnue" })],
  ])("%s", (_, event) => {
    expect(step(typed, event, C)).toEqual([resuming(ENTERED), ENTER]);
  });

  it.each([
    ["the text has vanished", looked("idle", BANNER)],
    ["the person's letters are among it", looked("draft", { ...OURS, draft: "continuex" })],
    ["a permission prompt came up", looked("permission")],
    ["nothing is known", looked(undefined)],
  ])("not: %s", (_, event) => {
    expect(step(typed, event, C)).toEqual([resuming({ tries: 2 }), after(5 * SECOND)]);
  });

  it("three tries, then the person is asked", () => {
    const [next, effects] = step(resuming({ phase: "typed", tries: 3 }), looked("idle", BANNER), C);
    expect(next).toEqual({ ...inTheWay("idle"), why: "triesUsedUp" });
    expect(effects).toEqual([CANCEL, NEEDS_YOU]);
  });

  it("a prompt that was kept back was no try: it is typed when the screen holds still", () => {
    let life: Life = resuming({ pressed: ["escape"] });
    for (let kept = 1; kept <= 5; kept++) {
      const [typed, effects] = step(life, looked("idle", BANNER), C);
      expect(effects).toEqual(TYPE);
      const [next, none] = step(typed, { type: "textKeptBack" }, C);
      life = next;
      expect([next, none]).toEqual([resuming({ pressed: ["escape"], keptBack: kept }), []]);
      expect(holdsInput(next)).toBe(false);
    }
  });

  it("one that is kept back ever again is a try", () => {
    const often = resuming({ phase: "typed", handsOn: true, keptBack: 5 });
    expect(step(often, { type: "textKeptBack" }, C)).toEqual([often, []]);
    expect(step(often, looked("idle", BANNER), C)).toEqual([resuming({ tries: 2 }), after(5 * SECOND)]);
  });

  it("the next try knows that it was asked for", () => {
    const life = resuming({ phase: "typed", pressed: ["escape"], asked: true });
    expect(step(life, looked("idle"), C)[0]).toEqual(resuming({ tries: 2, asked: true }));
  });
});

describe("verified", () => {
  const entered = resuming(ENTERED);
  const accepted = resuming({ ...ENTERED, phase: "accepted" });
  const worked: Life = {
    tag: "RUNNING",
    last: { stop: limitStop(), promptAt: NOW, silentUntil: NOW + 30 * SECOND, ours: true, proven: true },
  };
  const proven = [worked, [CANCEL, { type: "notify", about: "resumed" }]];

  it("by rows", () => {
    expect(step(entered, { type: "promptSent", at: NOW }, C)).toEqual([accepted, after(10 * MINUTE)]);
    expect(step(accepted, { type: "promptSent", at: NOW + 1 }, C)).toEqual([accepted, []]);
    expect(step(accepted, { type: "workSeen", at: NOW + 2 }, C)).toEqual(proven);
    expect(step(entered, { type: "workSeen", at: NOW + 2 }, C)).toEqual(proven);
  });

  it("only rows stop a resume: screen and bytes repeat the old sentence", () => {
    for (const life of [resuming(), entered, accepted]) {
      expect(step(life, limitSeen(NOW + 1, NO_TIME, "screen"), C)).toEqual([life, []]);
      expect(step(life, limitSeen(NOW + 1, NO_TIME, "bytes"), C)).toEqual([life, []]);
    }
  });

  it("rows from before Enter answer nothing", () => {
    for (const type of ["promptSent", "workSeen"] as const) {
      expect(step(entered, { type, at: NOW - 1 }, C)).toEqual([entered, []]);
    }
    expect(step(entered, limitSeen(NOW - 1, NO_TIME), C)).toEqual([entered, []]);
  });

  it("rows that are dated by a clock which was set back since", () => {
    const now = NOW - 2 * HOUR;
    expect(step(entered, { type: "promptSent", at: now }, at(now))[0]).toEqual(accepted);
    const [next] = step(accepted, limitSeen(now, NO_TIME), at(now));
    expect(next).toEqual({
      tag: "LIMIT_DETECTED",
      stop: limitStop({ limit: NO_TIME, at: now, fruitless: 1 }),
    });
  });

  it.each<[string, SessionEvent, ReturnType<typeof limitStop>]>([
    ["the limit again", limitSeen(NOW + 1, limit()), limitStop({ at: NOW + 1, fruitless: 1 })],
    ["a failure", transientSeen(NOW + 1), failure({ at: NOW + 1, firstAt: NOW + 1 })],
  ])("or stopped again: %s", (_, event, stop) => {
    const expected = [{ tag: "LIMIT_DETECTED", stop }, [CANCEL, { type: "acknowledge" }]];
    expect(step(entered, event, C)).toEqual(expected);
    expect(step(accepted, event, C)).toEqual(expected);
  });

  it("a failure after a failure stays inside the two hours", () => {
    const stop = failure({ fruitless: 2 });
    const [next] = step({ ...entered, stop }, transientSeen(NOW + 1), C);
    expect(next).toEqual({ tag: "LIMIT_DETECTED", stop: failure({ at: NOW + 1, fruitless: 3 }) });
  });

  it("or answered with an error that no wait mends", () => {
    const [next, effects] = step(accepted, { type: "failureSeen", text: "no login", at: NOW + 1 }, C);
    expect(next).toEqual({ ...inTheWay("no login"), why: "failed" });
    expect(effects).toEqual([CANCEL, NEEDS_YOU]);
    expect(step(resuming(), { type: "failureSeen", text: "old", at: NOW }, C)).toEqual([resuming(), []]);
  });

  it.each<[string, SessionEvent, Life, Effect[]]>([
    ["work", looked("busy"), resuming({ ...ENTERED, refusals: 1 }), after(5 * SECOND)],
    [
      "a prompt without the old banner",
      looked("idle"),
      resuming({ ...ENTERED, refusals: 1 }),
      after(5 * SECOND),
    ],
    [
      "a dialog, that may have come before our Enter",
      looked("permission"),
      inTheWay("permission"),
      [...after(MINUTE), NEEDS_YOU],
    ],
    [
      "the prompt is still in the box: Enter was lost",
      looked("draft", OURS),
      resuming({ ...ENTERED, pressed: ["enter", "enter"] }),
      ENTER,
    ],
    [
      "the old banner and an empty box: it vanished",
      looked("idle", BANNER),
      resuming({ tries: 2 }),
      after(5 * SECOND),
    ],
    ["the menu", looked("limit-menu", BANNER), resuming({ tries: 2 }), after(5 * SECOND)],
    ["unknown", looked("unknown"), resuming({ ...ENTERED, refusals: 1 }), after(5 * SECOND)],
    ["no reading", looked(undefined), resuming({ ...ENTERED, refusals: 1 }), after(5 * SECOND)],
  ])("no row in time, and the screen shows: %s", (_, event, life, effects) => {
    expect(step(entered, { type: "timerFired" }, C)).toEqual([entered, [LOOK]]);
    expect(step(entered, event, C)).toEqual([life, effects]);
  });

  it("two Enters that did nothing: another try", () => {
    const twice = resuming({ ...ENTERED, pressed: ["enter", "enter"] });
    expect(step(twice, looked("draft", OURS), C)).toEqual([resuming({ tries: 2 }), after(5 * SECOND)]);
  });

  it("the screen stays unknown: the person is asked, and nothing is typed when it is back", () => {
    const [next] = step(resuming({ ...ENTERED, refusals: 12 }), looked(undefined), C);
    expect(next).toEqual({ ...inTheWay("unknown"), why: "triesUsedUp" });
    const settled = { type: "screenSettled", reading: reading("idle", BANNER), at: NOW } as const;
    expect(step(next, settled, C)).toEqual([next, []]);
  });

  it("a look that is answered after its row changes nothing", () => {
    for (const event of [looked(undefined), looked("idle", BANNER), looked("limit-menu")]) {
      expect(step(accepted, event, C)).toEqual([accepted, []]);
    }
  });

  it("an answer that takes its time", () => {
    const unproven = { ...worked, last: { ...worked.last, proven: false } };
    expect(step(accepted, { type: "timerFired" }, C)).toEqual([unproven, []]);
  });
});

describe("where no rows come in", () => {
  const entered = resuming(ENTERED, { stop: limitStop({ source: "screen" }) });
  const accepted = resuming({ ...ENTERED, phase: "accepted" }, { stop: limitStop({ source: "screen" }) });

  it("a busy screen at the due time: somebody was first", () => {
    expect(step(resuming(), looked("busy"), ROWLESS)[0]).toMatchObject({
      tag: "RUNNING",
      last: { promptAt: NOW },
    });
  });

  it("a banner that is gone at the first look: somebody was first", () => {
    const seen = resuming({}, { stop: limitStop({ source: "screen" }) });
    expect(step(seen, looked("idle"), ROWLESS)[0]).toMatchObject({ tag: "RUNNING", last: { promptAt: NOW } });
    // Not so for a wording of the user's own, which no screen is read for, nor after keys of ours.
    for (const life of [
      resuming({}, { stop: limitStop({ source: "bytes" }) }),
      resuming({ pressed: ["stash"] }, { stop: limitStop({ source: "screen" }) }),
      resuming({ asked: true }, { stop: limitStop({ source: "screen" }) }),
    ]) {
      expect(step(life, looked("idle"), ROWLESS)[1]).toEqual(TYPE);
    }
  });

  it("a banner that is gone says nothing where rows come in", () => {
    const seen = resuming({}, { stop: limitStop({ source: "screen" }) });
    expect(step(seen, looked("idle"), C)[1]).toEqual(TYPE);
  });

  it("work, then a prompt without a banner, is the proof", () => {
    expect(step(entered, looked("busy"), ROWLESS)).toEqual([accepted, after(10 * MINUTE)]);
    expect(step(accepted, settled("busy"), ROWLESS)).toEqual([accepted, []]);
    expect(step(accepted, settled("draft", { draft: "x" }), ROWLESS)[0]).toMatchObject({
      last: { proven: true },
    });
    expect(step(entered, looked("idle"), ROWLESS)[0]).toMatchObject({ last: { proven: true } });
  });

  it("the banner again is the limit again; its time is not read as tomorrow's", () => {
    const tomorrow = { limit: limit({ resetsAt: new Date(RESET + DAY) }) };
    const stop = limitStop({ source: "screen", at: NOW, fruitless: 1 });
    expect(step(entered, looked("idle", tomorrow), ROWLESS)[0]).toEqual({ tag: "LIMIT_DETECTED", stop });
    expect(step(accepted, settled("idle", tomorrow), ROWLESS)[0]).toEqual({ tag: "LIMIT_DETECTED", stop });
  });

  it("what is not known is no proof", () => {
    for (const state of ["unknown", "dialog"] as const) {
      expect(step(entered, looked(state), ROWLESS)[0]).toEqual({
        ...entered,
        plan: { ...entered.plan, refusals: 1 },
      });
    }
  });

  it("somebody else goes on between two of our looks", () => {
    const [next] = step(resuming({ refusals: 1 }), settled("busy"), ROWLESS);
    expect(next).toMatchObject({ tag: "RUNNING", last: { promptAt: NOW, ours: false } });
  });

  it("a screen says nothing before our prompt is in: 2.1.75 looks busy for a moment after Esc", () => {
    const life = resuming({ pressed: ["escape"], handsOn: true });
    expect(step(life, settled("busy"), ROWLESS)).toEqual([life, []]);
  });
});

describe("a row that comes while nothing was typed yet", () => {
  const onScreen = limitStop({ source: "screen", at: NOW - SECOND, fruitless: 2 });

  it("a newer stop takes the place of the old one", () => {
    const stop = limitStop({ limit: NO_TIME, at: NOW });
    const life = resuming({}, { stop: limitStop({ fruitless: 2 }) });
    expect(step(life, limitSeen(NOW, NO_TIME), C)).toEqual([detected(stop), ACKNOWLEDGE]);
    expect(step(inTheWay("dialog"), limitSeen(NOW, NO_TIME), C)).toEqual([detected(stop), ACKNOWLEDGE]);
  });

  it("the row of what was only seen so far: its reset is exact, and may be still to come", () => {
    const seen = limitSeen(NOW - 2 * SECOND);
    const stop = limitStop({ at: NOW - 2 * SECOND, fruitless: 2 });
    expect(step(resuming({}, { stop: onScreen }), seen, C)).toEqual([detected(stop), ACKNOWLEDGE]);
    expect(step(inTheWay("dialog", { stop: onScreen }), seen, C)).toEqual([
      detected({ ...stop, fruitless: 0 }),
      ACKNOWLEDGE,
    ]);
  });

  it("but not once Enter is out", () => {
    const entered = resuming(ENTERED, { stop: onScreen });
    expect(step(entered, limitSeen(NOW - 2 * SECOND), C)).toEqual([entered, []]);
  });
});

describe("something is in the way", () => {
  it.each(["idle", "draft", "limit-menu", "native-wait"] as const)("and gone: %s", (state) => {
    expect(step(inTheWay("permission"), settled(state), C)).toEqual([resuming(), [CANCEL, LOOK]]);
    expect(step(inTheWay("permission"), looked(state), C)).toEqual([resuming(), [CANCEL, LOOK]]);
  });

  it("and gone, in a session in NORMAL", () => {
    expect(step(inTheWay("permission"), settled("idle", { vim: "normal" }), C)).toEqual([
      resuming(),
      [CANCEL, LOOK],
    ]);
  });

  it.each([
    ["the same dialog", "permission", "permission", {}],
    ["another dialog", "permission", "question", {}],
    ["the same draft", "draft", "draft", { draft: "x" }],
    ["the menu that does not close", "limit-menu", "limit-menu", {}],
    ["NORMAL that is not left", "vim", "idle", { vim: "normal" }],
    ["work, which rows tell of", "permission", "busy", {}],
    ["unknown", "permission", "unknown", {}],
  ] as const)("and still there: %s", (_, what, state, more) => {
    const life = inTheWay(what);
    expect(step(life, settled(state, more), C)).toEqual([life, []]);
    expect(step(life, { type: "looked", reading: reading(state, more) }, C)).toEqual([life, []]);
  });

  it("is looked at every minute, should the screen not tell", () => {
    const life = inTheWay("unknown");
    expect(step(life, { type: "timerFired" }, C)).toEqual([life, [LOOK, ...after(MINUTE)]]);
    expect(step(life, looked(undefined), C)).toEqual([life, []]);
  });

  it("where waiting does not help, a free prompt changes nothing", () => {
    const life: Life = {
      ...inTheWay(""),
      why: "waitingDoesNotHelp",
      stop: limitStop({ limit: SPEND }),
    } as Life;
    expect(step(life, settled("idle"), C)).toEqual([life, []]);
    const menu = {
      type: "limitSeen",
      limit: { ...NO_TIME, kind: "unknown" },
      at: NOW,
      source: "screen",
    } as const;
    expect(step(life, menu, ROWLESS)[0]).toBe(life);
    expect(step(life, limitSeen(NOW), C)[0]).toEqual({ tag: "LIMIT_DETECTED", stop: limitStop({ at: NOW }) });
  });
});

it.each<[string, Life, boolean]>([
  ["running", BEGINNING, false],
  ["waiting", waiting(), true],
  ["entered", resuming(ENTERED), true],
  ["accepted", resuming({ phase: "accepted" }), false],
  ["needing the person", inTheWay("draft"), false],
])("nothing is done until the reset: %s", (_, life, still) => {
  expect(isStill(life)).toBe(still);
});

it.each<[string, Life, boolean]>([
  ["waiting", waiting(), false],
  ["looking", resuming(), false],
  ["looking after a key of ours", resuming({ pressed: ["escape"], handsOn: true }), true],
  ["looking later", resuming({ pressed: ["escape"] }), false],
  ["typed", resuming({ phase: "typed", handsOn: true }), true],
  ["entered", resuming(ENTERED), false],
  ["needing the person", inTheWay("draft"), false],
])("the person's keys are held back: %s", (_, life, held) => {
  expect(holdsInput(life)).toBe(held);
});
