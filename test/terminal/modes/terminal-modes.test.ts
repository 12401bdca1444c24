import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TerminalModes } from "../../../src/terminal/modes/terminal-modes.js";

function fed(text: string, cut = text.length): TerminalModes {
  const modes = new TerminalModes();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += cut) modes.feed(bytes.subarray(at, at + cut));
  return modes;
}

/** Name, what a program writes, what takes it back, and what brings it back where that is not what it wrote. */
const LEFT_ON: readonly (readonly [name: string, on: string, undo: string, redo?: string])[] = [
  ["alternate screen", "\x1b[?1049h", "\x1b[?1049l"],
  ["alternate screen of old", "\x1b[?47h", "\x1b[?47l"],
  ["alternate screen, 1047", "\x1b[?1047h", "\x1b[?1047l"],
  ["hidden cursor", "\x1b[?25l", "\x1b[?25h"],
  ["no autowrap", "\x1b[?7l", "\x1b[?7h"],
  ["mouse, X10", "\x1b[?9h", "\x1b[?9l"],
  ["mouse, buttons", "\x1b[?1000h", "\x1b[?1000l"],
  ["mouse, highlight", "\x1b[?1001h", "\x1b[?1001l"],
  ["mouse, drag", "\x1b[?1002h", "\x1b[?1002l"],
  ["mouse, all", "\x1b[?1003h", "\x1b[?1003l"],
  ["mouse as UTF-8", "\x1b[?1005h", "\x1b[?1005l"],
  ["mouse as SGR", "\x1b[?1006h", "\x1b[?1006l"],
  ["mouse as urxvt", "\x1b[?1015h", "\x1b[?1015l"],
  ["mouse in pixels", "\x1b[?1016h", "\x1b[?1016l"],
  ["focus", "\x1b[?1004h", "\x1b[?1004l"],
  ["bracketed paste", "\x1b[?2004h", "\x1b[?2004l"],
  ["synchronized update", "\x1b[?2026h", "\x1b[?2026l"],
  ["colour scheme", "\x1b[?2031h", "\x1b[?2031l"],
  ["size in band", "\x1b[?2048h", "\x1b[?2048l"],
  ["cursor keys", "\x1b[?1h", "\x1b[?1l"],
  ["keypad", "\x1b=", "\x1b>"],
  ["insert mode", "\x1b[4h", "\x1b[4l"],
  [
    "several at once",
    "\x1b[?1000;1006;25h\x1b[?25l",
    "\x1b[?1000l\x1b[?1006l\x1b[?25h",
    "\x1b[?1000h\x1b[?1006h\x1b[?25l",
  ],
  ["kitty keyboard, pushed", "\x1b[>1u\x1b[>31u", "\x1b[<2u"],
  ["kitty keyboard, pushed and popped once", "\x1b[>1u\x1b[>3u\x1b[<u", "\x1b[<1u", "\x1b[>1u"],
  ["kitty keyboard, set", "\x1b[=5u", "\x1b[=0;1u", "\x1b[=5;1u"],
  [
    "kitty keyboard, changed in place",
    "\x1b[=1;1u\x1b[=4;2u\x1b[=1;3u\x1b[>2u",
    "\x1b[<1u\x1b[=0;1u",
    "\x1b[=4;1u\x1b[>2u",
  ],
  ["kitty keyboard on both screens", "\x1b[>1u\x1b[?1049h\x1b[>5u", "\x1b[<1u\x1b[?1049l\x1b[<1u"],
  [
    "kitty keyboard left behind on the other screen",
    "\x1b[?1049h\x1b[>5u\x1b[?1049l",
    "\x1b[?47h\x1b[<1u\x1b[?47l",
    "",
  ],
  ["modifyOtherKeys", "\x1b[>4;2m", "\x1b[>4m"],
  ["scroll region", "\x1b[3;20r", "\x1b7\x1b[r\x1b8", "\x1b7\x1b[3;20r\x1b8"],
  [
    "scroll region on the alternate screen",
    "\x1b[?1049h\x1b[3r",
    "\x1b[r\x1b[?1049l",
    "\x1b[?1049h\x1b7\x1b[3;r\x1b8",
  ],
  ["origin mode", "\x1b[?6h", "\x1b[?6l\x1b[999H"],
  ["bold", "\x1b[1m", "\x1b[m", ""],
  ["colours", "\x1b[1;3;38;5;174;48;2;1;2;3m", "\x1b[m", ""],
  ["colours with colons", "\x1b[4:3;38:2::7:8:9m", "\x1b[m", ""],
  // Whether colours taken back one by one leave any is not kept track of: one reset too many is not seen.
  ["attributes taken back one by one", "\x1b[1;38;5;4m\x1b[22;39m", "\x1b[m", ""],
  ["colour left when others are taken back", "\x1b[1;31;42m\x1b[22;49m", "\x1b[m", ""],
  [
    "colour that leaving the screen brings back",
    "\x1b[31m\x1b[?1049h\x1b[m",
    "\x1b[?1049l\x1b[m",
    "\x1b[?1049h",
  ],
  ["colour that restoring the cursor brings back", "\x1b[31m\x1b7\x1b[m\x1b8", "\x1b[m", ""],
  ["line drawing", "\x1b(0", "\x1b(B"],
  ["shifted character set", "\x1b)0\x0e", "\x0f\x1b)B"],
  // Seen by the property below: the shift comes back with the cursor, and SI alone ends it.
  ["shift that leaving the screen brings back", "\x0e\x1b[?1049h\x0f", "\x1b[?1049l\x0f", "\x1b[?1049h"],
  ["third character set", "\x1bn", "\x0f", "\x0e"],
  ["cursor shape", "\x1b[4 q", "\x1b[0 q"],
  ["cursor colour", "\x1b]12;red\x07", "\x1b]112\x1b\\", "\x1b]12;red\x1b\\"],
  ["background", "\x1b]11;#102030\x1b\\", "\x1b]111\x1b\\"],
  ["palette", "\x1b]4;3;red;7;blue\x07", "\x1b]104;3;7\x1b\\", "\x1b]4;3;red\x1b\\\x1b]4;7;blue\x1b\\"],
  ["pointer", "\x1b]22;text\x1b\\", "\x1b]22;\x1b\\"],
  ["link", "\x1b]8;;https://example.com\x1b\\", "\x1b]8;;\x1b\\"],
  ["progress", "\x1b]9;4;1;50\x1b\\", "\x1b]9;4;0\x1b\\"],
  ["an open string", "\x1b]2;half a tit", "\x1b\\", ""],
  ["an open device string", "\x1bPq#0", "\x1b\\", ""],
  ["an open sequence", "\x1b[38;5", "\x18", ""],
];

