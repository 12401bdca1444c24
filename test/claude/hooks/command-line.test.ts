import fc from "fast-check";
import { expect, test } from "vitest";

import { readClaudeCall } from "../../../src/claude/hooks/command-line.js";

test.each([
  ["", "session"],
  ["fix the tests", "session"],
  ["--model opus", "session"],
  ["-c", "session"],
  ["--continue --verbose", "session"],
  ["--resume", "session"],
  ["-r 0123 more", "session"],
  ["-p hello", "print"],
  ["hello -p", "print"],
  ["--print hello", "print"],
  ["-cp hello", "print"],
  ["-pc hello", "print"],
  ["--output-format json -p hello", "print"],
  ["--add-dir a b -p hello", "print"],
  ["--allowedTools Bash Edit --print", "print"],
  // The value of an option, whatever it looks like.
  ["--append-system-prompt -p", "session"],
  ["--model mcp", "session"],
  ["--add-dir mcp", "session"],
  ["-n -p", "session"],
  // An optional value is none where it looks like an option.
  ["--resume -p", "print"],
  ["-r mcp", "session"],
  ["-rp", "session"],
  ["-- -p", "session"],
  ["-- mcp", "other"],
  ["mcp list", "other"],
  ["mcp serve -p", "other"],
  ["--model opus mcp list", "other"],
  ["--verbose doctor", "other"],
  ["config set -g theme dark", "other"],
  ["update", "other"],
  ["upgrade", "other"],
  ["setup-token", "other"],
  ["plugin install x", "other"],
  ["--version", "other"],
  ["-v", "other"],
  ["--help", "other"],
  ["-h", "other"],
  ["-p --help", "other"],
  ["--bg do-it", "other"],
  ["--worktree x --tmux", "other"],
  ["remote-control", "other"],
  ["mcp-server", "session"],
  ["-", "session"],
])("%s: %s", (line, kind) => {
  expect(readClaudeCall(line === "" ? [] : line.split(" ")).kind).toBe(kind);
});

test("a prompt of several words is no subcommand", () => {
  expect(readClaudeCall(["update the readme"]).kind).toBe("session");
});

test.each([
  [["--settings", "a.json"], [{ index: 1, attached: false, value: "a.json" }]],
  [["--settings=a.json", "hello"], [{ index: 0, attached: true, value: "a.json" }]],
  [["-c", "--settings", '{"a":1}'], [{ index: 2, attached: false, value: '{"a":1}' }]],
  [["--settings", "--settings"], [{ index: 1, attached: false, value: "--settings" }]],
  [
    ["--settings", "a", "--settings=b"],
    [
      { index: 1, attached: false, value: "a" },
      { index: 2, attached: true, value: "b" },
    ],
  ],
  [["--settings"], []],
  [["--model", "--settings", "x"], []],
  [["--", "--settings", "x"], []],
  [["mcp", "--settings", "x"], []],
])("the settings in %j", (args, settings) => {
  expect(readClaudeCall(args).settings).toEqual(settings);
});

test("any arguments are read, and a value stands where it is said to", () => {
  const word = fc.oneof(
    fc.constantFrom("--settings", "--settings=x", "-p", "-r", "--", "--add-dir", "mcp", "-", "--model"),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(word), (args) => {
      for (const { index, attached, value } of readClaudeCall(args).settings) {
        expect(args[index]).toBe(attached ? `--settings=${value}` : value);
      }
    }),
  );
});
