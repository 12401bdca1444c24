import type { Limit } from "../../claude/limits/limit.js";
import type { Moment } from "../../claude/limits/moment.js";
import { SPINNER_SIGNS } from "../../claude/limits/wordings.js";
import { findInputBox } from "../../claude/screen/input-box.js";
import { readScreen } from "../../claude/screen/screen-reading.js";
import { isWrapped, type Screen } from "../../claude/screen/screen.js";

/**
 * One turn as the screen shows it, for sessions without a transcript. Plain data: `newScreenTurn` makes it, `lookAtTurn`
 * updates it, `screenOutcome` reads it. The screen does not show the exact text: it has no Markdown.
 */
export interface ScreenTurn {
  /** What was submitted. */
  readonly text: string;
  /** The conversation before. While it looks the same, what it shows may be the previous answer. */
  readonly before: string;
  readonly sight: ScreenSight;
  /** When the screen first looked like this. */
  readonly since: Date;
}

export type ScreenSight =
  /** Neither the text is on the screen nor, if it was scrolled off, an answer. */
  | { readonly type: "unseen" }
  | { readonly type: "working" }
  /** The text has left the box, and the rest is as before: there is no answer yet, or the same answer as last time. */
  | { readonly type: "unmoved" }
  /** Not `whole`: its beginning was scrolled off. In a taller terminal Claude Code draws all of it again. */
  | { readonly type: "answered"; readonly text: string; readonly whole: boolean }
  | { readonly type: "limited"; readonly limit: Limit }
  | { readonly type: "failed"; readonly text: string }
  | { readonly type: "interrupted" };

/** `screen`: just before the first key of the text. */
export function newScreenTurn(text: string, screen: Screen, now: Date): ScreenTurn {
  return { text, before: conversation(screen), sight: { type: "unseen" }, since: now };
}

export function lookAtTurn(turn: ScreenTurn, screen: Screen, at: Moment): ScreenTurn {
  const hasMoved = conversation(screen) !== turn.before;
  const sight = hasMoved ? readScreenAnswer(screen, turn.text, at) : asBefore(turn, screen, at);
  return isSame(sight, turn.sight) ? turn : { ...turn, sight, since: at.now };
}

/** `settled`: the prompt is back and nothing changed for long enough, so the turn ended like this. */
export function screenOutcome(turn: ScreenTurn, now: Date): { sight: ScreenSight; settled: boolean } {
  const isEnd = turn.sight.type !== "unseen" && turn.sight.type !== "working";
  const quietMs = turn.sight.type === "unmoved" ? UNMOVED_MS : QUIET_MS;
  return { sight: turn.sight, settled: isEnd && now.getTime() - turn.since.getTime() >= quietMs };
}

function asBefore({ sight }: ScreenTurn, screen: Screen, at: Moment): ScreenSight {
  if (readScreen(screen, at).state !== "idle") return { type: "working" };
  return { type: sight.type === "unseen" ? "unseen" : "unmoved" };
}

/** Reads what is between the text and the prompt. A dialog counts as work: other code reads those. */
export function readScreenAnswer(screen: Screen, text: string, at: Moment): ScreenSight {
  const reading = readScreen(screen, at);
  if (reading.limit) return { type: "limited", limit: reading.limit };
  if (reading.state !== "idle") return { type: "working" };
  if (reading.transient) {
    return reading.transient.retrying
      ? { type: "working" }
      : { type: "failed", text: reading.transient.text };
  }
  const rows = shownRows(screen);
  const prompt = findPromptRow(rows, text);
  if (prompt === "another") return { type: "unseen" };
  const below = prompt === undefined ? rows : rowsBelow(rows, prompt, text);
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

// A streamed answer pauses too, but then a spinner is below it; this only covers the last frames.
const QUIET_MS = 1000;
/** The box is drawn empty before the text appears above it. */
const UNMOVED_MS = 5000;

function conversation(screen: Screen): string {
  return findInputBox(screen) ? shownRows(screen).join("\n").trim() : "";
}

function isSame(one: ScreenSight, other: ScreenSight): boolean {
  if (one.type === "answered" && other.type === "answered") {
    return one.text === other.text && one.whole === other.whole;
  }
  // The first reading of a limit is right: "3pm", read again after that time, would be tomorrow.
  return one.type === other.type;
}

/** The rows above the prompt; lines that the terminal itself wrapped are joined again. */
function shownRows(screen: Screen): readonly string[] {
  const end = findInputBox(screen)?.top ?? screen.lines.length;
  const rows: string[] = [];
  let last = "";
  for (const { text } of screen.lines.slice(0, end)) {
    // 2.0.72 lets the terminal wrap long lines: they continue at the margin, in the middle of a word.
    const isRest = last.length >= screen.columns && !/^(?: {2}|$)/.test(text) && !SIGN.test(text);
    rows.push(isRest ? `${rows.pop() ?? ""}${text}` : text);
    last = text;
  }
  return rows;
}

/**
 * The row of the last prompt; `another` if it is not this text. Undefined if no prompt is on the screen.
 * Only prompts have this sign at the margin: quotes are indented.
 */
function findPromptRow(rows: readonly string[], text: string): number | "another" | undefined {
  const at = rows.findLastIndex((row) => /^[❯>] /.test(row));
  if (at < 0) return undefined;
  const shown = folded((rows[at] ?? "").slice(2)).replace(/…$/, "");
  const wanted = folded(text);
  const isIt = wanted.startsWith(shown) || shown.startsWith(wanted) || shown.startsWith("[Pasted text ");
  return isIt ? at : "another";
}

type ShownAnswer =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "interrupted" }
  | { readonly type: "nothing" };

