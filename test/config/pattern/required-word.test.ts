import { expect, test } from "vitest";

import { requiredWord } from "../../../src/config/pattern/required-word.js";

test.each([
  ["quota .* used up", "quota"],
  ["quota exhausted", "exhausted"],
  ["[^q]+ limit", "limit"],
  ["(usage|rate) limit", "limit"],
  ["(?:session )limit", "session"],
  ["\\blimits?\\b", "limit"],
  ["over\\blimit", "overlimit"],
  ["(t)over\\1limited", "limited"],
  ["limit(?= reached)", "limit"],
  ["(?<!soft )limit", "limit"],
  ["limi\\d", "limi"],
  ["out of (?:tokens|credits)", undefined],
  ["\\d+%", undefined],
  ["(?:limit)?", undefined],
  ["cap", undefined],
])("%s: %s", (source, word) => {
  expect(requiredWord(source)).toBe(word);
});
