import { expect, test } from "vitest";

import { rememberedAnswer } from "../../../src/persona/memory/memory.js";
import { anExchange } from "../../support/persona/exchanges.js";

const HAD = [
  anExchange(1, { question: "Is it safe?", response: "No." }),
  anExchange(2, { question: "Review this", context: "diff A", response: "A is fine." }),
  anExchange(3, { question: "Review this", context: "diff B", response: "B is not." }),
  anExchange(4, { question: " Is it\n  safe? ", response: "Yes." }),
  anExchange(5, { question: "un cafe\u0301?", response: "Oui." }),
];

test.each([
  ["Is it safe?", undefined, 3],
  ["Is it safe?", "", 3],
  ["is it safe?", undefined, undefined],
  ["Is it safe", undefined, undefined],
  ["Review this", "diff A", 1],
  ["Review this", "diff B", 2],
  ["Review this", undefined, undefined],
  ["Review this diff A", undefined, undefined],
  ["un caf\u00e9?", undefined, 4],
  ["", undefined, undefined],
])("the last answer to %j with the context %j", (question, context, index) => {
  const found = index === undefined ? undefined : HAD[index];
  expect(rememberedAnswer(HAD, { question, context })).toEqual(
    found && { answer: found.response, timestamp: found.timestamp },
  );
});
