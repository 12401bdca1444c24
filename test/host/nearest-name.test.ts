import { expect, test } from "vitest";

import { nearestName } from "../../src/host/nearest-name.js";

test.each([
  ["patern", "pattern"],
  ["Pattern", "pattern"],
  ["patterns", "pattern"],
  ["vresion", "version"],
  ["colour", undefined],
  ["", undefined],
  ["p".repeat(100_000), undefined],
])("%.12s means %s", (typed, meant) => {
  expect(nearestName(typed, ["version", "pattern"])).toBe(meant);
});

test("two letters that changed places are one slip, in a short name too", () => {
  expect(nearestName("nwe", ["end", "new"])).toBe("new");
  expect(nearestName("wne", ["end", "new"])).toBeUndefined();
});
