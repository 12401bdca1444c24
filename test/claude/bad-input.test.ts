import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLimit } from "../../src/claude/limits/limit.js";
import { readNativeNotice } from "../../src/claude/screen/native-wait.js";
import { screenOfText } from "../../src/claude/screen/screen.js";
import { readScreen } from "../../src/claude/screen/screen-reading.js";
import { readTransient } from "../../src/claude/limits/transient.js";
import { EmulatedScreen } from "../../src/terminal/emulator/emulated-screen.js";
import { asText, stateFixtures } from "../support/claude/state-fixtures.js";

const at = { now: new Date("2026-11-15T19:09:00Z"), timeZone: "America/New_York" };
const screens = stateFixtures().map((fixture) => asText(fixture).lines.map((line) => line.text));

/** A real screen with rows cut, doubled, swapped, shortened or filled with noise. */
const fuzzedScreen = fc
  .record({
    rows: fc.constantFrom(...screens),
    edits: fc.array(
      fc.record({
        row: fc.nat(60),
        other: fc.nat(60),
        column: fc.nat(120),
        how: fc.constantFrom("cut", "double", "swap", "shorten", "noise", "rule"),
        noise: fc.string({ unit: "binary", maxLength: 30 }),
      }),
      { maxLength: 8 },
    ),
  })
  .map(({ rows, edits }) => {
    const lines = [...rows];
    for (const { row, other, column, how, noise } of edits) {
      const line = lines[row] ?? "";
      if (how === "cut") lines.splice(row, 1);
      else if (how === "double") lines.splice(row, 0, line);
      else if (how === "swap") [lines[row], lines[other]] = [lines[other] ?? "", line];
      else if (how === "shorten") lines[row] = line.slice(0, column);
      else if (how === "noise") lines[row] = line.slice(0, column) + noise + line.slice(column);
      else lines[row] = "─".repeat(column);
    }
    return Array.from(lines, (line) => line ?? "").join("\n");
  });

describe("bad input", () => {
  it("10,000 fuzzed screens: no throw, and always one of the known states", () => {
    const states =
      /^(?:idle|draft|shell-mode|busy|native-wait|limit-menu|permission|question|plan|trust|bypass|dialog|unknown)$/;
    fc.assert(
      fc.property(fuzzedScreen, (text) => {
        expect(readScreen(screenOfText(text), at).state).toMatch(states);
      }),
      { numRuns: 10_000 },
    );
  }, 120_000);

  it("any bytes can be drawn and read", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 4_000 }), async (bytes) => {
        const emulator = new EmulatedScreen({ columns: 80, rows: 24 });
        await emulator.write(bytes);
        expect(readScreen(emulator.read(), at).limit).toBeUndefined();
        emulator.dispose();
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  it("any text is a message that may or may not say something", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 3_000 }), (text) => {
        readLimit(text, at);
        readTransient(text);
        readNativeNotice(text, at);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["a row of megabytes", "x".repeat(5_000_000)],
    ["a banner of megabytes", "  ⎿  You've hit your " + "very ".repeat(1_000_000) + "limit"],
    ["a hundred thousand rows", "❯ 1. Yes\n".repeat(100_000)],
    ["blanks without end", " ".repeat(5_000_000)],
    ["a hundred thousand rules", ("─".repeat(60) + "\n").repeat(100_000)],
    ["frames in frames", `╭${"─".repeat(198)}╮\n│${" ".repeat(198)}│\n╰${"─".repeat(198)}╯\n`.repeat(170)],
    ["rows of blanks between sides", `│${" ".repeat(990)}x\n`.repeat(500)],
    ["signs without end", "⎿ ● ❯ > │ ╭ ╰ ".repeat(300_000)],
  ])(
    "survives %s",
    (_name, text) => {
      expect(readScreen(screenOfText(text), at).limit).toBeUndefined();
    },
    60_000,
  );
});
