import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";

import { lastLines } from "../../src/store/last-lines.js";

const ALL = 1024 * 1024 * 1024;

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "last-lines-"));
  file = join(folder, "file");
});

afterEach(() => rmSync(folder, { recursive: true }));

test.each<[string, string, string[]]>([
  ["nothing", "", []],
  ["one line", "a\n", ["a"]],
  ["the last one first", "a\nb\nc\n", ["c", "b", "a"]],
  ["a line that is still being written", "a\nb", ["a"]],
  ["nothing but one that is", "abc", []],
  ["empty lines", "\n\na\n\n\r\nb\n\n", ["b", "a"]],
  ["Windows ends", "a\r\nb\r\n", ["b", "a"]],
])("%s", async (_, text, lines) => {
  expect(await read(text)).toEqual(lines);
});

test("lines of every length come whole, wherever the blocks begin", async () => {
  const line = fc.oneof(
    fc.integer({ min: 1, max: 200 }),
    fc.integer({ min: 65_530, max: 65_545 }),
    fc.constant(200_000),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lengths) => {
      const lines = lengths.map((length, index) => String.fromCodePoint(97 + (index % 26)).repeat(length));
      expect(await read(lines.map((each) => `${each}\n`).join(""))).toEqual(lines.toReversed());
    }),
    { numRuns: 60 },
  );
});

test("no more is read than is asked for, and no line comes in part", async () => {
  const text = `${"a".repeat(50)}\n${"b".repeat(9)}\n${"c".repeat(9)}\n`;
  expect(await read(text, 20)).toEqual(["ccccccccc"]);
  expect(await read(text, 21)).toEqual(["ccccccccc", "bbbbbbbbb"]);
  expect(await read(text, 60)).toEqual(["ccccccccc", "bbbbbbbbb"]);
  expect(await read(text, 71)).toEqual(["ccccccccc", "bbbbbbbbb", "a".repeat(50)]);
});

test("whoever stops early reads no further", async () => {
  writeFileSync(file, "x\n".repeat(500_000));
  const handle = await open(file);
  const read = handle.read.bind(handle);
  let reads = 0;
  Object.assign(handle, { read: (...args: Parameters<typeof read>) => (reads++, read(...args)) });
  for await (const line of lastLines(handle, ALL)) {
    expect(line.toString()).toBe("x");
    break;
  }
  await handle.close();
  expect(reads).toBe(1);
});

async function read(text: string, mostBytes = ALL): Promise<string[]> {
  writeFileSync(file, text);
  const handle = await open(file);
  try {
    const lines: string[] = [];
    for await (const line of lastLines(handle, mostBytes)) lines.push(line.toString());
    return lines;
  } finally {
    await handle.close();
  }
}
