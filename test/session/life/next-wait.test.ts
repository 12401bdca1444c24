import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { nextWait, type StopToWaitFor } from "../../../src/session/life/next-wait.js";
import { HOUR, MINUTE, SECOND } from "../../support/session/values.js";

const NOW = Date.parse("2026-11-15T18:00:20Z");

interface LimitStop {
  /** From now; undefined where none is named. */
  readonly resetsInMs?: number;
  readonly seenAgoMs?: number;
  readonly fruitless?: number;
  readonly waitingHelps?: boolean;
}

function limit({ resetsInMs, seenAgoMs = 0, fruitless = 0, waitingHelps = true }: LimitStop): StopToWaitFor {
  const resetsAt = resetsInMs === undefined ? undefined : new Date(NOW + resetsInMs);
  return { type: "limit", limit: { resetsAt, waitingHelps }, at: NOW - seenAgoMs, fruitless };
}

function transient(fruitless: number, failingForMs = 0): StopToWaitFor {
  return { type: "transient", firstAt: NOW - failingForMs, fruitless };
}

/** What the wait depends on and how many seconds it takes, or why there is none. */
function waitFor(stop: StopToWaitFor, roll = 0.5): readonly [string, number] | string {
  const wait = nextWait(stop, { now: NOW, roll, safetyBufferMs: 5 * SECOND });
  return wait.type === "wait" ? [wait.by, (wait.dueAt - NOW) / SECOND] : wait.why;
}

describe("after a limit that names its reset", () => {
  it.each<[string, LimitStop, readonly [string, number]]>([
    ["the reset and the safety buffer", { resetsInMs: HOUR }, ["clock", 3605]],
    ["the same where only the minute is known", { resetsInMs: 40 * SECOND }, ["clock", 45]],
    ["the end of the minute that was running when it was shown", { resetsInMs: -20 * SECOND }, ["delay", 45]],
    ["the same, shown a moment ago", { resetsInMs: -20 * SECOND, seenAgoMs: 15 * SECOND }, ["delay", 45]],
    ["the buffer alone where the reset was long ago", { resetsInMs: -2 * MINUTE }, ["delay", 5]],
    ["the buffer alone after a reset to the second", { resetsInMs: -SECOND }, ["delay", 5]],
    ["nothing more for a reset ahead, however often", { resetsInMs: HOUR, fruitless: 8 }, ["clock", 3605]],
  ])("%s", (_, stop, expected) => {
    expect(waitFor(limit(stop))).toEqual(expected);
  });

  it("longer each time the same limit is met again at once", () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 7, 5000].map((fruitless) =>
      limit({ resetsInMs: -SECOND, fruitless }),
    );
    expect(waits.map((stop) => waitFor(stop)[1])).toEqual([5, 30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it("one try too early costs no more than the end of the minute", () => {
    // Claude Code says 6:00pm for 6:00:59pm; the try at 6:00:05 meets the limit again.
    const shown = { resetsAt: new Date("2026-11-15T18:00:00Z"), waitingHelps: true };
    const dueAfter = (seen: string, fruitless: number): unknown => {
      const now = Date.parse(`2026-11-15T${seen}Z`);
      const stop = { type: "limit", limit: shown, at: now, fruitless } as const;
      const wait = nextWait(stop, { now, roll: 0.5, safetyBufferMs: 5 * SECOND });
      return wait.type === "wait" && new Date(wait.dueAt).toISOString().slice(11, 19);
    };
    expect(dueAfter("17:00:00", 0)).toBe("18:00:05");
    expect(dueAfter("18:00:06", 1)).toBe("18:01:05");
  });
});

it("after a limit without a time: 15 minutes, doubling to 5 hours", () => {
  const minutes = [0, 1, 2, 3, 4, 5, 5000].map((fruitless) => waitFor(limit({ fruitless })));
  expect(minutes).toEqual([15, 30, 60, 120, 240, 300, 300].map((each) => ["delay", each * 60]));
});

it("not at all where waiting does not help", () => {
  expect(waitFor(limit({ resetsInMs: HOUR, waitingHelps: false }))).toBe("waitingDoesNotHelp");
});

describe("after an error that passes by itself", () => {
  it.each([
    [0, 30],
    [1, 60],
    [2, 120],
    [3, 240],
    [4, 300],
    [5, 300],
    [1000, 300],
  ])("%i fruitless tries: %i s, or 15 %% sooner or later", (fruitless, seconds) => {
    expect(waitFor(transient(fruitless))).toEqual(["delay", seconds]);
    expect(waitFor(transient(fruitless), 0)).toEqual(["delay", seconds * 0.85]);
    expect(waitFor(transient(fruitless), 1 - Number.EPSILON)).toEqual(["delay", seconds * 1.15]);
  });

  it("for two hours", () => {
    expect(waitFor(transient(20, 2 * HOUR - 1))).toEqual(["delay", 300]);
    expect(waitFor(transient(20, 2 * HOUR))).toBe("failsForTooLong");
  });
});

it("no wait is ever NaN, negative or endless, whatever was counted", () => {
  const counted = fc.oneof(fc.integer(), fc.maxSafeInteger());
  fc.assert(
    fc.property(counted, fc.double({ min: 0, max: 1, noNaN: true }), (fruitless, roll) => {
      for (const stop of [transient(fruitless), limit({ fruitless }), limit({ resetsInMs: -1, fruitless })]) {
        const wait = nextWait(stop, { now: NOW, roll, safetyBufferMs: 0 });
        expect(wait.type).toBe("wait");
        if (wait.type !== "wait") return;
        expect(wait.dueAt).toBeGreaterThanOrEqual(NOW);
        expect(wait.dueAt).toBeLessThanOrEqual(NOW + 5 * HOUR);
      }
    }),
  );
});
