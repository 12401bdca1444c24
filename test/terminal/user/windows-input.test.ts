import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { windowsInput } from "../../../src/terminal/user/windows-input.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listening(): { readonly passed: string[]; readonly type: (keys: string) => void } {
  const passed: string[] = [];
  const input = windowsInput((bytes) => void passed.push(bytes.toString("latin1")));
  return { passed, type: (keys) => input(Buffer.from(keys, "latin1")) };
}

it("passes text on as it came, and at once", () => {
  const { passed, type } = listening();
  type("hello");
  type("\r");
  expect(passed).toEqual(["hello", "\r"]);
});

it("passes a key on whose code comes in a read of its own", () => {
  const { passed, type } = listening();
  type("\xe0");
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(19);
  type("H");
  vi.runAllTimers();
  expect(passed).toEqual(["\x1b[A"]);
});

it("passes Ctrl+Space on when no scan code has followed", () => {
  const { passed, type } = listening();
  type("a\x00");
  expect(passed).toEqual(["a"]);
  vi.advanceTimersByTime(20);
  expect(passed).toEqual(["a", "\x00"]);
  type("H");
  expect(passed).toEqual(["a", "\x00", "H"]);
});
