import { describe, expect, it } from "vitest";
import type { ScreenState } from "../../src/claude/screen-reading.js";
import type { Effect, SessionEvent } from "../../src/session/event.js";
import { holdsInput, type Key, type Life } from "../../src/session/life.js";
import { step } from "../../src/session/step.js";
import * as v from "./values.js";
import {
  DAY,
  HOUR,
  MINUTE,
  RESET,
  SECOND,
  SETTINGS,
  at,
  inTheWay,
  limit,
  limitSeen,
  limitStop,
  reading,
  resuming,
} from "./values.js";

const NOW = RESET + 6 * SECOND;
const C = at(NOW);
const ROWLESS = at(NOW, { hasTranscript: false });
const LOOK: Effect = { type: "look" };
const CANCEL: Effect = { type: "cancelTimer" };
const NEEDS_YOU: Effect = { type: "notify", about: "needsYou" };
const TYPE: Effect[] = [{ type: "typeText", text: "continue" }, LOOK];
const ENTER: Effect[] = [
  { type: "press", key: "enter" },
  { type: "armTimerAfter", ms: 30 * SECOND },
];
const ENTERED = { phase: "entered", pressed: ["enter"], handsOn: true, promptAt: NOW } as const;

function after(ms: number): Effect[] {
  return [{ type: "armTimerAfter", ms }];
}

function press(key: Key): Effect[] {
  return [{ type: "press", key }, LOOK];
}

function looked(
  state: ScreenState | undefined,
  more: Partial<ReturnType<typeof reading>> = {},
): SessionEvent {
  return { type: "looked", reading: state && reading(state, more) };
}

const BANNER = { limit: limit() };
const OURS = { draft: "continue", ...BANNER };

describe("the way to the prompt", () => {
  it.each<[string, SessionEvent, Life, Effect[]]>([
    [
      "an idle prompt is typed into",
      looked("idle", BANNER),
      resuming({ phase: "typed", handsOn: true }),
      TYPE,
    ],
    [
      "INSERT too",
      looked("idle", { ...BANNER, vim: "insert" }),
      resuming({ phase: "typed", handsOn: true }),
      TYPE,
    ],
    [
      "NORMAL is left first",
      looked("idle", { ...BANNER, vim: "normal" }),
      resuming({ pressed: ["insert"], handsOn: true }),
      press("insert"),
    ],
    [
      "the menu is closed",
      looked("limit-menu", BANNER),
      resuming({ pressed: ["escape"], handsOn: true }),
      press("escape"),
    ],
    [
      "a draft is stashed",
      looked("draft", { draft: "half" }),
      resuming({ pressed: ["stash"], handsOn: true, stashed: "half" }),
      press("stash"),
    ],
    [
      "in NORMAL as well: `i` would go into it",
      looked("draft", { draft: "half", vim: "normal" }),
      resuming({ pressed: ["stash"], handsOn: true, stashed: "half" }),
      press("stash"),
    ],
    ["our own prompt needs no more than Enter", looked("draft", OURS), resuming(ENTERED), ENTER],
    ["work is waited for where rows tell of it", looked("busy"), resuming(), after(10 * SECOND)],
    ["unknown: not now", looked("unknown"), resuming({ refusals: 1 }), after(2 * SECOND)],
    ["no reading: not now", looked(undefined), resuming({ refusals: 1 }), after(2 * SECOND)],
    ["shell mode: not now", looked("shell-mode"), resuming({ refusals: 1 }), after(2 * SECOND)],
    ["a view without a name: not now", looked("dialog"), resuming({ refusals: 1 }), after(2 * SECOND)],
  ])("%s", (_, event, life, effects) => {
    expect(step(resuming(), event, C)).toEqual([life, effects]);
  });

  it.each(["permission", "question", "plan", "trust", "bypass"] as const)("%s is the person's", (state) => {
    expect(step(resuming(), looked(state), C)).toEqual([inTheWay(state), [...after(MINUTE), NEEDS_YOU]]);
  });

  it("what cannot be typed into is looked at for two minutes, then the person is asked", () => {
    let life: Life = resuming();
    const delays: Effect[] = [];
    for (let look = 0; look < 5; look++) {
      const [next, effects] = step(life, looked("unknown"), C);
      delays.push(...effects);
      expect(step(next, { type: "timerFired" }, C)).toEqual([next, [LOOK]]);
      life = next;
    }
    expect(delays).toEqual([2, 5, 15, 30, 60].flatMap((seconds) => after(seconds * SECOND)));
    expect(step(life, looked("unknown"), C)).toEqual([inTheWay("unknown"), [...after(MINUTE), NEEDS_YOU]]);
  });

  it("the person types: theirs first, however often", () => {
    const c = at(NOW, { typedAt: NOW - SECOND });
    for (const state of ["idle", "draft", "limit-menu", "permission"] as const) {
      expect(step(resuming(), looked(state, { draft: "half" }), c)).toEqual([resuming(), after(2 * SECOND)]);
    }
  });

  it("the person types while their keys are held back: it is brought to its end", () => {
    const life = resuming({ pressed: ["escape"], handsOn: true });
    const [next] = step(life, looked("idle", BANNER), at(NOW, { typedAt: NOW - SECOND }));
    expect(next).toEqual(resuming({ phase: "typed", pressed: ["escape"], handsOn: true }));
  });
});

