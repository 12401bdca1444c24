import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRow } from "../../src/claude/transcript/transcript.js";
import { NEW_YORK, origin, base, assistant, user, read } from "../support/claude/transcript-rows.js";

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
