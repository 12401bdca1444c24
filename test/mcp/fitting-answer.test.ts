import { expect, test } from "vitest";

import { fittingAnswer } from "../../src/mcp/ask-tool.js";

const LONG = "🦊".repeat(30_000);
const WHERE = { persona: "ada", projectRoot: "/home/me/my project" };

test.each([
  ["2.0.72", "claude-code", LONG],
  ["2.1.325", "claude-code", LONG],
  ["1.0.64", "another-client", LONG],
  ["none that we can read", "claude-code", LONG],
  ["1.0.64", "claude-code", "x".repeat(50_000)],
])("whole for %s of %s", (version, name, answer) => {
  expect(fittingAnswer(answer, { ...WHERE, client: { name, version } })).toBe(answer);
});

test("whole for who does not say who it is", () => {
  expect(fittingAnswer(LONG, { ...WHERE, client: undefined })).toBe(LONG);
});

test("for 1.0.64 its beginning, in whole characters, and where the rest is", () => {
  const client = { name: "claude-code", version: "1.0.64" };
  expect(fittingAnswer(`x${LONG}`, { ...WHERE, client })).toBe(
    `x${"🦊".repeat(22_499)}\n\n[cut here: this Claude Code accepts no longer results; the whole answer has 60001 characters; this command prints it from memory: cac persona memory ada --last 1 --json --project '/home/me/my project']`,
  );
});
