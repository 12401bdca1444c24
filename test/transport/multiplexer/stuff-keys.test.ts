import fc from "fast-check";
import { expect, it } from "vitest";

import { stuffKeys } from "../../../src/transport/multiplexer/stuff-keys.js";

it.each([
  ["", []],
  ["\r", ["\\015"]],
  ["^$\\", ["\\136\\044\\134"]],
  ["ß", ["\\303\\237"]],
])("%j is typed with exactly these arguments", (keys, pieces) => {
  expect(stuffKeys(keys)).toEqual(pieces);
});

it("says every byte once and in order, in pieces that screen does not drop", () => {
  const keys = fc.string({ unit: "binary", maxLength: 2000 });
  fc.assert(
    fc.property(keys, (text) => {
      const pieces = stuffKeys(text);
      expect(Buffer.concat(pieces.map(bytesOf)).toString()).toBe(text);
      for (const piece of pieces) expect(piece.length).toBeLessThan(750);
    }),
  );
});

it("cuts neither a character nor the sequence of a key in two", () => {
  const keys = fc.array(fc.constantFrom("\x1b[200~", "日", "🙂", "a", "\x1b[201~", "\x1b[1;5C"), {
    maxLength: 400,
  });
  fc.assert(
    fc.property(keys, (units) => {
      const typed = stuffKeys(units.join("")).map((piece) => bytesOf(piece).toString());
      for (const piece of typed) {
        expect(piece).not.toContain("\ufffd");
        expect(piece.replaceAll(/\x1b\[[\d;]+[~C]/g, "")).not.toContain("\x1b");
      }
    }),
  );
});

function bytesOf(piece: string): Buffer {
  expect(piece).toMatch(/^(?:\\[0-3][0-7]{2})+$/);
  return Buffer.from(
    piece
      .split("\\")
      .slice(1)
      .map((octal) => Number.parseInt(octal, 8)),
  );
}
