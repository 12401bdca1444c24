import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { beginProgressNotes } from "../../src/mcp/ask-tool.js";

type Context = Parameters<typeof beginProgressNotes>[0];

let sent: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
});

afterEach(() => vi.useRealTimers());

test("what is still true is said again, until the end", () => {
  const notes = beginProgressNotes(context("t"));
  vi.advanceTimersByTime(10_000);
  notes.tell({ state: "working", message: "working" });
  notes.tell({ state: "working", message: "working" });
  vi.advanceTimersByTime(20_000);
  notes.end();
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual([
    note(1, "waiting for the host (10 s)"),
    note(2, "working"),
    note(3, "working (20 s)"),
    note(4, "working (30 s)"),
  ]);
  expect(vi.getTimerCount()).toBe(0);
});

test("nothing is sent to who did not ask for it, and no clock runs", () => {
  const notes = beginProgressNotes(context(undefined));
  notes.tell({ state: "working", message: "working" });
  expect(vi.getTimerCount()).toBe(0);
  notes.end();
  expect(sent).toEqual([]);
});

test("a connection that is gone is no error", async () => {
  const notes = beginProgressNotes(context("t", () => Promise.reject(new Error("closed"))));
  notes.tell({ state: "working", message: "working" });
  await vi.advanceTimersByTimeAsync(10_000);
  notes.end();
  expect(sent).toHaveLength(2);
});

function context(progressToken: string | undefined, answer = () => Promise.resolve()): Context {
  const notify = (notification: unknown): Promise<void> => {
    sent.push(notification);
    return answer();
  };
  const mcpReq = { _meta: progressToken === undefined ? {} : { progressToken }, notify };
  return { mcpReq } as unknown as Context;
}

function note(progress: number, message: string): object {
  return { method: "notifications/progress", params: { progressToken: "t", progress, message } };
}
