import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { watchForSilence, type SilenceWatch } from "../../../src/store/rpc/rpc-client.js";

let silent: number;
let watch: SilenceWatch;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setImmediate"] });
  silent = 0;
  watch = watchForSilence(10_000, () => (silent += 1));
});

afterEach(() => {
  watch.end();
  vi.useRealTimers();
});

test("what is heard of at times is not silent, what is not for a minute is", () => {
  for (let count = 0; count < 20; count++) {
    vi.advanceTimersByTime(50_000);
    watch.heard();
  }
  vi.advanceTimersByTime(59_999);
  expect(silent).toBe(0);
  vi.advanceTimersByTime(2);
  expect(silent).toBe(1);
});

test("what came while we stood still is read behind the timers, and counts", () => {
  vi.advanceTimersByTime(59_999);
  setImmediate(() => watch.heard());
  vi.advanceTimersByTime(30_000);
  expect(silent).toBe(0);
});

test("an end is the end", () => {
  watch.end();
  vi.advanceTimersByTime(600_000);
  expect(silent).toBe(0);
});
