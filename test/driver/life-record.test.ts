import { describe, expect, test } from "vitest";

import { checkRecord, type SessionRecord } from "../../src/store/records/session-record.js";
import type { Life, Stop, Why } from "../../src/session/life/life.js";
import { describeLife, sayWhy, stopOfRecord } from "../../src/driver/life-record.js";
import {
  failure,
  inTheWay,
  limitStop,
  NO_TIME,
  NOON,
  OVERLOADED,
  RESET,
  resuming,
} from "../support/session/values.js";

const LIMIT = limitStop();
const LIMIT_RECORD = {
  kind: "five-hour",
  text: "You've hit your session limit · resets 3pm",
  resetsAt: "2026-11-15T15:00:00.000Z",
  seenAt: "2026-11-15T12:00:00.000Z",
};
const NOTHING = { stop: undefined, dueAt: undefined, attempts: 0, why: undefined };

const LIVES: readonly { readonly life: Life; readonly record: Partial<SessionRecord> }[] = [
  { life: { tag: "RUNNING", last: undefined }, record: { ...NOTHING, state: "RUNNING" } },
  {
    life: { tag: "LIMIT_DETECTED", stop: LIMIT },
    record: { ...NOTHING, state: "LIMIT_DETECTED", stop: LIMIT_RECORD },
  },
  {
    life: { tag: "WAITING", stop: LIMIT, since: NOON, dueAt: RESET, native: undefined },
    record: { ...NOTHING, state: "WAITING", stop: LIMIT_RECORD, dueAt: "2026-11-15T15:00:00.000Z" },
  },
  {
    life: resuming({ tries: 2 }),
    record: { ...NOTHING, state: "RESUMING", stop: LIMIT_RECORD, attempts: 2 },
  },
  {
    life: inTheWay("permission"),
    record: {
      ...NOTHING,
      state: "NEEDS_YOU",
      stop: LIMIT_RECORD,
      why: "a permission prompt waits for your answer; it goes on when the prompt is free",
    },
  },
];

describe("a life on disk", () => {
  test.for(LIVES)("$life.tag", ({ life, record }) => {
    expect(describeLife(life)).toEqual(record);
  });

  test.for(LIVES)("$life.tag is a record that can be read back", ({ life }) => {
    const record = recordOf(life);
    expect(checkRecord(JSON.parse(JSON.stringify(record)))).toEqual({ ok: true, record: defined(record) });
  });
});

describe("the stop of a record", () => {
  test.for<readonly [string, Stop]>([
    ["a limit", LIMIT],
    ["a limit without a time", limitStop({ limit: NO_TIME })],
    ["a failure", failure()],
  ])("comes back: %s", ([, stop]) => {
    const read = stopOfRecord(recordOf({ tag: "LIMIT_DETECTED", stop }));
    expect(read).toEqual({ ...stop, source: "transcript" });
  });

  test("of a kind that a later cac knows is a failure like any other", () => {
    const stop = { kind: "sunspots", text: "API Error: sunspots", seenAt: "2026-11-15T12:00:00.000Z" };
    expect(stopOfRecord({ ...recordOf({ tag: "RUNNING", last: undefined }), stop })).toEqual({
      ...failure(),
      transient: { ...OVERLOADED, kind: "unknown", text: "API Error: sunspots" },
      source: "transcript",
    });
  });

  test("is none where there was none", () => {
    expect(stopOfRecord(recordOf({ tag: "RUNNING", last: undefined }))).toBeUndefined();
  });
});

test.for<readonly [Why, string | undefined, string]>([
  ["waitingDoesNotHelp", undefined, "waiting does not bring it back: see /usage in Claude Code"],
  ["inTheWay", "question", "a question waits for your answer; it goes on when the prompt is free"],
  ["inTheWay", "limit-menu", "the limit menu does not close; it goes on when the prompt is free"],
  [
    "inTheWay",
    "busy",
    "the session looks busy, and nothing of its turn comes; it goes on when the prompt is free",
  ],
  ["inTheWay", "unknown", "no prompt of Claude Code can be seen; it goes on when the prompt is free"],
  [
    "triesUsedUp",
    "idle",
    "the prompt was sent three times and the session does not go on; look at it, or: cac resume",
  ],
  ["failsForTooLong", undefined, "it has failed for two hours; look at it, or: cac resume"],
  ["failed", "Please run /login", "Claude Code answers with an error: Please run /login"],
  ["stoodAside", undefined, "cac failed too often and leaves the session to you; what happened: cac logs"],
])("%s (%s): says what to do", ([why, what, says]) => {
  expect(sayWhy(why, what)).toBe(says);
});

function recordOf(life: Life): SessionRecord {
  return {
    version: 1,
    id: "k3m9p",
    pid: 4242,
    command: ["claude"],
    cwd: "/home/me",
    startedAt: "2026-11-15T11:00:00.000Z",
    updatedAt: "2026-11-15T12:00:00.000Z",
    ...describeLife(life),
  };
}

/** Without the keys that JSON does not keep. */
function defined(record: SessionRecord): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
