import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, expect, it } from "vitest";

import { ensurePrograms } from "../../src/lab/machine/ensure-programs.js";
import {
  approvalsOf,
  ask,
  bash,
  decided,
  judged,
  expectStanding,
  isDone,
  onApprovalStage,
  projectFile,
  typeBehind,
  ZSH,
} from "../support/reality/approval-stage.js";
import { askAtLimit } from "../support/reality/prompt-at-reset.js";
import { toolResults } from "../support/reality/tool-results.js";

const RELEASE = "2.1.325";
const RELEASES = [RELEASE, "2.1.197", "2.0.72", "1.0.64"];
/** The user's shell is bash, unless they say otherwise. */
const SESSIONS = [
  ...RELEASES.map((release) => [release, { release, environment: {} }] as const),
  [`${RELEASE} with zsh`, { release: RELEASE, environment: { SHELL: ZSH } }] as const,
];
const PROMPT = /Do you want to [^]*1\. Yes/;
/** Whoever acts within it starts a program first, which takes seconds on a busy machine. */
const WINDOW_MS = 15_000;

beforeAll(() => {
  ensurePrograms({ zsh: "zsh" });
});

it.concurrent.each(SESSIONS)("%s: Bash, Write and Edit are approved by rule", (_, options) =>
  onApprovalStage(
    { ...options, allow: ["Bash(touch *)", "Edit(src/**)"], files: { "src/greet.ts": 'say("hello");\n' } },
    async (stage) => {
      const file = (name: string) => join(stage.session.home.project, name);
      await ask(
        stage,
        bash("touch marker", "Leave a marker"),
        { type: "toolUse", name: "Write", input: { file_path: file("src/new.ts"), content: "one\n" } },
        { type: "toolUse", name: "Read", input: { file_path: file("src/greet.ts") } },
        {
          type: "toolUse",
          name: "Edit",
          input: { file_path: file("src/greet.ts"), old_string: "hello", new_string: "good morning" },
        },
      );
      await isDone(stage);
      const records = await decided(stage, 3);
      expect(
        records.map(({ tool, verdict, rule, pressed, outcome, source }) => ({
          tool,
          verdict,
          rule,
          pressed,
          outcome,
          source,
        })),
      ).toEqual(
        [
          ["Bash", "Bash(touch *)"],
          ["Write", "Edit(src/**)"],
          ["Edit", "Edit(src/**)"],
        ].map(([tool, rule]) => ({
          tool,
          verdict: "allow",
          rule,
          pressed: true,
          outcome: "approved",
          source: options.release === "1.0.64" ? "transcript" : "hook",
        })),
      );
      for (const { delayMs } of records) expect(delayMs).toBeGreaterThanOrEqual(500);
      expect(projectFile(stage, "marker")).toBe("");
      expect(projectFile(stage, "src/new.ts")).toBe("one\n");
      expect(projectFile(stage, "src/greet.ts")).toBe('say("good morning");\n');
    },
  ),
);

it.concurrent.each(SESSIONS)("%s: what is denied by rule is left standing", (_, options) =>
  onApprovalStage({ ...options, allow: ["Bash(touch *)"], deny: ["Bash(touch secret *)"] }, async (stage) => {
    await ask(stage, bash("touch secret file", "Leave two files"));
    await stage.session.waitFor(PROMPT);
    const [record, ...others] = await decided(stage, 1);
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      verdict: "deny",
      rule: "Bash(touch secret *)",
      pressed: false,
      outcome: "left",
    });
    await expectStanding(stage);
    expect(projectFile(stage, "secret")).toBeUndefined();
  }),
);

it.concurrent("zsh runs what is approved, and what only zsh evaluates is left to the person", () =>
  onApprovalStage(
    {
      release: RELEASE,
      environment: { SHELL: ZSH },
      allow: ["Bash(head *)"],
      files: { "src/one.txt": "first\n", "src/two.txt": "second\n" },
    },
    async (stage) => {
      const harmless = ['echo "$ZSH_VERSION"', 'for f in src/*.txt; do head "$f"; done'];
      // Bash prints the subscript as it is; zsh evaluates it, and runs the quoted command.
      const hostile = "echo $HOME['$(touch pwn)1']";
      await ask(stage, ...[...harmless, hostile].map((command) => bash(command, "Look around")));
      const records = await decided(stage, 3);
      expect(
        records.map(({ input, verdict, rule, why, pressed, outcome }) => ({
          command: input["command"],
          verdict,
          rule,
          why,
          pressed,
          outcome,
        })),
      ).toEqual([
        {
          command: harmless[0],
          verdict: "allow",
          rule: null,
          why: "It does nothing that needs a rule.",
          pressed: true,
          outcome: "approved",
        },
        {
          command: harmless[1],
          verdict: "allow",
          rule: "Bash(head *)",
          why: "Bash(head *) allows it.",
          pressed: true,
          outcome: "approved",
        },
        {
          command: hostile,
          verdict: "ask",
          rule: null,
          why: "The command has $HOME with something behind it that zsh reads as part of it.",
          pressed: false,
          outcome: "left",
        },
      ]);
      const version = execFileSync(ZSH, ["-fc", 'echo "$ZSH_VERSION"'], { encoding: "utf8" }).trim();
      expect(version).not.toBe("");
      expect(toolResults(stage.api.conversation())).toEqual([
        { text: version, isError: false },
        { text: "first\nsecond", isError: false },
      ]);
      await stage.session.waitFor(PROMPT);
      await expectStanding(stage);
      expect(readdirSync(stage.session.home.project)).toEqual(["src"]);
      // It would have run code: with the person's own yes it does.
      await stage.type("1");
      await isDone(stage);
      expect(readdirSync(stage.session.home.project)).toEqual(["pwn", "src"]);
    },
  ),
);

