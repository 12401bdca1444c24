import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { readScreen } from "../../../src/claude/screen/screen-reading.js";
import { screenOfText, type Screen } from "../../../src/claude/screen/screen.js";
import type { Progress } from "../../../src/persona/session/answer.js";
import { OpenQuestion, type OpenQuestionOptions } from "../../../src/persona/session/open-question.js";

const ZONE = "America/New_York";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function row(fields: object): { oversized: false; bytes: Buffer } {
  const timestamp = new Date().toISOString();
  const json = JSON.stringify({ isSidechain: false, uuid: crypto.randomUUID(), timestamp, ...fields });
  return { oversized: false, bytes: Buffer.from(json) };
}

const user = (content: string) => row({ type: "user", message: { role: "user", content } });
const spoke = (content: readonly object[], stop: string | null, id = "msg_1") =>
  row({
    type: "assistant",
    message: { id, model: "m", role: "assistant", content, stop_reason: stop },
  });
const said = (text: string, id?: string) => spoke([{ type: "text", text }], "end_turn", id);
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

const BOX = ["─".repeat(60), "❯ ", "─".repeat(60)];
const IDLE = ["● Steam.", "", ...BOX, "  ? for shortcuts"].join("\n");
const BUSY = [
  "● Steam.",
  "",
  "· Razzmatazzing… (running Stop hook · 2s · ↓ 12 tokens)",
  "",
  ...BOX,
  "  esc to interrupt",
].join("\n");
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

function open(options: Partial<OpenQuestionOptions> & { readonly from?: Screen } = {}) {
  const { from, ...others } = options;
  const opened = unbegun(others);
  opened.question.begin(from);
  return opened;
}

function unbegun(options: Partial<OpenQuestionOptions> = {}) {
  const cancel = new AbortController();
  const progress: Progress[] = [];
  const question = new OpenQuestion({
    text: "What turns it?",
    timeZone: ZONE,
    pattern: undefined,
    signal: cancel.signal,
    timeoutMs: 600_000,
    unresponsiveMs: 60_000,
    patienceMs: 15_000,
    onProgress: (step) => progress.push(step),
    quietMs: () => 0,
    workedMs: () => undefined,
    caughtUp: () => Promise.resolve(),
    isAttended: () => false,
    hasTranscript: () => true,
    onCut: () => {},
    ...options,
  });
  return { question, cancel, progress };
}

const drawn = (...rows: readonly string[]) => sight([...rows, "", "✻ Cooked for 1s", "", ...BOX].join("\n"));

