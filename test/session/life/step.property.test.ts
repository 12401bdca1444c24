import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ScreenReading, ScreenState } from "../../../src/claude/screen/screen-reading.js";
import type { Effect } from "../../../src/session/life/event.js";
import { holdsInput, type Key } from "../../../src/session/life/life.js";
import { play, scripts, type Pending, type Taken } from "../../support/session/scripts.js";

/** What must be on the screen for each key. Nothing is pressed on anything else. */
const SEEN_FOR: Record<Key, ScreenState[]> = {
  escape: ["limit-menu"],
  stash: ["draft"],
  clear: ["draft"],
  insert: ["idle", "native-wait", "draft"],
  enter: ["draft", "native-wait"],
};

describe("whatever happens, in whatever order", () => {
  it("a key follows a look, and only one that saw what the key is for", () => {
    expectAlways(({ event, effects }) => {
      const keys = keysIn(effects);
      if (keys.length === 0) return true;
      return event.type === "looked" && event.reading !== undefined && keys.every(isFor(event.reading));
    });
  });

  it("a draft is never pressed away: it is owed until it was seen again", () => {
    expectAlways(({ before, event, after, effects }) => {
      const isSight = event.type === "looked" || event.type === "screenSettled";
      const shown = isSight ? event.reading?.draft : undefined;
      const isTakenOut = keysIn(effects).some((key) => key.type === "press" && key.key === "clear");
      if (isTakenOut) return event.type === "looked" && shown !== undefined && after.owed?.text === shown;
      return before.owed === undefined || after.owed !== undefined || shown === before.owed.text;
    });
  });

  it("there are no dead ends", () => {
    expectAlways(({ after }, { timer, look }) => {
      if (after.tag === "WAITING") return timer;
      if (after.tag === "RESUMING") return timer || look;
      return after.tag !== "NEEDS_YOU" || after.why !== "inTheWay" || timer;
    });
  });

  it("no keyboard is held by something that only a timer ends", () => {
    expectAlways(({ after }, { look }) => !holdsInput(after) || look);
  });

  it("a stop is acknowledged before it is waited for", () => {
    expectAlways(({ before, after }) => {
      if (before.tag === "RUNNING") return after.tag === "RUNNING" || after.tag === "LIMIT_DETECTED";
      return before.tag !== "LIMIT_DETECTED" || after.tag !== "RESUMING";
    });
  });

  it("a row that is not newer than the stop changes nothing", () => {
    expectAlways(({ before, event, after, effects }) => {
      if (before.tag === "RUNNING" || before.stop.source !== "transcript") return true;
      const isRow = event.type === "promptSent" || event.type === "workSeen" || event.type === "failureSeen";
      const isStop = event.type === "limitSeen" || event.type === "transientSeen";
      if (!isRow && !(isStop && event.source === "transcript")) return true;
      return event.at > before.stop.at || (after === before && effects.length === 0);
    });
  });

  it("once a prompt was accepted, nothing but a draft is typed for that stop", () => {
    // The stops of one script are told apart by their time.
    let accepted: number | undefined;
    expectAlways(({ before, event, after, effects }) => {
      if (event.type === "resumeAsked" || before.tag === "RUNNING") accepted = undefined;
      const isOver = before.tag === "RESUMING" && before.stop.at === accepted;
      if (after.tag === "RESUMING" && after.plan.phase === "accepted") accepted = after.stop.at;
      return !isOver || keysIn(effects).every((key) => key.type === "typeText" && key.text !== "continue");
    });
  });

  it("every key carries the screen that it was decided on", () => {
    expectAlways(({ event, effects }) =>
      keysIn(effects).every(
        ({ on }) => (event.type === "looked" || event.type === "screenSettled") && on === event.reading,
      ),
    );
  });

  it("a life can be written down and read back", () => {
    expectAlways(({ after }) => {
      const read: unknown = JSON.parse(JSON.stringify(after), (key, value: unknown) =>
        key === "resetsAt" && typeof value === "string" ? new Date(value) : value,
      );
      expect(read).toEqual(after);
      return true;
    });
  });
});

it("the scripts of these tests reach every state, phase and key", () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(scripts, (script) =>
      play(script, ({ after, effects }) => {
        reached.add(after.tag === "RESUMING" ? after.plan.phase : after.tag);
        if (after.owed !== undefined) reached.add("owed");
        for (const key of keysIn(effects)) reached.add(key.type === "press" ? key.key : key.text);
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
  const keys = ["clear", "enter", "escape", "insert", "stash", "continue", "half done", "two\nlines"];
  expect([...reached].sort()).toEqual([...states, ...keys, "owed"].sort());
});

/** Fails with the first step for which the claim does not hold. */
function expectAlways(holds: (taken: Taken, pending: Pending) => boolean): void {
  fc.assert(
    fc.property(scripts, (script) =>
      play(script, (taken, pending) => {
        if (!holds(taken, pending)) throw new Error(JSON.stringify({ ...taken, pending }, undefined, 1));
      }),
    ),
    { numRuns: 500 },
  );
}

function keysIn(effects: readonly Effect[]): Extract<Effect, { type: "press" | "typeText" }>[] {
  return effects.filter((effect) => effect.type === "press" || effect.type === "typeText");
}

function isFor({ state, draft, native, vim }: ScreenReading) {
  return (effect: Extract<Effect, { type: "press" | "typeText" }>): boolean => {
    if (effect.type === "typeText") {
      const boxes = effect.text === "continue" ? ["idle", "native-wait"] : ["idle", "busy"];
      return boxes.includes(state) && draft === undefined && vim !== "normal";
    }
    if (!SEEN_FOR[effect.key].includes(state)) return false;
    return effect.key !== "enter" || (state === "draft" ? draft === "continue" : native?.phase === "stale");
  };
}
