import { existsSync, readFileSync, readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRow } from "../../src/claude/transcript.js";
import type { TranscriptEvent } from "../../src/claude/transcript.js";

const FIXTURES = new URL("../fixtures/", import.meta.url);
const NEW_YORK = { timeZone: "America/New_York" };
const MINUTE = 60_000;

interface Truth {
  readonly claim: string;
  readonly resetsAt: number;
}

interface Row {
  readonly sessionId: string;
  readonly uuid: string;
  readonly timestamp: string;
  readonly isApiErrorMessage?: boolean;
  readonly quotaLimits?: object;
  readonly message?: { readonly content: readonly { readonly text: string }[] };
}

function foldersIn(path: string): string[] {
  const url = new URL(path, FIXTURES);
  const releases = readdirSync(url);
  return releases.flatMap((release) =>
    readdirSync(new URL(`${release}/`, url)).map((name) => `${release}/${name}`),
  );
}

function linesOf(path: string): string[] {
  const url = new URL(path, FIXTURES);
  return existsSync(url) ? readFileSync(url, "utf8").split("\n").filter(Boolean) : [];
}

interface Case extends Truth {
  readonly limit: Truth | null;
  readonly pastLimit: Truth | null;
}

function caseOf(folder: string): Case {
  return JSON.parse(readFileSync(new URL(`${folder}/case.json`, FIXTURES), "utf8")) as Case;
}

/** What the claim of the API means; what a banner without it can say. */
const KIND_OF_CLAIM: Record<string, [kind: string, model?: string]> = {
  five_hour: ["five-hour"],
  seven_day: ["weekly"],
  seven_day_opus: ["model", "Opus"],
  seven_day_sonnet: ["model", "Sonnet"],
  overage: ["overage"],
};
const KIND_OF_WORDS: [words: RegExp, kind: string, model?: string][] = [
  [/session limit|5-hour limit/, "five-hour"],
  [/weekly limit/, "weekly"],
  [/Opus limit/, "model", "Opus"],
  [/Sonnet limit/, "model", "Sonnet"],
  [/out of extra usage/, "overage"],
];

/** The reset as far as the row carries it: the API's second, the epoch of 1.0.64, else the minute. */
function expectedLimit(row: Row, truth: Truth) {
  const text = row.message!.content[0]!.text;
  const exact = row.quotaLimits !== undefined || text.includes("|");
  const resetsAtMs = truth.resetsAt * 1000;
  const spoken = KIND_OF_WORDS.find(([words]) => words.test(text))?.slice(1) as [string, string?] | undefined;
  const [kind, model] = (row.quotaLimits ? KIND_OF_CLAIM[truth.claim] : spoken) ?? ["unknown"];
  const resetsAt = new Date(exact ? resetsAtMs : Math.floor(resetsAtMs / MINUTE) * MINUTE);
  return { kind, model, resetsAt, waitingHelps: true, text };
}

describe("readRow on real limits", () => {
  const captures = foldersIn("captures/");

  it("has 64 of them", () => {
    expect(captures).toHaveLength(64);
  });

  it.each(captures)("%s", (name) => {
    const truth = caseOf(`captures/${name}`);
    const rows = linesOf(`captures/${name}/transcript.jsonl`);
    const limits = rows.map((line) => readRow(line, NEW_YORK)).filter((event) => event?.type === "limitSeen");
    const row = JSON.parse(rows[0]!) as Row;
    const { sessionId, uuid, timestamp } = row;
    const origin = { at: new Date(timestamp), sessionId, uuid, sidechain: false };
    expect(limits).toEqual([{ type: "limitSeen", limit: expectedLimit(row, truth), ...origin }]);
    const notices = rows.slice(1).map((line) => readRow(line, NEW_YORK));
    const until = new Date(Math.floor(truth.resetsAt / 60) * MINUTE);
    const armed = { type: "nativeNoticeSeen", notice: { phase: "armed", until } };
    expect(notices).toMatchObject(notices.map(() => armed));
  });
});