/** The rows below the prompt, and below the rest of the text if it has several rows. */
function rowsBelow(rows: readonly string[], prompt: number, text: string): readonly string[] {
  const wanted = folded(text);
  const below = rows.slice(prompt + 1);
  const start = below.findIndex((row) => /^[●⏺] /.test(row) || !wanted.includes(folded(row)));
  return start < 0 ? [] : below.slice(start);
}

/** What was said after the last tool. `isCut`: the rows begin in the middle of the turn, not below its prompt. */
function readAnswer(rows: readonly string[], columns: number, isCut: boolean): ShownAnswer {
  const items = itemsOf(rows, isCut);
  if (items.at(-1)?.rows.some((row) => INTERRUPTED.test(row))) return { type: "interrupted" };
  const after = items.slice(items.findLastIndex((item) => item.kind === "tool") + 1);
  // If nothing was said after the last tool, the last text before it counts.
  const spoken = after.length > 0 ? after : items.filter((item) => item.kind !== "tool").slice(-1);
  if (spoken.length === 0) return { type: "nothing" };
  return { type: "text", text: spoken.map((item) => unwrapped(bodyOf(item), columns)).join("\n\n") };
}

/** One thing that was said or done. `output`: the output of a command, directly below the prompt. */
interface Item {
  readonly kind: "text" | "tool" | "output";
  readonly rows: readonly string[];
}

const SIGN = new RegExp(`^(?:[●⏺❯>${SPINNER_SIGNS}] | {2}⎿)`);
const TURN_OVER = new RegExp(`^[${SPINNER_SIGNS}] `);
const INTERRUPTED = /^ {2}⎿\s+(?:Interrupted|\[Request interrupted)/;
const TOOL_HEAD = /^[●⏺] (?:[\p{L}_][\p{L}\p{N}_.: -]*|.* \(MCP\))\(/u;
/** `  Ran 2 shell commands`: all that 2.1.267 and later show of some tools. */
const FOLDED_TOOLS = /^ {2}(?:Ran|Read|Searched|Listed|Fetched|Called|Edited|Wrote|Created)\b.* \d+ [^.:]*$/;

/** The same in 2.1.32 and 2.1.75. */
const FOLDED_HEAD = /^[●⏺] .*\d+ .*\(ctrl\+o to expand\)$/;

function itemsOf(rows: readonly string[], isCut: boolean): readonly Item[] {
  const items: Item[] = [];
  const start = isCut ? startOfText(rows) : 0;
  let open: string[] | undefined = isCut ? [] : undefined;
  const close = (next?: string[]): void => {
    items.push(...asItems(open ?? []));
    open = next;
  };
  for (const row of rows.slice(start)) {
    if (isAside(row)) continue;
    if (TURN_OVER.test(row)) close();
    else if (/^[●⏺] /.test(row) || (open === undefined && /^ {2}⎿/.test(row))) close([row]);
    else open?.push(row);
  }
  close();
  return items;
}

/** Answers are indented; at the margin above them is only the frame of Claude Code's greeting. */
function startOfText(rows: readonly string[]): number {
  const sign = rows.findIndex((row) => SIGN.test(row));
  const above = sign < 0 ? rows : rows.slice(0, sign);
  return above.findLastIndex((row) => !/^(?: {2}|$)/.test(row)) + 1;
}

function asItems(rows: readonly string[]): readonly Item[] {
  const item = rows.slice(0, rows.findLastIndex((row) => row.trim() !== "") + 1);
  const [head, last] = [item[0], item.at(-1)];
  if (head === undefined || last === undefined) return [];
  if (head.startsWith("  ⎿")) return [{ kind: "output", rows: item }];
  if (TOOL_HEAD.test(head) && item.some((row) => /^ {2}⎿/.test(row))) return [{ kind: "tool", rows: item }];
  if (item.length === 1 && FOLDED_HEAD.test(head)) return [{ kind: "tool", rows: item }];
  if (!FOLDED_TOOLS.test(last) || item.at(-2)?.trim() !== "") return [{ kind: "text", rows: item }];
  return [...asItems(item.slice(0, -1)), { kind: "tool", rows: [last] }];
}

/** Claude Code's own texts: at the right edge, tips in a box, and how long it thought. */
function isAside(row: string): boolean {
  return /^\s{40,}\S/.test(row) || /^\s?[▎※]/.test(row) || THOUGHT.test(row);
}

const THOUGHT = /^ {2}Thought for \d[\dms ]*(?:\(ctrl\+o to expand\))?$/;

function bodyOf(item: Item): readonly string[] {
  if (item.kind === "output") return item.rows.map((row) => row.replace(/^ {2}⎿[ \u00a0]{0,2}|^ {1,5}/, ""));
  return item.rows.map((row) => row.slice(2));
}

function unwrapped(rows: readonly string[], columns: number): string {
  let text = rows[0] ?? "";
  for (const [index, row] of rows.entries()) {
    if (index === 0) continue;
    const goesOn = isWrapped(`  ${rows[index - 1] ?? ""}`, row, columns) && !STARTS_ANEW.test(row);
    text += goesOn ? ` ${row.trimStart()}` : `\n${row}`;
  }
  return text.trim();
}

/** List items, quotes and the frames of tables. */
const STARTS_ANEW = /^\s*(?:[-*•▎│┌├└|]|\d+\.)/;

function folded(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
