import type { Limit } from "../claude/limit.js";
import { readLimit } from "../claude/limit.js";
import type { Moment } from "../claude/moment.js";
import type { NativeNotice } from "../claude/native-wait.js";
import { PatternDetector } from "../claude/pattern-detector.js";
import { screenOfText } from "../claude/screen.js";
import type { Screen } from "../claude/screen.js";
import { readScreen } from "../claude/screen-reading.js";
import type { ScreenReading, ScreenState } from "../claude/screen-reading.js";
import { readRow } from "../claude/transcript.js";
import type { TranscriptEvent } from "../claude/transcript.js";
import type { Transient } from "../claude/transient.js";
import { readTransient } from "../claude/transient.js";
import { asTerminalBytes, drawsFrame, guessSize, isColouredText } from "./detect-source.js";
import type { SourceKind, TerminalSize } from "./detect-source.js";

/** What a source shows at its end. */
export interface Sight {
  readonly source: SourceKind;
  readonly state: ScreenState;
  readonly limit: Limit | undefined;
  readonly native: NativeNotice | undefined;
  readonly transient: Transient | undefined;
  readonly draft: string | undefined;
  readonly menu: ScreenReading["menu"];
}

export interface LookOptions {
  readonly at: Moment;
  /** Told by the bytes where it is not given. */
  readonly size?: TerminalSize | undefined;
  /** The user's own wording; looked for where the known ones say nothing. */
  readonly pattern?: RegExp | undefined;
}

export async function look(content: Uint8Array, kind: SourceKind, options: LookOptions): Promise<Sight> {
  const { at, pattern } = options;
  const sight = await lookAs(content, kind, options);
  if (sight.limit || !pattern || kind === "transcript") return sight;
  return { ...sight, limit: limitInStream(content, at, pattern) };
}

async function lookAs(content: Uint8Array, kind: SourceKind, options: LookOptions): Promise<Sight> {
  const { at, size, pattern } = options;
  switch (kind) {
    case "screen":
      return lookAtText(new TextDecoder().decode(content), at);
    case "bytes":
      return lookAtBytes(content, at, size);
    case "transcript":
      return lookAtTranscript(content, at, pattern);
    default:
      return kind satisfies never;
  }
}

function lookAtText(text: string, at: Moment): Sight {
  const reading = readScreen(screenOfText(text), at);
  if (reading.state !== "unknown") return { source: "screen", ...reading };
  // No frame around it: the output of `claude -p`, or a wording that somebody wants to try. It must be all there is.
  return { source: "screen", ...reading, limit: readLimit(text, at), transient: readTransient(text) };
}

async function lookAtBytes(content: Uint8Array, at: Moment, size: TerminalSize | undefined): Promise<Sight> {
  const reading = readScreen(await draw(content, size), at);
  if (reading.state !== "unknown" || drawsFrame(content)) return { source: "bytes", ...reading };
  return { source: "bytes", ...reading, limit: limitInStream(content, at) };
}

async function draw(content: Uint8Array, given: TerminalSize | undefined): Promise<Screen> {
  // Slow to load, and only bytes need it.
  const { EmulatedScreen } = await import("../terminal/emulated-screen.js");
  const { bytes, size } = isColouredText(content)
    ? asTerminalBytes(content)
    : { bytes: content, size: guessSize(content) };
  const emulator = new EmulatedScreen(given ?? size);
  await emulator.write(bytes);
  const screen = emulator.read();
  emulator.dispose();
  return screen;
}

/** For bytes that draw no frame of Claude Code (a log of `claude -p`, another agent), and for a user's own pattern. */
function limitInStream(bytes: Uint8Array, at: Moment, pattern?: RegExp): Limit | undefined {
  let limit: Limit | undefined;
  const detector = new PatternDetector({ pattern, now: () => at.now, timeZone: at.timeZone });
  detector.on("limit", ({ rawMatch, resetTime }) => {
    limit = readLimit(rawMatch, at) ?? ownLimit(rawMatch, resetTime ?? undefined);
  });
  detector.feed(bytes);
  // Ends the last line, which a file may leave open.
  detector.feed("\n");
  return limit;
}

function ownLimit(text: string, resetsAt: Date | undefined): Limit {
  return { kind: "unknown", model: undefined, resetsAt, waitingHelps: true, text };
}

function lookAtTranscript(content: Uint8Array, at: Moment, pattern: RegExp | undefined): Sight {
  // Subagents write on after the session has stopped, and their limits are not its own.
  const events = [...linesOf(content)]
    .flatMap((line) => readRow(line, at) ?? [])
    .filter((event) => !event.sidechain);
  // 2.1.197 was seen to write a prompt after the error that answered it: the rows' times decide.
  return events
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .reduce<Sight>((sight, event) => {
      return after(sight, event, pattern);
    }, NOTHING);
}

function after(sight: Sight, event: TranscriptEvent, pattern: RegExp | undefined): Sight {
  switch (event.type) {
    case "limitSeen":
      return { ...NOTHING, state: "idle", limit: event.limit };
    case "transientSeen":
      return { ...NOTHING, state: event.transient.retrying ? "busy" : "idle", transient: event.transient };
    case "failureSeen":
      return {
        ...NOTHING,
        state: "idle",
        limit: pattern?.test(event.text) ? ownLimit(event.text, undefined) : undefined,
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

const NOTHING: Sight = {
  source: "transcript",
  state: "unknown",
  limit: undefined,
  native: undefined,
  transient: undefined,
  draft: undefined,
  menu: undefined,
};

function* linesOf(content: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < content.length;) {
    const newline = content.indexOf(10, from);
    const end = newline < 0 ? content.length : newline;
    if (end > from) yield content.subarray(from, end);
    from = end + 1;
  }
}