describe("readRow on real sessions in every state", () => {
  const cases = foldersIn("states/").filter((name) => linesOf(`states/${name}/transcript.jsonl`).length > 0);

  it.each(cases)("%s", (name) => {
    const { limit, pastLimit } = caseOf(`states/${name}`);
    const truth = limit ?? pastLimit;
    const rows = linesOf(`states/${name}/transcript.jsonl`);
    const seen = rows.map((line) => readRow(line, NEW_YORK)).findLast((event) => event?.type === "limitSeen");
    const error = rows.map((line) => JSON.parse(line) as Row).findLast((row) => row.isApiErrorMessage);
    const expected = truth && error && expectedLimit(error, truth);
    const named = error?.quotaLimits !== undefined || /resets|\|/.test(expected?.text ?? "");
    expect({ text: seen?.limit.text, resetsAt: seen?.limit.resetsAt }).toEqual({
      // An empty balance blocks as a limit does, but no allowance was refused.
      text: name.endsWith("/credit-balance") ? "Credit balance is too low" : expected?.text,
      resetsAt: named && truth?.resetsAt !== null ? expected?.resetsAt : undefined,
    });
  });
});

describe("readRow on a real session from start to end", () => {
  it.each([
    [
      "2.1.325/native-fired",
      "promptSent limitSeen nativeNoticeSeen turnEnded nativeNoticeSeen promptSent assistantSpoke turnEnded",
    ],
    ["2.1.197/limit-then-good-turn", "promptSent limitSeen turnEnded promptSent assistantSpoke turnEnded"],
    // The file has the end of the turn before its prompt: time decides, not place.
    ["2.1.197/idle-after-turn", "promptSent assistantSpoke turnEnded"],
    ["2.1.197/quoted-in-tool-output", "promptSent assistantSpoke toolAnswered assistantSpoke turnEnded"],
    ["2.0.72/busy-retrying", "promptSent transientSeen"],
    ["2.0.72/exited-to-shell", "promptSent limitSeen"],
    ["2.0.72/idle-interrupted", "promptSent turnInterrupted"],
  ])("%s", (name, expected) => {
    const events = linesOf(`states/${name}/transcript.jsonl`).flatMap(
      (line) => readRow(line, NEW_YORK) ?? [],
    );
    const inTime = events.sort((a, b) => a.at.getTime() - b.at.getTime());
    const types = inTime.map((event) => event.type);
    // How often a retry was written depends on when the session was captured.
    expect(types.filter((type, index) => type !== types[index - 1])).toEqual(expected.split(" "));
  });
});

const origin = { at: new Date("2026-11-15T19:00:00.000Z"), sessionId: "s1", uuid: "u1", sidechain: false };
const base = { isSidechain: false, sessionId: "s1", uuid: "u1", timestamp: "2026-11-15T19:00:00.000Z" };

function assistant(text: string, more: object = {}, model = "claude-sonnet-5-5"): object {
  return {
    ...base,
    type: "assistant",
    message: { model, role: "assistant", content: [{ type: "text", text }] },
    ...more,
  };
}

function apiError(text: string, more: object = {}): object {
  return assistant(text, { isApiErrorMessage: true, ...more }, "<synthetic>");
}

function user(content: unknown, more: object = {}): object {
  return { ...base, type: "user", message: { role: "user", content }, ...more };
}

function read(row: object): TranscriptEvent | undefined {
  return readRow(JSON.stringify(row), NEW_YORK);
}

const BANNER = "You've hit your session limit · resets 3:44pm (America/New_York)";
const REJECTED = { status: "rejected", resetsAt: 1794775465, rateLimitType: "five_hour" };

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

