import fc from "fast-check";
import { expect, test } from "vitest";

import { EmulatedScreen, textOfScreen } from "../../../src/terminal/emulator/emulated-screen.js";

const SIZE = { columns: 20, rows: 5 };
const LINES = "line\r\n";

test("a screen that missed nothing is whole", async () => {
  const screen = new EmulatedScreen(SIZE);
  await screen.write(Buffer.from(LINES.repeat(3)));
  expect(screen.isWhole).toBe(true);
});

test.each([
  ["nothing", "", false],
  ["text", "hello", false],
  ["a screen of rows, drawn over the old ones", "hello\r\n".repeat(4), false],
  ["the screen cleared, the cursor anywhere", "\x1b[2J", false],
  ["the screen cleared and the cursor sent home (1.0.64, 2.0.72)", "\x1b[2J\x1b[3J\x1b[H", true],
  ["home, then cleared (2.1.325)", "\x1b[H\x1b[2J", true],
  ["what has scrolled away cleared, and no more", "\x1b[H\x1b[3J", false],
  ["home, then cleared to the end", "\x1b[H\x1b[J", true],
  ["cleared to the end from the second row", "\x1b[2;1H\x1b[J", false],
  ["from the second row both ways", "\x1b[2;1H\x1b[J\x1b[1J", true],
  ["row by row from home (2.1.197)", `\x1b[H${"\x1b[2K\x1b[1B".repeat(5)}`, true],
  ["row by row, one left out", `\x1b[H${"\x1b[2K\x1b[1B".repeat(4)}`, false],
  ["row by row from anywhere", "\x1b[2K\x1b[1B".repeat(5), false],
  ["the ends of rows", `\x1b[H${"x\x1b[K\r\n".repeat(4)}x\x1b[K`, false],
  ["a full reset", "\x1bc", true],
  ["the alternate screen entered, the cursor anywhere", "\x1b[?1049h", false],
  ["the alternate screen entered and drawn from home on", "\x1b[?1049h\x1b[Hhello", true],
  ["cleared, drawn anywhere, and then sent home", "\x1b[2Jhello\x1b[H", false],
  ["less than two screenfuls scrolled by", LINES.repeat(13), false],
  ["two screenfuls scrolled by", LINES.repeat(14), true],
  ["two screenfuls inside a region", `\x1b[1;4r${LINES.repeat(20)}`, false],
  ["two screenfuls after the region was given up", `\x1b[1;4r\x1b[r${LINES.repeat(20)}`, true],
  ["repainted on what turns out to be the alternate screen", "\x1b[2J\x1b[H\x1b[?1049l", false],
])("after a gap, %s: %s %s", async (_, stream, whole) => {
  const screen = new EmulatedScreen(SIZE);
  await screen.write(Buffer.from("before\r\n\x1b[?25l\xf0\x9f"));
  screen.restart();
  expect(screen.isWhole).toBe(false);
  await screen.write(Buffer.from(stream));
  expect(screen.isWhole).toBe(whole);
});

test("the normal screen below an alternate one stays unknown", async () => {
  const screen = new EmulatedScreen(SIZE);
  screen.restart();
  await screen.write(Buffer.from("\x1b[?1049h\x1b[Hediting"));
  expect(screen.isWhole).toBe(true);
  await screen.write(Buffer.from("\x1b[?1049l"));
  expect(screen.isWhole).toBe(false);
});

test("rows that a larger window adds are unknown", async () => {
  const screen = new EmulatedScreen(SIZE);
  screen.restart();
  await screen.write(Buffer.from(`\x1b[H${"\x1b[2K\x1b[1B".repeat(4)}`));
  screen.resize(20, 7);
  await screen.write(Buffer.from("\x1b[5;1H\x1b[2K"));
  expect(screen.isWhole).toBe(false);
  await screen.write(Buffer.from("\x1b[6;1H\x1b[J"));
  expect(screen.isWhole).toBe(true);
});

test("a screen that calls itself whole shows what one shows that missed nothing", async () => {
  const piece = fc.constantFrom(
    "\r\n",
    "\r\n\r\n",
    "\n",
    "\r",
    "word",
    "a longer text",
    "\x1b[2A",
    "\x1b[B",
    "\x1b[3C",
    "\x1b[2K",
    "\x1b[K",
    "\x1b[J",
    "\x1b[H",
    "\x1b[2J",
    "\x1b[3;4H",
    "\r\nx".repeat(6),
  );
  let compared = 0;
  const stream = fc.array(piece, { minLength: 5, maxLength: 60 }).map((pieces) => pieces.join(""));
  await fc.assert(
    fc.asyncProperty(stream, stream, async (missed, seen) => {
      const [all, some] = [new EmulatedScreen(SIZE), new EmulatedScreen(SIZE)];
      some.restart();
      await all.write(Buffer.from(missed + seen));
      await some.write(Buffer.from(seen));
      if (!some.isWhole) return;
      compared++;
      expect(textOfScreen(some.read())).toBe(textOfScreen(all.read()));
    }),
    { numRuns: 300 },
  );
  expect(compared).toBeGreaterThan(50);
});
