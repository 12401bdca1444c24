import { describe, expect, it } from "vitest";
import { isAfter } from "../../../src/session/life/life.js";
import { isBetter, repeats, stopOnScreen } from "../../../src/session/life/stop.js";
import {
  DAY,
  HOUR,
  MINUTE,
  NOON,
  NO_TIME,
  OVERLOADED,
  RESET,
  failure,
  limit,
  limitStop,
  reading,
} from "../../support/session/values.js";

describe("the same sentence", () => {
  it.each([
    ["word for word", limit(), limit(), true],
    [
      "1.0.64: an epoch in the row, a time of day on the screen",
      limit({ text: "Claude AI usage limit reached|1" }),
      limit(),
      true,
    ],
    [
      "to the second in the row, to the minute on the screen",
      limit({ resetsAt: new Date(RESET + 40_000), text: "row" }),
      limit(),
      true,
    ],
    [
      "read after the reset, when 3pm is tomorrow's",
      limit({ text: "row" }),
      limit({ resetsAt: new Date(RESET + DAY) }),
      true,
    ],
    ["five hours later", limit(), limit({ resetsAt: new Date(RESET + 5 * HOUR), text: "resets 8pm" }), false],
    [
      "two days later at the same time of day",
      limit(),
      limit({ resetsAt: new Date(RESET + 2 * DAY), text: "resets Nov 17" }),
      false,
    ],
    ["no time on one side", limit(), NO_TIME, false],
  ])("%s", (_, old, seen, same) => {
    expect(repeats(limitStop({ limit: old }), limitStop({ limit: seen, source: "screen" }))).toBe(same);
    expect(repeats(limitStop({ limit: seen, source: "screen" }), limitStop({ limit: old }))).toBe(same);
  });

  it("of failures goes by the words alone", () => {
    expect(repeats(failure(), failure({ at: NOON + HOUR }))).toBe(true);
    expect(repeats(failure(), failure({ transient: { ...OVERLOADED, text: "API Error: 500" } }))).toBe(false);
  });
});

describe("the better of two words on a stop", () => {
  const screen = { source: "screen" } as const;
  const other = limit({ resetsAt: new Date(RESET + 5 * HOUR), text: "resets 8pm" });
  it.each([
    ["a row is better than a screen", limitStop(screen), limitStop(), true],
    ["a row is better than bytes", limitStop({ source: "bytes" }), limitStop(), true],
    ["a screen is not better than a row", limitStop(), limitStop({ ...screen, limit: other }), false],
    ["a newer row", limitStop(), limitStop({ at: NOON + 1 }), true],
    ["the same row", limitStop(), limitStop(), false],
    ["an older row", limitStop(), limitStop({ at: NOON - 1 }), false],
    ["another screen", limitStop(screen), limitStop({ ...screen, limit: other }), true],
    ["the same screen", limitStop(screen), limitStop(screen), false],
    ["a screen without a time", limitStop(screen), limitStop({ ...screen, limit: NO_TIME }), false],
    ["a screen with a time", limitStop({ ...screen, limit: NO_TIME }), limitStop(screen), true],
    [
      "a kind is not given up",
      limitStop(screen),
      limitStop({ ...screen, limit: { ...other, kind: "unknown" } }),
      false,
    ],
    ["a limit is better than a failure", failure(screen), limitStop(screen), true],
    ["a failure is not better than a limit", limitStop(screen), failure(screen), false],
    ["nor is its row, if it is older", limitStop(screen), failure(), false],
    ["a newer row is, whatever it tells of", limitStop(screen), failure({ at: NOON + 1 }), true],
    [
      "another failure on the screen",
      failure(screen),
      failure({ ...screen, transient: { ...OVERLOADED, text: "500" } }),
      true,
    ],
  ])("%s", (_, old, seen, better) => {
    expect(isBetter(old, seen, NOON + MINUTE)).toBe(better);
  });
});

describe("the stop on a screen", () => {
  const stop = { at: NOON, source: "screen", fruitless: 0 } as const;
  it.each([
    [
      "a banner above an idle prompt",
      reading("idle", { limit: limit() }),
      { type: "limit", limit: limit(), ...stop },
    ],
    [
      "a banner above the menu",
      reading("limit-menu", { limit: NO_TIME }),
      { type: "limit", limit: NO_TIME, ...stop },
    ],
    [
      "an error above an idle prompt",
      reading("idle", { transient: OVERLOADED }),
      { type: "transient", transient: OVERLOADED, firstAt: NOON, ...stop },
    ],
    [
      "an error above a draft",
      reading("draft", { draft: "x", transient: OVERLOADED }),
      { type: "transient", transient: OVERLOADED, firstAt: NOON, ...stop },
    ],
    [
      "an error that Claude Code still retries",
      reading("busy", { transient: { ...OVERLOADED, retrying: true } }),
      undefined,
    ],
    ["an error while it works on", reading("busy", { transient: OVERLOADED }), undefined],
    ["nothing", reading("idle"), undefined],
  ])("%s", (_, seen, expected) => {
    expect(stopOnScreen(seen, NOON)).toEqual(expected);
  });
});

describe("later", () => {
  it.each([
    ["the clock runs on", 5, 4, 10, true],
    ["the same instant", 4, 4, 10, false],
    ["earlier", 3, 4, 10, false],
    ["dated by a clock that was set back since", 3, 100, 4, true],
    ["dated before it was set back, and before the mark", 99, 100, 4, false],
    ["dated before it was set back, and after the mark", 101, 100, 4, true],
  ])("%s", (_, instant, mark, now, later) => {
    expect(isAfter(instant, mark, now)).toBe(later);
  });
});
