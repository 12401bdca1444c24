import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  newTurn,
  outcomeOf,
  readTurnRow,
  type TranscriptOutcome,
  turnStopped,
} from "../../../src/driver/turn/transcript-turn.js";
import {
  askedAt,
  promptOf,
  readAll,
  recordedRows,
  RELEASES,
  rowsOf,
  TIME_ZONE,
  turnOf,
} from "../../support/driver/turn/recorded-turns.js";

const answered = (text: string, settled = true): TranscriptOutcome => ({ type: "answered", text, settled });

const REPORT =
  "# Report\n\nAll **good**: `x = 1`\n\n```ts\nconst a = 1;\n\n\tif (a) b();\n```\n\n- one\n- two\n\nDone ✓ 日本語";
const OUT_OF_TOKENS = {
  type: "failed",
  text: expect.stringMatching(/^API Error: Claude's response exceeded the \d+ output token maximum/),
};
const REFUSED = {
  type: "failed",
  text: expect.stringMatching(/^API Error: Claude Code is unable to respond to this request/),
};

/** What becomes of a turn that the API ends in an unusual way. */
const ODD_ENDS: [release: string, question: string, outcome: unknown][] = [
  // Recent releases ask the model again until it says something.
  ["1.0.64", "question toolempty", answered("I look.", false)],
  ["2.0.72", "question toolempty", answered("I look.", false)],
  ["2.1.197", "question toolempty", answered("out of script")],
  ["2.1.325", "question toolempty", answered("out of script")],
  ["1.0.64", "question empty", answered("", false)],
  ["2.0.72", "question empty", answered("", false)],
  ["2.1.197", "question empty", answered("out of script")],
  ["2.1.325", "question empty", answered("out of script")],
  ["1.0.64", "question maxtok", OUT_OF_TOKENS],
  ["2.0.72", "question maxtok", OUT_OF_TOKENS],
  ["2.1.197", "question maxtok", answered("This is cut off here and ends.")],
  ["2.1.325", "question maxtok", answered("This is cut off here and ends.")],
  ["1.0.64", "question refuse", REFUSED],
  ["2.0.72", "question refuse", REFUSED],
  ["2.1.197", "question refuse", REFUSED],
  ["2.1.325", "question refuse", answered("out of script")],
];

it.each(ODD_ENDS)("%s: %s", (release, question, outcome) => {
  // Alone: the next question would end any turn.
  const rows = recordedRows(release, "odd");
  const begin = rows.findIndex((row) => promptOf(row) === question);
  const next = rows.findIndex((row, index) => index > begin && isQuestion(promptOf(row)));
  expect(outcomeOf(turnOf(rows.slice(begin, next), question))).toEqual(outcome);
});

function isQuestion(prompt: unknown): prompt is string {
  return typeof prompt === "string" && prompt.startsWith("question ");
}

describe.each(RELEASES)("turns of %s", (release) => {
  const odd = recordedRows(release, "odd");
  const more = recordedRows(release, "more");

  it("joins the texts of one message", () => {
    expect(outcomeOf(turnOf(odd, "question two"))).toEqual(answered("First block.\n\nSecond block.\n"));
    expect(outcomeOf(turnOf(odd, "question twofast"))).toEqual(answered("First fast.\n\nSecond fast."));
  });

  it("takes what was said after the last tool, to the letter", () => {
    expect(outcomeOf(turnOf(odd, "question tooltext"))).toEqual(answered(REPORT));
  });

  it("does not take the answer before a Stop hook sent the model on", () => {
    expect(outcomeOf(turnOf(more, "question block"))).toEqual(answered("After the block."));
    const begin = more.findIndex((row) => promptOf(row) === "question block");
    const first = more.findIndex((row) => row.includes("Before the block."));
    const second = more.findIndex((row) => row.includes("After the block."));
    const turn = newTurn("question block", askedAt(more, "question block"));
    expect(outcomeOf(readAll(turn, more.slice(begin, first + 1)))).toEqual(
      answered("Before the block.", false),
    );
    expect(outcomeOf(readAll(turn, more.slice(begin, second)))).toEqual(answered("Before the block.", false));
  });

  it("gives no answer as settled that is not the last word", () => {
    const questions = [odd, more].flatMap((rows) =>
      rows
        .map(promptOf)
        .filter(isQuestion)
        .map((question) => ({ rows, question })),
    );
    for (const { rows, question } of questions) {
      let turn = newTurn(question, askedAt(rows, question));
      const settled = rows.flatMap((row) => {
        turn = readTurnRow(turn, row, TIME_ZONE);
        const outcome = outcomeOf(turn);
        return outcome.type === "answered" && outcome.settled ? outcome.text : [];
      });
      expect(new Set(settled).size).toBeLessThanOrEqual(1);
    }
    expect(questions).toHaveLength(12);
  });

  it("reads the same wherever the question's own row stands", () => {
    const question = "question tooltext";
    const at = odd.findIndex((row) => promptOf(row) === question);
    const end = odd.findIndex((row, index) => index > at && isQuestion(promptOf(row)));
    const [own = "", ...others] = odd.slice(at, end);
    for (let place = 0; place <= others.length; place++) {
      const rows = [...others.slice(0, place), own, ...others.slice(place)];
      expect(outcomeOf(turnOf(rows, question))).toEqual(answered(REPORT, release !== "1.0.64"));
    }
  });

  it("does not take an older question of the same words for this one", () => {
    const turn = newTurn("question two", new Date(askedAt(odd, "question two").getTime() + 60_000));
    expect(outcomeOf(readAll(turn, odd))).toEqual({ type: "unseen" });
  });
});

const STATES = join(import.meta.dirname, "../../fixtures/states");
const STATE_RELEASES = ["1.0.64", "2.0.72", "2.1.32", "2.1.75", "2.1.197", "2.1.267", "2.1.325"];
const GOOD = "The parser now skips blank lines. All 12 tests pass.";

const SCENES: [scene: string, question: string, outcome: unknown][] = [
  [
    "idle-after-turn",
    "make the parser skip blank lines",
    expect.objectContaining({ type: "answered", text: GOOD }),
  ],
  ["busy-streaming", "explain the parser", { type: "working", calls: [] }],
  [
    "busy-tool",
    "wait for the build",
    { type: "working", calls: [expect.objectContaining({ tool: "Bash" })] },
  ],
  [
    "permission-bash",
    "clean the build folder",
    { type: "working", calls: [expect.objectContaining({ tool: "Bash" })] },
  ],
  ["idle-interrupted", "explain the parser", { type: "interrupted" }],
  [
    "limit-five-hour",
    "do more please",
    { type: "limited", limit: expect.objectContaining({ waitingHelps: true }) },
  ],
  ["transient-500", "do more please", { type: "failed", text: expect.stringMatching(/^API Error: 500 /) }],
  [
    "connection-dropped",
    "do more please",
    {
      type: "failed",
      text: expect.stringMatching(/^API Error: (?:terminated|Connection to the API was lost)/),
    },
  ],
  [
    "quote-is-the-answer",
    "why did the job stop?",
    expect.objectContaining({
      type: "answered",
      text: "You've hit your session limit · resets 3:39pm (America/New_York)",
    }),
  ],
];

describe.each(STATE_RELEASES)("scenes of %s", (release) => {
  it.each(SCENES)("%s", (scene, question, outcome) => {
    const rows = rowsOf(join(STATES, release, scene, "transcript.jsonl"));
    expect(outcomeOf(turnOf(rows, question))).toEqual(outcome);
  });
});

it("does not settle where the end was written before the answer, as 2.1.197 does: more may come", () => {
  const rows = rowsOf(join(STATES, "2.1.197/idle-after-turn/transcript.jsonl"));
  const types = rows.map((row) => (JSON.parse(row) as { type: string; subtype?: string }).subtype ?? "");
  const question = "make the parser skip blank lines";
  expect(types.indexOf("turn_duration")).toBeLessThan(rows.findIndex((row) => promptOf(row) === question));
  expect(outcomeOf(turnOf(rows, question))).toEqual(answered(GOOD, false));
});

it("does not settle by the row of one Stop hook where each has its own, as in 1.0.64: another may send the model on", () => {
  const rows = recordedRows("1.0.64", "more");
  const begin = rows.findIndex((row) => promptOf(row) === "question short");
  const end = rows.findIndex((row) => promptOf(row) === "question wrap");
  expect(outcomeOf(turnOf(rows.slice(begin, end), "question short"))).toEqual(
    answered("Plain answer.", false),
  );
});

it("goes on where Claude Code continues by itself after the reset", () => {
  const rows = rowsOf(join(STATES, "2.1.325/native-fired/transcript.jsonl"));
  expect(outcomeOf(turnOf(rows, "do more please"))).toMatchObject({ type: "answered", settled: true });
});

describe("told that it has stopped", () => {
  const rows = recordedRows("2.1.325", "odd");
  const begin = rows.findIndex((row) => promptOf(row) === "question two");
  const last = rows.findIndex((row) => row.includes("Second block.")) + 1;
  const asked = readAll(newTurn("question two", askedAt(rows, "question two")), rows.slice(begin, begin + 1));
  const whole = "First block.\n\nSecond block.\n";

  it("settles when the words that the hook was told are there", () => {
    const stopped = turnStopped(asked, "Second block.");
    expect(outcomeOf(stopped)).toEqual(answered("", false));
    expect(outcomeOf(readAll(stopped, rows.slice(begin + 1, begin + 2)))).toEqual(
      answered("First block.", false),
    );
    expect(outcomeOf(readAll(stopped, rows.slice(begin + 1, last)))).toEqual(answered(whole));
    const between = turnStopped(readAll(asked, rows.slice(begin + 1, begin + 2)), "Second block.");
    expect(outcomeOf(between)).toEqual(answered("First block.", false));
    expect(outcomeOf(readAll(between, rows.slice(begin + 2, last)))).toEqual(answered(whole));
  });

  it("settles with the words that are there where the hook was told none", () => {
    const spoken = readAll(asked, rows.slice(begin + 1, last));
    expect(outcomeOf(spoken)).toEqual(answered(whole, false));
    expect(outcomeOf(turnStopped(spoken))).toEqual(answered(whole));
  });

  it("does not settle with words that come after it", () => {
    const stopped = turnStopped(asked);
    expect(outcomeOf(readAll(stopped, rows.slice(begin + 1, begin + 2)))).toEqual(
      answered("First block.", false),
    );
    expect(outcomeOf(readAll(stopped, rows.slice(begin + 1, last)))).toEqual(answered(whole, false));
  });

  it("before its question was seen, means the turn before", () => {
    const turn = newTurn("question two", askedAt(rows, "question two"));
    expect(turnStopped(turn, "Second block.")).toBe(turn);
  });

  it("is not over where the model is sent on", () => {
    const more = recordedRows("2.0.72", "more");
    const question = "question block";
    const first = more.findIndex((row) => row.includes("Before the block.")) + 1;
    const turn = turnStopped(readAll(newTurn(question, askedAt(more, question)), more.slice(0, first)));
    expect(outcomeOf(turn)).toEqual(answered("Before the block."));
    const second = more.findIndex((row) => row.includes("After the block.")) + 1;
    const sentOn = readAll(turn, more.slice(first, second));
    expect(outcomeOf(sentOn)).toEqual(answered("After the block.", false));
    expect(outcomeOf(readAll(sentOn, more.slice(second, second + 1)))).toEqual(answered("After the block."));
  });
});
