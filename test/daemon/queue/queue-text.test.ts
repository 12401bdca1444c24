import { expect, test } from "vitest";

import type { QueueEntry } from "../../../src/daemon/queue/queue-entry.js";
import { inOrder, readQueue, writeQueue } from "../../../src/daemon/queue/queue-text.js";
import { anEntry, sessionId } from "../../support/daemon/entries.js";

test("nothing is queued", () => {
  expect(JSON.parse(writeQueue([]))).toEqual({ version: 1, detected: false, queue: [] });
  expect(readQueue(writeQueue([]))).toEqual({ entries: [], bad: [] });
});

test("the head is told beside the queue, for those who know only one", () => {
  const entries = [anEntry(1), anEntry(2, { stop: { ...anEntry().stop, resetsAt: undefined } })];
  const text = writeQueue(entries);
  expect(JSON.parse(text)).toEqual({
    version: 1,
    detected: true,
    reset_time: "2026-11-15T20:28:00.000Z",
    message: "You've hit your 5-hour limit · resets 3:28pm",
    claude_pid: 4_000_000,
    queue: [
      expect.objectContaining({ reset_time: "2026-11-15T20:28:00.000Z", claude_pid: 4_000_000 }),
      expect.objectContaining({ reset_time: null, claude_pid: 4_000_000 }),
    ],
  });
  expect(readQueue(text)).toEqual({ entries, bad: [] });
});

test("what stands beside the queue is never read back", () => {
  const { queue } = JSON.parse(writeQueue([anEntry()])) as { queue: object[] };
  const tampered = { version: 1, detected: false, claude_pid: 1, queue: [{ ...queue[0], claude_pid: 1 }] };
  expect(readQueue(JSON.stringify(tampered))).toEqual({ entries: [anEntry()], bad: [] });
});

test("in order: at work, by due time, by arrival, then those that need somebody", () => {
  const queue = [
    anEntry(1, { state: "NEEDS_YOU", dueAt: undefined }),
    due(2, 30),
    due(3, 20),
    due(4, 30),
    anEntry(5, { state: "RESUMING", dueAt: undefined }),
    anEntry(6, { dueAt: undefined }),
    due(7, 20),
  ];
  expect(inOrder(queue).map(({ session }) => session.sessionId)).toEqual(
    [5, 3, 7, 2, 4, 1, 6].map(sessionId),
  );
});

test.each([
  ["", "does not hold a JSON object"],
  ["{", "does not hold a JSON object"],
  ["[]", "does not hold a JSON object"],
  ["{}", "was not written by cac"],
  ['{"version":"1","queue":[]}', "was not written by cac"],
  // Another program with the same idea.
  ['{"detected":true,"reset_time":"2026-11-15T20:28:00Z","claude_pid":1}', "was not written by cac"],
  ['{"version":2,"queue":[]}', "is of version 2, written by a later cac"],
  ['{"version":1}', 'has a bad "queue"'],
  ['{"version":1,"queue":{"length":1}}', 'has a bad "queue"'],
])("foreign: %s", (text, says) => {
  expect(readQueue(text)).toEqual({ entries: [], bad: [says] });
});

test("entry by entry: what is bad does not take the rest with it", () => {
  const queue = [anEntry(1), null, { ...anEntry(2), state: "x" }, anEntry(3), anEntry(1), anEntry(4)];
  expect(readQueue(JSON.stringify({ version: 1, queue }))).toEqual({
    entries: [anEntry(1), anEntry(3), anEntry(4)],
    bad: [
      "has a bad entry: entry 2 does not hold a JSON object",
      'has a bad entry: entry 3 has a bad "state"',
      "has a bad entry: entry 5 is there already",
    ],
  });
});

function due(number: number, minute: number): QueueEntry {
  return anEntry(number, { dueAt: `2026-11-15T20:${minute}:00.000Z` });
}
