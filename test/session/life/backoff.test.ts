import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fruitlessDelayMs,
  transientDelayMs,
  unknownResetDelayMs,
} from "../../../src/session/life/backoff.js";
import { HOUR, MINUTE, SECOND } from "../values.js";

describe("errors that pass by themselves", () => {
  it.each([
    [1, 30],
    [2, 60],
    [3, 120],
    [4, 240],
    [5, 300],
    [6, 300],
    [1000, 300],
  ])("try %i comes after %i s, or 15 %% sooner or later", (attempt, seconds) => {
    expect(transientDelayMs(attempt, 0.5)).toBe(seconds * SECOND);
    expect(transientDelayMs(attempt, 0)).toBe(seconds * 850);
    expect(transientDelayMs(attempt, 1 - Number.EPSILON)).toBe(seconds * 1150);
  });
});

it.each([
  [1, 15 * MINUTE],
  [2, 30 * MINUTE],
  [3, HOUR],
  [4, 2 * HOUR],
  [5, 4 * HOUR],
  [6, 5 * HOUR],
  [5000, 5 * HOUR],
])("a limit without a time: look %i after %i ms", (attempt, ms) => {
  expect(unknownResetDelayMs(attempt)).toBe(ms);
});

it.each([
  [0, 0],
  [1, 30 * SECOND],
  [2, MINUTE],
  [5, 8 * MINUTE],
  [6, 15 * MINUTE],
  [5000, 15 * MINUTE],
])("after %i resumes that met the limit again: at least %i ms", (fruitless, ms) => {
  expect(fruitlessDelayMs(fruitless)).toBe(ms);
});

it("no delay is ever NaN, negative or endless, whatever was counted", () => {
  const counted = fc.oneof(fc.integer(), fc.maxSafeInteger());
  fc.assert(
    fc.property(counted, fc.double({ min: 0, max: 1, noNaN: true }), (count, roll) => {
      for (const ms of [transientDelayMs(count, roll), unknownResetDelayMs(count), fruitlessDelayMs(count)]) {
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThanOrEqual(5 * HOUR);
      }
    }),
  );
});
