import { expect, test } from "vitest";

import { readCommandLine } from "../../src/cli/answer-call.js";

const VERBS = ["run", "status", "resume", "cancel", "logs", "detect", "config"];

test.each([
  [[], []],
  [["fix the tests"], ["fix the tests"]],
  [["hello"], ["hello"]],
  [
    ["-p", "hello"],
    ["-p", "hello"],
  ],
  [
    ["--model", "opus", "status"],
    ["--model", "opus", "status"],
  ],
  [["-c"], ["-c"]],
  [["-v"], ["-v"]],
  [
    ["mcp", "list"],
    ["mcp", "list"],
  ],
  [["update"], ["update"]],
  [["doctor"], ["doctor"]],
  [["--", "config"], ["config"]],
  [["--", "--help"], ["--help"]],
  [
    ["--", "--", "x"],
    ["--", "x"],
  ],
  [["--"], []],
  [["run --"], ["run --"]],
  [["Status"], ["Status"]],
])("%j goes to Claude Code", (args, passed) => {
  expect(readCommandLine(args, VERBS)).toEqual({ type: "start", command: undefined, args: passed });
});

test.each([
  [["run", "--"], undefined, []],
  [["run", "--", "claude", "-c"], "claude", ["-c"]],
  [["run", "--", "htop", "--", "-d"], "htop", ["--", "-d"]],
])("%j runs %s", (args, command, rest) => {
  expect(readCommandLine(args, VERBS)).toEqual({ type: "start", command, args: rest });
});

test.each([
  [["status"]],
  [["config", "get"]],
  [["run"]],
  [["run", "--prompt", "x", "--", "y"]],
  [["run", "htop"]],
  [["help"]],
  [["--help"]],
  [["-h", "config"]],
  [["--version"]],
  [["-V"]],
])("%j is ours", (args) => {
  expect(readCommandLine(args, VERBS)).toEqual({ type: "own" });
});

test.each([
  [["stauts"], "stauts", "did you mean cac status? To send it to Claude Code: cac -- stauts"],
  [["confg", "get"], "confg", "did you mean cac config? To send it to Claude Code: cac -- confg get"],
  [["log"], "log", "did you mean cac logs? To send it to Claude Code: cac -- log"],
  [["hlp"], "hlp", "did you mean cac help? To send it to Claude Code: cac -- hlp"],
])("%j is nearly ours, and refused", (args, word, fix) => {
  expect(() => readCommandLine(args, VERBS)).toThrow(
    expect.objectContaining({
      code: "NO_SUCH_COMMAND",
      message: `unknown command '${word}'`,
      fix,
      exitCode: 2,
    }),
  );
});
