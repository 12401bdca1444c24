import type { Limit } from "../../claude/limits/limit.js";
import { readRow, type ToolUse, type TranscriptEvent } from "../../claude/transcript/transcript.js";
import {
  addSpoken,
  comparePrompt,
  findPrompt,
  lastTextOf,
  NOTHING_SAID,
  readSpoken,
  readStopRow,
  type Row,
  type Said,
  type Spoken,
  stopReasonOf,
  type StopRow,
  toolsAnswered,
  wordsOf,
} from "./turn-rows.js";

/**
 * One turn, from a submitted text to its end, as far as the transcript shows it. Plain data: `newTurn` makes it,
 * `readTurnRow` and `turnStopped` update it, `outcomeOf` reads it.
 */
export interface TranscriptTurn {
  /** What was submitted. */
  readonly text: string;
  readonly submittedAt: Date;
  /** `altered`: the prompt begins like the text and differs: it was cut, or something was in the box before. */
  readonly arrived: "not yet" | "whole" | "altered";
  /** Seen before the text's own row, which 2.1.32 and 2.1.197 sometimes write after the answer. */
  readonly early: readonly Seen[];
  readonly said: Said;
  readonly end: TurnEnd | undefined;
  /** Claude Code reported the end of the turn. The last message may not be in the file yet. */
  readonly stopped: Stopped | undefined;
  /** Another prompt began another turn: what follows does not belong to this one. */
  readonly past: boolean;
}

interface Stopped {
  /** The last message, if a Stop hook received it. */
  readonly message: string | undefined;
  /** Reported before any message of the turn was seen. */
  readonly early: boolean;
  /** No Stop hook can make the model continue any more. */
  readonly sure: boolean;
}

export type TurnEnd =
  | { readonly type: "limited"; readonly limit: Limit }
  /** An API error after which Claude Code gave up; `text` is its own. */
  | { readonly type: "failed"; readonly text: string }
  | { readonly type: "interrupted" };

export type TranscriptOutcome =
  | { readonly type: "unseen" }
  /** `calls`: tools without a result yet: they run, or wait for a permission. */
  | { readonly type: "working"; readonly calls: readonly ToolUse[] }
  /**
   * The exact text of the last message. Not `settled`: either the message ended and Claude Code has not reported the end
   * of the turn for sure, or it has and the message is not in the file yet. Then it counts when the session is idle and no
   * more rows come.
   */
  | { readonly type: "answered"; readonly text: string; readonly settled: boolean }
  | TurnEnd;

/** `submittedAt`: before its first key. The history of a resumed session may contain the same text. */
export function newTurn(text: string, submittedAt: Date): TranscriptTurn {
  return {
    text,
    submittedAt,
    arrived: "not yet",
    early: [],
    said: NOTHING_SAID,
    end: undefined,
    stopped: undefined,
    past: false,
  };
}

/** Rows in the order of the file. Never throws. */
export function readTurnRow(turn: TranscriptTurn, row: Row, timeZone: string): TranscriptTurn {
  const stopRow = readStopRow(row);
  if (stopRow) return note(turn, { type: "hooksRan", ...stopRow });
  // First of all: the text may quote what Claude Code itself writes into such rows.
  const sentAt = turn.arrived === "not yet" ? findPrompt(row, turn.text) : undefined;
  if (sentAt) return begin(turn, "whole", sentAt);
  const event = readRow(row, { timeZone, now: turn.submittedAt });
  if (!event || event.sidechain) return turn;
  if (event.type === "promptSent" && !event.automatic) return readPrompt(turn, row, event);
  if (event.type !== "assistantSpoke") return note(turn, event);
  const spoken = readSpoken(row);
  return spoken ? note(turn, { type: "spoke", at: event.at, spoken, calls: event.calls ?? [] }) : turn;
}

/**
 * The turn is over, by other signs than rows: a Stop hook ran, or the prompt came back and stays. Without a Stop hook in its
 * settings, releases before 2.1.197 write no row at the end of a turn, and not always a `stop_reason`. `message`: the last
 * message, which newer releases pass to the hook.
 */
export function turnStopped(turn: TranscriptTurn, message?: string): TranscriptTurn {
  // It may be the end of the previous turn: hooks and rows arrive independently.
  return turn.arrived === "not yet" ? turn : stop(turn, message);
}

