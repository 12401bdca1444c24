import fc from "fast-check";
import { expect, test } from "vitest";

import { readJson } from "../../src/store/json-text.js";

test.each([
  ['{"a": 1,}', 1, 8, 'a comma before "}" is not allowed'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'expected "," or "}", got a broken string'],
  ["{\n  // why\n}", 2, 3, "comments are not allowed"],
  ["{'a': 1}", 1, 2, 'expected a key in double quotes, got "\'"'],
  ['{"a": tru}', 1, 7, 'expected a value, got "t"'],
  ['{"a": 01}', 1, 8, 'expected "," or "}", got "1"'],
  ['{"a": "b', 1, 7, "expected a value, got a broken string"],
  ['{"a" 1}', 1, 6, 'expected ":" after the key, got "1"'],
  ['{"a": 1}\n}', 2, 1, 'expected the end of the file, got "}"'],
  ['{"a": ', 1, 7, "expected a value, got the end of the file"],
  ["", 1, 1, "expected a value, got the end of the file"],
  ["[".repeat(500), 1, 202, 'nested deeper than 200 levels, got "["'],
])("%j: line %i, column %i", (text, line, column, reason) => {
  expect(readJson(text)).toEqual({ ok: false, line, column, reason });
});

test("members have their places", () => {
  const text = '{ "a": {"b": [1]}, "c": "x" }';
  const read = readJson(text);
  if (!read.ok) throw new Error(read.reason);
  const spans = read.root.members?.map(({ key, value }) => [key, text.slice(value.start, value.end)]);
  expect(spans).toEqual([
    ["a", '{"b": [1]}'],
    ["c", '"x"'],
  ]);
});

test("items have their places", () => {
  const text = '[ 1, ["x"], {"a": 2} ]';
  const read = readJson(text);
  if (!read.ok) throw new Error(read.reason);
  const spans = read.root.items?.map(({ start, end }) => text.slice(start, end));
  expect(spans).toEqual(["1", '["x"]', '{"a": 2}']);
  expect(read.root.items?.map(({ items }) => items?.length)).toEqual([undefined, 1, undefined]);
});

test("a long string neither overflows nor slows down", () => {
  const text = JSON.stringify("x".repeat(1_000_000));
  expect(readJson(text).ok).toBe(true);
  expect(readJson(text.slice(0, -1)).ok).toBe(false);
});

test("takes exactly what JSON.parse takes", () => {
  const broken = fc
    .tuple(
      fc.json({ maxDepth: 4 }),
      fc.nat(),
      fc.constantFrom("", ",", "}", '"', "0", "\n", "\\", "\u0001", "-", "e"),
    )
    .map(([json, at, added]) => {
      const cut = at % (json.length + 1);
      return json.slice(0, cut) + added + json.slice(cut + 1);
    });
  fc.assert(
    fc.property(fc.oneof(fc.json({ maxDepth: 4 }), broken, fc.string()), (text) => {
      const read = readJson(text);
      expect(read.ok ? { value: read.value } : undefined).toEqual(parsed(text));
    }),
    { numRuns: 2000 },
  );
});

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
