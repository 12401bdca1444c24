import { cutSides, isRule } from "./input-box.js";
import { isWrapped } from "./screen.js";
import type { Screen } from "./screen.js";
import { DIALOG_HINTS, DIALOG_WORDINGS } from "../limits/wordings.js";
import type { DialogKind } from "../limits/wordings.js";

/** Something that Claude Code asks, in place of its prompt. */
export interface Dialog {
  readonly kind: DialogKind;
  /** The first row that is part of it. */
  readonly top: number;
  /** The rows above the options, one after the other. */
  readonly question: string;
  /** In the order shown; empty where it offers keys only. */
  readonly options: readonly string[];
  /** The row with the cursor; undefined where no option has it. */
  readonly selected: number | undefined;
  /** The rows from below its upper edge down to the options, as they are drawn. */
  readonly above: readonly string[];
  /** Its upper edge is on the screen; else it is taller than that, and `above` is what there is of it. */
  readonly isWhole: boolean;
  /** The rows of the options themselves, and what stands between them. */
  readonly list: readonly string[];
  /** The rows below the options, without blank ones at the end. */
  readonly below: readonly string[];
  /** The terminal's cursor is where a dialog of Claude Code keeps it, or nobody can tell. */
  readonly holdsCursor: boolean;
  /** Of the screen. */
  readonly columns: number;
}

/** Returns the dialog at or below the row `from` that has the keyboard, or undefined. A live prompt must have been ruled out. */
export function findDialog(screen: Screen, from: number): Dialog | undefined {
  const rows = screen.lines.map((line, row) => (row < from ? "" : withoutFrame(line.text)));
  const last = rows.findLastIndex((row) => row.trim() !== "");
  const hint = DIALOG_HINTS.test(rows[last] ?? "");
  const found = findOptions(rows, screen.columns);
  const list =
    found && isLowest(found, rows.slice(0, hint ? last : undefined), screen.columns) ? found : undefined;
  if (!list && !hint) return undefined;
  const edge = edgeOf(screen, from, list?.top ?? last);
  const top = edge ?? 0;
  const above = rows.slice(top, list?.top ?? last + 1);
  const question = above
    .map((row) => row.trim())
    .filter((row) => row !== "" && !isRule(row))
    .join("\n");
  const options = list?.options ?? [];
  return {
    kind: kindOf(question, options, rows[last] ?? ""),
    top,
    question,
    options,
    selected: list?.selected,
    above: edge === undefined ? above : above.slice(1),
    isWhole: edge !== undefined,
    list: list ? rows.slice(list.top, list.bottom + 1) : [],
    below: rows.slice((list?.bottom ?? last) + 1, last + 1),
    holdsCursor: holdsCursor(screen, list, last),
    columns: screen.columns,
  };
}

/**
 * On the sign of the selected row (2.1.197 and later), or in the first column below everything (before). An option
 * whose text can be edited has it at the end of the text ("… don't ask again for: npm run *", 2.1.325); never the first one.
 */
function holdsCursor({ cursor, lines }: Screen, list: OptionList | undefined, last: number): boolean {
  if (!cursor) return true;
  if (cursor.row > last) return cursor.column === 0;
  if (list === undefined || cursor.row < list.top || cursor.row > list.bottom) return false;
  const text = lines[cursor.row]?.text ?? "";
  if (/^[❯>] /.test(text.slice(cursor.column))) return true;
  if (cursor.column < text.trimEnd().length) return false;
  let option: RegExpExecArray | null = null;
  for (let row = cursor.row; row >= list.top && option === null; row--) {
    option = NUMBERED.exec(lines[row]?.text ?? "");
  }
  return option?.[2] !== undefined && Number(option[3]) > 1;
}

/** Below a list that has the keyboard stand only hints: text at the margin is a shell's, a rule another dialog's. */
function isLowest(list: OptionList, rows: readonly string[], columns: number): boolean {
  return !rows.some((row, index) => {
    if (index <= list.bottom) return false;
    return isRule(row) || (/^\S/.test(row) && (rows[index - 1] ?? "").length < columns);
  });
}

/** Up to 1.0 a dialog stands in a frame; its upper edge stays, as a rule does in later releases. */
function withoutFrame(text: string): string {
  return /^╰─+╯$/.test(text) ? "" : withoutSides(text);
}

/** A line at the right alone is not a frame's: it may be part of a command. */
function withoutSides(text: string): string {
  return text.startsWith("│") ? cutSides(text) : text;
}

interface OptionList {
  readonly top: number;
  readonly bottom: number;
  readonly options: readonly string[];
  readonly selected: number | undefined;
}

const CURSOR = /^( *)[❯>] (?=\S)/;
// Where room is short, the blank after the number goes first (2.0.72 and 2.1.197 at 60 columns).
const NUMBERED = /^( *)(?:([❯>]) )? *(\d{1,2})\.(?!\d) *(\S.*)$/;

function findOptions(rows: readonly string[], columns: number): OptionList | undefined {
  return findNumbered(rows, columns) ?? findUnnumbered(rows, columns);
}

