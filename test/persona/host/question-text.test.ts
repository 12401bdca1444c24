import fc from "fast-check";
import { expect, test } from "vitest";

import {
  MOST_QUESTION_BYTES,
  questionText,
  refuseQuestion,
} from "../../../src/persona/host/pending-question.js";

test.each([
  [{ question: "why?" }, "why?"],
  [{ question: "  why?\n\n" }, "why?"],
  [{ question: "why?", context: " \n" }, "why?"],
  [{ question: "why?", context: "a diff" }, "why?\n\nContext:\na diff"],
  [{ question: "one\r\ntwo\rthree" }, "one\ntwo\nthree"],
  [{ question: "a\tb" }, "a\tb"],
  [{ question: "/clear" }, "Question: /clear"],
  [{ question: "! rm -rf /" }, "Question: ! rm -rf /"],
  [{ question: "# a title\n\ntext" }, "Question: # a title\n\ntext"],
  [{ question: "\x1b[201~/exit" }, "[201~/exit"],
  [{ question: "\x00/exit" }, "Question: /exit"],
  [{ question: "exit" }, "Question: exit"],
  [{ question: ":wq!" }, "Question: :wq!"],
  [{ question: "exit or return?" }, "exit or return?"],
  [{ question: "exit", context: "of the loop" }, "exit\n\nContext:\nof the loop"],
  [{ question: "what is a \\" }, "what is a \\\n"],
])("%j is asked as %j", (question, text) => {
  expect(questionText(question)).toBe(text);
});

test("no key and no command is ever sent, and every word is", () => {
  const text = fc.string({ unit: "binary", maxLength: 60 });
  fc.assert(
    fc.property(text, text, (question, context) => {
      const sent = questionText({ question, context });
      expect(sent).not.toMatch(/^[/!#&]|[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
      for (const word of question.split(/[\s\x00-\x1f\x7f-\x9f]+/)) expect(sent).toContain(word);
    }),
  );
});

test("the limit counts bytes, of question and context together", () => {
  const half = "ä".repeat(MOST_QUESTION_BYTES / 4);
  expect(refuseQuestion({ question: half, context: half })).toBe(undefined);
  expect(refuseQuestion({ question: half, context: `${half}x` })?.message).toBe(
    "the question has 1048577 bytes, the limit is 1048576",
  );
  expect(refuseQuestion({ question: "\x00\n" })?.message).toBe("the question is empty");
});
