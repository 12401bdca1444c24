import { expect, test } from "vitest";

import { resetDue } from "../../../src/persona/session/reset-due.js";

const NOW = Date.parse("2026-11-16T09:00:00.000Z");
const MINUTE = 60_000;
const SETTINGS = { safetyMs: 10_000, unknownResetMs: 15 * MINUTE, retryMs: 2000 };

test.each<[string, number | undefined, number, number]>([
  ["at the reset, and a moment for safety", 30 * MINUTE, 0, 30 * MINUTE + 10_000],
  ["a reset that lies ahead does not grow", 30 * MINUTE, 4, 30 * MINUTE + 10_000],
  ["a reset that is over, and still holds, is asked later each time", -MINUTE, 0, 2000],
  ["the same, for the third time", -MINUTE, 2, 8000],
  ["an unknown reset", undefined, 0, 15 * MINUTE],
  ["an unknown reset, for the second time", undefined, 1, 30 * MINUTE],
  ["an unknown reset is waited for 8 hours at most", undefined, 5, 480 * MINUTE],
  ["and stays there", undefined, 100, 480 * MINUTE],
])("%s", (_, untilMs, count, dueMs) => {
  const until = untilMs === undefined ? undefined : new Date(NOW + untilMs);
  expect(resetDue(until, count, SETTINGS, NOW)).toEqual(new Date(NOW + dueMs));
});
