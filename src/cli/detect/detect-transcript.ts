import { readReset } from "../../claude/limits/limit.js";
import type { Moment } from "../../claude/limits/moment.js";
import { NOTHING_ELSE } from "../../claude/screen/screen-reading.js";
import type { NativeNotice } from "../../claude/screen/native-wait.js";
import { readRow } from "../../claude/transcript/transcript.js";
import type { TranscriptEvent } from "../../claude/transcript/transcript.js";
import { ownLimit } from "./detect-sight.js";
import type { Sight } from "./detect-sight.js";

/** What a transcript says at its end. */
export function lookAtTranscript(content: Uint8Array, at: Moment, pattern: RegExp | undefined): Sight {
  // Subagents write on after the session has stopped, and their limits are not its own.
  const events = [...linesOf(content)]
    .flatMap((line) => readRow(line, at) ?? [])
    .filter((event) => !event.sidechain);
  // 2.1.197 was seen to write a prompt after the error that answered it: the rows' times decide.
  return events
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .reduce<Sight>((sight, event) => after(sight, event, at, pattern), NOTHING);
}

function after(sight: Sight, event: TranscriptEvent, at: Moment, pattern: RegExp | undefined): Sight {
  switch (event.type) {
    case "limitSeen":
      return { ...NOTHING, state: "idle", limit: event.limit };
    case "transientSeen":
      return { ...NOTHING, state: event.transient.retrying ? "busy" : "idle", transient: event.transient };
    case "failureSeen":
      return {
        ...NOTHING,
        state: "idle",
        limit: pattern?.test(event.text) ? ownLimit(event.text, readReset(event.text, at).at) : undefined,
      };
    case "turnInterrupted":
      return { ...NOTHING, state: "idle" };
    case "nativeNoticeSeen":
      return afterNotice(sight, event.notice);
    case "turnEnded":
      return sight.state === "busy" ? { ...sight, state: "idle" } : sight;
    case "assistantSpoke":
      return { ...NOTHING, state: event.endsTurn ? "idle" : "busy" };
    case "promptSent":
    case "toolAnswered":
      return { ...NOTHING, state: "busy" };
    default:
      return event satisfies never;
  }
}

function afterNotice(sight: Sight, native: NativeNotice): Sight {
  const isOver = native.phase === "stale" || native.phase === "fired";
  const waits = native.phase === "armed" || native.phase === "stale";
  return {
    ...sight,
    native,
    limit: isOver ? undefined : sight.limit,
    state: waits ? "native-wait" : sight.state === "native-wait" ? "idle" : sight.state,
  };
}

const { vim: _, ...NOTHING_READ } = NOTHING_ELSE;
const NOTHING: Sight = { ...NOTHING_READ, source: "transcript", state: "unknown" };

function* linesOf(content: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < content.length;) {
    const newline = content.indexOf(10, from);
    const end = newline < 0 ? content.length : newline;
    if (end > from) yield content.subarray(from, end);
    from = end + 1;
  }
}
