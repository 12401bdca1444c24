import { describe, expect, test } from "vitest";

import { BlindSight } from "../../src/daemon/blind-sight.js";
import { reading } from "../support/session/values.js";

const LINES = "first\nsecond";

describe("what a screen shows that nobody sees", () => {
  test.for([
    ["2.1.325", "limit-menu"],
    ["2.1.75", "limit-menu"],
    ["2.1.32", "idle"],
    ["1.0.64", "idle"],
    // One that could not be told counts as the newest.
    [undefined, "limit-menu"],
    ["unknown", "limit-menu"],
  ] as const)("%s: at first %s", ([release, state]) => {
    const sight = new BlindSight({ prompt: "continue", release, isTyped: false });
    expect(sight.reading).toEqual(reading(state));
  });

  test.for([
    ["the prompt", ["continue"], reading("draft", { draft: "continue" })],
    ["the prompt and Enter", ["continue", "\r"], reading("idle")],
    ["Esc", ["\x1b"], reading("idle")],
    ["Enter", ["\r"], reading("idle")],
    ["Esc after the prompt", ["continue", "\x1b"], reading("draft", { draft: "continue" })],
    ["another text", ["something else"], reading("idle")],
  ] as const)("after %s", ([, keys, seen]) => {
    const sight = new BlindSight({ prompt: "continue", release: "2.1.32", isTyped: false });
    for (const key of keys) sight.noticeKeys(key);
    expect(sight.reading).toEqual(seen);
  });

  test("a prompt of several lines goes in as a paste", () => {
    const sight = new BlindSight({ prompt: LINES, release: "2.1.32", isTyped: false });
    sight.noticeKeys(`\x1b[200~${LINES}\x1b[201~`);
    expect(sight.reading).toEqual(reading("draft", { draft: LINES }));
  });

  test("the menu is closed before a prompt that stands there already is sent", () => {
    const sight = new BlindSight({ prompt: "continue", release: "2.1.325", isTyped: true });
    expect(sight.reading).toEqual(reading("limit-menu"));
    sight.noticeKeys("\x1b");
    expect(sight.reading).toEqual(reading("draft", { draft: "continue" }));
  });
});
