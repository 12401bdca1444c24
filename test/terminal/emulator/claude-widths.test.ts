import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

import { CLAUDE_WIDTHS } from "../../../src/terminal/emulator/claude-widths.js";
import { EmulatedScreen } from "../../../src/terminal/emulator/emulated-screen.js";

/** As 2.1.325 lays them out: the columns of a table that it drew. */
const MEASURED: readonly (readonly [cells: number, ...texts: string[]])[] = [
  // Joined emoji, with tones and selectors between them.
  [2, "👩‍👩‍👧", "👨‍👩‍👧‍👦", "👨‍💻", "👩🏽‍🚀", "❤️‍🔥", "🏳️‍🌈", "🏴‍☠️", "🏋️‍♀️", "🤷🏻‍♂️", "👁️‍🗨️", "🐻‍❄️", "🐦‍🔥", "🧑🏻‍🤝‍🧑🏿", "😀‍😀"],
  [3, "👩‍x"],
  [2, "👩‍"],
  // Flags.
  [1, "🇩"],
  [2, "🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
  [4, "🇩🇪🇫🇷"],
  // Tones and keycaps.
  [2, "👍🏽", "🏽", "1️⃣", "1⃣"],
  [1, "1️"],
  // Emoji by a selector, or by themselves.
  [2, "❤️", "✈️", "☺️", "©️", "™️", "⏺️", "⚠️", "✔️", "🅰️", "♠️", "⌚", "⌚︎", "⭐", "🀄", "🃏", "🆕"],
  [1, "❤", "✈", "☺", "☺︎", "©", "⏺", "⚠", "✔", "★", "🅰", "♠"],
  [4, "💕💕"],
  // Of Unicode 15, 16 and 17.
  [2, "🫨", "🫎", "🫩", "🪾", "🫟", "\u{1facd}", "☰", "䷀", "⚊", "𝌆"],
  // Marks.
  [1, "e\u0301", "q\u0307\u0323", "z\u0300\u0301\u0302\u0303", "का", "நி", "ก็", "ന്‍"],
  [2, "क्षि", "กำ", "ක්‍ෂ", "ক্ষ", "క్షే", "漢\u{e0100}"],
  [4, "नमस्ते", "ខ្មែរ"],
  [5, "မြန်မာ"],
  // Jamo.
  [2, "\u1112\u1161\u11ab", "\u1112", "한", "ㅎ"],
  [0, "\u1161"],
  // Nothing to see.
  [2, "a\u200bb", "a\u200db", "a\u200cb", "a\u2060b", "a\u00adb", "a\u200eb", "a\u034fb", "a\u{e0067}b"],
  [3, "a\u00a0b", "a\u2003b", "a\uffa0b"],
  [4, "a\u3000b", "a\u3164b"],
  // Ambiguous ones, and what Claude Code draws with.
  [1, "α", "①", "─", "…", "■", "±", "—", "⠿", "✻", "\ufffc", "\ufffd", "𝄞"],
  [2, "漢", "ｶﾞ", "Ａ"],
];

const EACH = MEASURED.flatMap(([cells, ...texts]) =>
  texts.map((text) => ({ text, cells, codes: codesOf(text) })),
);

it.each(EACH)("$codes: $cells", async ({ text, cells }) => {
  const screen = new EmulatedScreen({ columns: 80, rows: 2 });
  await screen.write(Buffer.from(`x${text}x${text}|`));
  expect(screen.read().cursor).toEqual({ row: 0, column: 3 + 2 * cells });
  expect(screen.read().lines[0]?.text).toBe(`x${text}x${text}|`);
});

it("a joined emoji that is cut between two writes, or at the edge, stays one", async () => {
  const bytes = Buffer.from("ab👩‍👩‍👧|");
  for (let cut = 0; cut <= bytes.length; cut++) {
    const screen = new EmulatedScreen({ columns: 20, rows: 2 });
    await screen.write(bytes.subarray(0, cut));
    await screen.write(bytes.subarray(cut));
    expect(screen.read().cursor).toEqual({ row: 0, column: 5 });
  }
  const narrow = new EmulatedScreen({ columns: 4, rows: 3 });
  await narrow.write(Buffer.from("abc👩‍👩‍👧|"));
  expect(narrow.read().lines.map(({ text }) => text)).toEqual(["abc", "👩‍👩‍👧|", ""]);
});

it("what the cursor was put behind is not joined", async () => {
  const screen = new EmulatedScreen({ columns: 20, rows: 2 });
  await screen.write(Buffer.from("👩‍\x1b[1;3H👧|"));
  expect(screen.read().lines[0]?.text).toBe("👩‍👧|");
  expect(screen.read().cursor?.column).toBe(5);
});

it("every emoji that is one by itself has two cells", () => {
  const narrow: string[] = [];
  for (let codePoint = 0x80; codePoint < 0x20000; codePoint++) {
    if (codePoint >= 0xd800 && codePoint < 0xe000) continue;
    const text = String.fromCodePoint(codePoint);
    if (!/\p{Emoji_Presentation}/u.test(text) || /\p{Regional_Indicator}/u.test(text)) continue;
    if (CLAUDE_WIDTHS.wcwidth(codePoint) !== 2) narrow.push(codesOf(text));
  }
  expect(narrow).toEqual([]);
});

it("a table of such characters that 2.1.325 drew has straight sides", async () => {
  const screen = new EmulatedScreen({ columns: 100, rows: 60 });
  await screen.write(readFileSync(join(import.meta.dirname, "../../fixtures/widths/2.1.325.bytes")));
  const rows = screen.read().lines.map(({ text }) => text);
  const cells = new Map(EACH.map((each) => [each.text, each.cells]));
  const seen = rows
    .map((row) => /^ {2}│ N\d+N +│ (\S+)( +)│ E {3}│$/u.exec(row))
    .filter((found) => found !== null)
    .map(([, text = "", blanks = ""]) => ({ text, cells: 13 - blanks.length }));
  const known = seen.filter(({ text }) => cells.has(text));
  expect(known.length).toBeGreaterThan(10);
  expect(known).toEqual(known.map(({ text }) => ({ text, cells: cells.get(text) })));
  expect(rows.filter((row) => /N\d+N/.test(row))).toHaveLength(seen.length);
});

function codesOf(text: string): string {
  return Array.from(text, (character) => character.codePointAt(0)?.toString(16)).join(" ");
}
