import { limit as limitReply, type Reply } from "../../api/reply.js";
import { cameWith } from "../releases.js";
import { DAY_MS, type Scene } from "../scene.js";
import { LIMIT_MENU, type Stage } from "../stage.js";

const says = (text: string): Reply => ({ type: "text", text });
// With nothing said yet, 2.1.325 puts an interrupted prompt back into the box.
const HELD: Reply = { type: "held", text: "Let me look at it. ", released: new Promise(() => undefined) };
const REMOVE: Reply = {
  type: "toolUse",
  name: "Bash",
  input: { command: "rm -rf build", description: "Remove the build folder" },
};
const QUOTED_MENU = [
  "It asks:",
  "",
  "```",
  "What do you want to do?",
  "❯ 1. Stop and wait for limit to reset",
  "  2. Upgrade your plan",
  "```",
].join("\n");

/** Screens on which a careless reader would type into the wrong place, or miss what stands there. */
export const TRAP_SCENES: readonly Scene[] = [
  {
    name: "permission-below-old-frame",
    inShell: true,
    async play(stage) {
      await leaveFrame(stage);
      stage.answerWith(REMOVE, says("Done."));
      await startAgain(stage, "claude --permission-mode default");
      await stage.prompt("clean the build folder");
      await stage.show(/Do you want to proceed/);
      return { state: "permission", ...stage.offers("permission-bash") };
    },
  },
  {
    name: "limit-below-old-frame",
    inShell: true,
    absentIn: cameWith("2.1.75", "the limit menu"),
    async play(stage) {
      await leaveFrame(stage);
      const limit = stage.limitWith("seven_day", 3 * DAY_MS);
      await startAgain(stage, "claude");
      await stage.prompt("do more please");
      await stage.show(LIMIT_MENU);
      return { state: "limit-menu", limit, ...stage.offers("limit-menu") };
    },
  },
  {
    name: "exited-to-indented-shell",
    inShell: true,
    async play(stage) {
      await stage.show(/^\$/m);
      await stage.type("PS1='  ~/project  '\r");
      await leaveFrame(stage, /~\/project\s*$/);
      return { state: "shell" };
    },
  },
  {
    name: "shell-mode-empty",
    async play(stage) {
      await stage.ready();
      await stage.type("!");
      await stage.session.settle(700);
      return { state: "shell-mode" };
    },
  },
  {
    name: "history-search",
    async play(stage) {
      await stage.ready();
      stage.answerWith(says("All 12 tests pass."));
      await stage.prompt("run the tests");
      await stage.show(/12 tests pass/);
      // Before 2.0 the same key shows the transcript.
      await stage.type("\x12");
      await stage.show(/search|transcript/i);
      return { state: "other" };
    },
  },
  {
    name: "quoted-menu-in-view",
    replies: [says(QUOTED_MENU)],
    async play(stage) {
      await stage.ready();
      await stage.prompt("what does it ask?");
      await stage.show(/Upgrade your plan/);
      if (stage.isAtLeast("2.0.0")) await stage.keys("ctrl-o");
      else await stage.type("\x12");
      await stage.show(/detailed transcript/i);
      return { state: "other" };
    },
  },
  {
    name: "limit-then-interrupted-command",
    files: { ".claude/commands/fix.md": "Fix this: $ARGUMENTS\n" },
    async play(stage) {
      const pastLimit = await limitAndBack(stage);
      stage.answerWith(HELD);
      await stage.prompt("/fix the flaky test");
      await stage.sleep(2_500);
      await stage.keys("escape");
      await stage.show(/Interrupted/);
      return { state: "idle", pastLimit };
    },
  },
  {
    name: "limit-then-unknown-command",
    absentIn: cameWith("2.0.72", "the refusal of unknown commands"),
    async play(stage) {
      const limit = await limitAndBack(stage);
      await stage.prompt("/nosuchcommand");
      await stage.show(/Unknown/i);
      return { state: "idle", limit };
    },
  },
  {
    name: "limit-with-todos",
    absentIn: (release) => (release === "2.0.72" ? undefined : "the list of todos is 2.0's"),
    async play(stage) {
      await stage.ready();
      const todos = [{ content: "Fix the parser", status: "pending", activeForm: "Fixing the parser" }];
      const limit = stage.limitWith("seven_day", 3 * DAY_MS);
      const todoList: Reply = { type: "toolUse", name: "TodoWrite", input: { todos } };
      stage.answerWith(todoList, limitReply("seven_day", new Date(limit.resetsAt * 1000)));
      await stage.prompt("plan the work");
      await stage.show(/limit/i);
      await stage.type("\x14");
      await stage.session.settle(700);
      return { state: "idle", limit };
    },
  },
  {
    name: "resumed-at-limit",
    inShell: true,
    async play(stage) {
      await stage.show(/^\$/m);
      await stage.prompt("claude");
      const limit = await limitAndBack(stage);
      await stage.prompt("/exit");
      await stage.show((text) => /\$\s*$/.test(text));
      await stage.prompt("clear; claude --continue");
      await stage.show(/(?:resets|reset at)[^]*\n[│\s]*[❯>](?:\s|$)/);
      return { state: "idle", limit };
    },
  },
];

async function limitAndBack(stage: Stage): Promise<NonNullable<Stage["limit"]>> {
  await stage.ready();
  const limit = stage.limitWith("seven_day", 3 * DAY_MS);
  await stage.prompt("do more please");
  await stage.show(/limit/i);
  await stage.leaveLimit();
  return limit;
}

/** Starts Claude Code in the shell and leaves it, with its last frame on the screen where the release leaves one. */
async function leaveFrame(stage: Stage, shell = /\$\s*$/): Promise<void> {
  await stage.show(shell);
  await stage.prompt("claude");
  await stage.ready();
  await stage.keys("ctrl-c", "ctrl-c");
  await stage.show((text) => shell.test(text));
}

async function startAgain(stage: Stage, command: string): Promise<void> {
  await stage.prompt(command);
  await stage.show((text) =>
    /^[│\s]*[❯>](?:\s|$)/m.test(text.slice(text.lastIndexOf(command) + command.length)),
  );
}
