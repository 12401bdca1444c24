import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { readScreen } from "../../../src/claude/screen/screen-reading.js";
import { screenOfText, type Screen } from "../../../src/claude/screen/screen.js";
import { OpenTurn, type OpenTurnOptions } from "../../../src/driver/turn/open-turn.js";

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

function open(options: Partial<OpenTurnOptions> & { readonly from?: Screen } = {}) {
  const { from, ...others } = options;
  const opened = unbegun(others);
  opened.turn.begin(from);
  return opened;
}

function unbegun(options: Partial<OpenTurnOptions> = {}) {
  const cancel = new AbortController();
  const progress: string[] = [];
  const turn = new OpenTurn({
    text: "What turns it?",
    timeZone: ZONE,
    pattern: undefined,
    signal: cancel.signal,
    timeoutMs: 600_000,
    unresponsiveMs: 60_000,
    patienceMs: 15_000,
    onWorking: (message) => progress.push(message),
    quietMs: () => 0,
    workedMs: () => undefined,
    caughtUp: () => Promise.resolve(),
    isAttended: () => false,
    hasTranscript: () => true,
    onCut: () => {},
    ...options,
  });
  return { turn, cancel, progress };
}

const drawn = (...rows: readonly string[]) => sight([...rows, "", "✻ Cooked for 1s", "", ...BOX].join("\n"));

