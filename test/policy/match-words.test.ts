import fc from "fast-check";
import { knownWord } from "../../src/policy/shell/command-part.js";
import { describe, expect, it, test } from "vitest";

import type { Word } from "../../src/policy/shell/command-part.js";
import { matchText, matchWords, readWordPattern } from "../../src/policy/rules/match-words.js";
import { word } from "./parts.js";

describe("matchWords", () => {
  test.each([
    ["git status", "git status", "yes"],
    ["git status", "git status --short", "no"],
    ["git status *", "git status", "yes"],
    ["git status *", "git status -s a", "yes"],
    ["git status *", "git statusx", "no"],
    ["git status *", "git", "no"],
    ["npm run test:*", "npm run test", "yes"],
    ["npm run test:*", "npm run test a b", "yes"],
    ["npm run test:*", "npm run test:unit", "no"],
    ["npm run test*", "npm run test", "yes"],
    ["npm run test*", "npm run test:unit a", "yes"],
    ["npm run test*", "npm run tes", "no"],
    ["git * main", "git checkout main", "yes"],
    ["git * main", "git merge --no-ff main", "yes"],
    ["git * main", "git main", "no"],
    ["git * main", "git checkout main x", "no"],
    ["node scripts/*.js", "node scripts/a.js", "yes"],
    ["node scripts/*.js", "node scripts/a.js b.js", "no"],
    ["a *b c", "a xb c", "yes"],
    ["a *b c", "a x b c", "no"],
    ["* --version", "node --version", "yes"],
    ["* --version", "--version", "no"],
    ["*", "anything at all", "yes"],
    ["git commit -m '*'", "git commit -m x", "yes"],
    ["git commit -m '*'", "git commit -m x y", "no"],
    ["git commit -m 'x'", "git commit -m x", "yes"],
    [String.raw`ls \*`, "ls *", "yes"],
    [String.raw`ls \*`, "ls a", "no"],
    ["a.c", "abc", "no"],
  ])("%s and %s: %s", (rule, command, match) => {
    expect(matchWords(readWordPattern(rule), command.split(" ").map(word), false)).toBe(match);
  });

  it("takes a quoted word for one word", () => {
    const words = [knownWord("git status")];
    expect(matchWords(readWordPattern("git status"), words, false)).toBe("no");
    expect(matchWords(readWordPattern("git status *"), words, false)).toBe("no");
    expect(matchWords(readWordPattern("'git status'"), words, false)).toBe("yes");
  });

  test.each([
    ["git log *", "git log $X", "yes"],
    ["git log *", "git $X", "maybe"],
    ["git log", "git log $X", "maybe"],
    ["git * main", "git $X main", "maybe"],
    ["git * main", "git a $X main", "yes"],
    ["git * main", "git -$X main", "yes"],
    ["git * main", "git a $X", "maybe"],
    ["ls src/*", "ls src/$X", "yes"],
    ["ls src/* x", "ls src/$X x", "maybe"],
    ["ls src/*", "ls sr$X", "maybe"],
    ["ls src/*", "ls test/$X", "no"],
    ["npm publish", "npm $X", "maybe"],
    ["npm publish", "npm pub$X", "maybe"],
    ["npm publish", "npm run$X", "no"],
    ["npm publish *", "npm publish $X", "yes"],
    ["npm publish *", "$X", "maybe"],
    ["*", "$X", "yes"],
  ])("knows what it does not know: %s and %s: %s", (rule, command, match) => {
    expect(matchWords(readWordPattern(rule), command.split(" ").map(word), false)).toBe(match);
  });

  test.each([
    ["wc -l *", "wc -l", "yes"],
    ["wc -l", "wc -l", "maybe"],
    ["wc -l a", "wc -l", "maybe"],
    ["wc -c *", "wc -l", "no"],
  ])("reckons with words from elsewhere: %s and xargs %s: %s", (rule, command, match) => {
    expect(matchWords(readWordPattern(rule), command.split(" ").map(word), true)).toBe(match);
  });
});

describe("readWordPattern", () => {
  test.each([
    ["git -c a=b log *", ["git", "-c", "a=b", "log"], true],
    ["git log", ["git", "log"], false],
    ["a 'b c' d* e", ["a", "b c"], true],
    ["npm run test:*", ["npm", "run", "test"], true],
    [String.raw`ls \*`, ["ls", "*"], false],
  ])("%s spells out %j", (rule, spelled, hasStar) => {
    expect(readWordPattern(rule)).toMatchObject({ spelled, hasStar });
  });

  it("matches the text as Claude Code does", () => {
    expect(matchesText("curl *|*sh", "curl x | sh")).toBe(true);
    expect(matchesText("npm test:*", "npm test")).toBe(true);
    expect(matchesText("npm test:*", "npm tests")).toBe(false);
    expect(matchesText("a.c", "abc")).toBe(false);
  });
});

// A word that is not known may be none, one or several: the verdict must hold for all of them.
const letter = fc.constantFrom("a", "b", "ab");
const ruleWords = fc.array(fc.constantFrom("a", "b", "ab", "*", "a*"), { minLength: 1, maxLength: 5 });
const some = fc.array(letter, { maxLength: 3 });

describe("an unknown word", () => {
  it("changes a sure answer by no value that it may have", () => {
    fc.assert(
      fc.property(
        ruleWords,
        some,
        fc.constantFrom("", "a", "b"),
        some,
        some,
        (rule, before, start, value, after) => {
          const pattern = readWordPattern(rule.join(" "));
          const unknown = matchWords(
            pattern,
            [...known(before), { text: undefined, start, count: "any" }, ...known(after)],
            false,
          );
          const [first = "", ...others] = value;
          const real = start === "" && value.length === 0 ? [] : [start + first, ...others];
          const sure = matchWords(pattern, known([...before, ...real, ...after]), false);
          expect(["maybe", sure]).toContain(unknown);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function matchesText(rule: string, command: string): boolean {
  return matchText(readWordPattern(rule), command);
}

function known(texts: readonly string[]): readonly Word[] {
  return texts.map(knownWord);
}
