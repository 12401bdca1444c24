import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { screenOfText } from "../../../src/claude/screen/screen.js";
import {
  newScreenTurn,
  lookAtTurn,
  readScreenAnswer,
  screenOutcome,
} from "../../../src/driver/turn/screen-turn.js";
import { outcomeOf } from "../../../src/driver/turn/transcript-turn.js";
import { replayed, stateFixtures } from "../../support/claude/state-fixtures.js";
import {
  promptOf,
  recordedScreen,
  RELEASES,
  rowsOf,
  TIME_ZONE,
  turnOf,
} from "../../support/driver/turn/recorded-turns.js";

const NOW = new Date("2026-11-16T07:00:00.000Z");
const at = { now: NOW, timeZone: TIME_ZONE };
const later = (ms: number) => ({ now: new Date(NOW.getTime() + ms), timeZone: TIME_ZONE });
const whole = (text: string) => ({ type: "answered", text, whole: true });
const LONG = Array.from(
  { length: 60 },
  (_, line) => `Line ${line + 1} of a long answer that does not fit on the screen.`,
).join("\n");

describe.each(RELEASES)("the screen of %s", (release) => {
  const look = (scene: string, question = `question ${scene}`) =>
    readScreenAnswer(recordedScreen(release, scene), question, at);
  const isOld = release === "1.0.64" || release === "2.0.72";

  it("shows the answer after the last tool, without its marks", () => {
    const code = release === "2.1.325" ? "          if (a) b();" : "        if (a) b();";
    const text = `Report\n\nAll good: x = 1\n\nconst a = 1;\n\n${code.slice(2)}\n\n- one\n- two\n\nDone ✓ 日本語`;
    expect(look("tooltext")).toEqual(whole(text));
  });

  it("shows the blocks of a message one below the other", () => {
    expect(look("two")).toEqual(whole("First block.\n\nSecond block."));
  });

  it("shows what was said before a tool where nothing follows", () => {
    expect(look("toolempty")).toEqual(whole(isOld ? "I look." : "out of script"));
  });

  it("has broken lines put together", () => {
    const answer = look("wrap");
    expect(answer).toMatchObject({ type: "answered", whole: true });
    const lines = answer.type === "answered" ? answer.text.split("\n") : [];
    expect(lines.slice(0, 5)).toEqual([
      "A paragraph that is long enough to be wrapped at the edge of the terminal, once or even twice, because it goes on and on about nothing in particular, and then stops.",
      "",
      "1. A first item whose text is long enough to be wrapped onto a second row of the screen as well, which it is now.",
      "2. Second",
      "",
    ]);
  });

  it("shows the end of a long answer, and all of it when it is made taller", () => {
    const cut = look("long");
    expect(cut).toMatchObject({ type: "answered", whole: false });
    expect(cut.type === "answered" && cut.text !== "" && LONG.endsWith(cut.text)).toBe(true);
    expect(look("tall", "question long")).toEqual(whole(LONG));
  });

  it("does not show the answer to another question", () => {
    expect(look("two", "something else")).toEqual({ type: "unseen" });
  });
});

it("shows what a command answers by itself", () => {
  expect(readScreenAnswer(recordedScreen("1.0.64", "cost"), "/cost", at)).toEqual(
    whole(
      "With your Claude API subscription, no need to monitor cost — your subscription includes Claude Code usage",
    ),
  );
});

describe("screens and transcripts of the same sessions", () => {
  const told = stateFixtures()
    .filter(({ truth }) => truth.state === "idle" && truth.limit === null && truth.columns >= 100)
    .flatMap((fixture) => {
      const rows = rowsOf(join(fixture.directory, "transcript.jsonl"));
      const question = rows.map(promptOf).findLast((text) => typeof text === "string" && /^[^<]/.test(text));
      if (typeof question !== "string") return [];
      return { name: fixture.name, fixture, question, outcome: outcomeOf(turnOf(rows, question)) };
    });
  const answered = told.filter(
    ({ outcome, name }) => outcome.type === "answered" && !LOOKS_LIMITED.test(name),
  );
  const broken = told.filter(({ outcome }) => outcome.type === "failed" || outcome.type === "interrupted");

  it("are many", () => {
    expect(answered.length).toBeGreaterThan(90);
    expect(broken.length).toBeGreaterThan(40);
  });

  it.each(answered)("agree on the answer: $name", async ({ fixture, question, outcome }) => {
    const seen = readScreenAnswer(await replayed(fixture), question, at);
    expect(bare(seen)).toBe(bare(outcome));
  });

  it.each(broken)("agree on how it ended: $name", async ({ fixture, question, outcome }) => {
    expect(readScreenAnswer(await replayed(fixture), question, at)).toEqual(outcome);
  });
});

/** Claude Code draws an answer that begins like one of its own messages as such, and adds to it. */
const LOOKS_LIMITED = /\/quote-(?:is-the-answer|warnings)$/;

/** The letters of it: what is left when Markdown is drawn, and lines are broken. */
function bare(outcome: { type: string; text?: string }): string {
  return `${outcome.type}: ${outcome.text?.replace(/^\d+\.|[`*#>▎\s]|^- /gm, "")}`;
}

describe("looks at the screen", () => {
  const [busy, idle] = ["busy-streaming", "idle-after-turn"].map((scene) =>
    stateFixtures().find(({ name }) => name === `2.1.325/${scene}`),
  );
  const answer = whole("The parser now skips blank lines. All 12 tests pass.");

  it("settle when the answer has stood for a second", async () => {
    const question = "make the parser skip blank lines";
    const [working, done] = [await replayed(busy!), await replayed(idle!)];
    let turn = newScreenTurn(question, screenOfText(""), NOW);
    expect(screenOutcome(turn, later(5000).now)).toEqual({ sight: { type: "unseen" }, settled: false });
    turn = lookAtTurn(turn, working, later(100));
    expect(screenOutcome(turn, later(5000).now)).toEqual({ sight: { type: "working" }, settled: false });
    turn = lookAtTurn(turn, done, later(200));
    turn = lookAtTurn(turn, done, later(900));
    expect(screenOutcome(turn, later(1199).now)).toEqual({ sight: answer, settled: false });
    expect(screenOutcome(turn, later(1200).now)).toEqual({ sight: answer, settled: true });
  });

  it("do not take the last answer for one to the same question asked again", async () => {
    const done = await replayed(idle!);
    const turn = newScreenTurn("make the parser skip blank lines", done, NOW);
    expect(lookAtTurn(turn, done, later(100)).sight).toEqual({ type: "unseen" });
    const typed = lookAtTurn(turn, await replayed(busy!), later(200));
    const again = lookAtTurn(typed, done, later(300));
    expect(screenOutcome(again, later(5299).now)).toEqual({ sight: { type: "unmoved" }, settled: false });
    expect(screenOutcome(again, later(5300).now)).toEqual({ sight: { type: "unmoved" }, settled: true });
  });
});
