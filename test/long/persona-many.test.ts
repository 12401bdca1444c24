import { setTimeout as sleep } from "node:timers/promises";

import { it } from "vitest";

import { signalProcess } from "../../src/lab/machine/process-tree.js";
import { onPersonaStage } from "../support/reality/persona-stage.js";

const PERSONAS = 8;
const QUESTIONS_EACH = 25;

it(
  "8 personas at once, 200 questions, every fifth session killed in the middle: no answer lost or mixed up",
  { timeout: 600_000 },
  async ({ expect }) => {
    const names = Array.from({ length: PERSONAS }, (_, index) => `persona-${index}`);
    const personas = Object.fromEntries(names.map((name) => [name, `You are ${name}.`]));
    const options = { release: "2.1.325", personas, cac: { persona: { max: PERSONAS } } };
    await onPersonaStage(options, async (stage) => {
      const killed = new Set<string>();
      stage.answerBy(async (question) => {
        const [name, number] = question.split(" ");
        if (Number(number) % 5 === 3 && !killed.has(question)) {
          killed.add(question);
          const pid = (await stage.sessions()).find(({ persona }) => persona === name)?.pid;
          if (pid !== undefined) signalProcess(pid, "SIGKILL");
          await sleep(50);
        }
        return { type: "text", text: `heard: ${question}` };
      });
      const asked = names.flatMap((name) =>
        Array.from({ length: QUESTIONS_EACH }, (_, number) => ({ name, question: `${name} ${number}` })),
      );
      const answers = new Map<string, unknown>();
      await Promise.all(
        names.map(async (name) => {
          for (const { question } of asked.filter((each) => each.name === name)) {
            const outcome = await stage.ask(name, question);
            answers.set(question, "answer" in outcome ? outcome.answer : outcome.fault);
          }
        }),
      );
      expect(Object.fromEntries(answers)).toEqual(
        Object.fromEntries(asked.map(({ question }) => [question, `heard: ${question}`])),
      );
      expect(killed.size).toBe((PERSONAS * QUESTIONS_EACH) / 5);
      expect((await stage.sessions()).map(({ persona }) => persona).toSorted()).toEqual(names);
    });
  },
);
