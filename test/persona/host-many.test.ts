import { afterEach, beforeEach, expect, test } from "vitest";

import { HostError } from "../../src/persona/host/host-protocol.js";
import type { Behaviour } from "../support/persona/fake-session.js";
import { HostStage } from "../support/persona/host-stage.js";

const NAMES = Array.from({ length: 8 }, (_, index) => `persona-${index}`);
const QUESTIONS = 200;

let stage: HostStage;

beforeEach(() => {
  stage = new HostStage();
  for (const name of NAMES) stage.persona(name);
});

afterEach(() => stage.clear());

test.each([1, 2, 3])(
  "8 personas, 200 questions, every fourth with a fault: none lost, mixed up or given twice (%i)",
  async (seed) => {
    const random = mulberry(seed);
    const faulty = new Set(
      Array.from({ length: QUESTIONS }, (_, index) => index).filter(() => random() < 0.25),
    );
    // Each fault strikes once or twice: three tries are enough for any of them.
    const strikes = new Map([...faulty].map((index) => [index, 1 + Math.floor(random() * 2)]));
    stage.behaviour = withFaults(strikes, random);
    const host = await stage.host({ maxSessions: 8 });
    const given: { index: number; persona: string; answer: string }[] = [];
    const lost: string[] = [];
    await Promise.all(
      Array.from({ length: QUESTIONS }, async (_, index) => {
        const persona = NAMES[Math.floor(random() * NAMES.length)] ?? "";
        try {
          const asked = await host.ask({ persona, question: `Q${index}`, projectRoot: stage.project });
          given.push({ index, persona, answer: asked.answer });
        } catch (error) {
          if (!(error instanceof HostError)) throw error;
          lost.push(`Q${index}: ${error.message}`);
        }
      }),
    );
    expect(lost).toEqual([]);
    expect(faulty.size).toBeGreaterThan(30);
    expect(given.toSorted((a, b) => a.index - b.index)).toEqual(
      given
        .map(({ index, persona }) => ({ index, persona, answer: `Q${index} by ${persona}` }))
        .toSorted((a, b) => a.index - b.index),
    );
    expect(new Set(given.map(({ index }) => index)).size).toBe(QUESTIONS);
    // At no time more than one session lived for one persona.
    expect(stage.started.filter(({ isOver }) => !isOver).length).toBeLessThanOrEqual(NAMES.length);
    const remembered = await Promise.all(NAMES.map((name) => stage.memory(name).read()));
    const questions = remembered.flatMap(({ exchanges }) => exchanges.map(({ question }) => question));
    expect(questions.toSorted()).toEqual(
      Array.from({ length: QUESTIONS }, (_, index) => `Q${index}`).toSorted(),
    );
  },
);

test("with room for 3 of 8, those that find none are refused and lose nobody else's answer", async () => {
  const random = mulberry(9);
  stage.behaviour = withFaults(new Map(), random);
  const host = await stage.host({ maxSessions: 3 });
  let most = 0;
  const outcomes: string[] = [];
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      NAMES.map(async (persona, index) => {
        const question = `Q${round * NAMES.length + index}`;
        const outcome = await host.ask({ persona, question, projectRoot: stage.project }).then(
          ({ answer }) => (answer === `${question} by ${persona}` ? "right" : answer),
          (error: unknown) => (error instanceof HostError ? error.fault.code : String(error)),
        );
        outcomes.push(outcome);
        most = Math.max(most, stage.started.filter(({ isOver }) => !isOver).length);
      }),
    );
  }
  expect(most).toBe(3);
  expect([...new Set(outcomes)].toSorted()).toEqual(["TOO_MANY", "right"]);
  // In each round at least as many are answered as there is room for.
  expect(outcomes.filter((each) => each === "right").length).toBeGreaterThanOrEqual(30);
});

/** Answers after a moment; a question with strikes left ends its session, hangs, throws or overloads first. */
function withFaults(strikes: Map<number, number>, random: () => number): Behaviour {
  return async (question, session) => {
    const index = Number(/Q(\d+)/.exec(question)?.[1]);
    await new Promise((resolve) => setTimeout(resolve, random() * 3));
    const left = strikes.get(index) ?? 0;
    if (left === 0) return { type: "answered", text: `Q${index} by ${session.order.persona.name}` };
    strikes.set(index, left - 1);
    switch (Math.floor(random() * 5)) {
      case 0:
        session.exit();
        return { type: "ended", exitCode: 137, signal: "SIGKILL" };
      case 1:
        session.isBackAfterInterrupt = random() < 0.5;
        return { type: "unresponsive", why: "nothing moves" };
      case 2:
        throw new Error("a fault of ours");
      case 3:
        // Gone, and nobody has noticed yet.
        setTimeout(() => session.exit(), 1);
        return { type: "ended", exitCode: 1, signal: undefined };
      default:
        return { type: "failed", text: "API Error: 529 Overloaded" };
    }
  };
}

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
