import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import loadWabt from "wabt";
import { EscapeScanner } from "../../../src/terminal/modes/escape-scanner.js";
import { ModeState } from "../../../src/terminal/modes/mode-state.js";
import { WASM } from "../../../src/terminal/modes/sequence-search-wasm.js";
import { MOST_SEARCHED, PlainSearch, sequenceSearch } from "../../../src/terminal/modes/sequence-search.js";

const SOURCE = new URL("../../../src/terminal/modes/sequence-search.wat", import.meta.url);

test("the module is what its source makes", async () => {
  const wabt = await loadWabt();
  const source = wabt.parseWat("sequence-search.wat", readFileSync(SOURCE, "utf8"), { simd: true });
  expect(WASM).toBe(Buffer.from(source.toBinary({}).buffer).toString("base64"));
});

/** What it has to find, said in another way. */
function places(text: string): { at: number; colours: string }[] {
  const found = [];
  const passing = /\x1b\[([0-;]*)([@-gi-kmos-tv-~])/y;
  let colours = "";
  for (let at = 0; at < text.length; at++) {
    if (!"\x1b\x0e\x0f".includes(text[at]!)) continue;
    passing.lastIndex = at;
    const match = passing.exec(text);
    if (match === null) {
      found.push({ at, colours });
      colours = "";
    } else {
      if (match[2] === "m") colours = `${match[1]} before ${at + match[0].length}`;
      at += match[0].length - 1;
    }
  }
  return [...found, { at: -1, colours }];
}

function searched(bytes: Buffer): { at: number; colours: string }[] {
  sequenceSearch.take(undefined, bytes);
  const found = [];
  for (let at = -1; ;) {
    at = sequenceSearch.next(at + 1);
    const { coloursFrom: from, coloursTo: to } = sequenceSearch;
    found.push({ at, colours: from === 0 ? "" : `${bytes.toString("latin1", from, to)} before ${to + 1}` });
    if (at < 0) return found;
  }
}

const output = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary-ascii", maxLength: 40 }),
      fc.constantFrom(
        "\x1b[31m",
        "\x1b[m",
        "\x1b[38;5;1m",
        "\x1b[2K",
        "\x1b[12;40H",
        "\x1b[?25l",
        "\x1b[3 q",
      ),
      fc.constantFrom(
        "\x1b",
        "\x1b[",
        "\x1b[1;2",
        "\x1b[4h",
        "\x1b[1;5r",
        "\x1b]0;a\x07",
        "\x0e",
        "\x0f",
        "é",
      ),
      fc.nat(255).map((byte) => `\x1b[1${String.fromCharCode(byte)}`),
    ),
    { maxLength: 20 },
  )
  .map((parts) => Buffer.from(parts.join(""), "latin1"));

test("finds what may leave something on, and the colours on the way", () => {
  fc.assert(
    fc.property(output, (bytes) => {
      expect(searched(bytes)).toEqual(places(bytes.toString("latin1")));
    }),
    { numRuns: 5_000 },
  );
});

test("what was there before is not part of what is searched", () => {
  searched(Buffer.alloc(MOST_SEARCHED, "\x1b[1"));
  expect(searched(Buffer.from("\x1b["))).toEqual([
    { at: 0, colours: "" },
    { at: -1, colours: "" },
  ]);
  expect(searched(Buffer.from("text"))).toEqual([{ at: -1, colours: "" }]);
});

test("parameters to the end of all that fits are no end of it", () => {
  const bytes = Buffer.alloc(MOST_SEARCHED, "1");
  bytes.write("\x1b[");
  expect(searched(bytes).map(({ at }) => at)).toEqual([0, -1]);
});

test("a piece that was carried over and the next are one", () => {
  const bytes = sequenceSearch.take(Buffer.from("\x1b[3"), Buffer.from("1m and \x1b[?25l"));
  expect(bytes.toString("latin1")).toBe("\x1b[31m and \x1b[?25l");
  expect(sequenceSearch.next(0)).toBe(10);
  expect([sequenceSearch.coloursFrom, sequenceSearch.coloursTo]).toEqual([2, 4]);
});

test("without WebAssembly the same is left on", () => {
  fc.assert(
    fc.property(output, fc.integer({ min: 1, max: 60 }), (bytes, cut) => {
      const [fast, plain] = [new ModeState(), new ModeState()];
      const scanners = [new EscapeScanner(fast), new EscapeScanner(plain, new PlainSearch())];
      for (let at = 0; at < bytes.length; at += cut)
        for (const scanner of scanners) scanner.feed(bytes.subarray(at, at + cut));
      expect(plain.undo()).toBe(fast.undo());
      expect(scanners[1]!.ending).toBe(scanners[0]!.ending);
    }),
    { numRuns: 2_000 },
  );
});