describe("OpenQuestion", () => {
  it("waits for an answer that is taller than the screen to be drawn in more room", async () => {
    let cuts = 0;
    const { question } = open({
      hasTranscript: () => false,
      onCut: () => cuts++,
      from: sight(BOX.join("\n")).screen,
    });
    question.takeSight(drawn("  and two", "  and three"));
    // However long that takes on a busy machine.
    await vi.advanceTimersByTimeAsync(9000);
    expect([cuts, question.isOver]).toEqual([1, false]);
    question.takeSight(drawn("❯ What turns it?", "", "● One", "  and two", "  and three"));
    await vi.advanceTimersByTimeAsync(3000);
    expect(await question.answer).toEqual({ type: "answered", text: "One\nand two\nand three" });
  });

  it("asks for more room where the same answer fills the screen as before", async () => {
    let cuts = 0;
    const again = drawn("  and two", "  and three");
    const typed = sight(
      ["  and two", "  and three", "", "✻ Cooked for 1s", "", BOX[0], "❯ What turns it?", BOX[2]].join("\n"),
    );
    const { question } = open({ hasTranscript: () => false, onCut: () => cuts++, from: again.screen });
    question.takeSight(again);
    await vi.advanceTimersByTimeAsync(9000);
    question.takeSight(typed);
    await vi.advanceTimersByTimeAsync(9000);
    expect(cuts).toBe(0);
    question.takeSight(again);
    await vi.advanceTimersByTimeAsync(4500);
    expect(cuts).toBe(0);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([cuts, question.isOver]).toEqual([1, false]);
    question.takeSight(drawn("❯ What turns it?", "", "● One", "  and two", "  and three"));
    await vi.advanceTimersByTimeAsync(3000);
    expect(await question.answer).toEqual({ type: "answered", text: "One\nand two\nand three" });
  });

  it("gives what there is of an answer that no screen is tall enough for", async () => {
    const { question } = open({ hasTranscript: () => false, from: sight(BOX.join("\n")).screen });
    question.takeSight(drawn("  and two", "  and three"));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await question.answer).toEqual({ type: "answered", text: "and two\nand three" });
  });

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

  it("has arrived with its row, or when it is over without one", async () => {
    const { question } = open();
    const arrived = vi.fn();
    void question.arrival.then(arrived);
    question.takeLine(user("Something else"));
    await vi.advanceTimersByTimeAsync(0);
    expect([question.hasArrived, arrived.mock.calls.length]).toEqual([false, 0]);
    question.takeLine(user("What turns it?"));
    await vi.advanceTimersByTimeAsync(0);
    expect([question.hasArrived, arrived.mock.calls.length]).toEqual([true, 1]);
    question.end({ type: "cancelled" });
    const late = open({ timeoutMs: 1000 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await late.question.arrival).toBeUndefined();
  });

  it.each([
    ["at its prompt", IDLE, 600, false],
    ["at its prompt, with somebody who looks in", IDLE, 600, true],
    ["with a screen that cannot be read", "What is this?", 3200, false],
  ])(
    "is answered by its last words where nothing says that the turn is over: %s",
    async (_, text, afterMs, isAttended) => {
      const { question } = open({ quietMs: () => 60_000, isAttended: () => isAttended });
      question.takeLine(user("What turns it?"));
      question.takeLine(said("Steam."));
      question.takeSight(sight(text));
      await vi.advanceTimersByTimeAsync(afterMs - 400);
      expect(question.isOver).toBe(false);
      await vi.advanceTimersByTimeAsync(400);
      expect(await question.answer).toEqual({ type: "answered", text: "Steam." });
    },
  );

  it("is not answered while a Stop hook runs, which may send the model on", async () => {
    const { question } = open({ quietMs: () => 30_000 });
    question.takeLine(user("What turns it?"));
    question.takeLine(said("Steam."));
    question.takeSight(sight(BUSY));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(question.isOver).toBe(false);
    question.takeLine(said("Steam, and fire."));
    question.takeLine(over());
    expect(await question.answer).toEqual({ type: "answered", text: "Steam.\n\nSteam, and fire." });
  });

  it("is answered whole where a part of it came while this process did not run", async () => {
    const { question } = open({ quietMs: () => 60_000, caughtUp });
    let unread = [said("And fire."), over()];
    async function caughtUp(): Promise<void> {
      for (const line of unread) question.takeLine(line);
      unread = [];
    }
    question.takeLine(user("What turns it?"));
    question.takeLine(said("Steam."));
    question.takeSight(sight(IDLE));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await question.answer).toEqual({ type: "answered", text: "Steam.\n\nAnd fire." });
  });

  it("is answered by the whole of the last message, however slowly rows come while it is at work", async () => {
    const block = fc.string({ minLength: 1 });
    const rowsLate = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(block, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
        rowsLate,
        async (messages, delays) => {
          const { question } = open({ quietMs: () => 60_000, unresponsiveMs: 600_000 });
          question.takeSight(sight(BUSY));
          // Each but the last is one after which a Stop hook sends the model on.
          const rows = [
            user("What turns it?"),
            ...messages.flatMap((texts, index) => texts.map((text) => said(text, `msg_${index}`))),
          ];
          for (const [index, line] of rows.entries()) {
            question.takeLine(line);
            await vi.advanceTimersByTimeAsync(delays[index % delays.length] ?? 0);
          }
          expect(question.isOver).toBe(false);
          question.takeLine(over());
          expect(await question.answer).toEqual({
            type: "answered",
            text: messages.at(-1)?.join("\n\n"),
          });
        },
      ),
    );
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

  it("takes an error for a limit where the user's own pattern says so", async () => {
    const { question } = open({ pattern: /quota used up/i });
    question.takeLine(user("What turns it?"));
    question.takeLine(failure("API Error: 400 Team quota used up"));
    expect(await question.answer).toEqual({
      type: "limited",
      until: undefined,
      text: "API Error: 400 Team quota used up",
    });
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

  it("names it without its secrets", async () => {
    const { question } = open();
    const command = "curl -su ada:hunter2 https://a.b";
    question.refuse({ tool: "Bash", input: { command } }, `No rule allows ${command}.`);
    expect(await question.answer).toEqual({
      type: "permission",
      call: "Bash(curl -su ada:[secret] https://a.b)",
      why: "No rule allows curl -su ada:[secret] https://a.b.",
    });
  });

  it("names it also where somebody saw it and left", async () => {
    const call = { tool: "Bash", input: { command: "touch marker" } };
    const named = { type: "permission", call: "Bash(touch marker)", why: "Approval is off." };
    const unnamed = {
      type: "failed",
      text: 'it asks "Do you want to proceed?" and nobody is there to answer',
    };
    const leave = async (meanwhile: (question: OpenQuestion) => void = () => {}) => {
      let isAttended = true;
      const { question } = open({ isAttended: () => isAttended });
      question.refuse(call, "Approval is off.");
      question.takeSight(sight(PERMISSION));
      await vi.advanceTimersByTimeAsync(60_000);
      expect(question.isOver).toBe(false);
      meanwhile(question);
      isAttended = false;
      await vi.advanceTimersByTimeAsync(17_000);
      return question.answer;
    };
    expect(await leave()).toEqual(named);
    // Not where what stands there now is another one.
    expect(
      await leave((question) => {
        question.takeSight(sight(BUSY));
        question.takeSight(sight(PERMISSION));
      }),
    ).toEqual(unnamed);
    expect(await leave((question) => question.forgetRefusal())).toEqual(unnamed);
  });

  it("is not to blame for a call of what a person left, for which it waits", async () => {
    const { question } = unbegun();
    question.refuse({ tool: "Bash", input: { command: "rm -rf x" } }, "Approval is off.");
    question.takeSight(sight(PERMISSION));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(question.isOver).toBe(false);
    question.end({ type: "cancelled" });
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
    ["has worked meanwhile, for some time longer", 100, 180],
    ["has hardly worked", 10, 60],
  ])("is given up later where the session %s", async (_, workPerSecond, seconds) => {
    const since = performance.now();
    const elapsed = (): number => performance.now() - since;
    const { question } = open({
      quietMs: elapsed,
      workedMs: () => (elapsed() / 1000) * workPerSecond,
    });
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    expect(question.isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await question.answer).toMatchObject({ type: "unresponsive" });
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
