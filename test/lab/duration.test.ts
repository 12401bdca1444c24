import { expect, it } from "vitest";
import { parseDuration } from "../../src/lab/duration.js";

it.each([
  ["90s", 90_000],
  ["5m", 300_000],
  ["3h", 10_800_000],
  ["3d", 259_200_000],
  ["1h30m", 5_400_000],
  ["", undefined],
  ["3", undefined],
  ["3w", undefined],
  ["-3d", undefined],
  ["1.5h", undefined],
] as const)("%j is %s ms", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});