it.concurrent("long options that wrap, on a narrow terminal", () =>
  onApprovalStage(
    { release: RELEASE, allow: ["Bash(touch *)"], size: { columns: 60, rows: 40 } },
    async (stage) => {
      const names = Array.from({ length: 14 }, (_, index) => `with-feature-${index + 1}-enabled`);
      await ask(stage, bash(`touch ${names.join(" ")}`, "Leave a file for every feature"));
      await isDone(stage);
      expect(await decided(stage, 1)).toMatchObject([{ outcome: "approved", pressed: true }]);
      expect(projectFile(stage, "with-feature-14-enabled")).toBe("");
    },
  ),
);

it.concurrent("two prompts in a row, of one message, and the same one twice", () =>
  onApprovalStage({ release: RELEASE, allow: ["Bash(touch *)"] }, async (stage) => {
    const input = { command: "touch one", description: "Leave a file" };
    await ask(
      stage,
      {
        type: "toolUse",
        name: "Bash",
        input,
        also: [
          { name: "Bash", input: { ...input, command: "touch two" } },
          { name: "Bash", input },
        ],
      },
      bash("touch one", "Leave a file"),
    );
    await isDone(stage);
    const records = await decided(stage, 4);
    expect(records.map(({ outcome }) => outcome)).toEqual(["approved", "approved", "approved", "approved"]);
    expect(projectFile(stage, "two")).toBe("");
  }),
);

it.concurrent("a key in the window leaves the prompt to the person", () =>
  onApprovalStage({ release: RELEASE, allow: ["Bash(touch *)"], delayMs: WINDOW_MS }, async (stage) => {
    await ask(stage, bash("touch marker", "Leave a marker"));
    await stage.session.waitFor(PROMPT);
    await judged(stage, 1);
    // A key that does nothing to the prompt.
    await stage.keys("up");
    expect(await decided(stage, 1)).toMatchObject([{ verdict: "allow", outcome: "person", pressed: false }]);
    await stage.sleep(WINDOW_MS);
    expect(await stage.reading()).toMatchObject({ state: "permission" });
    expect(projectFile(stage, "marker")).toBeUndefined();
    await stage.type("1");
    await isDone(stage);
    expect(projectFile(stage, "marker")).toBe("");
  }),
);

it.concurrent("a prompt that changes in the window gets no key", () =>
  onApprovalStage({ release: RELEASE, allow: ["Bash(touch *)"], delayMs: WINDOW_MS }, async (stage) => {
    await ask(stage, bash("touch marker", "Leave a marker"));
    await stage.session.waitFor(PROMPT);
    await judged(stage, 1);
    // Behind the wrapper's back its cursor goes to the option that changes the settings. One byte: an arrow key may arrive in two parts.
    await typeBehind(stage.session.pid, "\x0e");
    await stage.session.waitFor(/❯ 2\. Yes/);
    expect(await decided(stage, 1)).toMatchObject([{ verdict: "allow", pressed: false, outcome: "person" }]);
    await stage.sleep(WINDOW_MS);
    expect(await stage.reading()).toMatchObject({ state: "permission", menu: { selected: 1 } });
    expect(projectFile(stage, "marker")).toBeUndefined();
  }),
);

it.concurrent("a prompt that another takes the place of in the window: neither gets a key", () =>
  onApprovalStage({ release: RELEASE, allow: ["Bash(touch *)"], delayMs: WINDOW_MS }, async (stage) => {
    await ask(stage, bash("touch marker", "Leave a marker"), bash("mkdir made", "Make a folder"));
    await stage.session.waitFor(PROMPT);
    await judged(stage, 1);
    await typeBehind(stage.session.pid, "1");
    await stage.session.waitFor(/mkdir made[^]*1\. Yes/);
    const records = await decided(stage, 2);
    expect(records.map(({ outcome, pressed }) => ({ outcome, pressed }))).toEqual([
      { outcome: "changed", pressed: false },
      { outcome: "left", pressed: false },
    ]);
    await stage.sleep(WINDOW_MS);
    await expectStanding(stage);
    expect(projectFile(stage, "marker")).toBe("");
  }),
);

it.concurrent("a command that quotes a prompt is judged by what it is", () =>
  onApprovalStage({ release: RELEASE, allow: ["Bash(touch *)"] }, async (stage) => {
    const quoted = [
      "Bash command",
      "touch marker",
      "Leave a marker",
      "Do you want to proceed?",
      "❯ 1. Yes",
      "  2. No",
    ];
    const text = quoted.join("\n");
    await ask(stage, bash(`cat > quoted <<'END'\n${text}\nEND`, "Leave a marker"));
    await stage.show(PROMPT);
    const records = await decided(stage, 1);
    expect(records).toMatchObject([{ verdict: "ask", pressed: false, outcome: "left" }]);
    expect(projectFile(stage, "quoted")).toBeUndefined();
    await stage.type("1");
    await isDone(stage);
    expect(projectFile(stage, "quoted")).toBe(`${text}\n`);
  }),
);

it.concurrent("a prompt and a limit at once: the prompt is approved, and the session is continued once", () =>
  onApprovalStage(
    { release: RELEASE, allow: ["Bash(rm -rf build)"], settings: { autoContinueAtUsageLimit: false } },
    async (stage) => {
      await askAtLimit(stage, RELEASE);
      expect(await decided(stage, 1)).toMatchObject([{ tool: "Bash", outcome: "approved", pressed: true }]);
      await stage.continued(1, 60_000);
      await stage.wentOn();
      await stage.sleep(3000);
      expect(stage.continues()).toHaveLength(1);
      expect(await approvalsOf(stage.session.home)).toHaveLength(1);
    },
  ),
);
