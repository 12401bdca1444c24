import type { Exchange } from "../../../src/persona/memory/memory.js";

/** A question and its answer; `number` makes it another one, each a day later. */
export function anExchange(number: number, over: Partial<Exchange> = {}): Exchange {
  return {
    question: `question ${number}`,
    response: `answer ${number}`,
    timestamp: new Date(Date.UTC(2026, 10, number, 12)).toISOString(),
    session: "5f1c2a9e-0000-4000-8000-000000000001",
    ...over,
  };
}