describe("readRow on the conversation", () => {
  it.each<[string, object, object | undefined]>([
    ["a prompt", user("go on"), { type: "promptSent", text: "go on", automatic: false }],
    [
      "a prompt in parts",
      user([{ type: "text", text: "go on" }]),
      { type: "promptSent", text: "go on", automatic: false },
    ],
    [
      "an image",
      user([{ type: "image", source: {} }]),
      { type: "promptSent", text: "[Image]", automatic: false },
    ],
    [
      "a command that is a prompt",
      user("<command-message>init is analyzing…</command-message>\n<command-name>/init</command-name>"),
      {
        type: "promptSent",
        automatic: false,
        text: "<command-message>init is analyzing…</command-message>\n<command-name>/init</command-name>",
      },
    ],
    [
      "a local command",
      user("<command-name>/rate-limit-options</command-name>\n<command-message>x</command-message>"),
      undefined,
    ],
    ["what it printed", user("<local-command-stdout></local-command-stdout>"), undefined],
    ["a shell line", user("<bash-input>ls</bash-input>"), undefined],
    ["a note of the harness", user("Caveat: the messages below …", { isMeta: true }), undefined],
    [
      "native continue's prompt",
      user("Your claude.ai usage limit has reset. Continue the task you were working on", { isMeta: true }),
      {
        type: "promptSent",
        text: "Your claude.ai usage limit has reset. Continue the task you were working on",
        automatic: true,
      },
    ],
    [
      "native continue's prompt in words of tomorrow",
      user("Carry on.", { isMeta: true, origin: { kind: "auto-continuation" } }),
      { type: "promptSent", text: "Carry on.", automatic: true },
    ],
    ["a summary", user("This session is being continued …", { isCompactSummary: true }), undefined],
    ["an empty row", user([]), undefined],
    [
      "an interruption",
      user([{ type: "text", text: "[Request interrupted by user]" }]),
      { type: "turnInterrupted" },
    ],
    ["a tool's result", user([{ type: "tool_result", content: "ok" }]), { type: "toolAnswered" }],
    [
      "Claude's last words",
      {
        ...base,
        type: "assistant",
        message: { model: "claude-sonnet-5-5", content: [], stop_reason: "end_turn" },
      },
      { type: "assistantSpoke", endsTurn: true },
    ],
    ["Claude's words", assistant("Done."), { type: "assistantSpoke", endsTurn: false }],
    ["no response requested", assistant("No response requested.", {}, "<synthetic>"), undefined],
    ["the end of a turn", { ...base, type: "system", subtype: "turn_duration" }, { type: "turnEnded" }],
    [
      "a native notice",
      {
        ...base,
        type: "system",
        subtype: "informational",
        content: "Automatic continue cancelled · /rate-limit-options to re-arm",
      },
      {
        type: "nativeNoticeSeen",
        notice: {
          phase: "cancelled",
          until: undefined,
          text: "Automatic continue cancelled · /rate-limit-options to re-arm",
        },
      },
    ],
    [
      "another notice",
      { ...base, type: "system", subtype: "informational", content: "Tip of the day" },
      undefined,
    ],
    [
      "a row of another type",
      { ...base, type: "file-history-snapshot", snapshot: { type: "user" } },
      undefined,
    ],
  ])("%s", (_name, row, expected) => {
    expect(read(row)).toEqual(expected && { ...origin, ...expected });
  });

  it("takes the given time for a row that has none, and no row without any", () => {
    const row = JSON.stringify({ ...user("go on"), timestamp: "yesterday" });
    const now = new Date("2026-01-02T03:04:05.000Z");
    expect(readRow(row, { ...NEW_YORK, now })?.at).toEqual(now);
    expect(readRow(row, NEW_YORK)).toBeUndefined();
  });
});

