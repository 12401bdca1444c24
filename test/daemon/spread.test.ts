import fc from "fast-check";
import { expect, test } from "vitest";

import { spreadDelayMs } from "../../src/daemon/spread.js";

const NOON = Date.UTC(2026, 10, 15, 12);

function due(...seconds: readonly number[]): readonly number[] {
  return seconds.map((second) => NOON + second * 1000);
}

test.for([
  ["nobody else", [], 0],
  ["one at the same time", [0], 2000],
  ["one right before", [-1], 1000],
  ["one right after", [1], 3000],
  ["a row of them", [0, 2, 4], 6000],
  ["a row with room in it", [0, 2, 8], 4000],
  ["a gap that is too small", [0, 3], 5000],
  ["others that are far away", [-2, 100], 0],
  ["in any order", [4, 0, 2], 6000],
] as const)("%s", ([, others, delayMs]) => {
  expect(spreadDelayMs(NOON, due(...others), 2000)).toBe(delayMs);
});

test("without a spread everybody is due at once", () => {
  expect(spreadDelayMs(NOON, due(0, 0), 0)).toBe(0);
});

test("whoever comes, no two are due within the spread, and nobody before the time", () => {
  const firsts = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 40 });
  fc.assert(
    fc.property(firsts, (seconds) => {
      const taken: number[] = [];
      for (const second of seconds) {
        const delayMs = spreadDelayMs(NOON + second * 1000, due(...taken), 2000);
        expect(delayMs).toBeGreaterThanOrEqual(0);
        taken.push(second + delayMs / 1000);
      }
      const inTurn = taken.toSorted((a, b) => a - b);
      const gaps = inTurn.slice(1).map((next, index) => next - (inTurn[index] ?? 0));
      expect(gaps.filter((gap) => gap < 2)).toEqual([]);
    }),
  );
});
