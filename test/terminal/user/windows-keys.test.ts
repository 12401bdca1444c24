import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { WindowsKeyDecoder, windowsKey } from "../../../src/terminal/user/windows-keys.js";

/** The key, its prefix, its code, its sequence: what the C library's table of keys says, beside xterm's. */
const KEYS: readonly (readonly [string, number, number, string])[] = [
  ["Up", 0xe0, 0x48, "\x1b[A"],
  ["Down", 0xe0, 0x50, "\x1b[B"],
  ["Right", 0xe0, 0x4d, "\x1b[C"],
  ["Left", 0xe0, 0x4b, "\x1b[D"],
  ["Home", 0xe0, 0x47, "\x1b[H"],
  ["End", 0xe0, 0x4f, "\x1b[F"],
  ["Insert", 0xe0, 0x52, "\x1b[2~"],
  ["Delete", 0xe0, 0x53, "\x1b[3~"],
  ["Page Up", 0xe0, 0x49, "\x1b[5~"],
  ["Page Down", 0xe0, 0x51, "\x1b[6~"],
  ["Up on the number pad", 0x00, 0x48, "\x1b[A"],
  ["Down on the number pad", 0x00, 0x50, "\x1b[B"],
  ["Right on the number pad", 0x00, 0x4d, "\x1b[C"],
  ["Left on the number pad", 0x00, 0x4b, "\x1b[D"],
  ["Home on the number pad", 0x00, 0x47, "\x1b[H"],
  ["End on the number pad", 0x00, 0x4f, "\x1b[F"],
  ["Insert on the number pad", 0x00, 0x52, "\x1b[2~"],
  ["Delete on the number pad", 0x00, 0x53, "\x1b[3~"],
  ["Page Up on the number pad", 0x00, 0x49, "\x1b[5~"],
  ["Page Down on the number pad", 0x00, 0x51, "\x1b[6~"],
  ["Ctrl+Up", 0xe0, 0x8d, "\x1b[1;5A"],
  ["Ctrl+Down", 0xe0, 0x91, "\x1b[1;5B"],
  ["Ctrl+Right", 0xe0, 0x74, "\x1b[1;5C"],
  ["Ctrl+Left", 0xe0, 0x73, "\x1b[1;5D"],
  ["Ctrl+Home", 0xe0, 0x77, "\x1b[1;5H"],
  ["Ctrl+End", 0xe0, 0x75, "\x1b[1;5F"],
  ["Ctrl+Insert", 0xe0, 0x92, "\x1b[2;5~"],
  ["Ctrl+Delete", 0xe0, 0x93, "\x1b[3;5~"],
  ["Ctrl+Page Up on the number pad", 0x00, 0x84, "\x1b[5;5~"],
  ["Ctrl+Page Down", 0xe0, 0x76, "\x1b[6;5~"],
  ["Alt+Up", 0x00, 0x98, "\x1b[1;3A"],
  ["Alt+Down", 0x00, 0xa0, "\x1b[1;3B"],
  ["Alt+Right", 0x00, 0x9d, "\x1b[1;3C"],
  ["Alt+Left", 0x00, 0x9b, "\x1b[1;3D"],
  ["Alt+Home", 0x00, 0x97, "\x1b[1;3H"],
  ["Alt+End", 0x00, 0x9f, "\x1b[1;3F"],
  ["Alt+Insert", 0x00, 0xa2, "\x1b[2;3~"],
  ["Alt+Delete", 0x00, 0xa3, "\x1b[3;3~"],
  ["Alt+Page Up", 0x00, 0x99, "\x1b[5;3~"],
  ["Alt+Page Down", 0x00, 0xa1, "\x1b[6;3~"],
  ["F1", 0x00, 0x3b, "\x1bOP"],
  ["F2", 0x00, 0x3c, "\x1bOQ"],
  ["F3", 0x00, 0x3d, "\x1bOR"],
  ["F4", 0x00, 0x3e, "\x1bOS"],
  ["F5", 0x00, 0x3f, "\x1b[15~"],
  ["F6", 0x00, 0x40, "\x1b[17~"],
  ["F7", 0x00, 0x41, "\x1b[18~"],
  ["F8", 0x00, 0x42, "\x1b[19~"],
  ["F9", 0x00, 0x43, "\x1b[20~"],
  ["F10", 0x00, 0x44, "\x1b[21~"],
  ["F11", 0xe0, 0x85, "\x1b[23~"],
  ["F12, and Ctrl+Page Up, which is the same", 0xe0, 0x86, "\x1b[24~"],
  ["Shift+F1", 0x00, 0x54, "\x1b[1;2P"],
  ["Shift+F4", 0x00, 0x57, "\x1b[1;2S"],
  ["Shift+F5", 0x00, 0x58, "\x1b[15;2~"],
  ["Shift+F10", 0x00, 0x5d, "\x1b[21;2~"],
  ["Shift+F11", 0xe0, 0x87, "\x1b[23;2~"],
  ["Shift+F12", 0xe0, 0x88, "\x1b[24;2~"],
  ["Ctrl+F1", 0x00, 0x5e, "\x1b[1;5P"],
  ["Ctrl+F10", 0x00, 0x67, "\x1b[21;5~"],
  ["Ctrl+F11", 0xe0, 0x89, "\x1b[23;5~"],
  ["Ctrl+F12", 0xe0, 0x8a, "\x1b[24;5~"],
  ["Alt+F1", 0x00, 0x68, "\x1b[1;3P"],
  ["Alt+F10", 0x00, 0x71, "\x1b[21;3~"],
  ["Alt+F11", 0xe0, 0x8b, "\x1b[23;3~"],
  ["Alt+F12", 0xe0, 0x8c, "\x1b[24;3~"],
  ["Shift+Tab", 0x00, 0x0f, "\x1b[Z"],
];

