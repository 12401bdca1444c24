import { findInputBox } from "../../claude/screen/input-box.js";
import { isWrapped, type Screen } from "../../claude/screen/screen.js";
import { SPINNER_SIGNS } from "../../claude/limits/wordings.js";

/** The rows above the prompt, each that the terminal itself broke in one piece again. */
export function shownRows(screen: Screen): readonly string[] {
  const end = findInputBox(screen)?.top ?? screen.lines.length;
  const rows: string[] = [];
  let last = "";
  for (const { text } of screen.lines.slice(0, end)) {
    // 2.0.72 leaves the breaking of long lines to the terminal: they go on at the margin, in mid-word.
    const isRest = last.length >= screen.columns && !/^(?: {2}|$)/.test(text) && !SIGN.test(text);
    rows.push(isRest ? `${rows.pop() ?? ""}${text}` : text);
    last = text;
  }
  return rows;
}

/**
 * The row with the last prompt; `another` where it is not this question. Undefined where no prompt is on the screen.
 * Only prompts have this sign at the margin: whatever is quoted is indented.
 */
export function findPrompt(rows: readonly string[], question: string): number | "another" | undefined {
  const at = rows.findLastIndex((row) => /^[❯>] /.test(row));
  if (at < 0) return undefined;
  const shown = folded((rows[at] ?? "").slice(2)).replace(/…$/, "");
  const asked = folded(question);
  const isIt = asked.startsWith(shown) || shown.startsWith(asked) || shown.startsWith("[Pasted text ");
  return isIt ? at : "another";
}

export type ShownAnswer =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "interrupted" }
  | { readonly type: "nothing" };

/** The rows below the prompt and below the rest of the question, where that has several rows. */
export function rowsBelow(rows: readonly string[], prompt: number, question: string): readonly string[] {
  const asked = folded(question);
  const below = rows.slice(prompt + 1);
  const start = below.findIndex((row) => /^[●⏺] /.test(row) || !asked.includes(folded(row)));
  return start < 0 ? [] : below.slice(start);
}

/** What was said last, after the last tool. `isCut`: the rows begin in the middle of the turn, not below its prompt. */
export function readAnswer(rows: readonly string[], columns: number, isCut: boolean): ShownAnswer {
  const items = itemsOf(rows, isCut);
  if (items.at(-1)?.rows.some((row) => INTERRUPTED.test(row))) return { type: "interrupted" };
  const after = items.slice(items.findLastIndex((item) => item.kind === "tool") + 1);
  // Without a word after the last tool, the last ones before it count.
  const spoken = after.length > 0 ? after : items.filter((item) => item.kind !== "tool").slice(-1);
  if (spoken.length === 0) return { type: "nothing" };
  return { type: "text", text: spoken.map((item) => unwrapped(bodyOf(item), columns)).join("\n\n") };
}

/** One thing that was said or done. `output`: a command's own answer, hanging directly below the prompt. */
interface Item {
  readonly kind: "text" | "tool" | "output";
  readonly rows: readonly string[];
}

const SIGN = new RegExp(`^(?:[●⏺❯>${SPINNER_SIGNS}] | {2}⎿)`);
const TURN_OVER = new RegExp(`^[${SPINNER_SIGNS}] `);
const INTERRUPTED = /^ {2}⎿\s+(?:Interrupted|\[Request interrupted)/;
const TOOL_HEAD = /^[●⏺] (?:[\p{L}_][\p{L}\p{N}_.: -]*|.* \(MCP\))\(/u;
/** `  Ran 2 shell commands`: of some tools 2.1.267 and later show no more than that. */
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

/** Answers are indented: what stands at the margin above them is the frame that Claude Code greets with. */
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

/** Texts at the right edge, boxed tips and how long it thought are Claude Code's own. */
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
