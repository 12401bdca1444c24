import type { Limit } from "../claude/limit.js";
import { readLimit } from "../claude/limit.js";
import type { Moment } from "../claude/moment.js";
import type { NativeNotice } from "../claude/native-wait.js";
import { PatternDetector } from "../claude/pattern-detector.js";
import { screenOfText } from "../claude/screen.js";
import { readScreen } from "../claude/screen-reading.js";
import type { ScreenReading, ScreenState } from "../claude/screen-reading.js";
import { readRow } from "../claude/transcript.js";
import type { Transient } from "../claude/transient.js";
import { readTransient } from "../claude/transient.js";
import { EmulatedScreen } from "../terminal/emulated-screen.js";
import { guessSize, withCarriageReturns } from "./detect-source.js";
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

export async function look(
  content: Uint8Array,
  kind: SourceKind,
  at: Moment,
  size: TerminalSize | undefined,
): Promise<Sight> {
  switch (kind) {
    case "screen":
      return lookAtText(new TextDecoder().decode(content), at);
    case "bytes":
      return lookAtBytes(content, at, size ?? guessSize(content));
    case "transcript":
      return lookAtTranscript(content, at);
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

async function lookAtBytes(bytes: Uint8Array, at: Moment, size: TerminalSize): Promise<Sight> {
  const emulator = new EmulatedScreen(size);
  await emulator.write(withCarriageReturns(bytes));
  const screen = emulator.read();
  emulator.dispose();
  const reading = readScreen(screen, at);
  if (reading.state !== "unknown") return { source: "bytes", ...reading };
  return { source: "bytes", ...reading, limit: limitInStream(bytes, at) };
}

/** For bytes that draw no frame of Claude Code: a log of `claude -p`, another agent, a recording that was cut. */
function limitInStream(bytes: Uint8Array, at: Moment): Limit | undefined {
  let limit: Limit | undefined;
  const detector = new PatternDetector({ now: () => at.now, timeZone: at.timeZone });
  detector.on("limit", ({ rawMatch }) => (limit = readLimit(rawMatch, at)));
  detector.feed(bytes);
  detector.feed("\n");
  return limit;
}

function lookAtTranscript(content: Uint8Array, at: Moment): Sight {
  let sight: Sight = { ...NOTHING };
  for (const line of linesOf(content)) {
    const event = readRow(line, at);
    // Subagents write on after the session has stopped, and their limits are not its own.
    if (!event || event.sidechain) continue;
    switch (event.type) {
      case "limitSeen":
        sight = { ...NOTHING, state: "idle", limit: event.limit };
        break;
      case "transientSeen":
        sight = { ...NOTHING, state: event.transient.retrying ? "busy" : "idle", transient: event.transient };
        break;
      case "failureSeen":
      case "turnInterrupted":
        sight = { ...NOTHING, state: "idle" };
        break;
      case "nativeNoticeSeen":
        sight = {
          ...sight,
          native: event.notice,
          state: event.notice.phase === "armed" ? "native-wait" : "idle",
        };
        break;
      case "turnEnded":
        if (sight.state === "busy") sight = { ...sight, state: "idle" };
        break;
      case "promptSent":
      case "assistantSpoke":
      case "toolAnswered":
        sight = { ...NOTHING, state: "busy" };
        break;
      default:
        return event satisfies never;
    }
  }
  return sight;
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
