import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Key } from "../../src/session/life/life.js";
import { Keyboard } from "../../src/driver/keyboard.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A keyboard, and what was written when, in milliseconds from the start. */
function begin() {
  const start = performance.now();
  const written: [number, string][] = [];
  const keyboard = new Keyboard({
    write: (text) => void written.push([performance.now() - start, text]),
    escGapMs: 100,
    enterGapMs: 150,
  });
  /** Presses it, and says how long that took. */
  const press = async (key: Key, isRight?: () => boolean): Promise<number> => {
    const before = performance.now();
    let tookMs = Number.NaN;
    void keyboard.press(key, isRight).then(() => (tookMs = performance.now() - before));
    await vi.advanceTimersByTimeAsync(5000);
    return tookMs;
  };
  return { keyboard, written, press };
}

describe("keys", () => {
  it.each<[Key, [number, string][], number]>([
    ["enter", [[0, "\r"]], 150],
    ["escape", [[0, "\x1b"]], 100],
    [
      "clear",
      [
        [0, "\x1b"],
        [600, "\x1b"],
      ],
      700,
    ],
    ["stash", [[0, "\x13"]], 0],
    ["insert", [[0, "i"]], 0],
  ])("%s: each a write of its own, and a pause after it", async (key, expected, tookMs) => {
    const { written, press } = begin();
    expect(await press(key)).toBe(tookMs);
    expect(written).toEqual(expected);
  });

  it("Enter keeps its distance from the text before it, and the person's keys from Enter", async () => {
    const { keyboard, written, press } = begin();
    await vi.advanceTimersByTimeAsync(1000);
    void keyboard.type("continue");
    await vi.advanceTimersByTimeAsync(50);
    expect(await press("enter")).toBe(250);
    expect(written).toEqual([
      [1000, "continue"],
      [1150, "\r"],
    ]);
  });
});

describe("text", () => {
  it.each([
    ["continue", "continue"],
    ["go on, ünïcode 😀", "go on, ünïcode 😀"],
    ["two\nlines", "\x1b[200~two\nlines\x1b[201~"],
  ])("%j goes in as %j, in one write", (text, expected) => {
    const { keyboard, written } = begin();
    void keyboard.type(text);
    expect(written).toEqual([[0, expected]]);
  });
});

describe("a screen that has changed since the decision", () => {
  it.each<Key>(["enter", "escape", "clear", "stash", "insert"])("%s is not pressed", async (key) => {
    const { written, press } = begin();
    expect(await press(key, () => false)).toBe(0);
    expect(written).toEqual([]);
  });

  it("Enter is not pressed if it changed in the pause before it", async () => {
    const { keyboard, written, press } = begin();
    const start = performance.now();
    void keyboard.type("continue");
    await press("enter", () => performance.now() - start < 100);
    expect(written).toEqual([[0, "continue"]]);
  });

  it("of the two Esc that clear a draft the second is not pressed into a dialog", async () => {
    const { written, press } = begin();
    const start = performance.now();
    await press("clear", () => performance.now() - start < 300);
    expect(written).toEqual([[0, "\x1b"]]);
  });
});