/** The lowest run that counts 1, 2, 3 … downwards and has the cursor. Descriptions may stand between. */
function findNumbered(rows: readonly string[], columns: number): OptionList | undefined {
  for (let bottom = rows.length - 1; bottom >= 0; bottom--) {
    let expected = Number(NUMBERED.exec(rows[bottom] ?? "")?.[3] ?? 0);
    if (expected === 0) continue;
    const found: OptionRow[] = [];
    let row = bottom;
    for (; row >= 0 && expected > 0; row--) {
      const match = NUMBERED.exec(rows[row] ?? "");
      if (!match || Number(match[3]) !== expected) continue;
      const label = labelAt(rows, row, (match[4] ?? "").trim(), columns);
      found.unshift({ row, label, selected: match[2] !== undefined });
      expected--;
    }
    const top = found[0]?.row ?? 0;
    const all = withSubmit(found, rows);
    const selected = all.findIndex((option) => option.selected);
    if (expected > 0 || selected < 0 || bottom - top > LONGEST_LIST) continue;
    return { top, bottom, options: all.map((option) => option.label.replace(CHECKBOX, "")), selected };
  }
  return undefined;
}

interface OptionRow {
  readonly row: number;
  readonly label: string;
  readonly selected: boolean;
}

const CHECKBOX = /^\[.\] /;

/** Where several may be ticked, a row without a number hands them in. */
function withSubmit(numbered: readonly OptionRow[], rows: readonly string[]): readonly OptionRow[] {
  if (!numbered.some((option) => CHECKBOX.test(option.label))) return numbered;
  const row = rows.findLastIndex((text) => SUBMIT.test(text));
  const place = numbered.findLastIndex((option) => option.row < row);
  if (place < 0) return numbered;
  const submit = { row, label: "Submit", selected: rows[row]?.startsWith("❯") ?? false };
  return [...numbered.slice(0, place + 1), submit, ...numbered.slice(place + 1)];
}

const SUBMIT = /^(?:❯ +| +)Submit$/;

// A list of 12 with two rows of description each. Numbers further apart belong to different things.
const LONGEST_LIST = 40;

/** The lowest row with the cursor, and its neighbours that begin at the same column (trust dialog of 2.1.270 and later). */
function findUnnumbered(rows: readonly string[], columns: number): OptionList | undefined {
  const cursorRow = rows.findLastIndex((row) => CURSOR.test(row));
  const indent = CURSOR.exec(rows[cursorRow] ?? "")?.[0].length;
  if (indent === undefined) return undefined;
  const isNeighbour = (row: number) => /^ *(?=\S)/.exec(rows[row] ?? "")?.[0].length === indent;
  let [top, bottom] = [cursorRow, cursorRow];
  while (isNeighbour(top - 1)) top--;
  while (isNeighbour(bottom + 1)) bottom++;
  const options: string[] = [];
  let selected = 0;
  for (let row = top; row <= bottom; row++) {
    if (row > top && isWrapped(rows[row - 1] ?? "", rows[row] ?? "", columns)) {
      options.push(`${options.pop()} ${(rows[row] ?? "").trim()}`);
      continue;
    }
    if (row === cursorRow) selected = options.length;
    options.push((rows[row] ?? "").slice(indent));
  }
  return options.length > 1 ? { top, bottom, options, selected } : undefined;
}

/** A label goes on below where its next word had no room; else the row below describes it. */
function labelAt(rows: readonly string[], row: number, start: string, columns: number): string {
  let label = start;
  for (let next = row + 1; next < rows.length && !NUMBERED.test(rows[next] ?? ""); next++) {
    const [above = "", text = ""] = [rows[next - 1], rows[next]];
    // 2.0.72 draws beyond the edge where a path has no room: the terminal goes on at its margin, in mid-word.
    if (/^\S/.test(text) && above.length >= columns) label += text.trim();
    else if (/^ {2,}\S/.test(text) && isWrapped(above, text, columns)) label += ` ${text.trim()}`;
    else break;
  }
  return label;
}

/**
 * Dialogs open with a rule over the width, or with the upper edge of a frame. Undefined where neither is on the
 * screen. A frame that is closed above the options stands inside (edits to 1.0, notebooks to 2.1.197).
 */
function edgeOf(screen: Screen, from: number, below: number): number | undefined {
  let inside = 0;
  for (let row = below - 1; row >= from; row--) {
    const text = withoutSides(screen.lines[row]?.text ?? "");
    if (text.startsWith("╰──")) inside++;
    else if (text.startsWith("╭──") && inside > 0) inside--;
    else if (isRule(text) || text.startsWith("╭──")) return row;
  }
  return undefined;
}

function kindOf(question: string, options: readonly string[], hint: string): DialogKind {
  const lastRow = question.slice(question.lastIndexOf("\n") + 1);
  for (const wording of DIALOG_WORDINGS) {
    if (wording.asks && !wording.asks.test(question)) continue;
    if (wording.asksLast && !wording.asksLast.test(lastRow)) continue;
    if (wording.offers && !options.some((option) => wording.offers?.test(option))) continue;
    if (wording.hints && !wording.hints.test(hint)) continue;
    return wording.kind;
  }
  return "dialog";
}
