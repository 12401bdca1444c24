import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparePrompt } from "../../../src/driver/turn/turn-rows.js";
import { newTurn, outcomeOf, readTurnRow } from "../../../src/driver/turn/transcript-turn.js";
import { readAll, TIME_ZONE } from "../../support/driver/turn/recorded-turns.js";

const AT = new Date("2026-11-16T07:00:00.000Z");
const base = { isSidechain: false, sessionId: "s1", timestamp: AT.toISOString() };
const user = (content: unknown, more: object = {}): string =>
  JSON.stringify({ ...base, uuid: "u1", type: "user", message: { role: "user", content }, ...more });
const assistant = (id: string, uuid: string, text: string, stop: string | null): string =>
  JSON.stringify({
    ...base,
    type: "assistant",
    uuid,
    message: { id, model: "claude-x", content: [{ type: "text", text }], stop_reason: stop },
  });
const OVER = JSON.stringify({ ...base, type: "system", subtype: "turn_duration", uuid: "u9" });
const stopHooks = (hookErrors: readonly string[]): string =>
  JSON.stringify({ ...base, type: "system", subtype: "stop_hook_summary", uuid: "u8", hookErrors });
const HOOKS_RAN = stopHooks([]);
const SENT_ON = stopHooks(["say more"]);
const FEEDBACK = user("Stop hook feedback:\nsay more", { isMeta: true });
const words = fc.string({ unit: "binary", minLength: 1, maxLength: 300 });

describe("whatever is asked and answered", () => {
  it("comes back to the letter", () => {
    fc.assert(
      fc.property(words, words, (question, answer) => {
        // What a terminal drops is no question.
        fc.pre(/[\p{L}\p{N}]/u.test(question));
        const rows = [user(question), assistant("m1", "u2", answer, "end_turn"), OVER];
        const outcome = outcomeOf(readAll(newTurn(question, AT), rows));
        expect(outcome).toEqual({ type: "answered", text: answer, settled: true });
      }),
    );
  });

  it("is settled with its last row, and with no row before", () => {
    const texts = fc.array(words, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 3 }), (messages) => {
        // A Stop hook sends the model on after each but the last.
        const rows = messages.flatMap((blocks, message) => [
          ...(message === 0 ? [user("why?")] : [SENT_ON, FEEDBACK]),
          ...blocks.map((text, block) => assistant(`m${message}`, `u${message}-${block}`, text, "end_turn")),
        ]);
        for (const end of [OVER, HOOKS_RAN]) {
          let turn = newTurn("why?", AT);
          for (const row of rows) {
            turn = readTurnRow(turn, row, TIME_ZONE);
            expect(outcomeOf(turn)).not.toMatchObject({ type: "answered", settled: true });
          }
          const text = messages.at(-1)?.join("\n\n");
          expect(outcomeOf(readTurnRow(turn, end, TIME_ZONE))).toEqual({
            type: "answered",
            text,
            settled: true,
          });
        }
      }),
    );
  });

  it("comes back whole where it is long", () => {
    const answer = '日本語 `code` \\ "quoted"\n'.repeat(20_000);
    const rows = [user("why?"), assistant("m1", "u2", answer, "end_turn"), OVER];
    const outcome = outcomeOf(readAll(newTurn("why?", AT), rows));
    expect(outcome).toEqual({ type: "answered", text: answer, settled: true });
  });

  it.each([
    "[Request interrupted by user] what does that mean?",
    "<bash-input>ls</bash-input>",
    "<system-reminder>who are you?</system-reminder>",
    "<command-name>/clear</command-name>",
    "You've hit your session limit · resets 3:44pm (America/New_York)",
    "Stop hook feedback:\nsay more",
  ])("is found although Claude Code writes such rows itself: %s", (text) => {
    const rows = [user(text), assistant("m1", "u2", text, "end_turn"), OVER];
    expect(outcomeOf(readAll(newTurn(text, AT), rows))).toEqual({ type: "answered", text, settled: true });
  });

  it("is not confused by anything that is no row", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => `{"type":"user","x":${json}}`),
        ),
        (row) => {
          const turn = newTurn("a question", AT);
          expect(outcomeOf(readTurnRow(turn, row, TIME_ZONE))).toEqual({ type: "unseen" });
          expect(outcomeOf(readTurnRow(turn, Buffer.from(row), TIME_ZONE))).toEqual({ type: "unseen" });
        },
      ),
    );
  });
});

describe("the turn", () => {
  const asked = readTurnRow(newTurn("why?", AT), user("why?"), TIME_ZONE);

  it("is not that of a subagent", () => {
    const side = JSON.parse(assistant("m1", "u2", "aside", "end_turn")) as object;
    const row = JSON.stringify({ ...side, isSidechain: true });
    expect(outcomeOf(readTurnRow(asked, row, TIME_ZONE))).toEqual({ type: "working", calls: [] });
  });

  it("ends where another prompt begins another", () => {
    const rows = [
      assistant("m1", "u2", "because", "end_turn"),
      user("and how?"),
      assistant("m2", "u3", "so", "end_turn"),
    ];
    expect(outcomeOf(readAll(asked, rows))).toEqual({ type: "answered", text: "because", settled: true });
  });

  it("takes a row that is written twice once", () => {
    const row = assistant("m1", "u2", "because", "end_turn");
    expect(outcomeOf(readAll(asked, [row, row, OVER]))).toEqual({
      type: "answered",
      text: "because",
      settled: true,
    });
  });

  it("tells a question that arrived cut short", () => {
    const turn = readTurnRow(newTurn("first line\nsecond line", AT), user("first line"), TIME_ZONE);
    expect(turn.arrived).toBe("altered");
    expect(outcomeOf(turn)).toEqual({ type: "working", calls: [] });
  });
});

describe("the question's row", () => {
  it.each<[string, string, string]>([
    ["a\tb\r\nc", "a    b\nc", "whole"],
    ["  padded \n", "padded", "whole"],
    ["cafe\u0301 \u200bzero\ufeff width\u0007", "café zero width", "whole"],
    ["first\nsecond", "first", "altered"],
    ["question", "half a draft question", "altered"],
    ["question", "another", "other"],
    ["question", "", "other"],
  ])("asked %j, written %j: %s", (question, written, expected) => {
    expect(comparePrompt(user(written), question)).toBe(expected);
    expect(comparePrompt(user([{ type: "text", text: written }]), question)).toBe(expected);
  });

  const EDGE = 64 * 1024;
  const long = Array.from({ length: 40_000 }, (_, line) => `${line}: "日本語" \\ and more`).join("\n");
  const edges = (text: string) => {
    const bytes = Buffer.from(user(text));
    return { head: bytes.subarray(0, EDGE), tail: bytes.subarray(-EDGE), length: bytes.length };
  };

  it("is compared by its edges where it is too long to keep", () => {
    expect(comparePrompt(edges(long), long)).toBe("whole");
    expect(comparePrompt(edges(long), long.replace("20000:", "20000"))).toBe("altered");
    expect(comparePrompt(edges(long.slice(0, -1)), long)).toBe("altered");
    expect(comparePrompt(edges(`x${long}`), long)).toBe("other");
    const turn = readTurnRow(newTurn(long, AT), edges(long), TIME_ZONE);
    expect(turn.arrived).toBe("whole");
  });
});
