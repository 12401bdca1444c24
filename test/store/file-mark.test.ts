import { appendFileSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { fileMark } from "../../src/store/file-mark.js";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cac-mark-"));
  file = join(folder, "file");
  writeFileSync(file, "one\n");
});

afterEach(() => rmSync(folder, { recursive: true }));

test("a file that nobody writes keeps its mark", () => {
  settle();
  const mark = fileMark(file);
  expect(mark).toBeTypeOf("string");
  expect(fileMark(file)).toBe(mark);
});

test.each([
  ["more in it", () => appendFileSync(file, "two\n")],
  ["as much in it", () => writeFileSync(file, "two\n")],
  ["another file in its place", replace],
])("%s makes another mark, also where the times are set back", (_, change) => {
  settle();
  const mark = fileMark(file);
  change();
  settle();
  expect(fileMark(file)).not.toBe(mark);
});

test("a mark that is too young to tell two writes apart is like no other", () => {
  expect(fileMark(file)).not.toBe(fileMark(file));
  const later = Date.now() + 3_000;
  expect(fileMark(file, later)).toBe(fileMark(file, later));
});

test("a file that is not there has none; one that cannot be looked at has one like no other", () => {
  expect(fileMark(join(folder, "none"))).toBeUndefined();
  const tooLong = join(folder, "x".repeat(300));
  expect(fileMark(tooLong)).toBeTypeOf("string");
  expect(fileMark(tooLong)).not.toBe(fileMark(tooLong));
});

/** The same time in each case: what differs then is the size, the file or the time of the change. */
function settle(): void {
  utimesSync(file, 1_700_000_000, 1_700_000_000);
}

function replace(): void {
  rmSync(file);
  writeFileSync(join(folder, "in between"), "");
  writeFileSync(file, "one\n");
}
