import { expect, it } from "vitest";
import type { Effect, SessionEvent } from "../../../src/session/life/event.js";
import type { Life } from "../../../src/session/life/life.js";
import { step } from "../../../src/session/life/step.js";
import { LOOK, after, looked, press, settled, typing } from "../../support/session/effects.js";
import {
  BANNER,
  ENTERED,
  MINUTE,
  NOW,
  NO_TIME,
  SECOND,
  at,
  limitSeen,
  limitStop,
  resuming,
  waiting,
} from "../../support/session/values.js";

/** A release without a stash. */
const OLD = at(NOW, { hasStash: false });
const OWED = { text: "half\ndone", tries: 0 };
const TYPED = { ...OWED, tries: 1 };
const TAKEN_OUT = resuming({ pressed: ["clear"], handsOn: true }, { owed: OWED });
const TYPE: Effect[] = [typing("half\ndone"), LOOK];

it("a draft is taken out, and owed", () => {
  expect(step(resuming(), looked("draft", { draft: "half\ndone" }), OLD)).toEqual([
    TAKEN_OUT,
    press("clear"),
  ]);
});

it.each([
  ["a paste that is not shown", { draft: "see [Pasted text #1 +30 lines]" }],
  ["an image", { draft: "[Image #1] what is this?" }],
  ["vim, where Esc does something else", { draft: "half", vim: "insert" as const }],
])("%s stays where it is", (_, more) => {
  expect(step(resuming(), looked("draft", more), OLD)).toEqual([
    resuming({ refusals: 1 }),
    after(2 * SECOND),
  ]);
});

it("a draft that did not go is not owed", () => {
  expect(step(TAKEN_OUT, looked("draft", { draft: "half\ndone" }), OLD)).toEqual([
    resuming({ pressed: ["clear"], refusals: 1 }, { owed: undefined }),
    after(2 * SECOND),
  ]);
});

it("what the person typed since is not taken out as well", () => {
  expect(step(TAKEN_OUT, looked("draft", { draft: "other" }), OLD)).toEqual([
    resuming({ pressed: ["clear"], refusals: 1 }, { owed: OWED }),
    after(2 * SECOND),
  ]);
});

it("comes back when our prompt is in, and is owed until it was seen", () => {
  const entered = resuming(ENTERED, { owed: OWED });
  const accepted = resuming({ ...ENTERED, phase: "accepted" }, { owed: OWED });
  const typed = { ...accepted, owed: TYPED };
  expect(step(entered, { type: "promptSent", at: NOW + 1 }, OLD)).toEqual([
    accepted,
    [...after(10 * MINUTE), LOOK],
  ]);
  expect(step(accepted, looked("busy"), OLD)).toEqual([typed, TYPE]);
  expect(step(typed, looked("busy", { draft: "half\ndone" }), OLD)).toEqual([
    { ...typed, owed: undefined },
    [],
  ]);
});

it.each<[string, SessionEvent, Life]>([
  ["it is there, wrapped", looked("idle", { draft: "half done" }), waiting({ owed: undefined })],
  [
    "it is there, and the person types on",
    looked("draft", { draft: "half\ndone it" }),
    waiting({ owed: undefined }),
  ],
  ["another one is there", looked("draft", { draft: "other" }), waiting({ owed: TYPED })],
  ["nothing is known", looked(undefined), waiting({ owed: TYPED })],
])("typed, and at the next look %s", (_, event, life) => {
  expect(step(waiting({ owed: TYPED }), event, OLD)).toEqual([life, []]);
});

it.each<[string, SessionEvent]>([
  ["at work", settled("busy", { draft: "half\ndone" })],
  ["at rest", settled("draft", { draft: "half done, and more" })],
])("typed, and seen back without a look, %s: sent by the person, it is not typed again", (_, event) => {
  const back = waiting({ owed: undefined });
  expect(step(waiting({ owed: TYPED }), event, OLD)).toEqual([back, []]);
  expect(step(back, settled("busy"), OLD)).toEqual([back, []]);
});

it("kept back: that was no try, and it is typed when the screen holds still", () => {
  let life: Life = waiting({ owed: OWED });
  for (let kept = 0; kept < 5; kept++) {
    const [typed, effects] = step(life, looked("idle"), OLD);
    expect([typed, effects]).toEqual([waiting({ owed: TYPED }), TYPE]);
    [life] = step(typed, { type: "textKeptBack" }, OLD);
    expect(life).toEqual(waiting({ owed: OWED }));
  }
});

it("our own prompt, kept back, changes nothing of it", () => {
  const life = resuming({ phase: "typed", handsOn: true }, { owed: TYPED });
  expect(step(life, { type: "textKeptBack" }, OLD)).toEqual([resuming({ keptBack: 1 }, { owed: TYPED }), []]);
});

it("not there: typed again, three times at the most", () => {
  const again = waiting({ owed: { ...OWED, tries: 2 } });
  expect(step(waiting({ owed: TYPED }), looked("idle"), OLD)).toEqual([again, TYPE]);
  const last = waiting({ owed: { ...OWED, tries: 3 } });
  expect(step(last, looked("idle"), OLD)).toEqual([last, []]);
});

it.each<[string, SessionEvent, Life["tag"]]>([
  ["the session works", { type: "workSeen", at: NOW + 1 }, "RUNNING"],
  ["the limit again", limitSeen(NOW + 1, NO_TIME), "LIMIT_DETECTED"],
  ["an error that no wait mends", { type: "failureSeen", text: "API Error: 400", at: NOW + 1 }, "NEEDS_YOU"],
  ["a cancelled resume", { type: "cancelAsked" }, "RUNNING"],
  ["another conversation", { type: "conversationLeft" }, "RUNNING"],
])("comes back whatever became of the resume: %s", (_, event, tag) => {
  const [next, effects] = step(resuming(ENTERED, { owed: OWED }), event, OLD);
  expect([next.tag, next.owed]).toEqual([tag, OWED]);
  expect(effects).toContainEqual(LOOK);
  const [later, typed] = step(next, looked("idle"), OLD);
  expect([later.tag, later.owed]).toEqual([tag, TYPED]);
  expect(typed).toEqual(TYPE);
});

it.each([
  ["the person has begun another", looked("draft", { draft: "other" }), OLD],
  ["a dialog has the keyboard", looked("permission"), OLD],
  ["the person types", looked("idle"), at(NOW, { hasStash: false, typedAt: NOW - 1 })],
  ["vim NORMAL", looked("idle", { vim: "normal" }), OLD],
  ["nothing is known", looked(undefined), OLD],
])("waits for its box: %s", (_, event, c) => {
  const owing = waiting({ owed: OWED });
  expect(step(owing, event, c)).toEqual([owing, []]);
  expect(step(owing, settled("busy"), OLD)).toEqual([owing, [LOOK]]);
  expect(step(owing, settled("draft", { draft: "other" }), OLD)).toEqual([owing, []]);
});

it("is carried through the whole next wait, and left alone in the next resume", () => {
  let life: Life = { tag: "LIMIT_DETECTED", stop: limitStop(), owed: OWED };
  for (const event of [{ type: "acknowledged" }, { type: "timerFired" }, looked("idle", BANNER)] as const) {
    [life] = step(life, event, OLD);
  }
  expect(life).toEqual(resuming({ phase: "typed", handsOn: true }, { owed: OWED }));
});
