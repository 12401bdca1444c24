import fc from "fast-check";
import { expect, test } from "vitest";

import { isConversationId } from "../../../src/store/records/conversation-id.js";
import { cutEntry, readEntry, type QueueEntry } from "../../../src/daemon/queue/queue-entry.js";
import { anEntry } from "../../support/daemon/entries.js";

test.each<[string, QueueEntry]>([
  ["as it waits", anEntry()],
  [
    "all that there can be",
    anEntry(1, {
      state: "NEEDS_YOU",
      why: "a dialog is open",
      refusals: ["tmux: is not running inside tmux"],
    }),
  ],
  ["typed", anEntry(1, { state: "RESUMING", dueAt: undefined, typedAt: "2026-11-15T20:28:11.000Z" })],
  ["barely known", anEntry(1, barelyKnown())],
])("an entry is read back: %s", (_, entry) => {
  expect(readEntry(JSON.parse(JSON.stringify(entry)))).toEqual({ ok: true, entry });
});

test("what a later release adds is left out, and so is what is not known of an environment", () => {
  const json: Record<string, unknown> = JSON.parse(JSON.stringify(anEntry()));
  const more = change(
    change({ ...json, later: 1 }, "session.reach.env.LD_PRELOAD", "/tmp/evil.so"),
    "stop.x",
    1,
  );
  expect(readEntry(more)).toEqual({ ok: true, entry: anEntry() });
});

test.each<[string, unknown]>([
  ["session", undefined],
  ["session", "x"],
  ["session.sessionId", undefined],
  ["session.sessionId", ""],
  ["session.sessionId", "--dangerously-skip-permissions"],
  ["session.sessionId", "../../etc/passwd"],
  ["session.sessionId", "a b"],
  ["session.sessionId", "a\n"],
  ["session.sessionId", "x".repeat(101)],
  ["session.transcript", "relative.jsonl"],
  ["session.transcript", "/home/\0.jsonl"],
  ["session.transcript", null],
  ["session.cwd", undefined],
  ["session.cwd", "project"],
  ["session.cwd", `/${"x".repeat(4096)}`],
  ["session.release", 2],
  ["session.reach", []],
  ["session.reach.process", 12],
  ["session.reach.process", null],
  ["session.reach.process.pid", 0],
  ["session.reach.process.pid", -1],
  ["session.reach.process.pid", 1.5],
  ["session.reach.process.pid", 1],
  ["session.reach.process.pid", "12"],
  ["session.reach.process.start", 12],
  ["session.reach.tty", "/dev/sda"],
  ["session.reach.tty", "/dev/pts/../sda"],
  ["session.reach.tty", "/dev/pts/3\n"],
  ["session.reach.tty", "pts/3"],
  ["session.reach.env", undefined],
  ["session.reach.env.TMUX", 1],
  ["session.reach.env.TMUX", "a\nb"],
  ["session.reach.env.TMUX", "x".repeat(4097)],
  ["stop", null],
  ["stop.kind", "x".repeat(201)],
  ["stop.text", 1],
  ["stop.resetsAt", "3pm"],
  ["stop.resetsAt", "2026-13-15T20:28:00Z"],
  ["stop.seenAt", undefined],
  ["stop.waitingHelps", undefined],
  ["state", "RUNNING"],
  ["state", "toString"],
  ["dueAt", 0],
  ["dueAt", "2026-11-15T20:28:10+01:00"],
  ["why", "x".repeat(2001)],
  ["refusals", undefined],
  ["refusals", [1]],
  ["refusals", Array.from({ length: 51 }, () => "")],
  ["updatedAt", undefined],
  ["typedAt", "now"],
])("refused: %s is %j", (path, value) => {
  expect(readEntry(change(JSON.parse(JSON.stringify(anEntry())), path, value))).toEqual({
    ok: false,
    says: `has a bad "${path}"`,
  });
});

test.each([[undefined], [null], ["x"], [[]], [7]])("refused: %j", (json) => {
  expect(readEntry(json)).toEqual({ ok: false, says: "does not hold a JSON object" });
});

test("whatever it is, it is read or refused", () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.constantFrom("session", "stop", "session.reach", "refusals"),
      (value, path) => {
        const read = readEntry(change(JSON.parse(JSON.stringify(anEntry())), path, value));
        expect(read.ok || read.says !== "").toBe(true);
      },
    ),
  );
});

test("what we write ourselves is always read back", () => {
  const anyText = fc.string({ maxLength: 5000, unit: "binary" });
  fc.assert(
    fc.property(anyText, anyText, fc.array(anyText, { maxLength: 60 }), (text, why, refusals) => {
      const entry = cutEntry(anEntry(1, { stop: { ...anEntry().stop, text }, why, refusals }));
      expect(readEntry(JSON.parse(JSON.stringify(entry)))).toEqual({ ok: true, entry });
    }),
    { numRuns: 50 },
  );
});

test.each([
  ["0f3c9a4e-1111-4222-8333-444455556666", true],
  ["-p", false],
  ["", false],
  [undefined, false],
])("%j is an id: %j", (text, is) => {
  expect(isConversationId(text)).toBe(is);
});

function barelyKnown(): Partial<QueueEntry> {
  const reach = { process: undefined, tty: undefined, env: {} };
  const session = { ...anEntry().session, transcript: undefined, release: undefined, reach };
  return { session, stop: { ...anEntry().stop, resetsAt: undefined, waitingHelps: false }, dueAt: undefined };
}

/** The same JSON with another value at a path, "a.b.c". */
function change(json: unknown, path: string, value: unknown): Record<string, unknown> {
  const [key = "", ...rest] = path.split(".");
  const object = { ...(json as Record<string, unknown>) };
  object[key] = rest.length === 0 ? value : change(object[key], rest.join("."), value);
  return object;
}
