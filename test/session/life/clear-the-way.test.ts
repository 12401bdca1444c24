import { describe, expect, it } from "vitest";
import type { Effect, SessionEvent } from "../../../src/session/life/event.js";
import type { Key, Life } from "../../../src/session/life/life.js";
import type { ScreenReading } from "../../../src/claude/screen/screen-reading.js";
import { step } from "../../../src/session/life/step.js";
import {
  CANCEL,
  LOOK,
  NEEDS_YOU,
  TYPE,
  ENTER,
  after,
  press,
  looked,
  settled,
} from "../../support/session/effects.js";
import {
  SECOND,
  MINUTE,
  DAY,
  RESET,
  at,
  NO_TIME,
  limitStop,
  notice,
  waiting,
  resuming,
  inTheWay,
  SETTINGS,
  C,
  NOW,
  BANNER,
  OURS,
  ENTERED,
} from "../../support/session/values.js";

const STASHED = { text: "half", at: NOW };

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
      resuming({ pressed: ["stash"], handsOn: true }, { stashed: STASHED }),
      press("stash"),
    ],
    [
      "in NORMAL as well: `i` would go into it",
      looked("draft", { draft: "half", vim: "normal" }),
      resuming({ pressed: ["stash"], handsOn: true }, { stashed: STASHED }),
      press("stash"),
    ],
    ["our own prompt needs no more than Enter", looked("draft", OURS), resuming(ENTERED), ENTER],
    [
      "work is waited for where rows tell of it",
      looked("busy"),
      resuming({ busyLooks: 1 }),
      after(10 * SECOND),
    ],
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

  it("what stays at work is looked at for five minutes, then the person is asked, and it goes on when it is free", () => {
    let life: Life = resuming();
    for (let look = 1; look <= 30; look++) {
      const [next, effects] = step(life, looked("busy"), C);
      expect([next, effects]).toEqual([resuming({ busyLooks: look }), after(10 * SECOND)]);
      life = next;
    }
    expect(step(life, looked("busy"), C)).toEqual([inTheWay("busy"), [...after(MINUTE), NEEDS_YOU]]);
    expect(step(inTheWay("busy"), settled("busy"), C)).toEqual([inTheWay("busy"), []]);
    for (const free of [settled("idle", BANNER), looked("idle", BANNER)]) {
      expect(step(inTheWay("busy"), free, C)).toEqual([resuming(), [CANCEL, LOOK]]);
    }
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
  it("four Esc for a menu that does not close, each when the one before had its time", () => {
    const pressed: Key[] = ["escape", "escape", "escape"];
    const waiting = resuming({ pressed });
    expect(step(resuming({ pressed, handsOn: true }), looked("limit-menu"), C)).toEqual([
      waiting,
      after(1600),
    ]);
    expect(step(waiting, looked("limit-menu"), C)).toEqual([
      resuming({ pressed: [...pressed, "escape"], handsOn: true }),
      press("escape"),
    ]);
    expect(step(resuming({ pressed: [...pressed, "escape"] }), looked("limit-menu"), C)).toEqual([
      resuming({ pressed: [...pressed, "escape"], refusals: 1 }),
      after(2 * SECOND),
    ]);
  });

  it("two `i`, apart: in a session that is in no vim mode after all they are letters", () => {
    const normal = looked("idle", { vim: "normal" });
    const once = resuming({ pressed: ["insert"], handsOn: true });
    const later = resuming({ pressed: ["insert"], refusals: 1 });
    expect(step(once, normal, C)).toEqual([later, after(2 * SECOND)]);
    const twice = resuming({ pressed: ["insert", "insert"], handsOn: true, refusals: 1 });
    expect(step(later, normal, C)).toEqual([twice, press("insert")]);
    expect(step({ ...twice, plan: { ...twice.plan, handsOn: false } }, normal, C)).toEqual([
      resuming({ pressed: ["insert", "insert"], refusals: 2 }),
      after(5 * SECOND),
    ]);
  });

  it("Ctrl+S again only after a while, and only for the same draft", () => {
    const stashed = resuming({ pressed: ["stash"], handsOn: true }, { stashed: STASHED });
    const later = resuming({ pressed: ["stash"], refusals: 1 }, { stashed: STASHED });
    expect(step(stashed, looked("draft", { draft: "half" }), C)).toEqual([later, after(2 * SECOND)]);
    expect(step(later, looked("draft", { draft: "half" }), C)).toEqual([
      resuming({ pressed: ["stash", "stash"], handsOn: true, refusals: 1 }, { stashed: STASHED }),
      press("stash"),
    ]);
    // There is room for one: what the person has typed since would push the first out.
    const [next, effects] = step(later, looked("draft", { draft: "other" }), C);
    expect(next).toEqual(resuming({ pressed: ["stash"], refusals: 2 }, { stashed: STASHED }));
    expect(effects).toEqual(after(5 * SECOND));
  });
});

function shown(until: number | undefined): Partial<ScreenReading> {
  return { native: notice("armed", until), ...BANNER };
}

describe("Claude Code's own wait", () => {
  const grace = RESET + 180 * SECOND;
  it.each([
    ["an empty box", "native-wait", undefined],
    ["a draft in the box", "draft", "half"],
  ] as const)("seen only now, with %s, has its grace", (_, state, draft) => {
    expect(step(resuming(), looked(state, { ...shown(RESET + DAY), draft }), C)).toEqual([
      waiting({ since: NOW, dueAt: grace, native: { until: RESET } }),
      [{ type: "armTimer", at: grace, withinMs: grace - NOW }],
    ]);
  });

  it("that names no time, of a limit that names none, has its grace once", () => {
    const stop = limitStop({ limit: NO_TIME });
    const [next] = step(
      resuming({}, { stop, native: { until: undefined } }),
      looked("native-wait", shown(undefined)),
      C,
    );
    expect(next).toEqual(waiting({ stop, since: NOW, dueAt: NOW + 180 * SECOND, native: { until: NOW } }));
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
    const stale = looked("native-wait", { native: notice("stale") });
    expect(step(resuming(), stale, C)).toEqual([resuming(ENTERED), ENTER]);
    expect(step(resuming(ENTERED), stale, C)).toEqual([resuming({ tries: 2 }), after(5 * SECOND)]);
  });
});
