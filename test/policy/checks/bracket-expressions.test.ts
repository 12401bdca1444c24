import { describe, expect, it } from "vitest";
import { hasWholeBrackets } from "../../../src/policy/programs/checks/bracket-expressions.js";

describe("brackets of a regular expression", () => {
  it.each([
    "",
    "abc",
    "[abc]",
    "[^abc]x",
    "[]]",
    "[^]]",
    "[]abc]",
    "[[:alpha:]_]",
    "[[]",
    String.raw`\[`,
    String.raw`[\n]`,
    String.raw`[\\]`,
    String.raw`[\[]`,
    "]",
  ])("%s: all end inside", (pattern) => expect(hasWholeBrackets(pattern)).toBe(true));

  it.each([
    "[",
    "[abc",
    "[]",
    "[^]",
    "a[]",
    "[[:alpha:]",
    "[[:alpha]",
    "[[.x.]]",
    "[[=a=]]",
    String.raw`[\]`,
    String.raw`[\]]`,
    String.raw`[a\]b]`,
  ])("%s: not all end inside", (pattern) => expect(hasWholeBrackets(pattern)).toBe(false));
});
