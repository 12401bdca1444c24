import { describe, expect, it } from "vitest";
import {
  origin,
  base,
  assistant,
  apiError,
  user,
  read,
  BANNER,
  REJECTED,
} from "../support/claude/transcript-rows.js";

describe("readRow and quotaLimits", () => {
  const resetsAt = new Date(1794775465_000);
  const shown = new Date("2026-11-15T20:44:00.000Z");

  it.each([
    ["the claim and the second", REJECTED, BANNER, { kind: "five-hour", resetsAt }],
    [
      "a model of tomorrow",
      { ...REJECTED, rateLimitType: "seven_day_fable_5" },
      "?",
      { kind: "model", model: "Fable 5", resetsAt },
    ],
    [
      "a model that only the banner names",
      { ...REJECTED, rateLimitType: "seven_day_overage_included" },
      "You've hit your Fable limit · resets 3:44pm",
      { kind: "model", model: "Fable", resetsAt },
    ],
    [
      "a model that nothing names",
      { ...REJECTED, rateLimitType: "seven_day_overage_included" },
      "?",
      { kind: "model", resetsAt },
    ],
    [
      "a claim of tomorrow",
      { ...REJECTED, rateLimitType: "ten_minute" },
      BANNER,
      { kind: "unknown", resetsAt },
    ],
    ["no claim", { status: "rejected", resetsAt: 1794775465 }, BANNER, { kind: "unknown", resetsAt }],
    [
      "no reset: the banner's",
      { status: "rejected", rateLimitType: "five_hour" },
      BANNER,
      { kind: "five-hour", resetsAt: shown },
    ],
    [
      "a reset that is none",
      { ...REJECTED, resetsAt: 1e300 },
      BANNER,
      { kind: "five-hour", resetsAt: shown },
    ],
    [
      "no reset at all",
      { status: "rejected", rateLimitType: "seven_day" },
      "?",
      { kind: "weekly", resetsAt: undefined },
    ],
    [
      "an allowance behind a spend limit comes back with time",
      REJECTED,
      "You've hit your org's monthly spend limit · run /usage-credits to raise it",
      { kind: "five-hour", resetsAt },
    ],
    [
      "money does not",
      { ...REJECTED, rateLimitType: "overage" },
      "You've hit your monthly spend limit · raise it at claude.ai/settings/usage",
      { kind: "spend", resetsAt, waitingHelps: false },
    ],
  ])("%s", (_name, quotaLimits, text, expected) => {
    const limit = { model: undefined, waitingHelps: true, text, ...expected };
    expect(read(apiError(text, { quotaLimits, error: "rate_limit" }))).toEqual({
      ...origin,
      type: "limitSeen",
      limit,
    });
  });

  it("goes by the banner where the quota was not refused, and is none without one", () => {
    const quotaLimits = { ...REJECTED, status: "allowed_warning" };
    expect(read(apiError(BANNER, { quotaLimits }))?.type).toBe("limitSeen");
    expect(read(apiError("API Error: 400 bad request", { quotaLimits }))?.type).toBe("failureSeen");
  });

  it("flags a subagent's", () => {
    expect(read(apiError(BANNER, { quotaLimits: REJECTED, isSidechain: true }))?.sidechain).toBe(true);
  });
});

describe("readRow on errors that are no limit", () => {
  it.each([
    [
      "API Error: Request rejected (429) · This request would exceed your rate limit",
      { error: "rate_limit" },
      "throttled",
    ],
    ["Something new about requests", { error: "rate_limit" }, "throttled"],
    [
      "API Error: Server is temporarily limiting requests (not your usage limit)",
      { error: "rate_limit" },
      "throttled",
    ],
    [
      "API Error: Repeated 529 Overloaded errors. The API is at capacity",
      { error: "overloaded" },
      "overloaded",
    ],
    ["API Error: 500 Internal server error.", {}, "server-error"],
    ["API Error: Unable to connect to API (ECONNREFUSED)", {}, "connection"],
  ])("%s", (text, more, kind) => {
    const transient = { kind, retrying: false, text };
    expect(read(apiError(text, more))).toEqual({ ...origin, type: "transientSeen", transient });
  });

  it("reports what neither waiting nor another try mends", () => {
    const text = "Invalid API key · Please run /login";
    const expected = { ...origin, type: "failureSeen", error: "authentication_failed", text };
    expect(read(apiError(text, { error: "authentication_failed" }))).toEqual(expected);
  });

  it("reads a retry that is under way", () => {
    const retry = { retryInMs: 4012.5, retryAttempt: 6, maxRetries: 10 };
    const row = { ...base, type: "system", subtype: "api_error", error: { status: 529 }, ...retry };
    const text = "API Error (529) · Retrying in 4 seconds… (attempt 6/10)";
    expect(read(row)).toEqual({
      ...origin,
      type: "transientSeen",
      transient: { kind: "overloaded", retrying: true, text },
    });
  });
});

describe("readRow on a banner that is quoted", () => {
  const quotedRow = JSON.stringify(apiError(BANNER, { quotaLimits: REJECTED, error: "rate_limit" }));

  it.each<[string, object, string | undefined]>([
    ["by Claude", assistant(BANNER), "assistantSpoke"],
    ["by Claude, as a whole row", assistant(quotedRow), "assistantSpoke"],
    ["by a person", user(BANNER), "promptSent"],
    ["by a person, as a whole row", user(quotedRow), "promptSent"],
    [
      "in a tool's result",
      user([{ type: "tool_result", tool_use_id: "t1", content: quotedRow }]),
      "toolAnswered",
    ],
    [
      "in a tool's result, as an object",
      user([{ type: "tool_result", content: "x" }], { toolUseResult: JSON.parse(quotedRow) as object }),
      "toolAnswered",
    ],
    ["by a row that only claims to be an error", assistant(BANNER, { isApiErrorMessage: true }), undefined],
    ["by a row that only claims to be synthetic", assistant(BANNER, {}, "<synthetic>"), undefined],
    ["in a system row", { ...base, type: "system", subtype: "local_command", content: BANNER }, undefined],
    [
      "in a request that was logged",
      { ...base, type: "api-request-blob", message: { role: "user", content: BANNER } },
      undefined,
    ],
  ])("%s", (_name, row, type) => {
    expect(read(row)?.type).toBe(type);
  });
});
