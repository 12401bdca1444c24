/** A text with `*` in it, each of which stands for any characters or none. One piece: no star. */
export interface StarGlob {
  /** What stands between the stars. */
  readonly pieces: readonly string[];
}

/** In time that grows with the text alone: commands are long, and some are written to be slow. */
export function fitsGlob({ pieces }: StarGlob, text: string): boolean {
  const [first = "", ...others] = pieces;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of others) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at + last.length <= text.length;
}
