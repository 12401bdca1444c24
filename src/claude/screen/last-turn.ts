import { readLimit } from "../limits/limit.js";
import type { Limit } from "../limits/limit.js";
import type { Moment } from "../limits/moment.js";
import { readNativeNotice } from "./native-wait.js";
import type { NativeNotice } from "./native-wait.js";
import { isWrapped } from "./screen.js";
import { readTransient } from "../limits/transient.js";
import type { Transient } from "../limits/transient.js";
import { SPINNER_SIGNS } from "../limits/wordings.js";

/** How the conversation on the screen ends. */
export interface LastTurn {
  readonly limit: Limit | undefined;
  readonly transient: Transient | undefined;
  /** The newest notice below the end of the turn. */
  readonly native: NativeNotice | undefined;
  /** A spinner stands there: Claude is at work. */
  readonly working: boolean;
}

/**
 * Reads the rows above the prompt from the bottom up, past what Claude Code itself adds after a turn, to the
 * first thing that was said. A banner above that is history, and one inside it is quoted.
 */
export function readLastTurn(shown: readonly string[], columns: number, at: Moment): LastTurn {
  const rows = joinReflowed(shown, columns);
  let native: NativeNotice | undefined;
  const working = isWorking(rows);
  const end = (found: { limit?: Limit; transient?: Transient | undefined } = {}): LastTurn => ({
    limit: found.limit,
    transient: found.transient,
    // Without a limit above it, the same words are what Claude answered.
    native: found.limit && native,
    working: working || found.transient?.retrying === true,
  });
  for (let row = rows.length - 1; row >= 0; row--) {
    const text = rows[row] ?? "";
    if (text.trim() === "" || isAside(text)) continue;
    if (SPINNER.test(text)) return end({ transient: readTransient(text) });
    if (TURN_DURATION.test(text) || SLASH_COMMAND.test(text) || TASKS.test(text)) continue;
    if (OWN_REMARK.test(text)) continue;
    if (/^[●⏺] /.test(text)) {
      const notice = readNativeNotice(text, at);
      // From about 2.1.267 a failed request is shown as if Claude had said it.
      if (!notice) return end({ transient: readTransient(paragraphAt(rows, row, columns)) });
      native ??= notice;
      continue;
    }
    if (/^ {2}⎿/.test(text)) {
      if (belongsToTool(rows, row)) return end();
      // A tip or a list of tasks hangs below the spinner.
      if (SPINNER.test(headAbove(rows, row) ?? "")) continue;
      const found = readReport(rows.slice(row), columns, at);
      if (found) return end(found);
      if (/⎿\s+Interrupt/.test(text)) return end();
      // The answer to a command, or a hook's word below the report that counts.
      if (/^(?:[❯>] \/| {2}⎿)/.test(headAbove(rows, row) ?? "")) continue;
      return end();
    }
    // Rows that go on below another are read with it.
    if (/^\s{2,}\S/.test(text) && headAbove(rows, row) !== undefined) continue;
    if (/^\s{4,}\S/.test(text) && isBelowReport(rows, row)) continue;
    return end();
  }
  return end();
}

