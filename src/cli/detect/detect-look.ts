import { readLimit } from "../../claude/limits/limit.js";
import type { Limit } from "../../claude/limits/limit.js";
import type { Moment } from "../../claude/limits/moment.js";
import { PatternDetector } from "../../claude/limits/pattern-detector.js";
import { screenOfText } from "../../claude/screen/screen.js";
import type { Screen } from "../../claude/screen/screen.js";
import { readScreen } from "../../claude/screen/screen-reading.js";
import type { TerminalSize } from "../../terminal/user/user-terminal.js";
import { readTransient } from "../../claude/limits/transient.js";
import { asTerminalBytes, drawsFrame, guessSize, isColouredText } from "./detect-source.js";
import type { SourceKind } from "./detect-source.js";
import { lookAtTranscript, ownLimit, type Detection } from "./detect-transcript.js";

export interface LookOptions {
  readonly at: Moment;
  /** If it is not given, the bytes decide. */
  readonly size?: TerminalSize | undefined;
  /** The user's own wording; tried if no known wording is found. */
  readonly pattern?: RegExp | undefined;
}

export async function look(content: Uint8Array, kind: SourceKind, options: LookOptions): Promise<Detection> {
  const { at, size, pattern } = options;
  if (kind === "transcript") return lookAtTranscript(content, at, pattern);
  const isText = kind === "screen";
  const screen = isText ? screenOfText(new TextDecoder().decode(content)) : await draw(content, size);
  const reading = readScreen(screen, at);
  const text = screen.lines.map((line) => line.text).join("\n");
  const found = { source: kind, ...reading };
  const own = pattern && !reading.limit ? lastLimit(`${text}\n`, at, pattern) : undefined;
  if (own) return { ...found, limit: own };
  if (reading.state !== "unknown") return found;
  // No frame of Claude Code: the output of `claude -p`, or a wording that somebody wants to try. On a screen it must
  // be all there is; in a log, what counts is that no frame was ever drawn.
  if (isText) return { ...found, limit: readLimit(text, at), transient: readTransient(text) };
  return drawsFrame(content) ? found : { ...found, limit: lastLimit(content, at) };
}

async function draw(content: Uint8Array, given: TerminalSize | undefined): Promise<Screen> {
  // Slow to load, and only bytes need it.
  const { EmulatedScreen } = await import("../../terminal/emulator/emulated-screen.js");
  const { bytes, size } = isColouredText(content)
    ? asTerminalBytes(content)
    : { bytes: content, size: guessSize(content) };
  const emulator = new EmulatedScreen(given ?? size);
  await emulator.write(bytes);
  const screen = emulator.read();
  emulator.dispose();
  return screen;
}

/** The last limit that a stream shows, by the known wordings or by the user's own. */
function lastLimit(stream: string | Uint8Array, at: Moment, pattern?: RegExp): Limit | undefined {
  let limit: Limit | undefined;
  const detector = new PatternDetector({ pattern, now: () => at.now, timeZone: at.timeZone });
  detector.on("limit", ({ rawMatch, resetTime }) => {
    limit = readLimit(rawMatch, at) ?? ownLimit(rawMatch, resetTime ?? undefined);
    detector.reset();
  });
  detector.feed(stream);
  // Ends the last line, which a file may leave open.
  detector.feed("\n");
  return limit;
}
