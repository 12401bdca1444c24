import fc from "fast-check";
import { describe, expect, it, test } from "vitest";

import { describeCall, parseCall, readRule } from "../../src/policy/rules/rule.js";

describe("readRule", () => {
  test.each([
    ["Bash", "Bash", undefined],
    ["Bash(git status *)", "Bash", "git status *"],
    ["  Edit(src/**)  ", "Edit", "src/**"],
    ["Bash(echo \"(a)\" ')')", "Bash", "echo \"(a)\" ')'"],
    ["Read(~/notes/**)", "Read", "~/notes/**"],
    ["WebFetch(domain:example.com)", "WebFetch", "domain:example.com"],
    ["WebFetch(domain:*.example.com)", "WebFetch", "domain:*.example.com"],
    ["mcp__github", "mcp__github", undefined],
    ["mcp__github__*", "mcp__github__*", undefined],
    ["mcp__git-hub__list_issues", "mcp__git-hub__list_issues", undefined],
    ["Task(Explore)", "Task", "Explore"],
    ["Agent(Explore)", "Agent", "Explore"],
    ["Skill(commit)", "Skill", "commit"],
    ["SomeNewTool", "SomeNewTool", undefined],
  ])("reads %s", (text, tool, specifier) => {
    expect(readRule(text)).toEqual({ ok: true, rule: { text: text.trim(), tool, specifier } });
  });

  test.each([
    ["", '"" is no rule: write Tool or Tool(specifier)'],
    ["Bash(", '"Bash(" is no rule: write Tool or Tool(specifier)'],
    ["Bash(ls) x", '"Bash(ls) x" is no rule: write Tool or Tool(specifier)'],
    ["Bash()", '"Bash()" has nothing in its parentheses: write Bash for every call of it'],
    ["Bash(:*)", '"Bash(:*)" has no command before its :*'],
    ["Bash(ls\u0007)", '"Bash(ls\u0007)" has a control character in it'],
    ["bash(ls)", '"bash(ls)" names no tool: the tool is called Bash'],
    ["webfetch", '"webfetch" names no tool: the tool is called WebFetch'],
    ["*", '"*" is no rule: write Tool or Tool(specifier)'],
    ["B*", '"B*" has a * in the name of its tool'],
    ["ExitPlanMode", '"ExitPlanMode" is a question to you, which no rule answers'],
    ["WebSearch(x)", '"WebSearch(x)" has parentheses, and WebSearch takes none: write WebSearch'],
    ["mcp__a__b(x)", '"mcp__a__b(x)" has parentheses, and mcp__a__b takes none: write mcp__a__b'],
    [
      "Bsh(ls)",
      '"Bsh(ls)" names no tool that takes parentheses: those are Bash, Edit, Write, MultiEdit, NotebookEdit, Read, NotebookRead, Glob, Grep, LS, WebFetch, Task, Agent, Skill',
    ],
    [
      "toString(x)",
      '"toString(x)" names no tool that takes parentheses: those are Bash, Edit, Write, MultiEdit, NotebookEdit, Read, NotebookRead, Glob, Grep, LS, WebFetch, Task, Agent, Skill',
    ],
    ["mcp__*", '"mcp__*" names no tool of a server: write mcp__server, mcp__server__* or mcp__server__tool'],
    [
      "WebFetch(example.com)",
      '"WebFetch(example.com)" names no domain: write WebFetch(domain:example.com) or WebFetch(domain:*.example.com)',
    ],
    [
      "WebFetch(domain:*)",
      '"WebFetch(domain:*)" names no domain: write WebFetch(domain:example.com) or WebFetch(domain:*.example.com)',
    ],
    ["Edit(!src)", '"Edit(!src)" begins with !, and rules cannot be turned round: use deny'],
    ["Edit(../x)", '"Edit(../x)" has .. in its path: write //, ~/ or / and the whole path'],
    ["Edit(src/[z-a])", '"Edit(src/[z-a])" has a [range] that runs backwards'],
  ])("refuses %s", (text, why) => {
    expect(readRule(text)).toEqual({ ok: false, why });
  });
});

describe("parseCall", () => {
  test.each([
    ["Bash(rm -rf /)", { tool: "Bash", input: { command: "rm -rf /" } }],
    ["Bash(echo (a))", { tool: "Bash", input: { command: "echo (a)" } }],
    ["Bash({ ls; })", { tool: "Bash", input: { command: "{ ls; }" } }],
    ["Edit(src/a.ts)", { tool: "Edit", input: { file_path: "src/a.ts" } }],
    ["NotebookEdit(a.ipynb)", { tool: "NotebookEdit", input: { notebook_path: "a.ipynb" } }],
    ["Grep(src)", { tool: "Grep", input: { path: "src" } }],
    ["WebFetch(https://example.com/)", { tool: "WebFetch", input: { url: "https://example.com/" } }],
    ["Task(Explore)", { tool: "Task", input: { subagent_type: "Explore" } }],
    ["Skill(commit)", { tool: "Skill", input: { skill: "commit" } }],
    ["mcp__s__t", { tool: "mcp__s__t", input: {} }],
    ['mcp__s__t({"a": 1})', { tool: "mcp__s__t", input: { a: 1 } }],
    [
      'Edit({"file_path": "a", "new_string": "b"})',
      { tool: "Edit", input: { file_path: "a", new_string: "b" } },
    ],
  ])("reads %s", (text, call) => {
    expect(parseCall(text)).toEqual(call);
  });

  test.each(["", "rm -rf /", "Bash(ls", "mcp__s__t(x)", "mcp__s__*", "WebSearch(x)"])(
    "reads no call in %j",
    (text) => {
      expect(parseCall(text)).toBeUndefined();
    },
  );
});

describe("describeCall", () => {
  test.each([
    [{ tool: "Bash", input: { command: "ls -la", description: "Lists" } }, "Bash(ls -la)"],
    [{ tool: "Bash", input: { command: "a\n\tb\u001b[2K\u202e" } }, String.raw`Bash(a\n\tb\u001b[2K\u202e)`],
    [{ tool: "Edit", input: { file_path: "/a b", old_string: "x" } }, "Edit(/a b)"],
    [{ tool: "Glob", input: { pattern: "**/*.ts" } }, "Glob(**/*.ts)"],
    [{ tool: "mcp__s__t", input: {} }, "mcp__s__t"],
    [{ tool: "mcp__s__t", input: { a: "b\nc" } }, String.raw`mcp__s__t({"a":"b\nc"})`],
    [{ tool: "Bash", input: { command: 3 } }, 'Bash({"command":3})'],
  ])("says %j", (call, text) => {
    expect(describeCall(call)).toBe(text);
  });

  it("is read back by parseCall where the call has one printable line", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (command) => {
        fc.pre(/^[\u0020-\u007e]+$/.test(command));
        const call = { tool: "Bash", input: { command } };
        expect(parseCall(describeCall(call))).toEqual(call);
      }),
    );
  });
});
