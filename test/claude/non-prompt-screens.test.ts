import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { isOnPlainYes, readPermissionPrompt } from "../../src/claude/prompts/permission-prompt.js";
import { readScreen } from "../../src/claude/screen/screen-reading.js";
import { screenOfText } from "../../src/claude/screen/screen.js";
import type { Screen } from "../../src/claude/screen/screen.js";
import { Dice, fuzzed, promptRows, QUOTATIONS, screenOf, textsOf } from "../support/claude/fuzzed-screens.js";
import { asText, replayed, stateFixtures } from "../support/claude/state-fixtures.js";

const AT = { now: new Date("2026-11-16T06:00:00Z"), timeZone: "UTC" };
const CAPTURES = join(import.meta.dirname, "../fixtures/captures");
const fixtures = stateFixtures();

/** Enter would go out, were the call allowed. */
function wouldPress(screen: Screen): boolean {
  const prompt = readPermissionPrompt(readScreen(screen, AT));
  return prompt !== undefined && isOnPlainYes(prompt);
}

/** The screens on which nothing may be pressed. */
const recorded: Screen[] = [];
/** Whole prompts, as they stood. */
const prompts: Screen[] = [];

function captured(): Screen[] {
  const files = readdirSync(CAPTURES, { recursive: true, encoding: "utf8" });
  return files
    .filter((name) => name.endsWith("screen.txt"))
    .map((name) => screenOfText(readFileSync(join(CAPTURES, name), "utf8")));
}

beforeAll(async () => {
  for (const fixture of fixtures) {
    const screen = await replayed(fixture);
    const { state } = fixture.truth;
    if (state !== "permission") recorded.push(screen);
    else if (wouldPress(screen) && fixture.truth.scene !== "permission-tall-file") prompts.push(screen);
    // Only the cursor tells a prompt from one that a shell has printed, and text has none.
    if (state !== "permission" && state !== "shell") recorded.push(asText(fixture));
  }
  recorded.push(...captured());
}, 120_000);

/** So many in all. */
const SCREENS = 10_000;
let shown = 0;

function expectNone(screens: readonly Screen[]): void {
  const pressed = screens.filter(wouldPress);
  expect(pressed.map((screen) => textsOf(screen).join("\n"))).toEqual([]);
  shown += screens.length;
}

describe("nothing is pressed", () => {
  it("on any recorded screen without a prompt", () => {
    expect(recorded.length).toBeGreaterThan(1200);
    expectNone(recorded);
  });

  it("on what is left of them when they are cut, shuffled, doubled and shifted", () => {
    const dice = new Dice(5);
    expectNone(Array.from({ length: 4000 }, () => fuzzed(pick(recorded, dice), dice)));
  });

  it.each(Object.entries(QUOTATIONS))("on a prompt %s", (_, quote) => {
    const dice = new Dice(55);
    const screens = Array.from({ length: 600 }, () => quote(pick(prompts, dice), pick(recorded, dice), dice));
    expectNone(screens);
  });

  it(`in all, on ${SCREENS} screens`, () => expect(shown).toBeGreaterThanOrEqual(SCREENS));
});

describe("the same way of reading", () => {
  it("finds the prompts of all releases", () => {
    expect(prompts.length).toBeGreaterThan(120);
  });

  it("finds them below any conversation", () => {
    const dice = new Dice(555);
    const below = Array.from({ length: 600 }, () => {
      const [prompt, other] = [pick(prompts, dice), pick(recorded, dice)];
      const above = textsOf(other)
        .slice(0, dice.below(20))
        .map((row) => `  ${row}`);
      return screenOf([...above, ...promptRows(prompt)], prompt, undefined);
    });
    expect(below.filter(wouldPress)).toHaveLength(600);
  });
});

function pick(screens: readonly Screen[], dice: Dice): Screen {
  const screen = screens[dice.below(screens.length)];
  if (!screen) throw new Error("there are no screens");
  return screen;
}
