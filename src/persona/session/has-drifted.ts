import type { HostedSession } from "./hosted-session.js";
import { settleWithin } from "../../time/sleep.js";
import type { Persona } from "../definition/persona.js";
import type { SeatTools } from "../host/seat-session.js";

/** Asks the session who it is. False where it does not answer: to bring it back is the next question's matter. */
export async function hasDrifted(
  session: HostedSession,
  persona: Persona,
  { drift, settings, log }: SeatTools,
): Promise<boolean> {
  const over = AbortSignal.timeout(ANSWER_MS);
  const asked = session.ask(drift.question, {
    signal: over,
    timeoutMs: ANSWER_MS,
    onProgress: () => undefined,
  });
  const answer = await settleWithin(asked, over, settings.graceMs);
  if (answer === "late" || answer.type !== "answered") return false;
  const isForgotten = drift.isForgotten(answer.text, persona);
  if (isForgotten) log("drifted", { persona: persona.name });
  return isForgotten;
}

const ANSWER_MS = 2 * 60_000;
