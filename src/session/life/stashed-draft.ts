import type { Circumstances, SessionEvent } from "./event.js";
import { isAfter, type Life } from "./life.js";

/** What was stashed is remembered until the next prompt brought it back: another draft must not push it out. */
export function keepStash(before: Life, event: SessionEvent, next: Life, c: Circumstances): Life {
  const stashed = "stashed" in next ? next.stashed : before.stashed;
  if (stashed === undefined) return next;
  if (isPromptIn(event, stashed.at, c)) return { ...next, stashed: undefined };
  return next.stashed === stashed ? next : { ...next, stashed };
}

/** A prompt went to the model since then: a row of it or after it, or work on the screen. */
function isPromptIn(event: SessionEvent, since: number, c: Circumstances): boolean {
  switch (event.type) {
    case "promptSent":
    case "workSeen":
    case "failureSeen":
      return isAfter(event.at, since, c.now);
    case "limitSeen":
    case "transientSeen":
      return event.source === "transcript" && isAfter(event.at, since, c.now);
    case "screenSettled":
    case "looked":
      return event.reading?.state === "busy";
    default:
      return false;
  }
}
