/** A terminal screen as a value: what a person sees, and no more. */
export interface Screen {
  readonly lines: readonly ScreenLine[];
  readonly columns: number;
  /** Where the terminal's cursor stands, 0-based; undefined where the source does not say (a text file). */
  readonly cursor: { readonly row: number; readonly column: number } | undefined;
}

export interface ScreenLine {
  /** The row as shown, with trailing blanks cut. */
  readonly text: string;
  /** The same row with its dim cells blanked: a placeholder disappears here, a draft stays. */
  readonly solid: string;
}

/**
 * A screen of which only the text is known: nothing is dim, the cursor is nowhere. Of a text that is longer
 * than a screen can be, the end is kept: that is where a terminal would stand.
 */
export function screenOfText(text: string): Screen {
  const lines = text
    .slice(-LONGEST_TEXT)
    .split("\n")
    .slice(-TALLEST_ROWS)
    .map((line) => line.slice(0, WIDEST_COLUMNS).trimEnd())
    .map((line) => ({ text: line, solid: line }));
  return { lines, columns: Math.max(0, ...lines.map((line) => line.text.length)), cursor: undefined };
}

// Beyond any terminal. They bound the cost of reading what only claims to be a screen.
const TALLEST_ROWS = 500;
const WIDEST_COLUMNS = 1_000;
const LONGEST_TEXT = TALLEST_ROWS * WIDEST_COLUMNS;

/** Claude Code breaks lines by itself: this row goes on in the next where the next one's first word had no room on it. */
export function isWrapped(row: string, next: string, columns: number): boolean {
  const firstWord = /\S+/.exec(next)?.[0] ?? "";
  if (firstWord === "" || row.trim() === "") return false;
  return row.trimEnd().length + 1 + firstWord.length > columns - WRAP_MARGIN;
}

// Some columns at the right stay free: 1.0.64 broke a line after 43 of 50.
const WRAP_MARGIN = 8;

/** Cuts spaces at the end only: a no-break space is something Claude Code wrote. A pattern for it would be quadratic. */
export function trimBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0x20) end--;
  return text.slice(0, end);
}
