import { questionKey, type Exchange } from "./exchange.js";

/** The last answer to the same question, with the same context; undefined where it was never answered. */
export function rememberedAnswer(
  exchanges: readonly Exchange[],
  asked: Pick<Exchange, "question" | "context">,
): { readonly answer: string; readonly timestamp: string } | undefined {
  const key = questionKey(asked);
  const last = exchanges.findLast((exchange) => questionKey(exchange) === key);
  return last && { answer: last.response, timestamp: last.timestamp };
}
