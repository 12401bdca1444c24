import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PatternDetector } from "../../../src/claude/limits/pattern-detector.js";
import type { LimitEvent, PatternDetectorOptions } from "../../../src/claude/limits/pattern-detector.js";

const AT = { now: () => new Date("2026-11-15T19:00:00Z"), timeZone: "America/New_York" };
const FIXTURES = join(import.meta.dirname, "../../fixtures");

const CAPTURES = readdirSync(join(FIXTURES, "captures"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("bytes.raw"))
  .map((path) => readFileSync(join(FIXTURES, "captures", path)));
const QUOTES = readdirSync(join(FIXTURES, "states"), { recursive: true, encoding: "utf8" })
  .filter((path) => /quote.*bytes\.raw$/.test(path))
  .map((path) => readFileSync(join(FIXTURES, "states", path)));

/** Streams without a tool call: a banner below a tool's header would be that tool's output. */
const FRAMES = readdirSync(join(FIXTURES, "states"), { recursive: true, encoding: "utf8" })
  .filter((path) => /(?:idle-fresh|draft-\w+|vim-\w+|busy-streaming).bytes\.raw$/.test(path))
  .map((path) => readFileSync(join(FIXTURES, "states", path)));

/** Every event, with reset() after each: so all banners of a stream are compared, not the first alone. */
function allEvents(
  chunks: Iterable<string | Uint8Array>,
  options: PatternDetectorOptions = AT,
): LimitEvent[] {
  const events: LimitEvent[] = [];
  const detector = new PatternDetector(options);
  detector.on("limit", (event) => {
    events.push(event);
    detector.reset();
  });
  for (const chunk of chunks) detector.feed(chunk);
  detector.removeAllListeners();
  detector.reset();
  return events;
}

function* cut(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const cuts = fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 5_000 })), {
  minLength: 1,
  maxLength: 50,
});

describe("cutting", () => {
  it("any chunking of a stream gives the same events", () => {
    const streams = [...CAPTURES, ...QUOTES];
    fc.assert(
      fc.property(fc.constantFrom(...streams), fc.constantFrom(...streams), cuts, (one, two, sizes) => {
        const bytes = Buffer.concat([one, two]);
        expect(allEvents(cut(bytes, sizes))).toEqual(allEvents([bytes]));
      }),
      { numRuns: 400 },
    );
  });

  it("one byte at a time gives the same events", () => {
    for (const bytes of CAPTURES.filter((_, index) => index % 8 === 0)) {
      const whole = allEvents([bytes]);
      expect(whole.length).toBeGreaterThan(0);
      expect(allEvents(cut(bytes, [1]))).toEqual(whole);
    }
  });

  it("a line longer than any message is dropped at the same place however it is cut", () => {
    const banner = "You've hit your limit · resets 3pm (UTC)";
    const bytes = Buffer.from(`\r\nYou've hit your ${"long ".repeat(600)}\x1b[0m${banner}\r\n${banner}\r\n`);
    const whole = allEvents([bytes]);
    expect(whole.map(({ rawMatch }) => rawMatch)).toContain(banner);
    fc.assert(
      fc.property(cuts, (sizes) => {
        expect(allEvents(cut(bytes, sizes))).toEqual(whole);
      }),
    );
    expect(allEvents(cut(bytes, [1]))).toEqual(whole);
  });

  it("text gives the same events as its bytes", () => {
    fc.assert(
      fc.property(fc.constantFrom(...CAPTURES, ...QUOTES), cuts, (bytes, sizes) => {
        const text = bytes.toString("utf8");
        const pieces: string[] = [];
        for (let at = 0, turn = 0; at < text.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          pieces.push(text.slice(at, at + size));
          at += size;
        }
        expect(allEvents(pieces)).toEqual(allEvents([bytes]));
      }),
      { numRuns: 200 },
    );
  });

  it("a banner is found wherever it is put between the frames of another stream", () => {
    const banner = Buffer.from(
      "\r\x1b[2C\x1b[3A⎿\x1b[1C\u00a0You've hit your limit · resets 3pm (UTC)\r\x1b[1B",
    );
    fc.assert(
      fc.property(fc.constantFrom(...FRAMES), fc.nat(), cuts, (frames, at, sizes) => {
        const breaks = [...frames.keys()].filter((index) => frames[index] === 0x0a);
        const place = (breaks[at % breaks.length] ?? 0) + 1;
        const bytes = Buffer.concat([frames.subarray(0, place), banner, frames.subarray(place)]);
        const found = allEvents(cut(bytes, sizes)).map(({ rawMatch }) => rawMatch);
        expect(found).toContain("You've hit your limit · resets 3pm (UTC)");
      }),
      { numRuns: 200 },
    );
  });
});

const ESCAPES = [
  "\x1b",
  "\x1b[",
  "\x1b[38;5;",
  "\x1b]0;",
  "\x1b]8;;",
  "\x1bP",
  "\x1b\\",
  "\x07",
  "\x9b",
  "\r",
  "\n",
  "\x1b[1C",
];
const WORDS = [
  "You've hit your limit",
  " · resets 3pm",
  "(UTC)",
  "⎿ \u00a0",
  "reached",
  "rea\x1b[1mched",
  "Y",
  "|1760000400",
  "\ud83d",
];

