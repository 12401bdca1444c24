import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ProofPoll } from "../../src/daemon/proof-poll.js";

let resuming: string[];
let looked: string[];
let poll: ProofPoll;

beforeEach(() => {
  vi.useFakeTimers();
  [resuming, looked] = [["a", "b"], []];
  poll = new ProofPoll({
    everyMs: 1000,
    resuming: () => resuming,
    catchUp: (sessionId) => {
      looked.push(sessionId);
      return Promise.resolve();
    },
  });
});

afterEach(() => {
  poll.close();
  vi.useRealTimers();
});

test("looks at those that are resumed, and rests when there are none", () => {
  expect(vi.getTimerCount()).toBe(0);
  poll.begin();
  poll.begin();
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(2000);
  expect(looked).toEqual(["a", "b", "a", "b"]);
  resuming = [];
  vi.advanceTimersByTime(1000);
  expect(vi.getTimerCount()).toBe(0);
  resuming = ["c"];
  poll.begin();
  vi.advanceTimersByTime(1000);
  expect(looked.at(-1)).toBe("c");
});

test("does not begin again once it is closed", () => {
  poll.begin();
  poll.close();
  poll.begin();
  expect(vi.getTimerCount()).toBe(0);
});
