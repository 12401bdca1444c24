import { expect, it } from "vitest";
import type { SessionEvent } from "../../../src/session/life/event.js";
import { step } from "../../../src/session/life/step.js";
import { looked, press, settled } from "../../support/session/effects.js";
import {
  C,
  ENTERED,
  NOW,
  NO_TIME,
  at,
  limit,
  limitSeen,
  resuming,
  transientSeen,
  waiting,
} from "../../support/session/values.js";

const STASHED = { text: "half", at: NOW };
const ENTERED_WITH = resuming(ENTERED, { stashed: STASHED });

it.each<[string, SessionEvent]>([
  ["its row", { type: "promptSent", at: NOW + 1 }],
  ["the answer", { type: "workSeen", at: NOW + 1 }],
  ["the limit again", limitSeen(NOW + 1)],
  ["a failure", transientSeen(NOW + 1)],
  ["an error", { type: "failureSeen", text: "400", at: NOW + 1 }],
  ["work on the screen", looked("busy")],
])("is back with the next prompt: %s", (_, event) => {
  expect(step(ENTERED_WITH, event, C)[0].stashed).toBeUndefined();
});

it.each<[string, SessionEvent]>([
  ["an older row", { type: "promptSent", at: NOW }],
  ["the old banner on the screen", limitSeen(NOW + 1, NO_TIME, "screen")],
  ["an idle prompt", looked("idle")],
  ["a timer", { type: "timerFired" }],
  ["a cancelled wait", { type: "cancelAsked" }],
])("is kept in mind otherwise: %s", (_, event) => {
  expect(step(ENTERED_WITH, event, C)[0].stashed).toEqual(STASHED);
});

it("is not pushed out by a later resume, whose first one lost its Enter", () => {
  const rowless = at(NOW, { hasTranscript: false });
  // The banner is still there: taken for the limit again.
  const [stopped] = step(ENTERED_WITH, looked("draft", { draft: "continue x", limit: limit() }), rowless);
  expect([stopped.tag, stopped.stashed]).toEqual(["LIMIT_DETECTED", STASHED]);
  const due = waiting({ stashed: STASHED });
  const [resumed] = step(due, { type: "timerFired" }, C);
  const [refused, effects] = step(resumed, looked("draft", { draft: "continue x" }), C);
  expect(refused).toEqual(resuming({ refusals: 1 }, { stashed: STASHED }));
  expect(effects).toEqual([{ type: "armTimerAfter", ms: 2000 }]);
  // The same draft is there again: it came back, and is stashed anew.
  expect(step(resumed, looked("draft", { draft: "half" }), C)[1]).toEqual(press("stash"));
});

it("work on the screen of a session with rows counts as well", () => {
  expect(step(waiting({ stashed: STASHED }), settled("busy"), C)[0].stashed).toBeUndefined();
});
