import { describe, expect, it } from "vitest";

import { readFailure, type FailureClues } from "../../src/headless/failure.js";

const NOW = new Date("2026-11-15T18:00:00Z");
const MOMENT = { now: NOW, timeZone: "America/New_York" };
const RESETS_AT = Date.parse("2026-11-15T20:25:40Z") / 1000;

const read = (clues: FailureClues, pattern?: RegExp): unknown => {
  const failure = readFailure(clues, MOMENT, pattern);
  if (failure?.type !== "limit") return failure && failure.transient.kind;
  const { kind, resetsAt, waitingHelps } = failure.limit;
  return [kind, resetsAt?.toISOString().slice(11, 19), waitingHelps];
};

describe("the last words of a run", () => {
  it.each<[says: string, expected: unknown]>([
    // As measured with `claude -p`, on the releases named.
    ["You've hit your 5-hour limit · resets 3:25pm (America/New_York)", ["five-hour", "20:25:00", true]],
    ["You've hit your session limit · resets 3:25pm (America/New_York)", ["five-hour", "20:25:00", true]],
    ["5-hour limit reached ∙ resets 3:25pm", ["five-hour", "20:25:00", true]],
    [`Claude AI usage limit reached|${RESETS_AT}`, ["unknown", "20:25:40", true]],
    ["Claude AI usage limit reached|0", ["unknown", undefined, true]],
    ["Credit balance is too low", ["spend", undefined, false]],
    [
      'API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
      "overloaded",
    ],
    ["API Error: 500 Internal server error. This is a server-side issue, usually temporary", "server-error"],
    ["API Error: Connection error.", "connection"],
    ["API Error: Unable to connect to API (ECONNRESET)", "connection"],
    ["API Error: Connection dropped (ECONNRESET). Check the gateway set in ANTHROPIC_BASE_URL", "connection"],
    ["API Error: Rate limit reached", "throttled"],
    ["API Error: Server is temporarily limiting requests (not your usage limit) · Number of", "throttled"],
    ["Failed to authenticate. API Error: 401 invalid", undefined],
    ['API Error: 401 {"type":"error"} · Please run /login', undefined],
    ["Error: Reached max turns (1)", undefined],
    ["I could not find the file.", undefined],
    ["", undefined],
  ])("%s", (text, expected) => {
    expect(read({ text })).toEqual(expected);
  });

  it("have their reset to the second from what the API said", () => {
    const text = "You've hit your 5-hour limit · resets 3:25pm (America/New_York)";
    const quota = { status: "rejected", resetsAt: RESETS_AT, rateLimitType: "five_hour" };
    expect(read({ text, quota })).toEqual(["five-hour", "20:25:40", true]);
    expect(read({ text, quota: { ...quota, resetsAt: undefined } })).toEqual(["five-hour", "20:25:00", true]);
    expect(read({ text, quota: { status: "allowed" } })).toEqual(["five-hour", "20:25:00", true]);
  });

  it("are told by their status where the words are new", () => {
    const statuses = [429, 529, 500, 503, 400, 401, undefined];
    expect(statuses.map((status) => read({ text: "Something new", status }))).toEqual([
      "throttled",
      "overloaded",
      "server-error",
      "server-error",
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("may be the user's own pattern", () => {
    const pattern = /quota is used up/i;
    expect(read({ text: "Your quota is used up, resets at 3:25pm" }, pattern)).toEqual([
      "unknown",
      "20:25:00",
      true,
    ]);
    expect(read({ text: "Your quota is used up" }, pattern)).toEqual(["unknown", undefined, true]);
    expect(read({ text: "All is well" }, pattern)).toBeUndefined();
  });
});
