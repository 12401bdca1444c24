import { describe, expect, it } from "vitest";
import { StreamText } from "../../../src/claude/screen/stream-text.js";

/** All lines of a stream, blank ones left out, and what stands in the one that is still open. */
function linesOf(raw: string, options: { bytes?: boolean; column?: number | undefined } = {}): string[] {
  const bytes = options.bytes ?? false;
  const reader = new StreamText({ bytes, column: "column" in options ? options.column : 0 });
  const lines: string[] = [];
  for (let index = 0; index < raw.length; index = reader.at) {
    reader.read(raw, index, "");
    lines.push(reader.text);
  }
  return lines.filter((line) => line !== "");
}

describe("StreamText", () => {
  it.each<[string, string, string[]]>([
    ["lines end at LF, CR and both", "a\nb\r\nc\rd", ["a", "b", "c", "d"]],
    ["colours are dropped, also inside a word", "lim\x1b[38;5;216mit\x1b[0m!", ["limit!"]],
    ["a move to the right leaves blanks", "hit\x1b[1Cyour\x1b[3Climit", ["hit your   limit"]],
    ["a column leaves blanks", "●\x1b[3GUsage\x1b[9Glimit", ["● Usage limit"]],
    ["going back writes over", "abcdef\x1b[3GX\x1b[2DY", ["aYXdef"]],
    ["backspace and tab", "ab\x08c\td", ["ac      d"]],
    ["a move to another row ends the line", "one\r\x1b[1Btwo\x1b[Athree", ["one", "two", "   three"]],
    ["the column is kept over such a move", "\r\x1b[2C\x1b[6A⎿\x1b[1C\u00a0You", ["  ⎿ \u00a0You"]],
    ["an absolute position ends the line", "one\x1b[12;5Htwo\x1b[Hthree", ["one", "    two", "three"]],
    [
      "next line, previous line, index, reverse",
      "a\x1b[Eb\x1b[Fc\x1bDd\x1bMe\x1bEf",
      "a,b,c, d,  e,f".split(","),
    ],
    ["after a restored cursor the column is unknown", "ab\x1b7cd\x1b8lost\rfound", ["abcd", "found"]],
    ["so it is after CSI u, but a keyboard mode is no move", "a\x1b[>1ub\x1b[ulost\nc", ["ab", "c"]],
    [
      "erase to the end, to the start, all",
      "abc\x1b[2G\x1b[Kd\ne f\x1b[1Kg\nhi\x1b[2Kj",
      ["ad", "   g", "  j"],
    ],
    [
      "erase, delete and insert characters",
      "abcd\x1b[2G\x1b[2X\nabcd\x1b[2G\x1b[2P\nabcd\x1b[2G\x1b[@",
      ["a  d", "ad", "a bcd"],
    ],
    [
      "titles end at BEL and ST",
      "a\x1b]0;✳ limit reached\x07b\x1b]8;;http://x\x1b\\c\x1b]8;;\x1b\\",
      ["abc"],
    ],
    ["DCS, APC, PM and SOS strings", "a\x1bPq~~\x1b\\b\x1b_G1\x1b\\c\x1b^x\x1b\\d\x1bXy\x1b\\e", ["abcde"]],
    ["a string that is never closed hides its line only", "a\x1b]0;title\nb", ["a", "b"]],
    ["synchronized updates and modes", "\x1b[?2026ha\x1b[?25lb\x1b[?2026l", ["ab"]],
    ["the other screen is another place", "a\x1b[?1049hb", ["a", " b"]],
    ["character sets, keypad, cancelled sequences", "a\x1b(Bb\x1b=c\x1b[3\x18d", ["abcd"]],
    ["C1 characters and DEL are dropped", "a\u0085b\u009bc\x7fd", ["abcd"]],
    ["a pair of surrogates is one cell", "😀a\x1b[2Gb", ["😀b"]],
    ["lone surrogates survive", "a\udc00b\ud83d", ["a\udc00b\ud83d"]],
  ])("%s", (_, raw, lines) => {
    expect(linesOf(raw)).toEqual(lines);
  });

  it.each<[string, Buffer, string[]]>([
    ["characters of several bytes are one cell", Buffer.from("⎿·é\x1b[3GX"), ["⎿·X"]],
    [
      "invalid UTF-8 survives",
      Buffer.from([0x61, 0xff, 0xe2, 0x94, 0x62, 0x80, 0x80, 0x80, 0x80, 0x80, 0x0a]),
      ["a\ufffd\ufffdb\ufffd\ufffd\ufffd"],
    ],
    ["bytes of C1 are no controls", Buffer.from([0x9b, 0x33, 0x6d]), ["3m"]],
  ])("as bytes: %s", (_, raw, lines) => {
    expect(linesOf(raw.toString("latin1"), { bytes: true })).toEqual(lines);
  });

  it("drops text until it knows the column", () => {
    expect(linesOf("lost\x1b[2Clost\x1b[3Gfound\x1b[Kend", { column: undefined })).toEqual(["  foundend"]);
  });

  it("reads on where a sequence was cut", () => {
    const raw = "You\x1b[38;5;211m've\x1b]0;title\x07 hit\x1b[1Cyour";
    const reader = new StreamText({ bytes: false, column: 0 });
    for (const character of raw) reader.read(character, 0, "");
    expect(reader.text).toBe("You've hit your");
  });

  it("stops behind a character that was asked for", () => {
    const reader = new StreamText({ bytes: false, column: 0 });
    const raw = "at 3pm (UTC) · more";
    expect([reader.read(raw, 0, ")"), reader.at, reader.text]).toEqual(["stop", 12, "at 3pm (UTC)"]);
    expect([reader.read(raw, 12, ")"), reader.at, reader.text]).toEqual(["end", raw.length, raw]);
  });

  it("gives the last cells before the cursor", () => {
    const reader = new StreamText({ bytes: false, column: 0 });
    reader.read("abcdef\x1b[2D", 0, "");
    expect([reader.lately(3), reader.lately(9)]).toEqual(["bcd", "abcd"]);
    expect(new StreamText({ bytes: false, column: undefined }).lately(3)).toBe("");
  });

  it.each<[string, boolean | undefined]>([
    ["prompt", undefined],
    ["   \x1b[1m\x1b[7mprompt\x1b[0m", undefined],
    ["\x1b[48;5;237mprompt", true],
    ["\x1b[38;5;231;48;2;1;2;3mprompt", true],
    ["\x1b[44mprompt", true],
    ["\x1b[48;5;237m   \x1b[49mtext", false],
    ["\x1b[48;5;237m\x1b[mtext", false],
    ["\x1b[48;5;237m\x1b[0;1mtext", false],
    ["\x1b[0m\x1b[38;5;48mtext", false],
    ["\x1b[49m\x1b[38;2;48;5;44mtext", false],
  ])("knows a background: %j", (raw, onBackground) => {
    const reader = new StreamText({ bytes: false, column: 0 });
    reader.read(raw, 0, "");
    expect(reader.onBackground).toBe(onBackground);
  });

  it("keeps no more than the beginning of a huge line", () => {
    const reader = new StreamText({ bytes: false, column: 0 });
    reader.read("x".repeat(1_000_000) + "\x1b[999999999C\x1b[999999999@y", 0, "");
    expect([reader.overlong, reader.text.length]).toEqual([true, 2_000]);
  });
});