describe("keys are bounded", () => {
  it("four Esc for a menu that does not close", () => {
    const pressed: Key[] = ["escape", "escape", "escape"];
    expect(step(resuming({ pressed, handsOn: true }), looked("limit-menu"), C)).toEqual([
      resuming({ pressed: [...pressed, "escape"], handsOn: true }),
      press("escape"),
    ]);
    expect(
      step(resuming({ pressed: [...pressed, "escape"], handsOn: true }), looked("limit-menu"), C),
    ).toEqual([resuming({ pressed: [...pressed, "escape"], refusals: 1 }), after(2 * SECOND)]);
  });

  it("one `i`: in a session that is in no vim mode after all it is a letter", () => {
    const life = resuming({ pressed: ["insert"], handsOn: true });
    expect(step(life, looked("idle", { vim: "normal" }), C)).toEqual([
      resuming({ pressed: ["insert"], refusals: 1 }),
      after(2 * SECOND),
    ]);
  });

  it("Ctrl+S again only after a while, and only for the same draft", () => {
    const stashed = resuming({ pressed: ["stash"], handsOn: true, stashed: "half" });
    const later = resuming({ pressed: ["stash"], stashed: "half", refusals: 1 });
    expect(step(stashed, looked("draft", { draft: "half" }), C)).toEqual([later, after(2 * SECOND)]);
    expect(step(later, looked("draft", { draft: "half" }), C)).toEqual([
      resuming({ pressed: ["stash", "stash"], handsOn: true, stashed: "half", refusals: 1 }),
      press("stash"),
    ]);
    // There is room for one: what the person has typed since would push the first out.
    const [next, effects] = step(later, looked("draft", { draft: "other" }), C);
    expect(next).toEqual(resuming({ pressed: ["stash"], stashed: "half", refusals: 2 }));
    expect(effects).toEqual(after(5 * SECOND));
  });
});

