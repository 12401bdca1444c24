import { expect, test } from "vitest";

import { slopePerMinute, type SoakSample } from "../support/long/soak-sample.js";

// Of a run of 30 minutes, from the ninth on: it comes to rest, and falls once.
const RSS = [
  115.3, 116.7, 116.5, 118.3, 118, 118.8, 119.9, 120.8, 121.4, 121, 121.2, 122.5, 121.6, 122, 122.7,
];
const LATER = [121.6, 121.5, 121.8, 122.3, 122.5, 95.9, 120.7];

test("the slope of what comes to rest is small, one of a leak is seen through the noise", () => {
  expect(slopeOf([...RSS, ...LATER])).toBeCloseTo(0.25, 1);
  // 20 KB of each of 37 questions.
  expect(slopeOf([...RSS, ...LATER].map((mb, minute) => mb + 0.74 * minute))).toBeGreaterThan(0.9);
  expect(slopeOf([1, 1, 1, 90, 1, 1])).toBe(0);
});

function slopeOf(rss: readonly number[]): number {
  return slopePerMinute(
    rss.map((rssMb, minute) => ({ minute, rssMb }) as SoakSample),
    "rssMb",
  );
}