export function outcomeOf(turn: TranscriptTurn): TranscriptOutcome {
  const { said, stopped } = turn;
  if (turn.arrived === "not yet") return { type: "unseen" };
  if (turn.end) return turn.end;
  if (said.calls.length > 0) return { type: "working", calls: said.calls };
  // `end_turn` is in every row of a message, also in the first (2.1.197, 2.1.325), or in none (2.1.32).
  if (!stopped && stopReasonOf(said) !== "end_turn") return { type: "working", calls: [] };
  return {
    type: "answered",
    text: wordsOf(said),
    settled: stopped !== undefined && isComplete(said, stopped),
  };
}

/** What counts of a row. */
type Seen =
  | Exclude<TranscriptEvent, { readonly type: "assistantSpoke" }>
  | { readonly type: "spoke"; readonly at: Date; readonly spoken: Spoken; readonly calls: readonly ToolUse[] }
  | ({ readonly type: "hooksRan" } & StopRow);

// Rows have the time of this machine, whose clock may be adjusted in between.
const CLOCK_SLACK_MS = 1000;

function isComplete(said: Said, stopped: Stopped): boolean {
  const last = lastTextOf(said);
  if (last === undefined) return false;
  return stopped.message === undefined
    ? stopped.sure && !stopped.early
    : stopped.message.trim() === last.trim();
}

function awaitsWords(said: Said, stopped: Stopped): boolean {
  return stopped.early || (stopped.message !== undefined && !isComplete(said, stopped));
}

function isOfTurn(turn: TranscriptTurn, at: Date): boolean {
  return at.getTime() >= turn.submittedAt.getTime() - CLOCK_SLACK_MS;
}

/** Any prompt but the text itself. One that is like the text is ours, and was altered on its way. */
function readPrompt(
  turn: TranscriptTurn,
  row: Row,
  { text, at }: { text: string; at: Date },
): TranscriptTurn {
  // 1.0.64 does not mark the feedback of a Stop hook as meta.
  if (!isOfTurn(turn, at) || text.startsWith("Stop hook feedback:")) return turn;
  if (turn.arrived !== "not yet") return { ...stop(turn, undefined), past: true };
  const compared = comparePrompt(row, turn.text);
  return compared === "other" ? turn : begin(turn, compared, at);
}

function begin(turn: TranscriptTurn, arrived: "whole" | "altered", at: Date): TranscriptTurn {
  if (!isOfTurn(turn, at)) return turn;
  const since = turn.early.filter((seen) => seen.at >= at);
  return since.reduce(take, { ...turn, arrived, early: [] });
}

function note(turn: TranscriptTurn, seen: Seen): TranscriptTurn {
  if (turn.past || !isOfTurn(turn, seen.at)) return turn;
  return turn.arrived === "not yet" ? { ...turn, early: [...turn.early, seen] } : take(turn, seen);
}

function stop(turn: TranscriptTurn, message: string | undefined, sure = true): TranscriptTurn {
  return { ...turn, stopped: { message, early: turn.said === NOTHING_SAID, sure } };
}

function take(turn: TranscriptTurn, seen: Seen): TranscriptTurn {
  // Only Claude Code's own continue after the reset resumes the turn.
  if (turn.end?.type === "limited" && seen.type === "promptSent") {
    return { ...turn, end: undefined, stopped: undefined, said: NOTHING_SAID };
  }
  if (turn.end) return turn;
  switch (seen.type) {
    case "spoke":
      return {
        ...turn,
        said: addSpoken(turn.said, seen.spoken, seen.calls),
        // A message after the end: the expected last one, or a Stop hook made the model continue.
        stopped: turn.stopped && awaitsWords(turn.said, turn.stopped) ? turn.stopped : undefined,
      };
    case "toolAnswered":
      return { ...turn, said: toolsAnswered(turn.said, seen.ids) };
    case "limitSeen":
      return { ...turn, end: { type: "limited", limit: seen.limit } };
    case "transientSeen":
      return seen.transient.retrying ? turn : { ...turn, end: { type: "failed", text: seen.transient.text } };
    case "failureSeen":
      return { ...turn, end: { type: "failed", text: seen.text } };
    case "turnInterrupted":
      return { ...turn, end: { type: "interrupted" } };
    case "turnEnded":
      return stop(turn, undefined);
    case "hooksRan":
      return stop(turn, undefined, seen.isLast);
    case "promptSent":
    case "nativeNoticeSeen":
      return turn;
    default:
      return seen satisfies never;
  }
}