const NOTHING_LEFT: readonly (readonly [name: string, text: string])[] = [
  ["plain text", "hello\r\n\x1b[2J\x1b[H\x1b[10;20Hworld ▐▛███▛█"],
  ["an update that is over", "\x1b[?2026h\x1b[31mred\x1b[0m\x1b[?2026l"],
  ["a full reset", `${LEFT_ON.map(([, on]) => on).join("\x1b\\")}\x1b\\\x1bc`],
  ["questions", "\x1b[c\x1b[>0q\x1b[?u\x1b[6n\x1b]11;?\x07\x1b[?2026$p\x1b[18t"],
  ["a popped keyboard", "\x1b[>1u\x1b[<u"],
  ["more pops than pushes", "\x1b[>1u\x1b[<9u"],
  ["screen left by another mode than it was entered", "\x1b[?47h\x1b[?1049l"],
  ["saved cursor, other attributes meanwhile", "\x1b7\x1b[31m\x1b8"],
  ["set and reset palette", "\x1b]4;3;red\x07\x1b]104\x07\x1b]12;red\x07\x1b]112\x07"],
  ["what looks like sequences inside a string", "\x1b]2;[?1049h ?25l\x07"],
  ["a passage through tmux", "\x1bPtmux;\x1b\x1b[?1049h\x1b\\"],
  ["a sequence that was cancelled", "\x1b[?1049\x18h\x1b[?25\x1al"],
  ["a sequence that another one cut off", "\x1b[?1049\x1b[Hh"],
  ["a shift that ended in another chunk", "\x1bntext\x0f"],
  ["no escape but a C1 byte of UTF-8", "\u009b?25l\u00c2"],
];

describe("what is left on", () => {
  test.each(LEFT_ON)("%s", (_, on, undo, redo) => {
    const modes = fed(`text${on}`);
    expect(modes.undo()).toBe(undo);
    expect(modes.redo()).toBe(redo ?? on);
    // Asking changes nothing.
    expect(modes.undo()).toBe(undo);
  });

  test.each(NOTHING_LEFT)("nothing after %s", (_, text) => {
    expect(fed(text).undo()).toBe("");
    expect(fed(text, 1).undo()).toBe("");
  });

  test("a soft reset leaves what it does not reach", () => {
    expect(fed("\x1b[?1049h\x1b[?2004h\x1b[?25l\x1b[4h\x1b[31m\x1b[2;3r\x1b[!p").undo()).toBe(
      "\x1b[?1049l\x1b[?2004l",
    );
  });

  test("everything at once is taken back in an order that works", () => {
    expect(fed("\x1b[>1u\x1b[?1049h\x1b[>5u\x1b[?2026h\x1b[?1002h\x1b[31m\x1b[?25l\x1b]2;ti").undo()).toBe(
      "\x1b\\\x1b[?2026l\x1b[<1u\x1b[?1049l\x1b[<1u\x1b[?1002l\x1b[m\x1b[?25h",
    );
  });
});