describe("a draft where there is no stash", () => {
  const c = at(NOW, { hasStash: false });
  const taken = resuming({ pressed: ["clear"], handsOn: true }, { owed: "half\ndone" });
  const asked: Effect[] = [...after(10 * MINUTE), LOOK];
  const paid: Effect = { type: "typeText", text: "half\ndone" };

  it("is taken out and owed", () => {
    expect(step(resuming(), looked("draft", { draft: "half\ndone" }), c)).toEqual([taken, press("clear")]);
  });

  it.each([
    ["a paste that is not shown", { draft: "see [Pasted text #1 +30 lines]" }],
    ["an image", { draft: "[Image #1] what is this?" }],
    ["vim, where Esc does something else", { draft: "half", vim: "insert" as const }],
  ])("%s stays where it is", (_, more) => {
    expect(step(resuming(), looked("draft", more), c)).toEqual([
      resuming({ refusals: 1 }),
      after(2 * SECOND),
    ]);
  });

  it("that did not go is not owed", () => {
    expect(step(taken, looked("draft", { draft: "half\ndone" }), c)).toEqual([
      resuming({ pressed: ["clear"], refusals: 1 }, { owed: undefined }),
      after(2 * SECOND),
    ]);
  });

  it("comes back when our prompt is in, into an empty box", () => {
    const entered = { ...resuming(ENTERED), owed: "half\ndone" };
    const accepted = { ...resuming({ ...ENTERED, phase: "accepted" }), owed: "half\ndone" };
    expect(step(entered, { type: "promptSent", at: NOW + 1 }, c)).toEqual([accepted, asked]);
    expect(step(accepted, looked("busy"), c)).toEqual([{ ...accepted, owed: undefined }, [paid]]);
  });

  it.each<[string, SessionEvent, Life["tag"]]>([
    ["the session works", { type: "workSeen", at: NOW + 1 }, "RUNNING"],
    ["the limit again", limitSeen(NOW + 1, v.NO_TIME), "LIMIT_DETECTED"],
    [
      "an error that no wait mends",
      { type: "failureSeen", text: "API Error: 400", at: NOW + 1 },
      "NEEDS_YOU",
    ],
    ["a cancelled resume", { type: "cancelAsked" }, "RUNNING"],
    ["another conversation", { type: "conversationLeft" }, "RUNNING"],
  ])("comes back after all: %s", (_, event, tag) => {
    const [next, effects] = step({ ...resuming(ENTERED), owed: "half" }, event, c);
    expect([next.tag, next.owed]).toEqual([tag, "half"]);
    expect(effects).toContainEqual(LOOK);
    const [later, typed] = step(next, looked("idle"), c);
    expect([later.tag, later.owed]).toEqual([tag, undefined]);
    expect(typed).toEqual([{ type: "typeText", text: "half" }]);
  });

  it.each([
    ["the person has begun another", looked("draft", { draft: "other" }), c],
    ["a dialog has the keyboard", looked("permission"), c],
    ["the person types", looked("idle"), at(NOW, { hasStash: false, typedAt: NOW - 1 })],
    ["vim NORMAL", looked("idle", { vim: "normal" }), c],
    ["nothing is known", looked(undefined), c],
  ])("waits for its box: %s", (_, event, circumstances) => {
    const owing = v.waiting({ owed: "half" });
    expect(step(owing, event, circumstances)).toEqual([owing, []]);
    const settled = { type: "screenSettled", reading: reading("idle"), at: NOW } as const;
    expect(step(owing, settled, c)).toEqual([owing, [LOOK]]);
  });

  it("is carried through the whole next wait and its resume", () => {
    let life: Life = { tag: "LIMIT_DETECTED", stop: limitStop(), owed: "half" };
    for (const event of [{ type: "acknowledged" }, { type: "timerFired" }, looked("idle", BANNER)] as const) {
      [life] = step(life, event, c);
    }
    expect(life).toEqual(resuming({ phase: "typed", handsOn: true }, { owed: "half" }));
  });
});

