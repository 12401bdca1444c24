import fc from "fast-check";
import { expect, test } from "vitest";

import { editJson } from "../../src/config/json-edit.js";
import { readJson } from "../../src/config/json-text.js";

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

function edit(text: string, path: string[], value: unknown): string {
  const read = readJson(text);
  if (!read.ok) throw new Error(read.reason);
  return editJson(text, read.root, path, value);
}

function byKey(a: unknown[], b: unknown[]): number {
  return String(a[0]) < String(b[0]) ? -1 : 1;
}
