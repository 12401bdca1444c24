import { beforeEach, afterEach, expect, test, vi } from "vitest";

import { readScreen, type ScreenReading } from "../../src/claude/screen-reading.js";
import { screenOfText } from "../../src/claude/screen.js";
import type { ApprovalRecord } from "../../src/control/approval-log.js";
import { readPolicy } from "../../src/policy/read-policy.js";
import { Approver, type ApproverOptions } from "../../src/wrapper/approver.js";

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
  expect(stage.notices).toEqual(["Claude Code asks for permission: Bash(touch marker)"]);
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

test("what the rules do not cover stays, with one notification that names the call", async () => {
  const stage = new Desk();
  stage.ask("rm -rf build");
  await vi.advanceTimersByTimeAsync(59_999);
  expect(stage.notices).toEqual([]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(stage.notices).toEqual([
    "Claude Code asks for permission: Bash(rm -rf build): No rule allows rm -rf build.",
  ]);
  expect(stage.keys).toEqual([]);
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
      placeAt: (cwd) => ({
        cwd,
        project: "/project",
        home: "/home/dev",
        settings: [],
        realPath: (path) => path,
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

  show(command: string | undefined): void {
    this.screen = screenWith(command);
    this.approver.see(this.screen);
  }
}

/** As 2.1.325 draws it. */
function screenWith(command: string | undefined): ScreenReading {
  const prompt = [
    "─".repeat(100),
    " Bash command",
    " What it is for",
    "╌".repeat(100),
    ` ${command}`,
    "╌".repeat(100),
    " Do you want to proceed?",
    " ❯ 1. Yes",
    "   2. Yes, and always allow access to project/ from this project",
    "   3. No",
    "",
    " Esc to cancel · Tab to amend · ctrl+e to explain",
  ];
  const text = command === undefined ? "" : prompt.join("\n");
  return readScreen(screenOfText(text), { now: new Date(), timeZone: "UTC" });
}