describe("Claude Code's own wait", () => {
  const shown = (until: number | undefined) => ({ native: v.notice("armed", until), ...BANNER });
  const grace = RESET + 180 * SECOND;
  it.each([
    ["an empty box", "native-wait", undefined],
    ["a draft in the box", "draft", "half"],
  ] as const)("seen only now, with %s, has its grace", (_, state, draft) => {
    expect(step(resuming(), looked(state, { ...shown(RESET + DAY), draft }), C)).toEqual([
      v.waiting({ since: NOW, dueAt: grace, native: { until: RESET } }),
      [{ type: "armTimer", at: grace, withinMs: grace - NOW }],
    ]);
  });

  it("that names no time, of a limit that names none, has its grace once", () => {
    const stop = limitStop({ limit: v.NO_TIME });
    const [next] = step(
      resuming({}, { stop, native: { until: undefined } }),
      looked("native-wait", shown(undefined)),
      C,
    );
    expect(next).toEqual(v.waiting({ stop, since: NOW, dueAt: NOW + 180 * SECOND, native: { until: NOW } }));
    const late = at(NOW + 180 * SECOND);
    const [typed] = step(
      resuming({}, { stop, native: { until: NOW } }),
      looked("native-wait", shown(undefined)),
      late,
    );
    expect(typed).toEqual(resuming({ phase: "typed", handsOn: true }, { stop, native: { until: NOW } }));
  });

  it.each([
    ["its grace is over", resuming({}, { native: { until: RESET } }), at(grace)],
    ["the person asked", resuming({ asked: true }), C],
    ["it is ignored", resuming(), at(NOW, { settings: { ...SETTINGS, nativeMode: "ignore" } })],
  ])("is taken over: %s", (_, life, c) => {
    const [next, effects] = step(life, looked("native-wait", shown(RESET)), c);
    expect(next).toEqual({ ...life, plan: { ...life.plan, phase: "typed", handsOn: true } });
    expect(effects).toEqual(TYPE);
  });

  it("that slept through gets its Enter, and another try if that was lost", () => {
    const stale = looked("native-wait", { native: v.notice("stale") });
    expect(step(resuming(), stale, C)).toEqual([resuming(ENTERED), ENTER]);
    expect(step(resuming(ENTERED), stale, C)).toEqual([resuming({ tries: 2 }), after(5 * SECOND)]);
  });
});

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

  it("what an earlier try has stashed is not forgotten by the next", () => {
    const life = resuming({ phase: "typed", pressed: ["stash"], stashed: "half", asked: true });
    expect(step(life, looked("idle"), C)[0]).toEqual(resuming({ tries: 2, stashed: "half", asked: true }));
  });
});