describe("readRow on rows of many megabytes", () => {
  const long = 'pasted "text" \\ · ❯\n'.repeat(100_000);
  const toolResult = user([{ tool_use_id: "t1", type: "tool_result", content: long }], {
    toolUseResult: { stdout: long },
  });

  it.each<[string, object, object | undefined]>([
    ["a paste", user(long), { type: "promptSent" }],
    ["a paste that quotes a tool's result", user(JSON.stringify(toolResult)), { type: "promptSent" }],
    ["a paste in parts", user([{ type: "text", text: long }]), { type: "promptSent" }],
    [
      "an image",
      user([{ type: "image", source: { type: "base64", data: "A".repeat(2_000_000) } }]),
      { type: "promptSent", text: "[Image]" },
    ],
    ["a tool's result", toolResult, { type: "toolAnswered" }],
    ["a note of the harness", user(long, { isMeta: true }), undefined],
    ["a summary", user(long, { isCompactSummary: true }), undefined],
    ["what a local command printed", user(`<local-command-stdout>${long}`), undefined],
    ["Claude's words", assistant(long), { type: "assistantSpoke", endsTurn: false }],
    // 2.1.325 writes the type of an answer after its message.
    [
      "Claude's words, the type behind them",
      { message: { model: "m", content: long }, ...base, type: "assistant" },
      { type: "assistantSpoke", endsTurn: false },
    ],
    [
      "a request that was logged",
      { type: "api-request-blob", ...base, message: { role: "user", content: long } },
      undefined,
    ],
  ])("%s", (_name, row, expected) => {
    const json = JSON.stringify(row);
    const bytes = Buffer.from(json);
    const cut = { head: bytes.subarray(0, 65_536), tail: bytes.subarray(-65_536) };
    const readings = [json, bytes, cut].map((row) => readRow(row, NEW_YORK));
    const same = expected && { ...origin, ...expected };
    expect(readings).toMatchObject([same, same, same]);
  });

  it("knows how a long prompt begins", () => {
    const event = read(user(long));
    expect(event).toEqual({
      ...origin,
      type: "promptSent",
      automatic: false,
      text: long.slice(0, event?.type === "promptSent" ? event.text.length : 0),
    });
    expect(event?.type === "promptSent" && event.text.length).toBeGreaterThan(500);
  });

  it("says the same of a row read whole and read by its edges, wherever it is cut", () => {
    const filler = fc.array(
      fc.constantFrom('"', "\\", "{", "}", ",", ":", "é", "🙂", 'x,"type":"user"', "\n"),
      { maxLength: 40 },
    );
    const rows = filler
      .map((parts) => parts.join(""))
      .chain((text) =>
        fc.constantFrom(user(text || "x"), user([{ type: "tool_result", content: text }]), assistant(text)),
      );
    fc.assert(
      fc.property(rows, fc.nat(400), fc.nat(400), (row, fromHead, fromTail) => {
        const bytes = Buffer.from(JSON.stringify(row));
        const message = bytes.indexOf('"content":');
        // The edges are far longer than the fields before and after the message: so are these.
        const head = bytes.subarray(0, Math.max(message + 60, fromHead));
        const tail = bytes.subarray(-Math.max(20, Math.min(fromTail, bytes.length)));
        expect(readRow({ head, tail }, NEW_YORK)?.type).toBe(read(row)?.type);
      }),
    );
  });
});

describe("readRow on what is no row", () => {
  it.each(["", " ", "null", "[]", '"type":"user"', '{"type":"user"', '[{"type":"user"}]', '{"type":"user"}'])(
    "%j",
    (line) => {
      expect(readRow(line, NEW_YORK)).toBeUndefined();
    },
  );

  it("never throws", () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    const fields = fc.dictionary(
      fc.constantFrom(
        "type",
        "subtype",
        "message",
        "timestamp",
        "quotaLimits",
        "isApiErrorMessage",
        "error",
        "content",
      ),
      fc.oneof(
        fc.jsonValue(),
        fc.constantFrom("user", "assistant", "system", "api_error", "informational", base.timestamp),
      ),
    );
    fc.assert(
      fc.property(bytes, bytes, fields, (head, tail, row) => {
        readRow(head, NEW_YORK);
        readRow({ head, tail }, NEW_YORK);
        readRow(JSON.stringify(row), NEW_YORK);
        readRow({ head: Buffer.from(JSON.stringify(row)), tail: Buffer.from(JSON.stringify(row)) }, NEW_YORK);
      }),
      { numRuns: 2000 },
    );
  });
});
