import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { watchMemory } from "../../../src/store/process/background-process.js";

const MB = 1024 * 1024;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("above 200 MB it is told once", () => {
  let held = 200 * MB;
  const onTooMuch = vi.fn();
  const timer = watchMemory({ mostBytes: 200 * MB, onTooMuch, rss: () => held });
  vi.advanceTimersByTime(10 * 60_000);
  expect(onTooMuch).not.toHaveBeenCalled();
  held += 1;
  vi.advanceTimersByTime(60_000);
  expect(onTooMuch.mock.calls).toEqual([[200 * MB + 1]]);
  vi.advanceTimersByTime(10 * 60_000);
  expect(onTooMuch).toHaveBeenCalledOnce();
  clearInterval(timer);
});

test("closed: nothing more is told", () => {
  const onTooMuch = vi.fn();
  clearInterval(watchMemory({ mostBytes: 200 * MB, onTooMuch, rss: () => 900 * MB }));
  vi.advanceTimersByTime(10 * 60_000);
  expect(onTooMuch).not.toHaveBeenCalled();
});

test("what this process really holds", () => {
  const onTooMuch = vi.fn();
  const timer = watchMemory({ onTooMuch, mostBytes: MB, everyMs: 1 });
  vi.advanceTimersByTime(1);
  expect(onTooMuch).toHaveBeenCalledOnce();
  expect(onTooMuch.mock.calls[0]?.[0]).toBeGreaterThan(10 * MB);
  clearInterval(timer);
});
