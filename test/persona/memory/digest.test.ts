import fc from "fast-check";
import { expect, test } from "vitest";

import { digestOf } from "../../../src/persona/memory/digest.js";
import { anExchange } from "../../support/persona/exchanges.js";

test("nothing was asked, nothing is told", () => {
  expect(digestOf([])).toBe("");
});

test("the newest first", () => {
  expect(digestOf([1, 2, 3].map((number) => anExchange(number)))).toBe(
    [
      "[2026-11-03] Asked: question 3\nAnswered: answer 3",
      "[2026-11-02] Asked: question 2\nAnswered: answer 2",
      "[2026-11-01] Asked: question 1\nAnswered: answer 1",
    ].join("\n\n"),
  );
});

test("of the same question asked again only the last answer", () => {
  const again = anExchange(3, { question: "question 1\n", response: "changed my mind" });
  expect(askedIn(digestOf([anExchange(1), anExchange(2), again]))).toEqual(["question 1", "question 2"]);
  expect(digestOf([anExchange(1), anExchange(2), again])).toContain("Answered: changed my mind");
});

test("the same words with another context are another question", () => {
  const reviews = ["diff\nA", "diff B", "diff  B"].map((context, index) =>
    anExchange(index + 1, { question: "Review this", context }),
  );
  expect(askedIn(digestOf(reviews))).toEqual(["Review this (given: diff B)", "Review this (given: diff A)"]);
});

test("what has to do with the question comes before what is newer", () => {
  const cache = anExchange(1, { question: "Where is the cache cleared?", response: "In Store.drop()." });
  const others = Array.from({ length: 20 }, (_, index) =>
    anExchange(index + 2, { response: "the store and where it is" }),
  );
  const about = "Where does the cache of the store get cleared?";
  expect(askedIn(digestOf([cache, ...others]))[0]).toBe("question 21");
  expect(askedIn(digestOf([cache, ...others], { about }))[0]).toBe("Where is the cache cleared?");
  expect(askedIn(digestOf([cache, ...others], { about: "und was sonst?" }))[0]).toBe("question 21");
});

test("it keeps to its room with whole notes, and leaves out what matters least", () => {
  const many = Array.from({ length: 28 }, (_, index) => anExchange(index + 1));
  const notes = askedIn(digestOf(many, { mostCharacters: 300 }));
  expect(notes).toEqual(["question 28", "question 27", "question 26", "question 25", "question 24"]);
});

test("long texts are cut behind a word; a question is one line", () => {
  const long = anExchange(1, {
    question: `what\nof ${"it ".repeat(200)}`,
    response: "word ".repeat(500),
  });
  const [asked = "", answered = ""] = digestOf([long]).split("\n");
  expect(asked).toMatch(/^\[2026-11-01\] Asked: what of (?:it )+it…$/);
  expect(asked.length).toBeLessThanOrEqual("[2026-11-01] Asked: ".length + 300);
  expect(answered).toMatch(/^Answered: (?:word )+word…$/);
  expect(answered.length).toBeLessThanOrEqual("Answered: ".length + 900);
});

test("it never is longer than it may, nor cut within a sign, whatever was said", () => {
  const texts = fc.string({ unit: "grapheme", maxLength: 3000 });
  const exchange = fc
    .record({ question: texts, response: texts, context: texts })
    .map((over) => anExchange(1, over));
  fc.assert(
    fc.property(fc.array(exchange), texts, fc.nat(5000), (exchanges, about, mostCharacters) => {
      const digest = digestOf(exchanges, { about, mostCharacters });
      expect(digest.length).toBeLessThanOrEqual(mostCharacters);
      expect(Buffer.from(digest).toString()).toBe(digest);
    }),
  );
});

function askedIn(digest: string): readonly string[] {
  return [...digest.matchAll(/Asked: (.*)/g)].map(([, question = ""]) => question);
}
