import { expect, test } from "vitest";

import type { TranscriptEvent } from "../../src/claude/transcript/transcript.js";
import type { SessionEvent } from "../../src/session/life/event.js";
import { BEGINNING } from "../../src/session/life/life.js";
import { SessionRows } from "../../src/driver/session-rows.js";
import {
  apiError,
  assistant,
  BANNER,
  origin,
  read,
  REJECTED,
  user,
} from "../support/claude/transcript-rows.js";
import { limit, notice, OVERLOADED } from "../support/session/values.js";

/** What a row means for a session that was started before it. */
function eventOfRow(row: TranscriptEvent): SessionEvent | undefined {
  return new SessionRows({ since: row.at.getTime(), life: () => BEGINNING, isCancelled: () => false }).take(
    row,
  );
}

const at = origin.at.getTime();
const seen = limit();
const native = notice("armed", at);

const EVENTS: readonly [TranscriptEvent, SessionEvent | undefined][] = [
  [
    { ...origin, type: "limitSeen", limit: seen },
    { type: "limitSeen", limit: seen, at, source: "transcript" },
  ],
  [
    { ...origin, type: "transientSeen", transient: OVERLOADED },
    { type: "transientSeen", transient: OVERLOADED, at, source: "transcript" },
  ],
  [
    { ...origin, type: "nativeNoticeSeen", notice: native },
    { type: "nativeNoticeSeen", notice: native, at },
  ],
];

test.for(EVENTS)("%o", ([event, expected]) => {
  expect(eventOfRow(event)).toEqual(expected);
});

const ROWS: readonly [string, object, SessionEvent["type"] | undefined][] = [
  ["a limit", apiError(BANNER, { error: "rate_limit", quotaLimits: REJECTED }), "limitSeen"],
  ["an overload", apiError("API Error: 529 Overloaded"), "transientSeen"],
  ["no login", apiError("Invalid API key · Please run /login"), "failureSeen"],
  ["a prompt", user("go on"), "promptSent"],
  ["an answer", assistant("Done."), "workSeen"],
  ["what a tool answered", user([{ type: "tool_result", tool_use_id: "t1", content: "ok" }]), undefined],
  ["an interrupted turn", user([{ type: "text", text: "[Request interrupted by user]" }]), undefined],
];

test.for(ROWS)("%s, as its row is read", ([, row, type]) => {
  const event = read(row);
  expect(event).toBeDefined();
  const told = event && eventOfRow(event);
  expect(told && { type: told.type, at: "at" in told && told.at }).toEqual(type && { type, at });
});