describe("OpenTurn", () => {
  it("waits for an answer that is taller than the screen to be drawn in more room", async () => {
    let cuts = 0;
    const { turn } = open({
      hasTranscript: () => false,
      onCut: () => cuts++,
      from: sight(BOX.join("\n")).screen,
    });
    turn.takeSight(drawn("  and two", "  and three"));
    // However long that takes on a busy machine.
    await vi.advanceTimersByTimeAsync(9000);
    expect([cuts, turn.isOver]).toEqual([1, false]);
    turn.takeSight(drawn("❯ What turns it?", "", "● One", "  and two", "  and three"));
    await vi.advanceTimersByTimeAsync(3000);
    expect(await turn.outcome).toEqual({ type: "answered", text: "One\nand two\nand three" });
  });

  it("asks for more room where the same answer fills the screen as before", async () => {
    let cuts = 0;
    const again = drawn("  and two", "  and three");
    const typed = sight(
      ["  and two", "  and three", "", "✻ Cooked for 1s", "", BOX[0], "❯ What turns it?", BOX[2]].join("\n"),
    );
    const { turn } = open({ hasTranscript: () => false, onCut: () => cuts++, from: again.screen });
    turn.takeSight(again);
    await vi.advanceTimersByTimeAsync(9000);
    turn.takeSight(typed);
    await vi.advanceTimersByTimeAsync(9000);
    expect(cuts).toBe(0);
    turn.takeSight(again);
    await vi.advanceTimersByTimeAsync(4500);
    expect(cuts).toBe(0);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([cuts, turn.isOver]).toEqual([1, false]);
    turn.takeSight(drawn("❯ What turns it?", "", "● One", "  and two", "  and three"));
    await vi.advanceTimersByTimeAsync(3000);
    expect(await turn.outcome).toEqual({ type: "answered", text: "One\nand two\nand three" });
  });

  it("gives what there is of an answer that no screen is tall enough for", async () => {
    const { turn } = open({ hasTranscript: () => false, from: sight(BOX.join("\n")).screen });
    turn.takeSight(drawn("  and two", "  and three"));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await turn.outcome).toEqual({ type: "answered", text: "and two\nand three" });
  });

  it("is answered by the text of its turn, when the turn is over", async () => {
    const { turn, progress } = open();
    turn.takeLine(user("What turns it?"));
    turn.takeLine(called("ls"));
    turn.takeLine(
      row({
        type: "user",
        message: { content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "x" }] },
      }),
    );
    turn.takeLine(
      row({
        type: "assistant",
        message: { id: "msg_2", content: [{ type: "text", text: "Steam." }], stop_reason: "end_turn" },
      }),
    );
    expect(turn.isOver).toBe(false);
    turn.takeLine(over());
    expect(await turn.outcome).toEqual({ type: "answered", text: "Steam." });
    expect(progress).toEqual(["it is thinking", "Bash(ls)", "it is thinking"]);
  });

  it("has arrived with its row, or when it is over without one", async () => {
    const { turn } = open();
    const arrived = vi.fn();
    void turn.arrival.then(arrived);
    turn.takeLine(user("Something else"));
    await vi.advanceTimersByTimeAsync(0);
    expect([turn.hasArrived, arrived.mock.calls.length]).toEqual([false, 0]);
    turn.takeLine(user("What turns it?"));
    await vi.advanceTimersByTimeAsync(0);
    expect([turn.hasArrived, arrived.mock.calls.length]).toEqual([true, 1]);
    turn.end({ type: "cancelled" });
    const late = open({ timeoutMs: 1000 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await late.turn.arrival).toBeUndefined();
  });

  it.each([
    ["at its prompt", IDLE, 600, false],
    ["at its prompt, with somebody who looks in", IDLE, 600, true],
    ["with a screen that cannot be read", "What is this?", 3200, false],
  ])(
    "is answered by its last words where nothing says that the turn is over: %s",
    async (_, text, afterMs, isAttended) => {
      const { turn } = open({ quietMs: () => 60_000, isAttended: () => isAttended });
      turn.takeLine(user("What turns it?"));
      turn.takeLine(said("Steam."));
      turn.takeSight(sight(text));
      await vi.advanceTimersByTimeAsync(afterMs - 400);
      expect(turn.isOver).toBe(false);
      await vi.advanceTimersByTimeAsync(400);
      expect(await turn.outcome).toEqual({ type: "answered", text: "Steam." });
    },
  );

  it("is not answered while a Stop hook runs, which may send the model on", async () => {
    const { turn } = open({ quietMs: () => 30_000 });
    turn.takeLine(user("What turns it?"));
    turn.takeLine(said("Steam."));
    turn.takeSight(sight(BUSY));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(turn.isOver).toBe(false);
    turn.takeLine(said("Steam, and fire."));
    turn.takeLine(over());
    expect(await turn.outcome).toEqual({ type: "answered", text: "Steam.\n\nSteam, and fire." });
  });

  it("is answered whole where a part of it came while this process did not run", async () => {
    const { turn } = open({ quietMs: () => 60_000, caughtUp });
    let unread = [said("And fire."), over()];
    async function caughtUp(): Promise<void> {
      for (const line of unread) turn.takeLine(line);
      unread = [];
    }
    turn.takeLine(user("What turns it?"));
    turn.takeLine(said("Steam."));
    turn.takeSight(sight(IDLE));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await turn.outcome).toEqual({ type: "answered", text: "Steam.\n\nAnd fire." });
  });

  it("is answered by the whole of the last message, however slowly rows come while it is at work", async () => {
    const block = fc.string({ minLength: 1 });
    const rowsLate = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(block, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
        rowsLate,
        async (messages, delays) => {
          const { turn } = open({ quietMs: () => 60_000, unresponsiveMs: 600_000 });
          turn.takeSight(sight(BUSY));
          // Each but the last is one after which a Stop hook sends the model on.
          const rows = [
            user("What turns it?"),
            ...messages.flatMap((texts, index) => texts.map((text) => said(text, `msg_${index}`))),
          ];
          for (const [index, line] of rows.entries()) {
            turn.takeLine(line);
            await vi.advanceTimersByTimeAsync(delays[index % delays.length] ?? 0);
          }
          expect(turn.isOver).toBe(false);
          turn.takeLine(over());
          expect(await turn.outcome).toEqual({
            type: "answered",
            text: messages.at(-1)?.join("\n\n"),
          });
        },
      ),
    );
  });

  it("takes no answer to another question", async () => {
    const { turn } = open();
    turn.takeLine(user("Something else"));
    turn.takeLine(said("No."));
    turn.takeLine(over());
    await vi.advanceTimersByTimeAsync(5000);
    expect(turn.isOver).toBe(false);
    expect(turn.hasArrived).toBe(false);
    turn.end({ type: "cancelled" });
  });

  it("fails where the text did not arrive whole", async () => {
    const { turn } = open({ text: "What turns the engine?" });
    turn.takeLine(user("What turns"));
    expect(await turn.outcome).toEqual({ type: "failed", text: "the text did not arrive whole" });
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
    const { turn } = open();
    turn.takeLine(user("What turns it?"));
    turn.takeLine(failure(text));
    expect(await turn.outcome).toEqual(answer);
  });

  it("takes an error for a limit where the user's own pattern says so", async () => {
    const { turn } = open({ pattern: /quota used up/i });
    turn.takeLine(user("What turns it?"));
    turn.takeLine(failure("API Error: 400 Team quota used up"));
    expect(await turn.outcome).toEqual({
      type: "limited",
      until: undefined,
      text: "API Error: 400 Team quota used up",
    });
  });

  it("is cancelled and timed out", async () => {
    const cancelled = open();
    cancelled.cancel.abort();
    expect(await cancelled.turn.outcome).toEqual({ type: "cancelled" });
    const late = open({ timeoutMs: 1000 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await late.turn.outcome).toEqual({ type: "timedOut" });
    const before = new AbortController();
    before.abort();
    expect(await open({ signal: before.signal }).turn.outcome).toEqual({ type: "cancelled" });
  });

  it("names the call that it may not make, unless somebody is there to answer", async () => {
    const call = { tool: "Bash", input: { command: "rm -rf x" } };
    const { turn } = open();
    turn.refuse(call, "Approval is off.");
    expect(await turn.outcome).toEqual({
      type: "permission",
      call: "Bash(rm -rf x)",
      why: "Approval is off.",
    });
    const attended = open({ isAttended: () => true });
    attended.turn.refuse(call, "Approval is off.");
    expect(attended.turn.isOver).toBe(false);
    attended.turn.end({ type: "cancelled" });
  });

  it("names it without its secrets", async () => {
    const { turn } = open();
    const command = "curl -su ada:hunter2 https://a.b";
    turn.refuse({ tool: "Bash", input: { command } }, `No rule allows ${command}.`);
    expect(await turn.outcome).toEqual({
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
      text: 'it asks "Do you want to proceed?", and nobody is there to answer',
    };
    const leave = async (meanwhile: (turn: OpenTurn) => void = () => {}) => {
      let isAttended = true;
      const { turn } = open({ isAttended: () => isAttended });
      turn.refuse(call, "Approval is off.");
      turn.takeSight(sight(PERMISSION));
      await vi.advanceTimersByTimeAsync(60_000);
      expect(turn.isOver).toBe(false);
      meanwhile(turn);
      isAttended = false;
      await vi.advanceTimersByTimeAsync(17_000);
      return turn.outcome;
    };
    expect(await leave()).toEqual(named);
    // Not where what stands there now is another one.
    expect(
      await leave((turn) => {
        turn.takeSight(sight(BUSY));
        turn.takeSight(sight(PERMISSION));
      }),
    ).toEqual(unnamed);
    expect(await leave((turn) => turn.forgetRefusal())).toEqual(unnamed);
  });

  it("is not to blame for a call of what a person left, for which it waits", async () => {
    const { turn } = unbegun();
    turn.refuse({ tool: "Bash", input: { command: "rm -rf x" } }, "Approval is off.");
    turn.takeSight(sight(PERMISSION));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(turn.isOver).toBe(false);
    turn.end({ type: "cancelled" });
  });

  it("fails at a dialog that nobody answers, and not at one that goes away", async () => {
    const gone = open();
    gone.turn.takeSight(sight(PERMISSION));
    await vi.advanceTimersByTimeAsync(10_000);
    gone.turn.takeSight(sight("● Working"));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(gone.turn.isOver).toBe(false);
    gone.turn.end({ type: "cancelled" });

    const { turn } = open();
    turn.takeSight(sight(PERMISSION));
    await vi.advanceTimersByTimeAsync(17_000);
    expect(await turn.outcome).toEqual({
      type: "failed",
      text: 'it asks "Do you want to proceed?", and nobody is there to answer',
    });
  });

  it("is given up when nothing moves", async () => {
    let quietMs = 0;
    const { turn } = open({ quietMs: () => quietMs });
    await vi.advanceTimersByTimeAsync(70_000);
    expect(turn.isOver).toBe(false);
    quietMs = 61_000;
    await vi.advanceTimersByTimeAsync(1000);
    expect(await turn.outcome).toEqual({
      type: "unresponsive",
      why: "neither screen nor transcript changed for 61 s, the screen shows nothing readable",
    });
  });

  it.each([
    ["has worked meanwhile, for some time longer", 100, 180],
    ["has hardly worked", 10, 60],
  ])("is given up later where the session %s", async (_, workPerSecond, seconds) => {
    const since = performance.now();
    const elapsed = (): number => performance.now() - since;
    const { turn } = open({
      quietMs: elapsed,
      workedMs: () => (elapsed() / 1000) * workPerSecond,
    });
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    expect(turn.isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await turn.outcome).toMatchObject({ type: "unresponsive" });
  });

  it.each([
    [{ exitCode: 1 }, { type: "ended", exitCode: 1, signal: undefined }],
    [
      { exitCode: 0, signal: 9 },
      { type: "ended", exitCode: 0, signal: "SIGKILL" },
    ],
  ])("ends with its session: %j", async (exit, answer) => {
    const { turn } = open();
    turn.takeExit(exit);
    turn.end({ type: "timedOut" });
    expect(await turn.outcome).toEqual(answer);
  });
});
