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

/** A screen of which only the text is known: nothing is dim, the cursor is nowhere. */
export function screenOfText(text: string): Screen {
  const lines = text.split(/\r?\n/).map((line) => ({ text: line.trimEnd(), solid: line.trimEnd() }));
  return { lines, columns: Math.max(0, ...lines.map((line) => line.text.length)), cursor: undefined };
}

/** Claude Code breaks lines by itself: this row goes on in the next where the next one's first word had no room on it. */
export function isWrapped(row: string, next: string, columns: number): boolean {
  const firstWord = /\S+/.exec(next)?.[0] ?? "";
  return firstWord !== "" && row.trim() !== "" && row.trimEnd().length + 1 + firstWord.length > columns;
}
