import type { FoundAnswer } from "../session/find-answer.js";
import type { HostFault } from "../host/host-protocol.js";
import type { Job } from "../host/job.js";
import { rememberedAnswer } from "./remembered.js";
import type { SeatTools } from "../host/seat-session.js";

/** Saves the exchange. Where that fails it is logged: the answer is not held back. */
export async function remember(
  { persona, request }: Job,
  { text, sessionId }: FoundAnswer,
  { memoryOf, log }: SeatTools,
): Promise<void> {
  const isKept = await memoryOf(persona, request.projectRoot).append({
    question: request.question,
    response: text,
    context: request.context,
    timestamp: new Date().toISOString(),
    session: sessionId,
  });
  if (!isKept) log("notRemembered", { persona: persona.name });
}

/** The last answer to the same question, with the same context. */
export async function remembered(
  { persona, request }: Job,
  { memoryOf }: SeatTools,
): Promise<HostFault["remembered"]> {
  const { exchanges } = await memoryOf(persona, request.projectRoot).read();
  return rememberedAnswer(exchanges, request);
}
