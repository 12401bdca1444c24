import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Scheduler } from "../../src/time/scheduler.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 15, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

function inMs(ms: number): Date {
  return new Date(Date.now() + ms);
}

/** How long the callback takes to run; undefined if it does not within the limit. */
function firesAfter(callback: ReturnType<typeof vi.fn>, limitMs: number): number | undefined {
  const start = performance.now();
  while (performance.now() - start < limitMs) {
    vi.advanceTimersToNextTimer();
    if (callback.mock.calls.length > 0) return performance.now() - start;
  }
  return undefined;
}

describe("when it fires", () => {
  it("adds the safety buffer to a time ahead", () => {
    const callback = vi.fn();
    new Scheduler().scheduleAt(inMs(60_000), callback);
    vi.advanceTimersByTime(64_999);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledExactlyOnceWith();
  });

  it.each([
    ["a time long past", -HOUR, 5000, 0],
    ["the beginning of time", -NOW, 5000, 0],
    ["a time as long past as the buffer", -5000, 5000, 0],
    ["a time past by less than the buffer", -2000, 5000, 3000],
    ["this moment", 0, 5000, 5000],
    ["this moment, without a buffer", 0, 0, 0],
    ["a time ahead, without a buffer", 1000, 0, 1000],
    ["a time ahead of one nap", 45_000, 5000, 50_000],
    ["a time beyond 2^31 ms", 26 * DAY, 5000, 26 * DAY + 5000],
  ])("%s", (_, aheadMs, safetyMs, afterMs) => {
    const callback = vi.fn();
    new Scheduler(safetyMs).scheduleAt(inMs(aheadMs), callback);
    expect(callback).not.toHaveBeenCalled();
    expect(firesAfter(callback, afterMs + DAY)).toBe(afterMs);
  });

  it.each([
    ["null", null],
    ["an invalid date", new Date(NaN)],
  ])("%s fires after the safety buffer", (_, time) => {
    const callback = vi.fn();
    new Scheduler(5000).scheduleAt(time, callback);
    expect(firesAfter(callback, DAY)).toBe(5000);
  });

  it("immediate is on the next tick, without the buffer", () => {
    const callback = vi.fn();
    new Scheduler(5000).scheduleImmediate(callback);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(0);
    expect(callback).toHaveBeenCalledExactlyOnceWith();
  });

  it("takes the time as it was when it was given", () => {
    const callback = vi.fn();
    const time = inMs(1000);
    new Scheduler(0).scheduleAt(time, callback);
    time.setTime(time.getTime() + DAY);
    expect(firesAfter(callback, DAY)).toBe(1000);
  });

  it("fires once and leaves no timer behind", () => {
    const callback = vi.fn();
    new Scheduler(0).scheduleAt(inMs(HOUR), callback);
    vi.advanceTimersByTime(DAY);
    expect(callback).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a clock that does not run evenly", () => {
  it("fires within 30 s of waking from a suspend that slept through the time", () => {
    const callback = vi.fn();
    new Scheduler(5000).scheduleAt(inMs(5 * HOUR), callback);
    vi.advanceTimersByTime(HOUR);
    vi.setSystemTime(NOW + 8 * HOUR);
    expect(firesAfter(callback, DAY)).toBeLessThanOrEqual(30_000);
  });

  it("fires on time when a suspend ends before the time", () => {
    const callback = vi.fn();
    new Scheduler(5000).scheduleAt(inMs(5 * HOUR), callback);
    vi.advanceTimersByTime(HOUR);
    vi.setSystemTime(NOW + 4 * HOUR);
    expect(firesAfter(callback, DAY)).toBe(HOUR + 5000);
  });

  it("waits on when the clock is set back", () => {
    const callback = vi.fn();
    new Scheduler(5000).scheduleAt(inMs(2 * HOUR), callback);
    vi.advanceTimersByTime(HOUR);
    vi.setSystemTime(NOW);
    expect(firesAfter(callback, DAY)).toBe(2 * HOUR + 5000);
  });

  it.each([
    ["null", null],
    ["a time past by less than the buffer", new Date(NOW - 1)],
  ])("%s is not put off by a clock that is set back", (_, time) => {
    const callback = vi.fn();
    new Scheduler(5000).scheduleAt(time, callback);
    vi.setSystemTime(NOW - DAY);
    expect(firesAfter(callback, DAY)).toBeLessThanOrEqual(5000);
  });
});

describe("one wait at a time", () => {
  it("replaces the old wait", () => {
    const scheduler = new Scheduler(0);
    const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()];
    scheduler.scheduleAt(inMs(1000), first);
    scheduler.scheduleAt(inMs(2000), second);
    scheduler.scheduleImmediate(third);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(DAY);
    expect([first, second, third].map((callback) => callback.mock.calls.length)).toEqual([0, 0, 1]);
  });

  it("cancels, also after some naps, and can be used again", () => {
    const scheduler = new Scheduler(0);
    const [first, second] = [vi.fn(), vi.fn()];
    scheduler.scheduleAt(inMs(HOUR), first);
    vi.advanceTimersByTime(HOUR / 2);
    scheduler.cancel();
    scheduler.cancel();
    expect(vi.getTimerCount()).toBe(0);
    scheduler.scheduleAt(inMs(HOUR), second);
    vi.advanceTimersByTime(DAY);
    expect([first, second].map((callback) => callback.mock.calls.length)).toEqual([0, 1]);
  });

  it("schedules again from its own callback", () => {
    const scheduler = new Scheduler(0);
    const second = vi.fn();
    scheduler.scheduleAt(inMs(1000), () => {
      scheduler.scheduleAt(inMs(1000), second);
    });
    expect(firesAfter(second, DAY)).toBe(2000);
  });

  it("cancels from its own callback", () => {
    const scheduler = new Scheduler(0);
    const callback = vi.fn(() => {
      scheduler.cancel();
    });
    scheduler.scheduleImmediate(callback);
    vi.advanceTimersByTime(DAY);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it("survives a callback that throws", () => {
    const scheduler = new Scheduler(0);
    const second = vi.fn();
    scheduler.scheduleImmediate(() => {
      throw new Error("from the callback");
    });
    expect(() => vi.advanceTimersByTime(0)).toThrow("from the callback");
    expect(vi.getTimerCount()).toBe(0);
    scheduler.scheduleAt(inMs(1000), second);
    expect(firesAfter(second, DAY)).toBe(1000);
  });
});

describe("real timers", () => {
  it("runs the callback at or after the time", async () => {
    vi.useRealTimers();
    const time = new Date(Date.now() + 20);
    await new Promise<void>((resolve) => {
      new Scheduler(5).scheduleAt(time, resolve);
    });
    expect(Date.now()).toBeGreaterThanOrEqual(time.getTime() + 5);
  });
});
