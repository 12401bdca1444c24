import fc from "fast-check";
import { expect, test } from "vitest";

import {
  exchangesWith,
  lineOfExchange,
  readExchange,
  type Exchange,
} from "../../../src/persona/memory/memory.js";
import { anExchange } from "../../support/persona/exchanges.js";

const PLENTY = 1024 * 1024;

const exchanges: fc.Arbitrary<Exchange> = fc
  .record({
    question: fc.string({ unit: "binary" }),
    response: fc.string({ unit: "binary" }),
    context: fc.option(fc.string({ unit: "binary" }), { nil: undefined }),
    session: fc.option(fc.uuid(), { nil: undefined }),
  })
  .map((over) => anExchange(1, over));

test("a line holds the exchange to the letter, on one line", () => {
  fc.assert(
    fc.property(exchanges, (exchange) => {
      const line = lineOfExchange(exchange, PLENTY);
      expect(line).not.toContain("\n");
      expect(readExchange(line)).toEqual(exchange);
    }),
  );
});

test("a line never has more bytes than it may, and its date and session are whole", () => {
  fc.assert(
    fc.property(
      exchanges,
      fc.integer({ min: 300, max: 2000 }),
      fc.integer({ min: 1, max: 400 }),
      (exchange, most, times) => {
        const long = { ...exchange, response: exchange.response.repeat(times) };
        const line = lineOfExchange(long, most);
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(most);
        const { timestamp, session } = exchange;
        expect(readExchange(line)).toMatchObject({ timestamp, session });
      },
    ),
  );
});

test("the longest text is cut, the others stay", () => {
  const long = anExchange(1, { question: "why?", context: "a diff", response: "é😀".repeat(1000) });
  const cut = readExchange(lineOfExchange(long, 3000));
  expect(cut).toEqual({ ...long, response: `${"é😀".repeat(250)}… (of 3000 characters)` });
});

test("a cut leaves no half of a sign", () => {
  const cut = readExchange(lineOfExchange(anExchange(1, { response: `x${"😀".repeat(500)}` }), 1000));
  expect(cut?.response).toMatch(/^x😀+… \(of 1001 characters\)$/u);
});

test.each([
  ["", "no JSON"],
  ["[]", "no object"],
  ["null", "no object"],
  ['{"question":"a","response":"b"}', "no time"],
  ['{"question":"a","response":"b","timestamp":"yesterday"}', "no such time"],
  ['{"question":1,"response":"b","timestamp":"2026-11-16T07:00:00Z"}', "a number for a question"],
  ['{"question":"a","timestamp":"2026-11-16T07:00:00Z"}', "no answer"],
  ['{"question":"a","response":"b","timestamp":"2026-11-16T07:0', "torn"],
])("%s is no exchange: %s", (line) => {
  expect(readExchange(line)).toBeUndefined();
});

test("what else is wrong in a line is left out", () => {
  const line = '{"question":"a","response":"b","context":5,"timestamp":"2026-11-16T07:00:00Z","session":{}}';
  expect(readExchange(line)).toEqual({
    question: "a",
    response: "b",
    timestamp: "2026-11-16T07:00:00Z",
    session: undefined,
  });
});

const CACHE = anExchange(1, {
  question: "How do we clear the Cache?",
  response: "Each write drops its key.",
});
const LOGIN = anExchange(2, { question: "Is login safe?", context: "src/café.ts", response: "Yes." });

test.each([
  ["", [CACHE, LOGIN]],
  ["  ", [CACHE, LOGIN]],
  ["cache", [CACHE]],
  ["KEY clear", [CACHE]],
  ["cache login", []],
  ["cafe\u0301.ts", [LOGIN]],
  ["e", [CACHE, LOGIN]],
])("a search for %j", (query, found) => {
  expect(exchangesWith([CACHE, LOGIN], query)).toEqual(found);
});
