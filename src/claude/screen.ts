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
