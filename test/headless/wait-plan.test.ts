import { describe, expect, it } from "vitest";

import type { Failure } from "../../src/headless/failure.js";
import { planWait } from "../../src/headless/wait-plan.js";

const NOW = Date.parse("2026-11-15T18:00:00Z");

function limit(inMs: number | undefined, more: { isExact?: boolean; waitingHelps?: boolean } = {}): Failure {
  const { isExact = true, waitingHelps = true } = more;
  const resetsAt = inMs === undefined ? undefined : new Date(NOW + inMs);
  return {
    type: "limit",
    isExact,
    limit: { kind: "five-hour", model: undefined, resetsAt, waitingHelps, text: "limit" },
  };
}

const transient: Failure = {
  type: "transient",
  transient: { kind: "overloaded", retrying: false, text: "API Error: 529" },
};

const plan = (failure: Failure, fruitless = 1, failingForMs = 0): unknown => {
  const trials = { fruitless, since: NOW - failingForMs };
  const made = planWait(failure, trials, { now: NOW, roll: 0.5, safetyBufferMs: 5000 });
  return made.type === "wait" ? [made.by, (made.dueAt - NOW) / 1000] : made.why;
};

describe("when a failed run is run again", () => {
  it("is after the reset and the safety buffer", () => {
    expect(plan(limit(3_600_000))).toEqual(["clock", 3605]);
  });

  it("is after the minute of a reset that is known to the minute", () => {
    expect(plan(limit(3_600_000, { isExact: false }))).toEqual(["clock", 3665]);
    expect(plan(limit(-30_000, { isExact: false }))).toEqual(["clock", 35]);
  });

  it("is after the safety buffer where the reset is over", () => {
    expect(plan(limit(-1000))).toEqual(["delay", 5]);
    expect(plan(limit(-90_000, { isExact: false }))).toEqual(["delay", 5]);
  });

  it("is put off further each time the limit comes again at once", () => {
    const times = [1, 2, 3, 4, 5, 6, 7, 8].map((fruitless) => plan(limit(-1000), fruitless));
    expect(times.map((time) => (time as [string, number])[1])).toEqual([5, 30, 60, 120, 240, 480, 900, 900]);
  });

  it("is not put off where the next reset is later anyway", () => {
    expect(plan(limit(3_600_000), 9)).toEqual(["clock", 3605]);
  });

  it("is a guess where no reset is named", () => {
    const times = [1, 2, 3, 4, 5, 6, 7].map((fruitless) => plan(limit(undefined), fruitless));
    expect(times.map((time) => (time as [string, number])[1] / 60)).toEqual([15, 30, 60, 120, 240, 300, 300]);
  });

  it("is soon where the error passes by itself, but not for ever", () => {
    expect([1, 2, 3, 4, 5, 6].map((fruitless) => plan(transient, fruitless))).toEqual(
      [30, 60, 120, 240, 300, 300].map((seconds) => ["delay", seconds]),
    );
    expect(plan(transient, 20, 7_199_999)).toEqual(["delay", 300]);
    expect(plan(transient, 20, 7_200_000)).toBe("failsForTooLong");
  });

  it("is never where waiting does not help", () => {
    expect(plan(limit(3_600_000, { waitingHelps: false }))).toBe("waitingDoesNotHelp");
  });
});
