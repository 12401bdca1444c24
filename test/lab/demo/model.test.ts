import { expect, it } from "vitest";
import { parseRelease } from "../../../src/claude/hooks/releases.js";
import { CONTINUE, DemoModel, HAIKU, JOB, lastAsked, resetAfter } from "../../../src/lab/demo/model.js";
import type { ApiRequest } from "../../../src/lab/api/stand-in-api.js";

const START = Date.parse("2026-11-15T19:00:00Z");
const NOTES_REMARK = {
  type: "text",
  text: "<system-reminder>\nSomething for the model.\n</system-reminder>",
};
const TOOL_RESULT = { type: "tool_result", tool_use_id: "toolu_1", content: "…" };

function text(text: string) {
  return { type: "text", text };
}

function bodyOf(...last: unknown[]) {
  return {
    messages: [
      { role: "user", content: [text(JOB)] },
      { role: "assistant", content: [] },
      { role: "user", content: last },
    ],
  };
}

function request(seconds: number, ...last: unknown[]): ApiRequest {
  const at = new Date(START + seconds * 1000);
  return { kind: "conversation", at, method: "POST", path: "/", headers: {}, body: bodyOf(...last) };
}

it("begins the job, runs into the limit, and finishes after the reset", () => {
  const model = new DemoModel("/project", parseRelease("2.1.325"));
  const limit = { type: "limit", claim: "five_hour", resetsAt: new Date(START + 22_000) };
  const write = { file_path: "/project/haiku.txt", content: HAIKU };
  const asked = [
    request(0, text(JOB)),
    request(2, TOOL_RESULT),
    request(21, TOOL_RESULT, text(CONTINUE)),
    request(22, TOOL_RESULT, text(CONTINUE)),
    request(23, TOOL_RESULT),
  ];
  expect(asked.map((each) => model.answer(each))).toEqual([
    expect.objectContaining({ type: "toolUse", name: "Read", input: { file_path: "/project/notes.md" } }),
    limit,
    limit,
    expect.objectContaining({ type: "toolUse", name: "Write", input: write }),
    expect.objectContaining({ type: "text" }),
  ]);
  expect(model.resetsAt).toEqual(limit.resetsAt);
  expect(model.exchanges().map(({ answered }) => answered)).toEqual([
    "reads",
    "limit",
    "limit",
    "writes",
    "done",
  ]);
});

it.each([
  ["a prompt", bodyOf(text(CONTINUE)), { type: "prompt", text: CONTINUE }],
  ["a prompt as a string", { messages: [{ role: "user", content: JOB }] }, { type: "prompt", text: JOB }],
  ["a tool's result", bodyOf(TOOL_RESULT, NOTES_REMARK), { type: "toolResult" }],
  ["a prompt joined to a result", bodyOf(TOOL_RESULT, text(CONTINUE)), { type: "prompt", text: CONTINUE }],
  [
    "a prompt below remarks, with the environment behind it (2.1.325)",
    {
      messages: [
        { role: "user", content: [NOTES_REMARK, text(JOB)] },
        { role: "system", content: [text("# Environment")] },
      ],
    },
    { type: "prompt", text: JOB },
  ],
  [
    "anything else",
    bodyOf(NOTES_REMARK, text("Your claude.ai usage limit has reset.\nContinue the task.")),
    { type: "prompt", text: "Your claude.ai usage limit has reset." },
  ],
  ["no message at all", {}, { type: "prompt", text: "" }],
])("reads %s", (_, body, asked) => {
  expect(lastAsked(body)).toEqual(asked);
});

it.each([
  ["2.1.325", "2026-11-15T19:00:10.200Z", "2026-11-15T19:00:31.000Z"],
  ["2.1.197", "2026-11-15T19:00:10.200Z", "2026-11-15T19:01:00.000Z"],
  ["2.1.197", "2026-11-15T19:00:45.000Z", "2026-11-15T19:02:00.000Z"],
])("gives %s at %s a reset that it can tell", (release, now, reset) => {
  expect(resetAfter(new Date(now), 20_000, parseRelease(release))).toEqual(new Date(reset));
});
