import fc from "fast-check";
import { expect, test } from "vitest";

import { clockTime, countdown } from "../../src/time/clock-face.js";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

test.each([
  [0, "0:00:00"],
  [-5000, "0:00:00"],
  [1, "0:00:01"],
  [SECOND, "0:00:01"],
  [SECOND + 1, "0:00:02"],
  [59 * SECOND, "0:00:59"],
  [HOUR + 23 * 60 * SECOND + 45 * SECOND, "1:23:45"],
  [23 * HOUR, "23:00:00"],
  [DAY - 1, "1d 0:00:00"],
  [2 * DAY + 3 * HOUR + 4 * 60 * SECOND + 5 * SECOND, "2d 3:04:05"],
  [400 * DAY, "400d 0:00:00"],
])("%d ms are %s", (leftMs, text) => {
  expect(countdown(leftMs)).toBe(text);
});

test.each([
  [HOUR + 23 * 60 * SECOND + 45 * SECOND, "01:23:45"],
  [2 * DAY + 3 * HOUR, "2d 03:00:00"],
])("with two digits %d ms are %s", (leftMs, text) => {
  expect(countdown(leftMs, { hourDigits: 2 })).toBe(text);
});

test("it says what is left, to the second", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 * DAY }), (leftMs) => {
      const [, days = "0", hours, minutes, seconds] =
        /^(?:(\d+)d )?(\d+):(\d\d):(\d\d)$/.exec(countdown(leftMs)) ?? [];
      const total = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
      return total === Math.ceil(leftMs / SECOND);
    }),
  );
});

const NOW = new Date("2026-11-15T19:00:00Z");

test.each([
  ["2026-11-15T20:25:00Z", "America/New_York", "3:25pm"],
  ["2026-11-15T20:25:59Z", "America/New_York", "3:25pm"],
  ["2026-11-15T17:00:00Z", "America/New_York", "12:00pm"],
  ["2026-11-16T04:59:00Z", "America/New_York", "11:59pm"],
  ["2026-11-16T05:00:00Z", "America/New_York", "Nov 16, 12:00am"],
  ["2026-11-18T19:07:00Z", "America/New_York", "Nov 18, 2:07pm"],
  ["2026-11-15T20:25:00Z", "Asia/Tokyo", "5:25am"],
  ["2026-11-15T14:00:00Z", "Asia/Tokyo", "Nov 15, 11:00pm"],
  ["2027-11-15T20:25:00Z", "America/New_York", "Nov 15, 3:25pm"],
  ["2026-11-15T20:25:00Z", "Asia/Kathmandu", "2:10am"],
])("%s in %s is %s", (time, timeZone, text) => {
  expect(clockTime(new Date(time), NOW, timeZone)).toBe(text);
});
