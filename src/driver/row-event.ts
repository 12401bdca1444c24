import type { TranscriptEvent } from "../claude/transcript/transcript.js";
import type { SessionEvent } from "../session/life/event.js";

/** What a row of the transcript means for the session's life; undefined where it means nothing. */
export function eventOfRow(event: TranscriptEvent): SessionEvent | undefined {
  const at = event.at.getTime();
  switch (event.type) {
    case "limitSeen":
      return { type: "limitSeen", limit: event.limit, at, source: "transcript" };
    case "transientSeen":
      return { type: "transientSeen", transient: event.transient, at, source: "transcript" };
    case "nativeNoticeSeen":
      return { type: "nativeNoticeSeen", notice: event.notice, at };
    case "failureSeen":
      return { type: "failureSeen", text: event.text, at };
    case "promptSent":
      return { type: "promptSent", at };
    case "assistantSpoke":
      return { type: "workSeen", at };
    case "toolAnswered":
    case "turnInterrupted":
    case "turnEnded":
      return undefined;
    default:
      return event satisfies never;
  }
}
