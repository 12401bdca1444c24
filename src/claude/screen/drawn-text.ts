import { cellsOf } from "./input-box.js";

/** A row of text on the screen, and how many cells it could have had. */
export interface DrawnRow {
  readonly text: string;
  readonly width: number;
}

/**
 * Whether the rows are that text as Claude Code draws it: its lines one below the other, each broken where its next
 * word has no room, and inside a word only where no row could hold it. A break where there was room is a newline.
 * Text with control characters is never drawn as it is.
 */
export function isDrawnAs(rows: readonly DrawnRow[], text: string): boolean {
  if (isUndrawable(text)) return false;
  const [first, ...others] = rows;
  if (!first) return text.trim() === "";
  let rest: readonly DrawnRow[] = [{ ...first, text: first.text.trimStart() }, ...others];
  for (const line of text.trim().split("\n")) {
    const taken = rowsOfLine(rest, line.trimEnd());
    if (taken === undefined) return false;
    rest = rest.slice(taken);
  }
  return rest.length === 0;
}

/** Whether it is on the screen just as it is: printable ASCII, no two blanks together, which might be a tab. */
export function isPlain(text: string): boolean {
  return /^[!-~]+(?: [!-~]+)*$/.test(text);
}

/** The row's own width is less where a gutter stands before it. */
export function withoutGutter(row: DrawnRow): DrawnRow {
  return hasGutter(row) ? { text: row.text.replace(/^│ ?/, ""), width: row.width - 2 } : row;
}

export function hasGutter(row: DrawnRow): boolean {
  return row.text.startsWith("│");
}

/** Whether the text has control characters. A tab is drawn as blanks, a newline as a new row; all others act on the terminal, or vanish. */
export function isUndrawable(text: string): boolean {
  return UNDRAWABLE.test(text.replaceAll("\r\n", "\n"));
}

// oxlint-disable-next-line no-control-regex
const UNDRAWABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** How many of the rows the line takes; undefined where they are not its. */
function rowsOfLine(rows: readonly DrawnRow[], line: string): number | undefined {
  let rest = line;
  for (const [index, row] of rows.entries()) {
    const text = index > 0 ? row.text.trimStart() : row.text;
    const left = afterPrefix(rest, text.trimEnd());
    if (left === undefined) return undefined;
    if (left === "") return index + 1;
    const next = rows[index + 1];
    if (!next || !isBrokenRightly(row, rest, left) || !isBegunRightly(next, row, left)) return undefined;
    rest = left.trimStart();
  }
  return undefined;
}

/** The rest of the line where it begins with what the row shows. Blanks count, one by one; tabs show as some. */
function afterPrefix(line: string, shown: string): string | undefined {
  let rest = line;
  for (const piece of shown.match(/[ ]+|[^ ]+/g) ?? []) {
    const isBlank = piece.startsWith(" ");
    const own = isBlank ? (/^[ \t]+/.exec(rest)?.[0] ?? "") : rest.slice(0, piece.length);
    if (own !== piece && !(isBlank && own.includes("\t"))) return undefined;
    rest = rest.slice(own.length);
  }
  return shown === "" && line !== "" ? undefined : rest;
}

/**
 * The last blank before a word that no row can hold is cut with it: where the row has no room for all of them, it begins
 * the next one. By that two words are told from one that was cut there.
 */
function isBegunRightly(next: DrawnRow, { text, width }: DrawnRow, left: string): boolean {
  const [shown = ""] = /^ */.exec(next.text) ?? [];
  const [gap = ""] = /^\s*/.exec(left) ?? [];
  const [word = ""] = /^\S+/.exec(left.trimStart()) ?? [];
  if (gap.includes("\t")) return true;
  const room = width - cellsOf(text.trimEnd());
  return shown.length === (cellsOf(word) > width && gap.length > room ? 1 : 0);
}

function isBrokenRightly(row: DrawnRow, before: string, left: string): boolean {
  const [gap = ""] = /^\s*/.exec(left) ?? [];
  const [word = ""] = /^\S+/.exec(left.trimStart()) ?? [];
  const cells = cellsOf(row.text.trimEnd());
  if (gap !== "") return cells + gap.length + cellsOf(word) > row.width;
  const [begun = ""] = /\S+$/.exec(before.slice(0, before.length - left.length)) ?? [];
  return cells === row.width && cellsOf(begun) + cellsOf(word) > row.width;
}
