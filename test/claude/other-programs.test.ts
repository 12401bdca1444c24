import { describe, expect, it } from "vitest";
import { screenOfText } from "../../src/claude/screen/screen.js";
import type { Screen } from "../../src/claude/screen/screen.js";
import { readScreen } from "../../src/claude/screen/screen-reading.js";

const at = { now: new Date("2026-11-15T19:09:00Z"), timeZone: "America/New_York" };
const RULE = "─".repeat(120);
const WIDE = "x".repeat(120);
const BANNER = "You've hit your session limit · resets 3:39pm (America/New_York)";

function read(...rows: string[]) {
  return readScreen(screenOfText(rows.join("\n")), at);
}

function withCursor(rows: string[], cursor: NonNullable<Screen["cursor"]>): Screen {
  return { ...screenOfText(rows.join("\n")), cursor };
}

const PROMPT = ["● Done.", "", RULE, "❯ ", RULE, "  ? for shortcuts"];

describe("what only looks like a prompt of Claude Code", () => {
  it.each([
    ["a box narrower than the screen", [WIDE, "────────────", "> quoted text", "────────────"]],
    ["a heading between rules", [WIDE, "─".repeat(40), "# Results", "─".repeat(40)]],
    ["fzf with a border", [WIDE, "╭──────────╮", "│ > foo    │", "╰──────────╯"]],
    ["a frame that a shell has written below", [...PROMPT, "user@host:~$ "]],
    ["an editor", ["import x from 'y';", "~", "~", "-- INSERT --   1,1   All"]],
    ["nothing at all", [""]],
    ["a shell", ["$ ls", "README.md", "$ "]],
  ])("%s is unknown", (_name, rows) => {
    expect(read(...rows)).toMatchObject({ state: "unknown", limit: undefined, draft: undefined });
  });

  it("is unknown where the cursor stands elsewhere", () => {
    expect(readScreen(withCursor(PROMPT, { row: 3, column: 2 }), at).state).toBe("idle");
    expect(readScreen(withCursor(PROMPT, { row: 6, column: 0 }), at).state).toBe("idle");
    expect(readScreen(withCursor([...PROMPT, "  ~/project  "], { row: 6, column: 13 }), at).state).toBe(
      "unknown",
    );
    expect(readScreen(withCursor(PROMPT, { row: 0, column: 0 }), at).state).toBe("unknown");
  });

  it("a draft with a rule in it is still a draft", () => {
    expect(
      read("● Done.", RULE, "❯ first", `  ${"─".repeat(30)}`, "  last", RULE, "  ? for shortcuts"),
    ).toMatchObject({
      state: "draft",
      draft: `first\n${"─".repeat(30)}\nlast`,
    });
  });
});

describe("what only looks like a limit", () => {
  it.each([
    [
      "a tool of an MCP server",
      ["❯ look", "", '● my/server - read (MCP)(file: "x")', `  ⎿  ${BANNER}`, ...PROMPT.slice(1)],
    ],
    ["output of the shell mode", ["! cat job.log", `  ⎿  ${BANNER}`, ...PROMPT.slice(1)]],
    [
      "a turn that was interrupted later",
      [
        `  ⎿  ${BANNER}`,
        "",
        "> /fix it",
        "  ⎿  Interrupted · What should Claude do instead?",
        ...PROMPT.slice(1),
      ],
    ],
  ])("%s is none", (_name, rows) => {
    expect(read(...rows)).toMatchObject({ state: "idle", limit: undefined });
  });
});

describe("a limit that something else stands below", () => {
  it.each([
    ["the tasks", ["  2 tasks (1 done, 1 open)", "  ✔ Read the parser", "  ◻ Fix the parser"]],
    ["an unknown command", ["● Unknown command: /nosuch"]],
    ["a subagent that failed too", [`● Agent "look around" failed: API Error: ${BANNER}`]],
    ["a command that only Claude Code answers", ["❯ /status", "  ⎿  Status dialog dismissed"]],
  ])("is seen past %s", (_name, rows) => {
    const screen = ["❯ go on", `  ⎿  ${BANNER}`, "", ...rows, "", ...PROMPT.slice(1)];
    expect(read(...screen)).toMatchObject({ state: "idle", limit: { kind: "five-hour", text: BANNER } });
  });

  it("is seen past a second report of the same turn", () => {
    const screen = ["❯ go on", `  ⎿  ${BANNER}`, "  ⎿  StopFailure hook says: noted", ...PROMPT.slice(1)];
    expect(read(...screen).limit?.text).toBe(BANNER);
  });
});

describe("a permission prompt", () => {
  it.each([
    "Would you like to proceed?",
    "Exit plan mode?",
    "Stop and wait for limit to reset",
    "Type something.",
  ])("stays one whose command says %j", (words) => {
    const reading = read(
      RULE,
      " Bash command",
      ` echo ${words}`,
      ` ${words}`,
      " Do you want to proceed?",
      " ❯ 1. Yes",
      "   2. No",
      "",
      " Esc to cancel",
    );
    expect(reading).toMatchObject({ state: "permission", menu: { options: ["Yes", "No"], selected: 0 } });
  });
});

describe("a window that was made narrower", () => {
  it("keeps its limit, whose old row the terminal broke in mid-word", () => {
    const narrow = "─".repeat(60);
    const banner = "  ⎿ \u00a0You've hit your weekly limit · resets Nov 18, 5:36pm (A";
    expect(banner).toHaveLength(60);
    const reading = read(
      "❯ go on",
      banner,
      "merica/New_York)",
      "",
      narrow,
      "❯ ",
      narrow,
      "  ? for shortcuts",
    );
    expect(reading).toMatchObject({
      state: "idle",
      limit: { kind: "weekly", resetsAt: new Date("2026-11-18T22:36:00Z") },
    });
  });

  it("keeps the options of a prompt that lost their blanks", () => {
    const rows = [
      RULE,
      " Bash command",
      " Do you want to proceed?",
      " ❯ 1. Yes",
      "   2.Yes, and always allow it",
      "   3. No",
    ];
    expect(read(...rows)).toMatchObject({
      state: "permission",
      menu: { options: ["Yes", "Yes, and always allow it", "No"], selected: 0 },
    });
  });
});

describe("a draft of wide characters", () => {
  it("is one line again where the box broke it", () => {
    const row = "才".repeat(58);
    expect(read("● 好", RULE, `❯ ${row}`, `  ${row}够`, RULE, "  ? for shortcuts").draft).toBe(
      `${row}${row}够`,
    );
  });
});

it("a limit met while compacting is a limit", () => {
  const screen = ["❯ /compact", `  ⎿  Error during compaction: ${BANNER}`, ...PROMPT.slice(1)];
  expect(read(...screen)).toMatchObject({ state: "idle", limit: { kind: "five-hour", text: BANNER } });
});
