import { describe, expect, test } from "vitest";

import type { ScreenReading } from "../../src/claude/screen/screen-reading.js";
import type { TranscriptEvent } from "../../src/claude/transcript/transcript.js";
import type { SessionEvent } from "../../src/session/life/event.js";
import { ConversationHistory } from "../../src/driver/conversation-history.js";
import {
  HOUR,
  limit,
  limitSeen,
  MINUTE,
  NOON,
  OVERLOADED,
  reading,
  RESET,
  SPEND,
} from "../support/session/values.js";

const origin = { sessionId: undefined, uuid: undefined, sidechain: false };
const LIMIT: TranscriptEvent = { ...origin, type: "limitSeen", limit: limit(), at: new Date(NOON) };
const OVERLOAD: TranscriptEvent = {
  ...origin,
  type: "transientSeen",
  transient: OVERLOADED,
  at: new Date(NOON),
};
const PROMPT: TranscriptEvent = {
  ...origin,
  type: "promptSent",
  text: "go on",
  automatic: false,
  at: new Date(NOON + MINUTE),
};
const ANSWER: TranscriptEvent = {
  ...origin,
  type: "assistantSpoke",
  endsTurn: true,
  at: new Date(NOON + 2 * MINUTE),
};
const TURN_ENDED: TranscriptEvent = { ...origin, type: "turnEnded", at: new Date(NOON + MINUTE) };

describe("a conversation that stopped at a limit", () => {
  test("waits for it while it lies ahead", () => {
    expect(historyOf(LIMIT, TURN_ENDED).limitAhead(RESET - 1)).toEqual(limitSeen(NOON));
    expect(historyOf(LIMIT).movedOnAt).toBeUndefined();
  });

  test("waits for it also where the row of its prompt comes after it (2.1.197)", () => {
    const late = { ...PROMPT, at: new Date(NOON - 1000) };
    expect(historyOf(LIMIT, late).limitAhead(RESET - 1)).toEqual(limitSeen(NOON));
  });

  test.for<readonly [string, readonly TranscriptEvent[], number]>([
    ["is over", [LIMIT], RESET],
    ["was gone on from", [LIMIT, PROMPT, ANSWER], NOON + HOUR],
    ["does not pass by waiting", [{ ...LIMIT, limit: SPEND }], NOON],
    ["names no time", [{ ...LIMIT, limit: limit({ resetsAt: undefined }) }], NOON],
    ["never was", [PROMPT, ANSWER], NOON],
  ])("waits for nothing where it %s", ([, rows, now]) => {
    expect(historyOf(...rows).limitAhead(now)).toBeUndefined();
  });

  test("knows when it went on", () => {
    expect(historyOf(LIMIT, PROMPT, ANSWER).movedOnAt).toBe(NOON + 2 * MINUTE);
    expect(historyOf(PROMPT, ANSWER, LIMIT).movedOnAt).toBeUndefined();
  });
});

describe("what is seen", () => {
  const tomorrow = limit({ resetsAt: new Date(RESET + 24 * HOUR) });
  const other = limit({
    resetsAt: new Date(RESET + 5 * HOUR),
    text: "You've hit your session limit · resets 8pm",
  });
  test("of the old banner is nothing, also where its time reads as tomorrow's", () => {
    const history = historyOf(LIMIT);
    expect(history.withoutOld(limitSeen(NOON + HOUR, tomorrow, "bytes"))).toBeUndefined();
    expect(history.withoutOld(settled({ limit: tomorrow }))).toEqual(settled({}));
  });

  test("of another limit is news", () => {
    const history = historyOf(LIMIT);
    expect(history.withoutOld(limitSeen(NOON + HOUR, other, "bytes"))).toEqual(
      limitSeen(NOON + HOUR, other, "bytes"),
    );
    expect(history.withoutOld(settled({ limit: other }))).toEqual(settled({ limit: other }));
  });

  test("of the old failure is nothing", () => {
    expect(historyOf(OVERLOAD).withoutOld(settled({ transient: OVERLOADED }))).toEqual(settled({}));
  });

  test("is all news where the conversation had gone on", () => {
    const history = historyOf(LIMIT, PROMPT);
    expect(history.withoutOld(settled({ limit: tomorrow }))).toEqual(settled({ limit: tomorrow }));
  });

  test("is passed on where it is no sight at all", () => {
    expect(historyOf(LIMIT).withoutOld({ type: "promptSent", at: NOON })).toEqual({
      type: "promptSent",
      at: NOON,
    });
  });
});

function settled(more: Partial<ScreenReading>): SessionEvent {
  return { type: "screenSettled", reading: reading("idle", more), at: NOON };
}

function historyOf(...rows: readonly TranscriptEvent[]): ConversationHistory {
  const history = new ConversationHistory();
  for (const row of rows) history.take(row, { isNew: false });
  return history;
}
