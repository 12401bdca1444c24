import type { ScreenReading } from "../../claude/screen/screen-reading.js";
import { typingForMs, type Circumstances, type Effect, type SessionEvent, type Step } from "./event.js";
import type { Life, OwedDraft } from "./life.js";

/**
 * A draft that was taken out of the box comes back, whatever became of the resume: work, the next limit, somebody
 * else's prompt, a cancelled wait. Only a box that was seen there and empty gets it; a dialog must not get a letter of it.
 */
export function payBack(before: Life, event: SessionEvent, [next, effects]: Step, c: Circumstances): Step {
  const owed = "owed" in next ? next.owed : before.owed;
  if (owed === undefined) return [next, effects];
  const life: Life = next.owed === owed ? next : { ...next, owed };
  if (usesBox(life)) return [life, effects];
  if (event.type === "textKeptBack") {
    return [{ ...life, owed: { ...owed, tries: Math.max(0, owed.tries - 1) } }, effects];
  }
  // Should nobody have looked at it by then: a box that the person has emptied since is theirs.
  if (event.type === "screenSettled" && isBack(owed, event.reading)) {
    return [{ ...life, owed: undefined }, effects];
  }
  if (event.type === "looked") return seeBox(life, owed, event.reading, effects, c);
  const isNews = usesBox(before) || (event.type === "screenSettled" && isEmptyBox(event.reading));
  return isNews ? [life, [...effects, { type: "look" }]] : [life, effects];
}

/** It is owed until it was seen: what is typed into a screen that changes at this moment goes nowhere. */
function seeBox(
  life: Life,
  owed: OwedDraft,
  reading: ScreenReading | undefined,
  effects: readonly Effect[],
  c: Circumstances,
): Step {
  if (!reading) return [life, effects];
  if (isBack(owed, reading)) return [{ ...life, owed: undefined }, effects];
  const { text, tries } = owed;
  if (!isEmptyBox(reading) || typingForMs(c) > 0 || tries === MOST_TRIES) return [life, effects];
  return [
    { ...life, owed: { text, tries: tries + 1 } },
    [...effects, { type: "typeText", text, on: reading }, { type: "look" }],
  ];
}

/** Until our prompt is in, the box is ours. */
function usesBox(life: Life): boolean {
  return life.tag === "RESUMING" && life.plan.phase !== "accepted";
}

function isBack({ text, tries }: OwedDraft, { draft }: ScreenReading): boolean {
  return tries > 0 && squeezed(draft).includes(squeezed(text));
}

function isEmptyBox({ state, draft, vim }: ScreenReading): boolean {
  return (state === "idle" || state === "busy") && draft === undefined && vim !== "normal";
}

function squeezed(text = ""): string {
  return text.replace(/\s+/g, "");
}

const MOST_TRIES = 3;
