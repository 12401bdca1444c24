import type { Limit } from "../../claude/limits/limit.js";
import { readRow, type ToolUse, type TranscriptEvent } from "../../claude/transcript/transcript.js";
import { comparePrompt, findQuestion } from "../session/prompt-row.js";
import {
  addSpoken,
  lastTextOf,
  NOTHING_SAID,
  readSpoken,
  type Said,
  type Spoken,
  stopReasonOf,
  toolsAnswered,
  wordsOf,
} from "./spoken.js";
import { readStopRow, type StopRow } from "./stop-row.js";
import type { Row } from "./whole-row.js";

/**
 * What the transcript has told so far of the turn that one question began: plain data, made by `askedTurn`, moved on
 * by `readTurnRow` and `turnStopped`, looked at with `outcomeOf`.
 */
export interface Turn {
  readonly question: string;
  readonly askedAt: Date;
  /** `altered`: a prompt that begins like the question and is not it: cut short, or something stood in the box before. */
  readonly arrived: "not yet" | "whole" | "altered";
  /** Seen before the question's own row: 2.1.32 and 2.1.197 write that after the answer now and then. */
  readonly early: readonly Seen[];
  readonly said: Said;
  readonly end: TurnEnd | undefined;
  /** Claude Code said that the turn is over. Its last words may still be on their way into the file. */
  readonly stopped: Stopped | undefined;
  /** Another prompt has begun another turn: what follows is not of this one. */
  readonly past: boolean;
}

interface Stopped {
  /** The last words, where a Stop hook was told them. */
  readonly message: string | undefined;
  /** Before any word of the turn was seen. */
  readonly early: boolean;
  /** No Stop hook can still send the model on. */
  readonly sure: boolean;
}

export type TurnEnd =
  | { readonly type: "limited"; readonly limit: Limit }
  /** An API error that Claude Code gave up on; `text` as it told it. */
  | { readonly type: "failed"; readonly text: string }
  | { readonly type: "interrupted" };

export type TurnOutcome =
  | { readonly type: "unseen" }
  /** `calls`: tools that were called and have not answered: they run, or wait for leave. */
  | { readonly type: "working"; readonly calls: readonly ToolUse[] }
  /**
   * The exact text of the last message. Not `settled`: either the model ended its message and Claude Code has not said
   * for sure that the turn is over, or it has and the message is not there yet. It counts when the session is idle and
   * no more rows come.
   */
  | { readonly type: "answered"; readonly text: string; readonly settled: boolean }
  | TurnEnd;

/** `askedAt`: before the first key of it was sent. A resumed session's history may hold the same question. */
export function askedTurn(question: string, askedAt: Date): Turn {
  return {
    question,
    askedAt,
    arrived: "not yet",
    early: [],
    said: NOTHING_SAID,
    end: undefined,
    stopped: undefined,
    past: false,
  };
}

/** Rows in the order of the file. Never throws. */
export function readTurnRow(turn: Turn, row: Row, timeZone: string): Turn {
  const stopRow = readStopRow(row);
  if (stopRow) return note(turn, { type: "hooksRan", ...stopRow });
  // Whatever it looks like: a question may quote what Claude Code writes into such rows itself.
  const askedAt = turn.arrived === "not yet" ? findQuestion(row, turn.question) : undefined;
  if (askedAt) return begin(turn, "whole", askedAt);
  const event = readRow(row, { timeZone, now: turn.askedAt });
  if (!event || event.sidechain) return turn;
  if (event.type === "promptSent" && !event.automatic) return readPrompt(turn, row, event);
  if (event.type !== "assistantSpoke") return note(turn, event);
  const spoken = readSpoken(row);
  return spoken ? note(turn, { type: "spoke", at: event.at, spoken, calls: event.calls ?? [] }) : turn;
}

/**
 * Claude Code is done, by other signs than rows: a Stop hook came, or the prompt is back to stay. Without a Stop hook in its
 * settings, releases before 2.1.197 write no row at the end of a turn, and not always a `stop_reason`. `message`: the last
 * words, as a hook of a newer release is told.
 */
export function turnStopped(turn: Turn, message?: string): Turn {
  // It may be the end of the turn before: a hook's word and the rows come by different ways.
  return turn.arrived === "not yet" ? turn : stop(turn, message);
}

export function outcomeOf(turn: Turn): TurnOutcome {
  const { said, stopped } = turn;
  if (turn.arrived === "not yet") return { type: "unseen" };
  if (turn.end) return turn.end;
  if (said.calls.length > 0) return { type: "working", calls: said.calls };
  // `end_turn` stands in every row of a message, the first ones too (2.1.197, 2.1.325), or in none (2.1.32).
  if (!stopped && stopReasonOf(said) !== "end_turn") return { type: "working", calls: [] };
  return {
    type: "answered",
    text: wordsOf(said),
    settled: stopped !== undefined && isComplete(said, stopped),
  };
}

/** A row with what we need of it. */
type Seen =
  | Exclude<TranscriptEvent, { readonly type: "assistantSpoke" }>
  | { readonly type: "spoke"; readonly at: Date; readonly spoken: Spoken; readonly calls: readonly ToolUse[] }
  | ({ readonly type: "hooksRan" } & StopRow);

// Rows carry the time of this machine, whose clock may be set in between.
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

function isOfTurn(turn: Turn, at: Date): boolean {
  return at.getTime() >= turn.askedAt.getTime() - CLOCK_SLACK_MS;
}

/** Any other prompt than the question: one that is like it is the question, and something went wrong. */
function readPrompt(turn: Turn, row: Row, { text, at }: { text: string; at: Date }): Turn {
  // In 1.0.64 a Stop hook's word is no meta row.
  if (!isOfTurn(turn, at) || text.startsWith("Stop hook feedback:")) return turn;
  if (turn.arrived !== "not yet") return { ...stop(turn, undefined), past: true };
  const compared = comparePrompt(row, turn.question);
  return compared === "other" ? turn : begin(turn, compared, at);
}

function begin(turn: Turn, arrived: "whole" | "altered", at: Date): Turn {
  if (!isOfTurn(turn, at)) return turn;
  const since = turn.early.filter((seen) => seen.at >= at);
  return since.reduce(take, { ...turn, arrived, early: [] });
}

function note(turn: Turn, seen: Seen): Turn {
  if (turn.past || !isOfTurn(turn, seen.at)) return turn;
  return turn.arrived === "not yet" ? { ...turn, early: [...turn.early, seen] } : take(turn, seen);
}

function stop(turn: Turn, message: string | undefined, sure = true): Turn {
  return { ...turn, stopped: { message, early: turn.said === NOTHING_SAID, sure } };
}

function take(turn: Turn, seen: Seen): Turn {
  // Claude Code's own continue after the reset takes the turn up again; nothing else does.
  if (turn.end?.type === "limited" && seen.type === "promptSent") {
    return { ...turn, end: undefined, stopped: undefined, said: NOTHING_SAID };
  }
  if (turn.end) return turn;
  switch (seen.type) {
    case "spoke":
      return {
        ...turn,
        said: addSpoken(turn.said, seen.spoken, seen.calls),
        // Words after the end: those that were awaited, or a Stop hook has sent the model on.
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
