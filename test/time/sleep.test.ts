import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { abortableSleep, settleWithin, sleepUntil, untilAborted } from "../../src/time/sleep.js";

const NOW = Date.UTC(2026, 10, 15, 12);
const never = (): Promise<never> => new Promise(() => {});

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

/** Whether the promise has settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol("open");
  return (await Promise.race([promise, Promise.resolve().then(() => open)])) !== open;
}

describe.each([
  ["abortableSleep", (signal: AbortSignal) => abortableSleep(60_000, signal)],
  ["sleepUntil", (signal: AbortSignal) => sleepUntil(new Date(NOW + 60_000), signal)],
])("%s", (_name, sleep) => {
  it("takes its time, and leaves no timer", async () => {
    const sleeping = sleep(new AbortController().signal);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(await isSettled(sleeping)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await sleeping).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends with the signal", async () => {
    const over = new AbortController();
    const sleeping = sleep(over.signal);
    over.abort();
    expect(await sleeping).toBeUndefined();
    expect(await sleep(over.signal)).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});

it("sleepUntil: a time that has passed is over at once; a far one is no overflow", async () => {
  const { signal } = new AbortController();
  const past = sleepUntil(new Date(NOW - 1), signal);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isSettled(past)).toBe(true);
  const far = sleepUntil(new Date(NOW + 2 ** 32), signal);
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
  expect(await isSettled(far)).toBe(false);
});

it("untilAborted waits for the signal", async () => {
  const over = new AbortController();
  const waiting = untilAborted(over.signal);
  expect(await isSettled(waiting)).toBe(false);
  over.abort();
  expect(await waiting).toBeUndefined();
});

describe("settleWithin", () => {
  it("brings what the promise brings, an error too, and leaves no timer", async () => {
    const { signal } = new AbortController();
    expect(await settleWithin(Promise.resolve(1), signal, 10)).toBe(1);
    await expect(settleWithin(Promise.reject(new Error("no")), signal, 10)).rejects.toThrow("no");
    expect(await settleWithin(Promise.resolve(2), AbortSignal.abort(), 10)).toBe(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("gives up some time after the abort, and not before it", async () => {
    const over = new AbortController();
    const settling = settleWithin(never(), over.signal, 1000);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(await isSettled(settling)).toBe(false);
    over.abort();
    await vi.advanceTimersByTimeAsync(999);
    expect(await isSettled(settling)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await settling).toBe("late");
  });
});
