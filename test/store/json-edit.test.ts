import fc from "fast-check";
import { expect, test } from "vitest";

import { appendItem, editJson, removeItem } from "../../src/store/json-edit.js";
import { readJson, type JsonNode } from "../../src/store/json-text.js";

test.each<[string, string, string[], unknown, string]>([
  [
    "set, all else untouched",
    '{ "b":1,\n\t"a" : 2 , "c":[1,  2] }',
    ["a"],
    "x",
    '{ "b":1,\n\t"a" : "x" , "c":[1,  2] }',
  ],
  ["add in the style of the last member", '{\n    "a": 1\n}\n', ["b"], 2, '{\n    "a": 1,\n    "b": 2\n}\n'],
  ["add on one line", '{"a": 1}', ["b"], 2, '{"a": 1,"b": 2}'],
  ["add to an empty object", "{}\n", ["b"], 2, '{\n  "b": 2\n}\n'],
  [
    "add with CRLF and tabs",
    '{\r\n\t"a": 1\r\n}',
    ["b"],
    { c: 1 },
    '{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": 1\r\n\t}\r\n}',
  ],
  [
    "set in a section",
    '{\n  "s": {\n    "a": 1\n  }\n}',
    ["s", "b"],
    2,
    '{\n  "s": {\n    "a": 1,\n    "b": 2\n  }\n}',
  ],
  [
    "a section that is missing",
    '{\n  "a": 1\n}',
    ["s", "b"],
    2,
    '{\n  "a": 1,\n  "s": {\n    "b": 2\n  }\n}',
  ],
  ["a section in an empty one", '{\n  "s": {}\n}', ["s", "b"], 2, '{\n  "s": {\n    "b": 2\n  }\n}'],
  ["a section that is no object", '{\n  "s": 3\n}', ["s", "b"], 2, '{\n  "s": {\n    "b": 2\n  }\n}'],
  ["take out the first", '{\n  "a": 1,\n  "b": 2\n}', ["a"], undefined, '{\n  "b": 2\n}'],
  ["take out the last", '{\n  "a": 1,\n  "b": 2\n}', ["b"], undefined, '{\n  "a": 1\n}'],
  ["take out the only one", '{\n  "a": 1\n}\n', ["a"], undefined, "{}\n"],
  ["take out what is not there", '{ "a": 1 }', ["b"], undefined, '{ "a": 1 }'],
  ["take out from what is no section", '{ "a": 1 }', ["a", "b"], undefined, '{ "a": 1 }'],
  ["the last of two equal keys has the effect", '{"a": 1, "a": 2}', ["a"], 3, '{"a": 1, "a": 3}'],
  [
    "numbers too large for JavaScript stay",
    '{"n": 12345678901234567890, "a": 1}',
    ["a"],
    2,
    '{"n": 12345678901234567890, "a": 2}',
  ],
])("%s", (_, text, path, value, expected) => {
  expect(edit(text, path, value)).toBe(expected);
});

test("an edit changes that key and nothing else", () => {
  const texts = fc.tuple(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 1, 2, "\t"));
  fc.assert(
    fc.property(
      texts,
      fc.string(),
      fc.option(fc.jsonValue(), { nil: undefined }),
      ([object, indent], key, value) => {
        const edited: unknown = JSON.parse(edit(JSON.stringify(object, undefined, indent), [key], value));
        const others = Object.entries(JSON.parse(JSON.stringify(object)) as object).filter(
          ([name]) => name !== key,
        );
        const own = value === undefined ? [] : [[key, JSON.parse(JSON.stringify(value)) as unknown]];
        expect(Object.entries(edited as object).toSorted(byKey)).toEqual([...others, ...own].toSorted(byKey));
      },
    ),
  );
});

test.each<[string, string, unknown, string]>([
  ["to an empty array", "[]\n", 1, "[\n  1\n]\n"],
  ["in the style of the last item", "[\n\t1\n]", { a: 2 }, '[\n\t1,\n\t{\n\t  "a": 2\n\t}\n]'],
  ["on one line", "[1, 2]", { a: [3] }, '[1, 2, {"a":[3]}]'],
  ["with CRLF", "[\r\n  1\r\n]", [2], "[\r\n  1,\r\n  [\r\n    2\r\n  ]\r\n]"],
])("an item added %s", (_, text, value, expected) => {
  const added = appendItem(text, rootOf(text), value);
  expect(added).toBe(expected);
  const items = rootOf(added).items ?? [];
  // Taken out again, nothing shows that it was there; only a blank array has forgotten its white space.
  expect(removeItem(added, rootOf(added), items.length - 1)).toBe(text);
});

test("the first item taken out", () => {
  expect(removeItem("[ 1 , 2 ]", rootOf("[ 1 , 2 ]"), 0)).toBe("[ 2 ]");
  expect(removeItem("[1]", rootOf("[1]"), 1)).toBe("[1]");
});

function edit(text: string, path: string[], value: unknown): string {
  return editJson(text, rootOf(text), path, value);
}

function rootOf(text: string): JsonNode {
  const read = readJson(text);
  if (!read.ok) throw new Error(read.reason);
  return read.root;
}

function byKey(a: unknown[], b: unknown[]): number {
  return String(a[0]) < String(b[0]) ? -1 : 1;
}
