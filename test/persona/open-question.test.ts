import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { readScreen } from "../../src/claude/screen-reading.js";
import { screenOfText } from "../../src/claude/screen.js";
import type { Progress } from "../../src/persona/answer.js";
import { OpenQuestion, type OpenQuestionOptions } from "../../src/persona/open-question.js";

const ZONE = "America/New_York";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function row(fields: object): { oversized: false; bytes: Buffer } {
  const timestamp = new Date().toISOString();
  const json = JSON.stringify({ isSidechain: false, uuid: crypto.randomUUID(), timestamp, ...fields });
  return { oversized: false, bytes: Buffer.from(json) };
}

const user = (content: string) => row({ type: "user", message: { role: "user", content } });
const spoke = (content: readonly object[], stop: string | null) =>
  row({
    type: "assistant",
    message: { id: "msg_1", model: "m", role: "assistant", content, stop_reason: stop },
  });
const said = (text: string) => spoke([{ type: "text", text }], "end_turn");
const called = (command: string) =>
  spoke([{ type: "tool_use", id: "toolu_1", name: "Bash", input: { command } }], "tool_use");
const over = () => row({ type: "system", subtype: "turn_duration", durationMs: 5 });
const failure = (text: string) =>
  row({
    type: "assistant",
    isApiErrorMessage: true,
    message: { model: "<synthetic>", role: "assistant", content: [{ type: "text", text }] },
  });

function sight(text: string) {
  const screen = screenOfText(text);
  return { screen, reading: readScreen(screen, { now: new Date(), timeZone: ZONE }) };
}

const PERMISSION = [
  "─".repeat(60),
  " Bash command",
  "",
  "   touch marker",
  "",
  " Do you want to proceed?",
  " ❯ 1. Yes",
  "   2. No",
  "",
  " Esc to cancel · Tab to amend",
].join("\n");

function open(options: Partial<OpenQuestionOptions> = {}) {
  const cancel = new AbortController();
  const progress: Progress[] = [];
  const question = new OpenQuestion({
    text: "What turns it?",
    timeZone: ZONE,
    signal: cancel.signal,
    timeoutMs: 600_000,
    unresponsiveMs: 60_000,
    patienceMs: 15_000,
    onProgress: (step) => progress.push(step),
    quietMs: () => 0,
    isAttended: () => false,
    hasTranscript: () => true,
    onCut: () => {},
    ...options,
  });
  question.begin(undefined);
  return { question, cancel, progress };
}

describe("OpenQuestion", () => {
  it("is answered by the text of its turn, when the turn is over", async () => {
    const { question, progress } = open();
    question.takeLine(user("What turns it?"));
    question.takeLine(called("ls"));
    question.takeLine(
      row({
        type: "user",
        message: { content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "x" }] },
      }),
    );
    question.takeLine(
      row({
        type: "assistant",
        message: { id: "msg_2", content: [{ type: "text", text: "Steam." }], stop_reason: "end_turn" },
      }),
    );
    expect(question.isOver).toBe(false);
    question.takeLine(over());
    expect(await question.answer).toEqual({ type: "answered", text: "Steam." });
    expect(progress).toEqual([
      { state: "working", message: "it is thinking" },
      { state: "working", message: "Bash(ls)" },
      { state: "working", message: "it is thinking" },
    ]);
  });

  it("is answered a moment after the last words where nothing says that the turn is over", async () => {
    const { question } = open();
    question.takeLine(user("What turns it?"));
    question.takeLine(said("Steam."));
    expect(question.isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(await question.answer).toEqual({ type: "answered", text: "Steam." });
  });

  it("takes no answer to another question", async () => {
    const { question } = open();
    question.takeLine(user("Something else"));
    question.takeLine(said("No."));
    question.takeLine(over());
    await vi.advanceTimersByTimeAsync(5000);
    expect(question.isOver).toBe(false);
    expect(question.hasArrived).toBe(false);
    question.end({ type: "cancelled" });
  });

  it("fails where the question did not arrive whole", async () => {
    const { question } = open({ text: "What turns the engine?" });
    question.takeLine(user("What turns"));
    expect(await question.answer).toEqual({ type: "failed", text: "the question did not arrive whole" });
  });

  it.each([
    [
      "Claude AI usage limit reached|1794774674",
      {
        type: "limited",
        until: new Date(1_794_774_674_000),
        text: "Claude AI usage limit reached|1794774674",
      },
    ],
    ["Prompt is too long", { type: "failed", text: "Prompt is too long" }],
  ])("tells what stopped the turn: %s", async (text, answer) => {
    const { question } = open();
    question.takeLine(user("What turns it?"));
    question.takeLine(failure(text));
    expect(await question.answer).toEqual(answer);
  });

  it("is cancelled and timed out", async () => {
    const cancelled = open();
    cancelled.cancel.abort();
    expect(await cancelled.question.answer).toEqual({ type: "cancelled" });
    const late = open({ timeoutMs: 1000 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await late.question.answer).toEqual({ type: "timedOut" });
    const before = new AbortController();
    before.abort();
    expect(await open({ signal: before.signal }).question.answer).toEqual({ type: "cancelled" });
  });

  it("names the call that it may not make, unless somebody is there to answer", async () => {
    const call = { tool: "Bash", input: { command: "rm -rf x" } };
    const { question } = open();
    question.refuse(call, "Approval is off.");
    expect(await question.answer).toEqual({
      type: "permission",
      call: "Bash(rm -rf x)",
      why: "Approval is off.",
    });
    const attended = open({ isAttended: () => true });
    attended.question.refuse(call, "Approval is off.");
    expect(attended.question.isOver).toBe(false);
    attended.question.end({ type: "cancelled" });
  });

  it("fails at a dialog that nobody answers, and not at one that goes away", async () => {
    const gone = open();
    gone.question.takeSight(sight(PERMISSION));
    await vi.advanceTimersByTimeAsync(10_000);
    gone.question.takeSight(sight("● Working"));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(gone.question.isOver).toBe(false);
    gone.question.end({ type: "cancelled" });

    const { question } = open();
    question.takeSight(sight(PERMISSION));
    await vi.advanceTimersByTimeAsync(17_000);
    expect(await question.answer).toEqual({
      type: "failed",
      text: 'it asks "Do you want to proceed?" and nobody is there to answer',
    });
  });

  it("is given up when nothing moves", async () => {
    let quietMs = 0;
    const { question } = open({ quietMs: () => quietMs });
    await vi.advanceTimersByTimeAsync(70_000);
    expect(question.isOver).toBe(false);
    quietMs = 61_000;
    await vi.advanceTimersByTimeAsync(1000);
    expect(await question.answer).toEqual({
      type: "unresponsive",
      why: "neither screen nor transcript moved for 61 s, the screen shows nothing that can be read",
    });
  });

  it.each([
    [{ exitCode: 1 }, { type: "ended", exitCode: 1, signal: undefined }],
    [
      { exitCode: 0, signal: 9 },
      { type: "ended", exitCode: 0, signal: "SIGKILL" },
    ],
  ])("ends with its session: %j", async (exit, answer) => {
    const { question } = open();
    question.takeExit(exit);
    question.end({ type: "timedOut" });
    expect(await question.answer).toEqual(answer);
  });
});
