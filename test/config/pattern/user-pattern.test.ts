import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { attacksOn } from "../../../src/config/pattern/pattern-attacks.js";
import { trySearch } from "../../../src/config/pattern/pattern-cost.js";
import { parsePattern } from "../../../src/config/pattern/pattern-tree.js";
import { compileUserPattern } from "../../../src/config/pattern/user-pattern.js";

describe("taken", () => {
  test.each([
    "Claude usage limit reached",
    "limit.{0,40}resets (\\d+(:\\d+)?[ap]m)",
    "[a-z]+ limit",
    ".*limit.*resets.*",
    "(?:[a-z]+ )+limit",
    "\\s*\\w+\\s*limit",
    "you've hit your (?<which>.+?) limit",
    "(?<!not )limit (?!warning)reached",
    "\\bquota\\b.*\\bexceeded\\b",
    "limit\\-reached|out of credits",
    "(limit)+ (reached)* [.]",
    "[^·]+· resets [^(]+\\([^)]+\\)",
    `${"\\d+ [a-z]+, ".repeat(20)}limit`,
  ])("%s", (source) => {
    expect(compileUserPattern(source)).toEqual({ ok: true, pattern: new RegExp(source, "i") });
  });
});

describe("refused as runaway", () => {
  test.each([
    "(a+)+$",
    "(a|a)*b",
    "(.*)*x",
    "(\\s*\\w+\\s*)+:",
    "^limit (a+)+$",
    "(a|bcd|ab|cd)*$",
    "([^x]+)+$",
    "(\\d+|[0-5])*!",
    "([m-z]|[a-p])+!",
    "(?=(a+)+$)limit",
    "(x+x+)+y",
    "(a{0,50}){0,50}$",
    ".*.*x",
    "[^·]*[^·]*·",
    "(\\w+)*\\1$",
    "(?<name>[\\w.]+)*@",
    "(a?){25}a{25}limit",
    "(\\x61+)+\\u0062",
    "[ab]+[cd]+[ef]+[gh]+[ij]+(x+x+)+y",
    `${"[ab]+[cd]+".repeat(30)}(x+x+)+y`,
    `${"\\d+ [a-z]+, ".repeat(20)}\\s+\\s+\\s+:`,
    `${"a?".repeat(30)}limit`,
  ])("%s", (source) => {
    const result = compileUserPattern(source);
    expect(result).toEqual({
      ok: false,
      reason: expect.stringMatching(
        /^it runs away: a text such as ".+"… would hold it up for very long$/,
      ) as unknown,
    });
  });
});

test.each([
  ["(", "it is not a regular expression: unterminated group"],
  ["[", "it is not a regular expression: unterminated character class"],
  ["a**", "it is not a regular expression: nothing to repeat"],
  ["", "it is too wide: it matches even an empty text"],
  ["(limit)*", "it is too wide: it matches even an empty text"],
  [".", 'it is too wide: it matches even " "'],
  ["\\w", 'it is too wide: it matches even "a"'],
  ["x".repeat(1001), "it is longer than 1000 characters"],
  ["\\d+ [a-z]+, ".repeat(80), "it has too many repetitions to be checked"],
])("%.20s: refused", (source, reason) => {
  expect(compileUserPattern(source)).toEqual({ ok: false, reason });
});

const SIGNS = [
  "a",
  "b",
  "-",
  ".",
  "*",
  "+",
  "?",
  "(",
  ")",
  "[",
  "]",
  "|",
  "^",
  "$",
  "(?:",
  "(?=",
  "(?!",
  "[^",
  "{2,3}",
  "{2}",
  "??",
  "\\d",
  "\\w",
  "\\s",
  "\\b",
  "\\x61",
  "[a-c]",
  "\\.",
  "}",
];

test("the counted search finds what RegExp finds", () => {
  const sources = fc.array(fc.constantFrom(...SIGNS), { maxLength: 12 }).map((parts) => parts.join(""));
  const texts = fc.array(fc.constantFrom("a", "b", "1", " ", ".", "\n", "-"), { maxLength: 8 });
  fc.assert(
    fc.property(sources, texts, (source, signs) => {
      fc.pre(isPattern(source));
      const text = signs.join("");
      const outcome = trySearch(parsePattern(source), text);
      fc.pre(outcome !== "runs away");
      expect(outcome).toBe(new RegExp(source, "i").test(text) ? "found" : "not found");
    }),
    { numRuns: 3000, maxSkipsPerRun: 1000 },
  );
});

test.each([
  ["each repetition has its turn", "a+b+c+", ["aaa", "abbb", "abccc"]],
  ["those that hold others come first", "a+(b+c)+", ["abbb", "aaa"]],
])("%s", (_, source, starts) => {
  const attacks = attacksOn(parsePattern(source)).slice(0, starts.length);
  expect(attacks.map((text, index) => text.slice(0, starts[index]?.length))).toEqual(starts);
});

test("the texts it is tried on stay short", () => {
  const sources = fc.array(fc.constantFrom(...SIGNS), { maxLength: 40 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(sources, (source) => {
      fc.pre(isPattern(source));
      expect(attacksOn(parsePattern(source)).every((text) => text.length < 5000)).toBe(true);
    }),
    { numRuns: 1000, maxSkipsPerRun: 5000 },
  );
});

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, "i") instanceof RegExp;
  } catch {
    return false;
  }
}
