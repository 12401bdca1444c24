import type { Scene } from "../scene.js";
import { isAtLeast } from "../releases.js";

const ANSWER = { type: "text", text: "The parser now skips blank lines. All 12 tests pass." } as const;
const SUGGESTING = new Set(["2.1.32"]);
const DRAFT = "fix the flaky test in parser.ts";

/** The input box: empty, with a placeholder, with drafts, in vim mode, with a list open. */
export const PROMPT_SCENES: readonly Scene[] = [
  {
    name: "idle-fresh",
    async play(stage) {
      await stage.ready();
      return { state: "idle" };
    },
  },
  {
    name: "idle-after-turn",
    replies: [ANSWER],
    async play(stage) {
      await stage.ready();
      await stage.prompt("make the parser skip blank lines");
      await stage.show(/12 tests pass/);
      return { state: "idle" };
    },
  },
  {
    name: "placeholder",
    absentIn: (release) =>
      isAtLeast(release, "2.1.197") ? "an empty box holds no placeholder any more" : undefined,
    async play(stage) {
      await stage.show(/[>❯]\s+Try "/);
      return { state: "idle" };
    },
  },
  {
    name: "prompt-suggestion",
    absentIn: (release) =>
      SUGGESTING.has(release) ? undefined : "the lab has not seen it ask what the user might type next",
    settings: { permissions: { allow: ["Bash"] } },
    args: ["--permission-mode", "default"],
    // After a turn with a tool in it, it asks.
    replies: [
      { type: "toolUse", name: "Bash", input: { command: "echo ok", description: "Run the tests" } },
      ANSWER,
    ],
    async play(stage) {
      stage.api.suggestion = "run the tests again";
      await stage.ready();
      await stage.prompt("make the parser skip blank lines");
      await stage.show(/❯\s+run the tests again/);
      return { state: "idle" };
    },
  },
  {
    name: "draft-one-line",
    async play(stage) {
      await stage.ready();
      await stage.type(DRAFT);
      await stage.show(/parser\.ts/);
      return { state: "draft", draft: DRAFT };
    },
  },
  {
    name: "draft-many-lines",
    async play(stage) {
      await stage.ready();
      for (const line of ["first look at parser.ts", "then run the tests"]) {
        // A backslash before Enter is a new line on every release.
        await stage.type(`${line}\\`);
        await stage.keys("enter");
      }
      await stage.type("and say what broke");
      await stage.show(/what broke/);
      return { state: "draft", draft: "first look at parser.ts\nthen run the tests\nand say what broke" };
    },
  },
  {
    name: "draft-wrapped",
    async play(stage) {
      const draft = Array.from(
        { length: 12 },
        (_, index) => `step ${index + 1}: check module-${index + 1}`,
      ).join(", ");
      await stage.ready();
      await stage.type(draft);
      await stage.show(/module-12/);
      return { state: "draft", draft };
    },
  },
  {
    name: "draft-pasted",
    async play(stage) {
      await stage.ready();
      await stage.paste(
        Array.from({ length: 30 }, (_, index) => `line ${index + 1} of a log that is long enough`).join("\n"),
      );
      await stage.show(/Pasted text/);
      return { state: "draft", draft: "[Pasted text #1 +29 lines]" };
    },
  },
  {
    name: "draft-after-turn",
    replies: [ANSWER],
    async play(stage) {
      await stage.ready();
      await stage.prompt("make the parser skip blank lines");
      await stage.show(/12 tests pass/);
      await stage.type(DRAFT);
      await stage.show(/flaky/);
      return { state: "draft", draft: DRAFT };
    },
  },
  {
    name: "draft-stashed",
    absentIn: (release) => (!isAtLeast(release, "2.0.0") ? "Ctrl+S stashes nothing in 1.0" : undefined),
    async play(stage) {
      await stage.ready();
      await stage.type(DRAFT);
      await stage.keys("ctrl-s");
      await stage.show(/stash/i);
      return { state: "idle" };
    },
  },
  {
    name: "vim-insert",
    vim: true,
    async play(stage) {
      await stage.show(/INSERT/);
      return { state: "idle", vim: "insert" };
    },
  },
  {
    name: "vim-insert-draft",
    vim: true,
    async play(stage) {
      await stage.show(/INSERT/);
      await stage.type(DRAFT);
      await stage.show(/parser\.ts/);
      return { state: "draft", draft: DRAFT, vim: "insert" };
    },
  },
  {
    name: "vim-normal",
    vim: true,
    async play(stage) {
      await stage.show(/INSERT/);
      await stage.keys("escape");
      await stage.show((text) => !text.includes("INSERT"));
      return { state: "idle", vim: "normal" };
    },
  },
  {
    name: "vim-normal-draft",
    vim: true,
    async play(stage) {
      await stage.show(/INSERT/);
      await stage.type(DRAFT);
      await stage.keys("escape");
      await stage.show((text) => !text.includes("INSERT"));
      return { state: "draft", draft: DRAFT, vim: "normal" };
    },
  },
  {
    name: "slash-suggestions",
    async play(stage) {
      await stage.ready();
      await stage.type("/mo");
      await stage.show(/\/model/);
      return { state: "draft", draft: "/mo" };
    },
  },
  {
    name: "bash-mode",
    async play(stage) {
      await stage.ready();
      await stage.type("!");
      await stage.type("ls -la");
      await stage.show(/ls -la/);
      return { state: "shell-mode", draft: "ls -la" };
    },
  },
];
