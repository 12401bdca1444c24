import { beforeEach, afterEach, expect, test, vi } from "vitest";

import { readScreen, type ScreenReading } from "../../../src/claude/screen/screen-reading.js";
import { screenOfText } from "../../../src/claude/screen/screen.js";
import type { ApprovalRecord } from "../../../src/driver/approval/approval-log.js";
import { readPolicy } from "../../../src/policy/rules/read-policy.js";
import { Approver, type ApproverOptions } from "../../../src/driver/approval/approver.js";

type Written = Omit<ApprovalRecord, "session">;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

test("Enter goes out once, after the delay, when the decision is written down", async () => {
  const stage = new Desk();
  stage.ask("touch marker");
  await vi.advanceTimersByTimeAsync(499);
  expect(stage.keys).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(stage.keys).toEqual(["enter"]);
  stage.show(undefined);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(stage.keys).toEqual(["enter"]);
  expect(stage.records).toMatchObject([
    { tool: "Bash", verdict: "allow", rule: "Bash(touch *)", pressed: false, outcome: "pending" },
    { tool: "Bash", source: "hook", by: "wrapper", delayMs: 500, pressed: true, outcome: "approved" },
  ]);
  expect(new Set(stage.records.map(({ id }) => id)).size).toBe(1);
});

test("not where the decision could not be written down", async () => {
  const logged: unknown[] = [];
  const stage = new Desk({
    record: () => Promise.resolve(false),
    log: (event, details) => void logged.push([event, details]),
  });
  stage.ask("touch marker");
  await vi.advanceTimersByTimeAsync(100_000);
  expect(stage.keys).toEqual([]);
  expect(stage.notices).toEqual(["Claude Code asks for permission: Bash in /project, session k3m9p"]);
  expect(logged.at(-1)).toEqual(["approvalKeptBack", { because: "it could not be written down" }]);
});

test("not into a screen that has become another since it was last at rest", async () => {
  const stage = new Desk();
  stage.ask("touch marker");
  stage.screen = screenWith("rm -rf build");
  await vi.advanceTimersByTimeAsync(100_000);
  expect(stage.keys).toEqual([]);
  expect(stage.records.map(({ outcome }) => outcome)).toEqual(["pending", "changed", "left"]);
});

test("not where the settings are not to be trusted, whatever the rules say", async () => {
  const stage = new Desk({ offBecause: "Nothing is approved: anybody can write the rules." });
  stage.ask("touch marker");
  await vi.advanceTimersByTimeAsync(100_000);
  expect(stage.keys).toEqual([]);
  expect(stage.records).toMatchObject([
    { verdict: "ask", outcome: "left", why: "Nothing is approved: anybody can write the rules." },
  ]);
});

test("not in plan mode, whatever the rules say", async () => {
  const stage = new Desk();
  stage.ask("touch marker", true);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(stage.keys).toEqual([]);
  expect(stage.records).toMatchObject([{ verdict: "ask", outcome: "left" }]);
});

test("a screen that is being drawn is waited for", async () => {
  const stage = new Desk();
  stage.ask("touch marker");
  const shown = stage.screen;
  stage.screen = undefined;
  await vi.advanceTimersByTimeAsync(1000);
  expect(stage.keys).toEqual([]);
  stage.screen = shown;
  await vi.advanceTimersByTimeAsync(100);
  expect(stage.keys).toEqual(["enter"]);
});