describe("verified", () => {
  const entered = resuming(ENTERED);
  const accepted = resuming({ ...ENTERED, phase: "accepted" });
  const worked: Life = {
    tag: "RUNNING",
    last: { stop: limitStop(), promptAt: NOW, silentUntil: NOW + 30 * SECOND, proven: true },
  };
  const proven = [worked, [CANCEL, { type: "notify", about: "resumed" }]];

  it("by rows", () => {
    expect(step(entered, { type: "promptSent", at: NOW }, C)).toEqual([accepted, after(10 * MINUTE)]);
    expect(step(accepted, { type: "promptSent", at: NOW + 1 }, C)).toEqual([accepted, []]);
    expect(step(accepted, { type: "workSeen", at: NOW + 2 }, C)).toEqual(proven);
    expect(step(entered, { type: "workSeen", at: NOW + 2 }, C)).toEqual(proven);
  });

  it("rows from before Enter answer nothing", () => {
    for (const type of ["promptSent", "workSeen"] as const) {
      expect(step(entered, { type, at: NOW - 1 }, C)).toEqual([entered, []]);
    }
    expect(step(entered, limitSeen(NOW - 1, v.NO_TIME), C)).toEqual([entered, []]);
  });

  it("rows that are dated by a clock which was set back since", () => {
    const now = NOW - 2 * HOUR;
    expect(step(entered, { type: "promptSent", at: now }, at(now))[0]).toEqual(accepted);
    const [next] = step(accepted, limitSeen(now, v.NO_TIME), at(now));
    expect(next).toEqual({
      tag: "LIMIT_DETECTED",
      stop: limitStop({ limit: v.NO_TIME, at: now, fruitless: 1 }),
    });
  });

  it.each<[string, SessionEvent, ReturnType<typeof limitStop>]>([
    ["the limit again", limitSeen(NOW + 1, limit()), limitStop({ at: NOW + 1, fruitless: 1 })],
    ["a failure", v.transientSeen(NOW + 1), v.failure({ at: NOW + 1, firstAt: NOW + 1 })],
  ])("or stopped again: %s", (_, event, stop) => {
    const expected = [{ tag: "LIMIT_DETECTED", stop }, [CANCEL, { type: "acknowledge" }]];
    expect(step(entered, event, C)).toEqual(expected);
    expect(step(accepted, event, C)).toEqual(expected);
  });

  it("a failure after a failure stays inside the two hours", () => {
    const stop = v.failure({ fruitless: 2 });
    const [next] = step({ ...entered, stop }, v.transientSeen(NOW + 1), C);
    expect(next).toEqual({ tag: "LIMIT_DETECTED", stop: v.failure({ at: NOW + 1, fruitless: 3 }) });
  });

  it("or answered with an error that no wait mends", () => {
    const [next, effects] = step(accepted, { type: "failureSeen", text: "no login", at: NOW + 1 }, C);
    expect(next).toEqual({ ...inTheWay("no login"), why: "failed" });
    expect(effects).toEqual([CANCEL, NEEDS_YOU]);
    expect(step(resuming(), { type: "failureSeen", text: "old", at: NOW }, C)).toEqual([resuming(), []]);
  });

  it.each<[string, SessionEvent, Life, Effect[]]>([
    ["work", looked("busy"), accepted, after(10 * MINUTE)],
    ["a question of Claude's", looked("permission"), accepted, after(10 * MINUTE)],
    ["a prompt without the old banner", looked("idle"), accepted, after(10 * MINUTE)],
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
  const settled = (state: ScreenState, more = {}) =>
    ({ type: "screenSettled", reading: reading(state, more), at: NOW }) as const;

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

  it("a screen says nothing before our prompt is in: 2.1.75 looks busy for a moment after Esc", () => {
    const life = resuming({ pressed: ["escape"], handsOn: true });
    expect(step(life, settled("busy"), ROWLESS)).toEqual([life, []]);
  });
});

describe("something is in the way", () => {
  const settled = (state: ScreenState, more = {}) =>
    ({ type: "screenSettled", reading: reading(state, more), at: NOW }) as const;
  it.each(["idle", "draft", "limit-menu", "native-wait"] as const)("and gone: %s", (state) => {
    expect(step(inTheWay("permission"), settled(state), C)).toEqual([resuming(), [CANCEL, LOOK]]);
    expect(step(inTheWay("permission"), looked(state), C)).toEqual([resuming(), [CANCEL, LOOK]]);
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

  it("it is looked at every minute, should the screen not tell", () => {
    const life = inTheWay("unknown");
    expect(step(life, { type: "timerFired" }, C)).toEqual([life, [LOOK, ...after(MINUTE)]]);
    expect(step(life, looked(undefined), C)).toEqual([life, []]);
  });

  it("where waiting does not help, a free prompt changes nothing", () => {
    const life: Life = {
      ...inTheWay(""),
      why: "waitingDoesNotHelp",
      stop: limitStop({ limit: v.SPEND }),
    } as Life;
    expect(step(life, settled("idle"), C)).toEqual([life, []]);
    const menu = {
      type: "limitSeen",
      limit: { ...v.NO_TIME, kind: "unknown" },
      at: NOW,
      source: "screen",
    } as const;
    expect(step(life, menu, ROWLESS)[0]).toBe(life);
    expect(step(life, limitSeen(NOW), C)[0]).toEqual({ tag: "LIMIT_DETECTED", stop: limitStop({ at: NOW }) });
  });
});

it.each<[string, Life, boolean]>([
  ["waiting", v.waiting(), false],
  ["looking", resuming(), false],
  ["looking after a key of ours", resuming({ pressed: ["escape"], handsOn: true }), true],
  ["looking later", resuming({ pressed: ["escape"] }), false],
  ["typed", resuming({ phase: "typed", handsOn: true }), true],
  ["entered", resuming(ENTERED), false],
  ["needing the person", inTheWay("draft"), false],
])("the person's keys are held back: %s", (_, life, held) => {
  expect(holdsInput(life)).toBe(held);
});
