export const MASK = "[secret]";

/** A part of a text, without its end. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Puts a mask in the place of each span. Spans may overlap and come in any order. */
export function maskSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let shown = "";
  let from = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    // Overlapping spans get one mask.
    if (start >= from) shown += text.slice(from, start) + MASK;
    from = Math.max(from, end);
  }
  return shown + text.slice(from);
}
