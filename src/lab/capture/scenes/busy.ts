import type { Scene } from "../scene.js";
import { cameWith } from "../releases.js";

const never = new Promise<void>(() => undefined);
const HELD = {
  type: "held",
  text: "Let me look at the parser first, then at its tests",
  released: never,
} as const;
// Auto mode, the default of recent releases, has a server's check in the way of every tool.
const ASK = ["--permission-mode", "default"];
const ALLOWED = { permissions: { allow: ["Bash", "Task", "Agent"] } };
const WAITING_COMMAND = "tail -f /dev/null";

/** Working: nothing may be typed as if it were idle. */
export const BUSY_SCENES: readonly Scene[] = [
  {
    name: "busy-streaming",
    replies: [HELD],
    async play(stage) {
      await stage.ready();
      await stage.prompt("explain the parser");
      await stage.session.waitFor(/esc to interrupt|…/);
      await stage.sleep(2500);
      return { state: "busy" };
    },
  },
  {
    name: "busy-tool",
    settings: ALLOWED,
    args: ASK,
    replies: [
      {
        type: "toolUse",
        name: "Bash",
        input: { command: WAITING_COMMAND, description: "Wait for the build" },
      },
      { type: "text", text: "Done." },
    ],
    async play(stage) {
      await stage.ready();
      await stage.prompt("wait for the build");
      await stage.session.waitFor(/Running…|tail -f|Reading 1 file…/);
      await stage.sleep(2500);
      return { state: "busy" };
    },
  },
  {
    name: "busy-queued",
    replies: [HELD],
    async play(stage) {
      await stage.ready();
      await stage.prompt("explain the parser");
      await stage.session.waitFor(/esc to interrupt|…/);
      await stage.prompt("and then its tests");
      await stage.sleep(2000);
      return { state: "busy" };
    },
  },
  {
    name: "busy-draft",
    replies: [HELD],
    async play(stage) {
      await stage.ready();
      await stage.prompt("explain the parser");
      await stage.session.waitFor(/esc to interrupt|…/);
      await stage.type("and then its tests");
      await stage.sleep(1500);
      return { state: "busy", draft: "and then its tests" };
    },
  },
  {
    name: "busy-retrying",
    replies: [{ type: "overloaded" }],
    async play(stage) {
      await stage.ready();
      await stage.prompt("explain the parser");
      await stage.session.waitFor(/Retrying|attempt/i, { timeoutMs: 60_000 });
      await stage.sleep(4000);
      return { state: "busy" };
    },
  },
  {
    name: "busy-subagent",
    settings: ALLOWED,
    args: ASK,
    async play(stage) {
      const name = stage.isAtLeast("2.1.63") ? "Agent" : "Task";
      const input = {
        description: "Look through the tests",
        prompt: "Look through the tests and report.",
        subagent_type: "general-purpose",
      };
      stage.answerWith({ type: "toolUse", name, input }, HELD);
      await stage.ready();
      await stage.prompt("ask a subagent about the tests");
      await stage.session.waitFor(/Look through the tests/);
      await stage.sleep(3000);
      return { state: "busy" };
    },
  },
  {
    name: "idle-background-task",
    absentIn: cameWith("2.0.0", "running a command in the background"),
    settings: ALLOWED,
    args: ASK,
    replies: [
      {
        type: "toolUse",
        name: "Bash",
        input: { command: WAITING_COMMAND, description: "Watch the log", run_in_background: true },
      },
      { type: "text", text: "The log is being watched." },
    ],
    async play(stage) {
      await stage.ready();
      await stage.prompt("watch the log in the background");
      await stage.show(/log is being watched/);
      return { state: "idle" };
    },
  },
  {
    name: "idle-interrupted",
    replies: [HELD],
    async play(stage) {
      await stage.ready();
      await stage.prompt("explain the parser");
      await stage.session.waitFor(/esc to interrupt|…/);
      await stage.sleep(2000);
      await stage.keys("escape");
      await stage.show(/Interrupted/i);
      return { state: "idle" };
    },
  },
];
