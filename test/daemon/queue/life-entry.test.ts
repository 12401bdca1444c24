import { describe, expect, test, vi } from "vitest";

import { entryOf, entryOfEvent, stopOfEntry } from "../../../src/daemon/queue/life-entry.js";
import { readEntry, type QueueEntry } from "../../../src/daemon/queue/queue-entry.js";
import { BEGINNING, type Life } from "../../../src/session/life/life.js";
import {
  DUE,
  failure,
  inTheWay,
  limitStop,
  NO_TIME,
  NOON,
  RESET,
  resuming,
  SPEND,
  waiting,
} from "../../support/session/values.js";
import { LIMIT, SESSION, STARTED } from "../../support/discover/foreign-values.js";
import { anEntry } from "../../support/daemon/entries.js";

const AROUND = { session: SESSION, refusals: ["tmux: is not running inside tmux"] };
const iso = (instant: number) => new Date(instant).toISOString();
const STOP = {
  kind: "five-hour",
  text: "You've hit your session limit · resets 3pm",
  resetsAt: iso(RESET),
  seenAt: iso(NOON),
  waitingHelps: true,
};

describe("a life as the queue has it", () => {
  const LIVES: readonly [string, Life, Partial<QueueEntry>][] = [
    ["just detected", { tag: "LIMIT_DETECTED", stop: limitStop() }, { state: "WAITING" }],
    ["waiting", waiting(), { state: "WAITING", dueAt: iso(DUE) }],
    ["resuming", resuming(), { state: "RESUMING" }],
    [
      "in need of the person",
      inTheWay("permission"),
      {
        state: "NEEDS_YOU",
        why: "a permission prompt waits for your answer; it goes on when the prompt is free",
      },
    ],
  ];
  test.for(LIVES)("%s", ([, life, changes]) => {
    vi.useFakeTimers({ now: NOON, toFake: ["Date"] });
    const entry = entryOf(life, AROUND);
    vi.useRealTimers();
    const { refusals } = AROUND;
    expect(entry).toEqual({ session: SESSION, stop: STOP, refusals, updatedAt: iso(NOON), ...changes });
    // It comes back as it was.
    expect(readEntry(JSON.parse(JSON.stringify(entry)))).toEqual({ ok: true, entry });
  });

  test("nothing where nothing is left to be done", () => {
    expect(entryOf(BEGINNING, AROUND)).toBeUndefined();
  });

  test("since when our prompt may stand there", () => {
    expect(entryOf(resuming(), { ...AROUND, typedAt: iso(RESET) })).toMatchObject({ typedAt: iso(RESET) });
  });
});

test("a limit that a hook told of waits from the first moment", () => {
  expect(entryOfEvent(LIMIT)).toMatchObject({
    session: SESSION,
    stop: LIMIT.stop,
    state: "WAITING",
    refusals: [],
  });
  expect(entryOfEvent(STARTED)).toBeUndefined();
});

describe("where a wait stood", () => {
  test.for([
    ["a limit", limitStop(), RESET],
    ["one that no wait ends", limitStop({ limit: SPEND }), 0],
    ["one without a time", limitStop({ limit: NO_TIME }), 0],
    ["a failure", failure(), 0],
  ] as const)("%s is read back", ([, stop, dueAt]) => {
    expect(stopOf(resuming({}, { stop }))).toEqual({ stop, dueAt });
  });

  test("its time is kept", () => {
    expect(stopOf(waiting())).toEqual({ stop: limitStop(), dueAt: DUE });
    const { dueAt } = stopOfEntry(anEntry(1, { dueAt: undefined }));
    expect(iso(dueAt)).toBe(anEntry().stop.resetsAt);
  });
});

function stopOf(life: Life) {
  const entry = entryOf(life, AROUND);
  return entry && stopOfEntry(entry);
}