const SCRAPS = ["(", ")", "|", "1760000400", "17", "ch", "a", "\x1b[?25h", "\x1b[3D", "\x1b[G", "\r\n"];

const MB = 1024 * 1024;

describe("bad input", () => {
  it("random bytes and scraps of sequences: no throw, at most one event", () => {
    const scrap = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: "binary", maxLength: 100 }),
      fc.constantFrom(...ESCAPES, ...WORDS),
    );
    fc.assert(
      fc.property(fc.array(scrap, { maxLength: 60 }), fc.boolean(), (scraps, own) => {
        const events: LimitEvent[] = [];
        const detector = new PatternDetector(own ? { ...AT, pattern: /limit/ } : AT);
        detector.on("limit", (event) => events.push(event));
        for (const piece of scraps) detector.feed(piece);
        detector.reset();
        expect(events.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, string]>([
    ["no line break", "x"],
    ["nothing but anchors", "You've reached "],
    ["nothing but split words", "rea\x1b[1mched"],
    ["an escape that never ends", "\x1b[1;"],
    ["a title that never ends", "\x1b]0;Your limit reached "],
    ["nothing but moves", "\x1b[1A\x1b[2K"],
  ])("10 MB in one line, %s: read to its end, and the next line is found", (_, unit) => {
    const chunk = Buffer.from(unit.repeat(Math.ceil(65_536 / unit.length)));
    const found: string[] = [];
    const detector = new PatternDetector(AT).on("limit", ({ rawMatch }) => found.push(rawMatch));
    for (let fed = 0; fed < 10 * 1024 * 1024; fed += chunk.length) detector.feed(chunk);
    expect(found).toEqual([]);
    detector.feed("\r\nYou've hit your limit · resets 3pm (UTC)\r\n");
    expect(found).toEqual(["You've hit your limit · resets 3pm (UTC)"]);
  });

  /** Hang tests: what grows with the square of these takes minutes, and all that is allowed takes seconds. */
  const HOSTILE: readonly [name: string, unit: string, size: number][] = [
    ["sequences that end in a letter of an anchor", "\x1b[?25h", 8 * MB],
    ["such sequences behind a letter", `a${"\x1b[?25l\x1b[1h\x1b[0c".repeat(100_000)}`, 8 * MB],
    ["sequences of many parameters", `\x1b[${"1;".repeat(40)}h`, 2 * MB],
    ["letters before titles", "h\x1b]0;h\x07", 2 * MB],
    ["closing brackets", `You've hit your x ${")".repeat(1_900)}\r\n`, 2 * MB],
    ["pairs of brackets", `You've hit your x ${"()".repeat(950)}\r\n`, 2 * MB],
    ["a bracket written over and over", `You've hit your x ${"(\b)\b".repeat(50_000)}\r\n`, 2 * MB],
    ["digits", `You've hit your x ${"0".repeat(1_900)}\r\n`, 8 * MB],
    ["epochs", `You've hit your x ${"|1760000400".repeat(170)}\r\n`, 2 * MB],
  ];

  it.each(HOSTILE)("%s, in one chunk and in many: read to its end", (_, unit, size) => {
    const bytes = Buffer.from(
      `${unit.repeat(Math.ceil(size / unit.length))}\r\n\x1b[0mCredit balance is too low\r\n`,
    );
    const expected = [{ resetTime: null, rawMatch: "Credit balance is too low" }];
    expect(allEvents([bytes])).toEqual(expected);
    expect(allEvents(cut(bytes, [4_096]))).toEqual(expected);
  });

  it("brackets and digits: the same events however they are cut", () => {
    const piece = fc.constantFrom(...WORDS, ...SCRAPS);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), cuts, (pieces, sizes) => {
        const bytes = Buffer.from(pieces.join(""));
        expect(allEvents(cut(bytes, sizes))).toEqual(allEvents([bytes]));
      }),
      { numRuns: 1_000 },
    );
  });

  it("a user's pattern of quadratic cost, in small chunks: read to its end", () => {
    const text = "lorem ipsum dolor sit amet consectetur\n".repeat(20_000);
    const options = { ...AT, pattern: /[^q]+ limit/ };
    expect(allEvents(cut(Buffer.from(`${text}q\nover the limit`), [512]), options)).toEqual([
      { resetTime: null, rawMatch: "\nover the limit" },
    ]);
    expect(allEvents(cut(Buffer.from(`${"x".repeat(8 * MB)}\nq the limit`), [512]), options)).toEqual([
      { resetTime: null, rawMatch: " the limit" },
    ]);
  });

  it("10 MB in one chunk", () => {
    const line = Buffer.concat([
      Buffer.alloc(10 * 1024 * 1024, 0x78),
      Buffer.from("\nCredit balance is too low\n"),
    ]);
    expect(allEvents([line])).toEqual([{ resetTime: null, rawMatch: "Credit balance is too low" }]);
  });
});