test("what the rules do not cover stays, with one notification", async () => {
  const stage = new Desk();
  stage.ask("rm -rf build");
  await vi.advanceTimersByTimeAsync(59_999);
  expect(stage.notices).toEqual([]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(stage.notices).toEqual(["Claude Code asks for permission: Bash in /project, session k3m9p"]);
  expect(stage.keys).toEqual([]);
});

test.each([
  ["Bash", { command: "curl -u ada:hunter2 https://intern.example/" }, "Bash"],
  ["Read", { file_path: "/project/hunter2.pem" }, "Read"],
  ["WebFetch", { url: "https://intern.example/?key=hunter2", prompt: "hunter2" }, "WebFetch"],
  ["mcp__db__query", { query: "select hunter2" }, "mcp__db__query"],
  ["Run hunter2?", {}, "A tool"],
  ["unknown", {}, "A tool"],
])("a notification about %s %j names %s, the directory and the session", async (tool, input, named) => {
  const stage = new Desk();
  stage.approver.hear({ sessionId: "a", cwd: "/project/hunter2", tool, input, inPlan: false });
  // Two rows cannot be read back from the screen, so that the call that was heard last counts.
  stage.show("hunter2\n hunter2", "Do you want to make this edit to hunter2.pem?");
  await vi.advanceTimersByTimeAsync(100_000);
  expect(stage.notices).toEqual([`Claude Code asks for permission: ${named} in /project, session k3m9p`]);
});

test("it quotes nothing from the screen either", async () => {
  const seen = new Desk();
  seen.show("curl -u ada:hunter2 https://intern.example/");
  await vi.advanceTimersByTimeAsync(100_000);
  expect(seen.notices).toEqual(["Claude Code asks for permission: Bash in /project, session k3m9p"]);
  const taken = new Desk({ session: undefined });
  taken.show("curl -u ada:hunter2 https://intern.example/");
  taken.approver.noticeKeys();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(taken.notices).toEqual(["Claude Code asks for permission: A tool in /project"]);
});

test("a key of the person's, and the end, leave everything as it is", async () => {
  const stage = new Desk();
  stage.ask("touch marker");
  await vi.advanceTimersByTimeAsync(400);
  stage.approver.noticeKeys();
  await vi.advanceTimersByTimeAsync(10_000);
  stage.show(undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  stage.ask("touch other");
  stage.approver.end();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(stage.keys).toEqual([]);
});

/** A session's screen and keyboard, and an approver beside it. */
class Desk {
  readonly approver: Approver;
  readonly keys: string[] = [];
  readonly records: Written[] = [];
  readonly notices: string[] = [];
  screen: ScreenReading | undefined;

  constructor(options: Partial<ApproverOptions> = {}) {
    this.approver = new Approver({
      policy: readPolicy({ mode: "rules", allow: ["Bash(touch *)"], ask: [], deny: [], without: [] }),
      delayMs: 500,
      cwd: "/project",
      session: "k3m9p",
      placeAt: (cwd) => ({
        cwd,
        project: "/project",
        home: "/home/dev",
        settings: [],
        realPath: (path) => path,
        entries: () => [],
        scripts: () => [],
        ignored: () => [],
      }),
      expects: () => "hook",
      glance: () => this.screen,
      pressEnter: (isRight) => {
        if (isRight()) this.keys.push("enter");
        return Promise.resolve();
      },
      record: (record) => {
        this.records.push(record);
        return Promise.resolve(true);
      },
      notify: ({ title, body }) => void this.notices.push(`${title}: ${body}`),
      log: () => undefined,
      onFault: (error) => {
        throw error;
      },
      ...options,
    });
  }

  /** Claude Code asks: its hook runs, and its prompt is drawn. */
  ask(command: string, inPlan = false): void {
    const input = { command, description: "What it is for" };
    this.approver.hear({ sessionId: "a", cwd: "/project", tool: "Bash", input, inPlan });
    this.show(command);
  }

  show(command: string | undefined, question?: string): void {
    this.screen = screenWith(command, question);
    this.approver.see(this.screen);
  }
}

/** As 2.1.325 draws it. */
function screenWith(command: string | undefined, question = "Do you want to proceed?"): ScreenReading {
  const prompt = [
    "─".repeat(100),
    " Bash command",
    " What it is for",
    "╌".repeat(100),
    ` ${command}`,
    "╌".repeat(100),
    ` ${question}`,
    " ❯ 1. Yes",
    "   2. Yes, and always allow access to project/ from this project",
    "   3. No",
    "",
    " Esc to cancel · Tab to amend · ctrl+e to explain",
  ];
  const text = command === undefined ? "" : prompt.join("\n");
  return readScreen(screenOfText(text), { now: new Date(), timeZone: "UTC" });
}