describe("at rest", () => {
  test.each([
    ["nothing", "", true],
    ["text", "abc", true],
    ["ESC", "abc\x1b", false],
    ["half a sequence", "\x1b[3", false],
    ["a whole one", "\x1b[31m", true],
    ["a string", "\x1b]2;title", false],
    ["a string with half its end", "\x1b]2;title\x1b", false],
    ["a string and its end", "\x1b]2;title\x1b\\", true],
    ["inside a passage through tmux", "\x1bPtmux;\x1b\x1b]2;a\x07", false],
    ["an update", "\x1b[?2026hframe", false],
    ["an update that is over", "\x1b[?2026hframe\x1b[?2026l", true],
  ])("%s", (_, text, atRest) => {
    for (const cut of [1, 2, 3, 100]) expect(fed(text, cut).atRest).toBe(atRest);
  });

  test.each([
    [[0xe2], false],
    [[0xe2, 0x96], false],
    [[0xe2, 0x96, 0x90], true],
    [[0xf0, 0x9f, 0x98], false],
    [[0xf0, 0x9f, 0x98, 0x80], true],
    [[0xc3], false],
    [[0xff], true],
    [[0x80, 0x80], true],
  ])("bytes %j of a character: %s", (bytes, atRest) => {
    const whole = new TerminalModes();
    whole.feed(Buffer.from(bytes));
    expect(whole.atRest).toBe(atRest);
    const cut = new TerminalModes();
    for (const byte of bytes) cut.feed(Buffer.of(byte));
    expect(cut.atRest).toBe(atRest);
  });
});

describe("the title", () => {
  test.each([
    ["none", "text", undefined],
    ["OSC 0", "\x1b]0;one\x07", "one"],
    ["OSC 2", "\x1b]2;✳ two; three\x1b\\", "✳ two; three"],
    ["the icon's only", "\x1b]1;icon\x07", undefined],
    ["the last of several", "\x1b]2;a\x07\x1b]2;b\x07", "b"],
    ["an unfinished one does not count", "\x1b]2;a\x07\x1b]2;b", "a"],
    ["emptied", "\x1b]2;a\x07\x1b]2;\x07", ""],
  ])("%s", (_, text, title) => {
    for (const cut of [1, 4, 100]) expect(fed(text, cut).title).toBe(title);
  });
});

/** Streams made of what terminals know and of anything else. */
const stream = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom(...LEFT_ON.map(([, on]) => on), ...NOTHING_LEFT.map(([, text]) => text)),
      },
      { weight: 2, arbitrary: fc.constantFrom(...LEFT_ON.map(([, , undo]) => undo)) },
      { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "\x1b",
          "\x1b[",
          "\x1b]",
          "\x1bP",
          "\x1b\\",
          "\x07",
          "\x18",
          "\x0e",
          "\x0f",
          "é",
        ),
      },
    ),
    { maxLength: 30 },
  )
  .map((parts) => Buffer.from(parts.join("")));

const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 });

test("it does not matter where the stream is cut", () => {
  fc.assert(
    fc.property(stream, cuts, (bytes, lengths) => {
      const whole = new TerminalModes();
      whole.feed(bytes);
      const cut = new TerminalModes();
      for (let at = 0, round = 0; at < bytes.length; round++) {
        const length = lengths[round % lengths.length]!;
        cut.feed(bytes.subarray(at, at + length));
        at += length;
      }
      expect(look(cut)).toEqual(look(whole));
    }),
    { numRuns: 2_000 },
  );
});

test("after what is undone nothing is on", () => {
  fc.assert(
    fc.property(stream, (bytes) => {
      const modes = new TerminalModes();
      modes.feed(bytes);
      const after = new TerminalModes();
      after.feed(bytes);
      after.feed(Buffer.from(modes.undo()));
      expect(after.undo()).toBe("");
      expect(after.redo()).toBe("");
      expect(after.atRest).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test("what is brought back is taken back the same way", () => {
  fc.assert(
    fc.property(stream, (bytes) => {
      const modes = new TerminalModes();
      modes.feed(Buffer.concat([bytes, Buffer.from("\x1b\\")]));
      const again = new TerminalModes();
      again.feed(Buffer.from(modes.redo()));
      expect(again.redo()).toBe(modes.redo());
    }),
    { numRuns: 2_000 },
  );
});

function look(modes: TerminalModes): object {
  return { undo: modes.undo(), redo: modes.redo(), title: modes.title, atRest: modes.atRest };
}
