import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { readInboxEvent, writeInboxEvent, type InboxEvent } from "../../src/discover/inbox-event.js";
import { LIMIT, SESSION, STARTED } from "../support/discover/foreign-values.js";

test.each<[string, InboxEvent]>([
  ["a limit", LIMIT],
  ["a start", STARTED],
  ["an end", { ...STARTED, event: "sessionEnded" }],
  ["an end by the person's hand", { ...STARTED, event: "sessionEnded", byPerson: true }],
  [
    "a session of which little is known",
    {
      ...STARTED,
      session: {
        sessionId: "s1",
        transcript: undefined,
        cwd: "C:\\Users\\ada",
        release: undefined,
        reach: { process: undefined, tty: undefined, env: {} },
      },
    },
  ],
])("%s is read as it was written", (_, event) => {
  expect(readInboxEvent(writeInboxEvent(event))).toEqual({ ok: true, event });
});

test("a long banner is cut, so that the event is not refused for it", () => {
  const text = `You've hit your limit ${"!".repeat(5000)}`;
  const read = readInboxEvent(writeInboxEvent({ ...LIMIT, stop: { ...LIMIT.stop!, text } }));
  expect(read).toEqual({ ok: true, event: { ...LIMIT, stop: { ...LIMIT.stop, text: text.slice(0, 2000) } } });
});

test("what would be refused is not written", () => {
  const session = { ...SESSION, sessionId: "--dangerously" };
  expect(() => writeInboxEvent({ ...LIMIT, session })).toThrow('the event has a bad "session.sessionId"');
});

test("nothing is taken along that is no field of ours", () => {
  const { env } = SESSION.reach;
  const reach = { ...SESSION.reach, env: { ...env, ANTHROPIC_API_KEY: "sk-ant-1" }, extra: 1 };
  const json = JSON.stringify({ ...STARTED, session: { ...SESSION, reach }, stop: LIMIT.stop });
  expect(readInboxEvent(json)).toEqual({ ok: true, event: STARTED });
});

test("an event of a later cac is told apart from a damaged one", () => {
  expect(readInboxEvent('{"version":2}')).toEqual({
    ok: false,
    says: "is of version 2, written by a later cac",
    newer: true,
  });
});

describe("is refused:", () => {
  test.each<[string, unknown, string]>([
    ["no object", [LIMIT], "does not hold a JSON object"],
    ["no version", { ...LIMIT, version: undefined }, bad("version")],
    ["an unknown event", { ...LIMIT, event: "constructor" }, bad("event")],
    ["a time that is none", { ...LIMIT, at: "2026-13-45T99:99:99Z" }, bad("at")],
    ["no session", { ...LIMIT, session: undefined }, bad("session")],
    ["a session id that is an option", session({ sessionId: "-p" }), bad("session.sessionId")],
    ["a session id that is a path", session({ sessionId: "../x" }), bad("session.sessionId")],
    ["a relative transcript", session({ transcript: "x.jsonl" }), bad("session.transcript")],
    ["a transcript with a NUL", session({ transcript: "/x\0.jsonl" }), bad("session.transcript")],
    ["a cwd beyond all bounds", session({ cwd: `/${"x".repeat(5000)}` }), bad("session.cwd")],
    ["a release with more in it", session({ release: "2.1.325; rm" }), bad("session.release")],
    ["a reach that is a list", session({ reach: [] }), bad("session.reach")],
    ["a whole group of processes", reach({ process: { pid: -1 } }), bad("session.reach.process.pid")],
    ["the first process", reach({ process: { pid: 1 } }), bad("session.reach.process.pid")],
    ["half a process", reach({ process: { pid: 9.5 } }), bad("session.reach.process.pid")],
    [
      "a start with a line break",
      reach({ process: { pid: 9, start: "a\n" } }),
      bad("session.reach.process.start"),
    ],
    ["a terminal that is a disk", reach({ tty: "/dev/sda" }), bad("session.reach.tty")],
    ["a terminal by a detour", reach({ tty: "/dev/pts/../sda" }), bad("session.reach.tty")],
    ["a variable that is a number", reach({ env: { TMUX: 1 } }), bad("session.reach.env.TMUX")],
    ["a variable of two lines", reach({ env: { TMUX: "a\nb" } }), bad("session.reach.env.TMUX")],
    ["a limit without its stop", { ...LIMIT, stop: undefined }, bad("stop")],
    ["an unknown kind", stop({ kind: "toString" }), bad("stop.kind")],
    ["a text beyond all bounds", stop({ text: "x".repeat(2001) }), bad("stop.text")],
    ["a reset that is a number", stop({ resetsAt: 1_794_775_144 }), bad("stop.resetsAt")],
    ["a truth that is a text", stop({ waitingHelps: "yes" }), bad("stop.waitingHelps")],
  ])("%s", (_, value, says) => {
    expect(readInboxEvent(JSON.stringify(value))).toEqual({ ok: false, says, newer: false });
  });

  test("any text and any JSON is read without an error", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.jsonValue().map(inAnEvent)), (json) => {
        const read = readInboxEvent(json);
        // What is taken can be written again, and means the same.
        expect(read.ok ? readInboxEvent(writeInboxEvent(read.event)) : read).toEqual(read);
      }),
    );
  });
});

function inAnEvent(value: unknown): string {
  const reach = { ...SESSION.reach, env: value, tty: value };
  return JSON.stringify({ ...LIMIT, session: { ...SESSION, reach }, stop: { ...LIMIT.stop, text: value } });
}

function session(change: object): object {
  return { ...LIMIT, session: { ...SESSION, ...change } };
}

function reach(change: object): object {
  return session({ reach: { ...SESSION.reach, ...change } });
}

function stop(change: object): object {
  return { ...LIMIT, stop: { ...LIMIT.stop, ...change } };
}

function bad(field: string): string {
  return `has a bad "${field}"`;
}
