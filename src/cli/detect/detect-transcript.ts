import { readReset, type Limit } from "../../claude/limits/limit.js";
import type { Moment } from "../../claude/limits/moment.js";
import type { Transient } from "../../claude/limits/transient.js";
import type { NativeNotice } from "../../claude/screen/native-wait.js";
import { NOTHING_ELSE, type ScreenReading, type ScreenState } from "../../claude/screen/screen-reading.js";
import { readRow } from "../../claude/transcript/transcript.js";
import type { TranscriptEvent } from "../../claude/transcript/transcript.js";
import type { SourceKind } from "./detect-source.js";

/** What a source shows at its end. */
export interface Detection {
  readonly source: SourceKind;
  readonly state: ScreenState;
  readonly limit: Limit | undefined;
  readonly native: NativeNotice | undefined;
  readonly transient: Transient | undefined;
  readonly draft: string | undefined;
  readonly menu: ScreenReading["menu"];
}

/** A limit that only the user's own pattern knows. */
export function ownLimit(text: string, resetsAt: Date | undefined): Limit {
  return { kind: "unknown", model: undefined, resetsAt, waitingHelps: true, text };
}

/** What a transcript says at its end. */
export function lookAtTranscript(content: Uint8Array, at: Moment, pattern: RegExp | undefined): Detection {
  // Subagents write on after the session has stopped, and their limits are not its own.
  const events = [...linesOf(content)]
    .flatMap((line) => readRow(line, at) ?? [])
    .filter((event) => !event.sidechain);
  // 2.1.197 was seen to write a prompt after the error that answered it: the rows' times decide.
  return events
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .reduce<Detection>((found, event) => after(found, event, at, pattern), NOTHING);
}

function after(found: Detection, event: TranscriptEvent, at: Moment, pattern: RegExp | undefined): Detection {
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
      return afterNotice(found, event.notice);
    case "turnEnded":
      return found.state === "busy" ? { ...found, state: "idle" } : found;
    case "assistantSpoke":
      return { ...NOTHING, state: event.endsTurn ? "idle" : "busy" };
    case "promptSent":
    case "toolAnswered":
      return { ...NOTHING, state: "busy" };
    default:
      return event satisfies never;
  }
}

function afterNotice(found: Detection, native: NativeNotice): Detection {
  const isOver = native.phase === "stale" || native.phase === "fired";
  const waits = native.phase === "armed" || native.phase === "stale";
  return {
    ...found,
    native,
    limit: isOver ? undefined : found.limit,
    state: waits ? "native-wait" : found.state === "native-wait" ? "idle" : found.state,
  };
}

const { vim: _, ...NOTHING_READ } = NOTHING_ELSE;
const NOTHING: Detection = { ...NOTHING_READ, source: "transcript", state: "unknown" };

function* linesOf(content: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < content.length;) {
    const newline = content.indexOf(10, from);
    const end = newline < 0 ? content.length : newline;
    if (end > from) yield content.subarray(from, end);
    from = end + 1;
  }
}
