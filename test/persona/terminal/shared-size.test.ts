import { expect, test } from "vitest";

import { SharedSize } from "../../../src/persona/terminal/shared-size.js";

test("several people see what fits all of their terminals; the last one leaves it as it was", () => {
  const applied: string[] = [];
  const session = sized(applied);
  const other = sized([]);
  const sizes = new SharedSize();
  const [ann, bob] = [{}, {}];
  sizes.set(session, ann, { columns: 100, rows: 50 });
  sizes.set(session, bob, { columns: 120, rows: 30 });
  sizes.set(other, bob, { columns: 10, rows: 10 });
  sizes.set(session, ann, { columns: 80, rows: 50 });
  sizes.set(session, bob, undefined);
  sizes.set(session, ann, undefined);
  expect(applied).toEqual(["100x50", "100x30", "80x30", "80x50", "110x40"]);
});

function sized(applied: string[]) {
  return { resize: (columns: number, rows: number) => void applied.push(`${columns}x${rows}`) };
}
