import { describe, expect, it } from "vitest";

import { readPrintArguments, resumeArguments } from "../../src/launch/print-arguments.js";

const ID = "11111111-2222-4333-8444-555555555555";

/** A command line as one would type it; `'a b'` is one argument. */
function split(line: string): string[] {
  return (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'(.*)'$/, "$1"));
}

describe("what a command line says about its answer and its session", () => {
  const plain = {
    output: "text",
    input: "text",
    isNewSession: true,
    sessionId: undefined,
    resumedId: undefined,
    isSaved: true,
  };

  it.each([
    ["-p hello", plain],
    ["", plain],
    ["-p --output-format json x", { ...plain, output: "json" }],
    ["-p --output-format=stream-json --verbose x", { ...plain, output: "stream-json" }],
    ["-p --output-format json --output-format text x", plain],
    ["-p --input-format stream-json", { ...plain, input: "stream-json" }],
    [`-p --session-id ${ID} x`, { ...plain, isNewSession: false, sessionId: ID }],
    [`-p --session-id=${ID} x`, { ...plain, isNewSession: false, sessionId: ID }],
    ["-p -c x", { ...plain, isNewSession: false }],
    ["-pc x", { ...plain, isNewSession: false }],
    ["-p --continue x", { ...plain, isNewSession: false }],
    [`-p -r ${ID} x`, { ...plain, isNewSession: false, resumedId: ID }],
    [`-pr${ID} x`, { ...plain, isNewSession: false, resumedId: ID }],
    [`-p --resume=${ID} x`, { ...plain, isNewSession: false, resumedId: ID }],
    ["-p --resume 'the name of it' x", { ...plain, isNewSession: false }],
    [`-p --resume=${ID} --fork-session x`, { ...plain, isNewSession: false }],
    ["-p --no-session-persistence x", { ...plain, isSaved: false }],
    // A value is no option, whatever it looks like; behind `--` there are none.
    ["-p --append-system-prompt --continue x", plain],
    ["-p -- --continue", plain],
    ["-p --model --output-format json", plain],
  ])("%s", (line, expected) => {
    expect(readPrintArguments(split(line))).toEqual(expected);
  });
});

describe("the command that carries a session on", () => {
  const earlier = { sessionId: ID, hadInput: false, cwd: undefined };
  const resumed = (line: string, more: object = {}): string | undefined =>
    resumeArguments(split(line), { ...earlier, ...more })?.join(" ");

  it.each([
    ["-p 'do it'", "-p"],
    ["'do it' -p", "-p"],
    ["-p -- 'do it'", "-p"],
    ["-p -- --looks-like-one", "-p"],
    ["'do it'", ""],
    ["-p 'do it' --allowedTools Read 'Bash(git log:*)'", "-p --allowedTools Read Bash(git log:*)"],
    ["-p 'do it' --output-format json --max-turns 3", "-p --output-format json --max-turns 3"],
    ["-p --model opus 'do it' --verbose", "-p --model opus --verbose"],
    ["-p --verbose 'do it'", "-p --verbose"],
    ["-p --dangerously-skip-permissions 'do it'", "-p --dangerously-skip-permissions"],
    ["-p --include-partial-messages 'do it'", "-p --include-partial-messages"],
    ["-p --append-system-prompt -x 'do it'", "-p --append-system-prompt -x"],
    ["-p --debug 'do it' more", "-p --debug do it"],
    ["-pc 'do it'", "-p"],
    ["-p -c 'do it'", "-p"],
    [`-p --resume ${ID} --fork-session 'do it'`, "-p"],
    [`-p --resume=other 'do it'`, "-p"],
    [`-prother 'do it'`, "-p"],
    [`-p --session-id ${ID} 'do it'`, "-p"],
    ["-p --from-pr 12 'do it'", "-p"],
    ["-p -w fix 'do it'", "-p -w fix"],
    ["-p --worktree=fix 'do it'", "-p --worktree=fix"],
  ])("%s", (line, expected) => {
    expect(resumed(line)).toBe(`--resume ${ID} ${expected}`.trimEnd());
  });

  it("takes a word behind an option that it does not know for a value where there is another prompt", () => {
    expect(resumed("-p --later fast 'do it'")).toBe(`--resume ${ID} -p --later fast`);
    expect(resumed("-p --later fast", { hadInput: true })).toBe(`--resume ${ID} -p --later fast`);
  });

  it("takes it for the prompt where there is no other", () => {
    expect(resumed("-p --later 'do it'")).toBe(`--resume ${ID} -p --later`);
  });

  it("takes the last of a list for the prompt where there is no other: 1.0.64 has one --mcp-config only", () => {
    expect(resumed("-p --mcp-config a.json 'do it'")).toBe(`--resume ${ID} -p --mcp-config a.json`);
    expect(resumed("-p --mcp-config a.json")).toBe(`--resume ${ID} -p --mcp-config a.json`);
  });

  it("goes back to the worktree that the first run made", () => {
    const cwd = "/home/me/project/.claude/worktrees/happy-fox";
    expect(resumed("-p 'do it' -w", { cwd })).toBe(`--resume ${ID} -p -w happy-fox`);
    expect(resumed("-p --worktree --verbose 'do it'", { cwd })).toBe(
      `--resume ${ID} -p --worktree happy-fox --verbose`,
    );
  });

  it("is not there where that worktree is not known", () => {
    expect(resumed("-p 'do it' -w")).toBeUndefined();
    expect(resumed("-p 'do it' -w", { cwd: "/home/me/project" })).toBeUndefined();
  });
});
