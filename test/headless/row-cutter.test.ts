import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { RowCutter } from "../../src/headless/row-cutter.js";

const MARK = '"type":"result"';

/** The bytes that come out, and the rows among them that are to be read. */
function cut(chunks: readonly Buffer[]): { all: Buffer; rows: string[] } {
  const cutter = new RowCutter([MARK, "other"]);
  const cuts = [...chunks.flatMap((chunk) => cutter.push(chunk)), ...cutter.end()];
  return {
    all: Buffer.concat(cuts.map(({ bytes }) => bytes)),
    rows: cuts.filter(({ isRow }) => isRow).map(({ bytes }) => bytes.toString("latin1")),
  };
}

const piece = fc.oneof(
  fc.constantFrom("\n", "\r\n", MARK, `{${MARK}}\n`, "other", "x"),
  fc.string({ unit: "binary" }),
);

describe("a stream of rows", () => {
  it("comes out whole, and gives up every wanted row, however it is cut", () => {
    fc.assert(
      fc.property(fc.array(piece), fc.array(fc.nat(60)), (pieces, lengths) => {
        const whole = Buffer.from(pieces.join(""), "latin1");
        const chunks: Buffer[] = [];
        let from = 0;
        for (const length of lengths) chunks.push(whole.subarray(from, (from += length)));
        chunks.push(whole.subarray(from));
        const { all, rows } = cut(chunks);
        expect(all.equals(whole)).toBe(true);
        const wanted = whole
          .toString("latin1")
          .split(/(?<=\n)/)
          .filter((row) => row.includes(MARK) || row.includes("other"));
        expect(rows).toEqual(wanted);
      }),
    );
  });

  it("is passed on in large pieces where no row is wanted", () => {
    const cutter = new RowCutter([MARK]);
    const cuts = cutter.push(Buffer.from('{"type":"other"}\n'.repeat(1000)));
    expect(cuts.map(({ bytes, isRow }) => [bytes.length, isRow])).toEqual([[17_000, false]]);
  });

  it("keeps nothing of a long row, nor reads it", () => {
    const cutter = new RowCutter([MARK]);
    const part = Buffer.from(MARK.repeat(20_000));
    let out = 0;
    for (let count = 0; count < 30; count++) {
      for (const { bytes, isRow } of cutter.push(part)) {
        expect(isRow).toBe(false);
        out += bytes.length;
      }
    }
    expect(out).toBe(30 * part.length);
    const [end, next] = cutter.push(Buffer.from(`x\n${MARK}\n`));
    expect([end?.isRow, next?.isRow]).toEqual([false, true]);
    const whole = Buffer.concat([...Array.from({ length: 5 }, () => part), Buffer.from("\n")]);
    expect(cutter.push(whole).map(({ isRow }) => isRow)).toEqual([false]);
  });
});
