import type { ScreenReading } from "../claude/screen-reading.js";
import { typingForMs, type Circumstances, type SessionEvent, type Step } from "./event.js";
import type { Life } from "./life.js";

/**
 * A draft that was taken out of the box comes back, whatever became of the resume: work, the next limit, somebody
 * else's prompt, a cancelled wait. Only a box that was seen there and empty gets it; a dialog must not get a letter of it.
 */
export function payBack(before: Life, event: SessionEvent, [next, effects]: Step, c: Circumstances): Step {
  const owed = "owed" in next ? next.owed : before.owed;
  if (owed === undefined) return [next, effects];
  const life: Life = next.owed === owed ? next : { ...next, owed };
  if (usesBox(life)) return [life, effects];
  if (event.type === "looked") {
    if (!event.reading || !isEmptyBox(event.reading) || typingForMs(c) > 0) return [life, effects];
    return [{ ...life, owed: undefined }, [...effects, { type: "typeText", text: owed }]];
  }
  const isNews = usesBox(before) || (event.type === "screenSettled" && isEmptyBox(event.reading));
  return isNews ? [life, [...effects, { type: "look" }]] : [life, effects];
}

/** Until our prompt is in, the box is ours. */
function usesBox(life: Life): boolean {
  return life.tag === "RESUMING" && life.plan.phase !== "accepted";
}

function isEmptyBox({ state, draft, vim }: ScreenReading): boolean {
  return (state === "idle" || state === "busy") && draft === undefined && vim !== "normal";
}
