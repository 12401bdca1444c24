import { readRow } from "../../../src/claude/transcript/transcript.js";
import type { TranscriptEvent } from "../../../src/claude/transcript/transcript.js";

export const NEW_YORK = { timeZone: "America/New_York" };

export const origin = {
  at: new Date("2026-11-15T19:00:00.000Z"),
  sessionId: "s1",
  uuid: "u1",
  sidechain: false,
};
export const base = {
  isSidechain: false,
  sessionId: "s1",
  uuid: "u1",
  timestamp: "2026-11-15T19:00:00.000Z",
};

export function assistant(text: string, more: object = {}, model = "claude-sonnet-5-5"): object {
  return {
    ...base,
    type: "assistant",
    message: { model, role: "assistant", content: [{ type: "text", text }] },
    ...more,
  };
}

export function apiError(text: string, more: object = {}): object {
  return assistant(text, { isApiErrorMessage: true, ...more }, "<synthetic>");
}

export function user(content: unknown, more: object = {}): object {
  return { ...base, type: "user", message: { role: "user", content }, ...more };
}

export function read(row: object): TranscriptEvent | undefined {
  return readRow(JSON.stringify(row), NEW_YORK);
}

export const BANNER = "You've hit your session limit · resets 3:44pm (America/New_York)";
export const REJECTED = { status: "rejected", resetsAt: 1794775465, rateLimitType: "five_hour" };
