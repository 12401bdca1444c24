import { describe, expect, it } from "vitest";
import { readRow } from "../../src/claude/transcript/transcript.js";
import { NEW_YORK, origin, base, assistant, user, read } from "../support/claude/transcript-rows.js";

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
