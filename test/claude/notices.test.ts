import { describe, expect, it } from "vitest";
import { readNativeNotice } from "../../src/claude/screen/native-wait.js";
import { readTransient } from "../../src/claude/limits/transient.js";

const at = { now: new Date("2026-11-15T19:09:00Z"), timeZone: "America/New_York" };

describe("readNativeNotice", () => {
  it.each([
    [
      "Usage limit reached · continuing automatically at 11:10am · esc or type to cancel",
      "armed",
      "2026-11-16T16:10:00Z",
    ],
    ["Continuing automatically at 2:30pm · esc to cancel", "armed", "2026-11-15T19:30:00Z"],
    [
      "● Usage limit reached · continuing automatically at 3:28pm · esc to cancel",
      "armed",
      "2026-11-15T20:28:00Z",
    ],
    ["    Continuing automatically at 3:28pm · Esc to cancel", "armed", "2026-11-15T20:28:00Z"],
    ["Continuing automatically when your limit resets · esc to cancel", "armed", undefined],
    ["Usage limit reached · continuing shortly · esc to cancel", "armed", undefined],
    ["Your usage limit has reset · press enter to continue", "stale", undefined],
    ["● Usage limit has reset · Press enter to continue", "stale", undefined],
    ["Your usage limit has reset", "stale", undefined],
    ["Usage limit reset · continuing automatically", "fired", undefined],
    ["Usage limit available again · continuing now", "fired", undefined],
    ["Automatic continue cancelled · /rate-limit-options to re-arm", "cancelled", undefined],
    ["Automatic continue cancelled · Claude Code exited during the wait, …", "cancelled", undefined],
    [
      "Automatic continue stopped after repeated usage-limit hits · /rate-limit-options to try again",
      "stopped",
      undefined,
    ],
    [
      "Automatic continue did not run · the continuation was blocked before it reached the model …",
      "failed",
      undefined,
    ],
  ])("reads %j", (text, phase, until) => {
    const shown = text.replace(/^(?:● | +)/, "");
    expect(readNativeNotice(text, at)).toEqual({ phase, until: until && new Date(until), text: shown });
  });

  it.each([
    "You've hit your limit · resets 3pm",
    "I am continuing automatically at 3pm",
    "",
    "Press Enter to continue…",
  ])("finds none in %j", (text) => expect(readNativeNotice(text, at)).toBeUndefined());
});

describe("readTransient", () => {
  it.each([
    ["API Error: Repeated 529 Overloaded errors. The API is at capacity …", "overloaded", false],
    ["API Error: 529 Overloaded. This is a server-side issue", "overloaded", false],
    ["API Error: 500 Internal server error. This is a server-side issue", "server-error", false],
    ["API Error: Server is temporarily limiting requests (not your usage limit)", "throttled", false],
    ["API Error: Rate limit reached", "throttled", false],
    [
      "API Error: Request rejected (429) · This request would exceed your account's rate limit.",
      "throttled",
      false,
    ],
    [
      "API Error: Your computer went to sleep mid-response. The response above may be incomplete.",
      "asleep",
      false,
    ],
    ["Connection lost", "connection", false],
    ["The response stopped arriving", "connection", false],
    ["API Error: Unable to connect to API (ECONNREFUSED)", "connection", false],
    ["API Error: Connection dropped (ECONNRESET). Check the gateway", "connection", false],
    ["API Error (529 Overloaded) · Retrying in 18 seconds… (attempt 6/10)", "overloaded", true],
    ["✻ 529 Overloaded · Retrying in 4s · attempt 6/10", "overloaded", true],
  ])("reads %j", (text, kind, retrying) => {
    expect(readTransient(text)).toEqual({ kind, retrying, text: text.replace("✻ ", "") });
  });

  it.each("· ✢ ✳ ✶ ✻ ✽ * ∗ ✦ ✧".split(" "))(
    "reads it behind %j, whatever the frame of the spinner",
    (sign) => {
      expect(readTransient(`${sign} 529 Overloaded · Retrying in 4s · attempt 6/10`)?.retrying).toBe(true);
    },
  );

  it.each([
    "API Error: 400 invalid_request_error",
    "API Error: 401 Invalid authentication credentials",
    "The server answered 529 Overloaded, so I waited.",
    "You've hit your limit · resets 3pm",
    "",
  ])("finds none in %j", (text) => expect(readTransient(text)).toBeUndefined());
});