test.each(KEYS)("%s", (_, prefix, code, sequence) => {
  expect(windowsKey(prefix, code)).toBe(sequence);
});

describe("what is no key", () => {
  it.each([
    ["a letter behind another byte", 0x1b, 0x48],
    ["a letter that is no code behind a prefix", 0x00, 0x79],
    ["Enter behind a prefix", 0xe0, 0x0d],
    ["a zero behind a zero", 0x00, 0x00],
    ["Alt+Down's code in a character that begins with 0xE0", 0xe0, 0xa0],
    ["Alt+Delete's code in one", 0xe0, 0xa3],
  ])("%s", (_, prefix, code) => {
    expect(windowsKey(prefix, code)).toBeUndefined();
  });
});

/** All that comes out of these chunks and the silence behind them. */
function decoded(...chunks: readonly Buffer[]): Buffer {
  const decoder = new WindowsKeyDecoder();
  return Buffer.concat([...chunks.map((chunk) => decoder.decode(chunk)), decoder.flush()]);
}

function latin1(text: string): Buffer {
  return Buffer.from(text, "latin1");
}

describe("a stream of keys", () => {
  it.each([
    ["text around keys", "a\xe0Hb\x00Pc", "a\x1b[Ab\x1b[Bc"],
    ["keys one right behind the other", "\xe0H\xe0H\x00;", "\x1b[A\x1b[A\x1bOP"],
    ["Ctrl+Space alone", "\x00", "\x00"],
    ["Ctrl+Space in front of text", "\x00 yes", "\x00 yes"],
    ["Ctrl+Space and H in one go, which nobody types", "\x00H", "\x1b[A"],
    ["Ctrl+Space in front of a key", "\x00\xe0H", "\x00\x1b[A"],
    ["Ctrl+Space twice, in front of a key", "\x00\x00\x00H", "\x00\x00\x1b[A"],
    ["sequences that came as such", "\x1b[A\x1b[Z", "\x1b[A\x1b[Z"],
    ["a code that is no key's", "\xe0\x0dx", "\xe0\x0dx"],
    ["a prefix that nothing follows", "a\xe0", "a\xe0"],
  ])("%s", (_, typed, passed) => {
    expect(decoded(latin1(typed))).toEqual(latin1(passed));
  });

  it("keeps a prefix for what follows it", () => {
    const decoder = new WindowsKeyDecoder();
    expect(decoder.decode(latin1("a\xe0"))).toEqual(latin1("a"));
    expect(decoder.isWaiting).toBe(true);
    expect(decoder.decode(latin1("Hb"))).toEqual(latin1("\x1b[Ab"));
    expect(decoder.isWaiting).toBe(false);
    expect(decoder.flush()).toEqual(latin1(""));
  });

  it("hands out a prefix that was none, once", () => {
    const decoder = new WindowsKeyDecoder();
    decoder.decode(latin1("\x00"));
    expect([decoder.flush(), decoder.flush()]).toEqual([latin1("\x00"), latin1("")]);
    expect(decoder.decode(latin1("H"))).toEqual(latin1("H"));
  });

  it("does not so much as copy what holds no prefix", () => {
    const bytes = Buffer.from("continue, é, 日本\r");
    expect(new WindowsKeyDecoder().decode(bytes)).toBe(bytes);
  });
});

/** Characters whose first byte is 0xE0 are Indic ones, among others: they are to come often. */
const LIKE_A_PREFIX = fc.integer({ min: 0x0800, max: 0x0fff }).map((code) => String.fromCodePoint(code));
const TEXT = fc
  .array(fc.oneof(LIKE_A_PREFIX, fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 })))
  .map((characters) => characters.join("").replaceAll("\0", ""));

function cutAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

it("no text in UTF-8 is ever taken for a key, however it is cut", () => {
  fc.assert(
    fc.property(TEXT, fc.array(fc.nat(200)), (text, cuts) => {
      const bytes = Buffer.from(text);
      expect(decoded(...cutAt(bytes, cuts))).toEqual(bytes);
    }),
  );
});

it("where the bytes are cut makes no difference", () => {
  const piece = fc.oneof(
    fc.constantFrom(...KEYS).map(([, prefix, code]) => Buffer.from([prefix, code])),
    fc.constantFrom(0x00, 0xe0).map((prefix) => Buffer.from([prefix])),
    fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
  );
  fc.assert(
    fc.property(fc.array(piece), fc.array(fc.nat(200)), (pieces, cuts) => {
      const bytes = Buffer.concat(pieces);
      expect(decoded(...cutAt(bytes, cuts))).toEqual(decoded(bytes));
    }),
  );
});
