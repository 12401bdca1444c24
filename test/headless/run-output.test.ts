import fc from "fast-check";
import { expect, it } from "vitest";

import { lastResult } from "../../src/headless/run-output.js";

const result = {
  duration_ms: 12,
  usage: { iterations: [{ a: 1 }], server_tool_use: {} },
  session_id: "the-session",
  is_error: true,
  num_turns: 2,
  api_error_status: 429,
  result: "You've hit your limit",
  type: "result",
  subagent_stats: { by_type: {} },
};
const read = {
  sessionId: "the-session",
  isError: true,
  text: "You've hit your limit",
  status: 429,
  turns: 2,
};

it("is the object of the format json", () => {
  expect(lastResult(`${JSON.stringify(result)}\n`)).toEqual(read);
});

it("is the last of the list that --verbose gives", () => {
  const rows = [{ type: "system" }, { type: "assistant", message: { content: [{ text: "a" }] } }, result];
  expect(lastResult(`${JSON.stringify(rows)}\n`)).toEqual(read);
});

it("is found in the end of a long list", () => {
  const rows = [{ type: "user", text: '[{"a":'.repeat(20_000) }, result];
  expect(lastResult(JSON.stringify(rows).slice(-64 * 1024))).toEqual(read);
});

it("is not taken from inside a text", () => {
  const quoted = JSON.stringify([{ type: "result", is_error: true, result: "quoted" }]);
  expect(lastResult(JSON.stringify({ ...result, result: quoted }))).toMatchObject({ text: quoted });
});

it.each(["", "\n", "[]", "{", "Error: no", '{"type":"system"}', '[{"type":"system"}]', "[1,2]"])(
  "is not there in %j",
  (output) => {
    expect(lastResult(output)).toBeUndefined();
  },
);

it("survives a cut anywhere, and any text", () => {
  const whole = JSON.stringify([{ type: "system", cwd: "/x" }, result]);
  fc.assert(
    fc.property(fc.nat(whole.length), fc.string(), (at, text) => {
      lastResult(whole.slice(0, at));
      lastResult(`[{"type":"assistant","text":${JSON.stringify(text)}},{"type":"result"`);
      expect(lastResult(JSON.stringify([{ text }, { ...result, result: text }]))?.text).toBe(text);
    }),
  );
});