/** `✻ Spelunking… (29s · ↓ 2 tokens)`: the word ends in an ellipsis while it goes on. */
const SPINNER = new RegExp(`^[${SPINNER_SIGNS}] (?:.{1,80}?(?:…|\\.\\.\\.)(?: |$)|.*\\bRetrying in \\d)`);
/** `✻ Churned for 0s · done 3:53 PM`: what is left of it at the end of the turn. */
const TURN_DURATION = new RegExp(`^[${SPINNER_SIGNS}] \\S+ for \\d+`);
/** Commands are answered by Claude Code, not by the model: /rate-limit-options runs by itself in 2.1.75 to 2.1.233. */
const SLASH_COMMAND = /^[❯>] (?:\/[a-z]|Unknown (?:slash command|skill):)/;
/** What Claude Code says between turns, as if Claude had: an unknown command, a subagent that ran into the limit too. */
const OWN_REMARK = /^[●⏺] (?:Unknown (?:slash )?command:|Agent ".*" failed:)/;
/** The list of tasks that Ctrl+T shows above the box. */
const TASKS = /^ {2}(?:Todos$|\d+ tasks? \(|[☐☒✔◻◼] )/;
const SIGN = new RegExp(`^(?:[●⏺❯>!#${SPINNER_SIGNS}] | {2}⎿)`);

/** A spinner stands below the last thing that was said; only tips and prompts that wait their turn are lower. */
function isWorking(rows: readonly string[]): boolean {
  const spinner = rows.findLastIndex((row) => SPINNER.test(row));
  return spinner >= 0 && !rows.slice(spinner).some((row) => /^[●⏺❯>] /.test(row));
}

/** Texts at the right edge, boxed tips and remarks on the panel are chrome, not conversation. */
function isAside(text: string): boolean {
  return /^\s{20,}\S/.test(text) || /^\s*(?:[▎※]|Background task update waiting\b)/.test(text);
}

/** A terminal that is made narrower breaks old rows in mid-word, and goes on at the margin (seen with 2.0.72). */
function joinReflowed(rows: readonly string[], columns: number): readonly string[] {
  const joined: string[] = [];
  for (const [index, row] of rows.entries()) {
    const isRest = /^[^\s│╭╰─▔]/.test(row) && !SIGN.test(row) && (rows[index - 1] ?? "").length >= columns;
    if (isRest && joined.length > 0) joined.push(`${joined.pop()}${row}`);
    else joined.push(row);
  }
  return joined;
}

/** `● Bash(cat log)` or `! cat log` and directly below it `⎿ its first line`: output, whatever it says. */
function belongsToTool(rows: readonly string[], report: number): boolean {
  const head = headAbove(rows, report);
  return head !== undefined && /^(?:[●⏺] (?:[\p{L}_][\p{L}\p{N}_.: -]*|.* \(MCP\))\(|! )/u.test(head);
}

/** The row with a sign that this one hangs under, with no empty row in between. */
function headAbove(rows: readonly string[], below: number): string | undefined {
  for (let row = below - 1; row >= 0; row--) {
    const text = rows[row] ?? "";
    if (text.trim() === "") return undefined;
    if (SIGN.test(text)) return text;
  }
  return undefined;
}

function isBelowReport(rows: readonly string[], row: number): boolean {
  for (let above = row - 1; above >= 0; above--) {
    const text = rows[above] ?? "";
    if (/^ {2}⎿/.test(text)) return true;
    if (text.trim() !== "" && !/^\s{4,}/.test(text)) return false;
  }
  return false;
}

/** The message after `⎿`: its wrapped sentence first; where that says nothing, with all rows that hang below it. */
function readReport(
  rows: readonly string[],
  columns: number,
  at: Moment,
): { limit: Limit } | { transient: Transient } | undefined {
  const body = [rows[0] ?? ""];
  for (const row of rows.slice(1)) {
    // 2.0.72 leaves an empty row after one that fills the width.
    if (row === "" && (body.at(-1) ?? "").length >= columns) continue;
    if (!/^\s{4,}\S/.test(row)) break;
    body.push(row);
  }
  for (const text of [paragraphAt(body, 0, columns), body.join(" ")]) {
    const limit = readLimit(text, at);
    if (limit) return { limit };
    const transient = readTransient(text);
    if (transient) return { transient };
  }
  return undefined;
}

/** The row and those that it was wrapped into. */
function paragraphAt(rows: readonly string[], start: number, columns: number): string {
  let end = start + 1;
  while (end < rows.length && isWrapped(rows[end - 1] ?? "", rows[end] ?? "", columns)) end++;
  return rows.slice(start, end).join(" ");
}
