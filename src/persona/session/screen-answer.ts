import { findInputBox } from "../../claude/screen/input-box.js";
import type { Limit } from "../../claude/limits/limit.js";
import type { Moment } from "../../claude/limits/moment.js";
import { readScreen } from "../../claude/screen/screen-reading.js";
import type { Screen } from "../../claude/screen/screen.js";
import { findPrompt, readAnswer, rowsBelow, shownRows } from "../terminal/shown-turn.js";

/**
 * One turn as the screen shows it, for sessions without a transcript: plain data, made by `askedOnScreen`, moved on by
 * each look, read with `screenOutcome`. What is drawn is not what was said: the marks of Markdown are gone.
 */
export interface ScreenTurn {
  readonly question: string;
  /** The conversation before the question: as long as it looks like that, what stands there may be the last answer. */
  readonly before: string;
  readonly sight: ScreenSight;
  /** Since when it has looked like this. */
  readonly since: Date;
}

export type ScreenSight =
  /** Neither the question nor, where it has left the screen, an answer. */
  | { readonly type: "unseen" }
  | { readonly type: "working" }
  /** The question has left the box and all looks as before it: nothing is there yet, or the same was said once more. */
  | { readonly type: "unmoved" }
  /** Not `whole`: its beginning has left the screen. In a taller terminal Claude Code draws all of it again. */
  | { readonly type: "answered"; readonly text: string; readonly whole: boolean }
  | { readonly type: "limited"; readonly limit: Limit }
  | { readonly type: "failed"; readonly text: string }
  | { readonly type: "interrupted" };

/** `screen`: just before the first key of the question. */
export function askedOnScreen(question: string, screen: Screen, now: Date): ScreenTurn {
  return { question, before: conversation(screen), sight: { type: "unseen" }, since: now };
}

export function lookAtTurn(turn: ScreenTurn, screen: Screen, at: Moment): ScreenTurn {
  const hasMoved = conversation(screen) !== turn.before;
  const sight = hasMoved ? readScreenAnswer(screen, turn.question, at) : asBefore(turn, screen, at);
  return isSame(sight, turn.sight) ? turn : { ...turn, sight, since: at.now };
}

/** `settled`: the prompt is back and nothing has changed for long enough, so that this is how the turn ended. */
export function screenOutcome(turn: ScreenTurn, now: Date): { sight: ScreenSight; settled: boolean } {
  const isEnd = turn.sight.type !== "unseen" && turn.sight.type !== "working";
  const quietMs = turn.sight.type === "unmoved" ? UNMOVED_MS : QUIET_MS;
  return { sight: turn.sight, settled: isEnd && now.getTime() - turn.since.getTime() >= quietMs };
}

function asBefore({ sight }: ScreenTurn, screen: Screen, at: Moment): ScreenSight {
  if (readScreen(screen, at).state !== "idle") return { type: "working" };
  return { type: sight.type === "unseen" ? "unseen" : "unmoved" };
}

/** What stands between the question and the prompt. A dialog counts as work: it has a reader of its own. */
export function readScreenAnswer(screen: Screen, question: string, at: Moment): ScreenSight {
  const reading = readScreen(screen, at);
  if (reading.limit) return { type: "limited", limit: reading.limit };
  if (reading.state !== "idle") return { type: "working" };
  if (reading.transient) {
    return reading.transient.retrying
      ? { type: "working" }
      : { type: "failed", text: reading.transient.text };
  }
  const rows = shownRows(screen);
  const prompt = findPrompt(rows, question);
  if (prompt === "another") return { type: "unseen" };
  const below = prompt === undefined ? rows : rowsBelow(rows, prompt, question);
  const answer = readAnswer(below, screen.columns, prompt === undefined);
  switch (answer.type) {
    case "text":
      return { type: "answered", text: answer.text, whole: prompt !== undefined };
    case "interrupted":
      return answer;
    case "nothing":
      return { type: prompt === undefined ? "unseen" : "working" };
    default:
      return answer satisfies never;
  }
}

// A streamed answer pauses too, but then a spinner stands below it; this only bridges the frames after it.
const QUIET_MS = 1000;
/** The box is drawn empty before the question stands above it. */
const UNMOVED_MS = 5000;

function conversation(screen: Screen): string {
  return findInputBox(screen) ? shownRows(screen).join("\n").trim() : "";
}

function isSame(one: ScreenSight, other: ScreenSight): boolean {
  if (one.type === "answered" && other.type === "answered") {
    return one.text === other.text && one.whole === other.whole;
  }
  // A limit's first reading is the right one: "3pm", read again after it, is tomorrow's.
  return one.type === other.type;
}
