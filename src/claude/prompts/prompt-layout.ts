import type { DrawnRow } from "../screen/drawn-text.js";
import { cutSides } from "../screen/input-box.js";

/** The rows of a permission prompt above its options, taken apart by where they stand. */
export interface PromptLayout {
  /** Empty where only the end of the prompt is on the screen. */
  readonly title: string;
  /** Between the title and what the prompt is about: a description, a path, a tip. */
  readonly head: readonly DrawnRow[];
  /** What the prompt is about, up to 2.1.267 with its description below. */
  readonly pane: readonly DrawnRow[];
  readonly kind: "ruled" | "framed" | "indented" | "cut";
  readonly question: string;
  /** How far the title stands from the margin; the question and the options stand there too. */
  readonly indent: number;
}

/** The title, without the agent that the call comes from (2.1.197 and later: `Bash command · from the Explore agent`). */
export function titleOf(layout: PromptLayout): string {
  return layout.title.replace(/ · from the .+ agent$/, "");
}

/**
 * Takes the rows from below a dialog's upper edge to its options; undefined where they are not laid out as in a
 * permission prompt. What a command or a file says stands further right than the prompt's own words, so that it
 * cannot be taken for them.
 */
export function readLayout(above: readonly string[], columns: number): PromptLayout | undefined {
  const [title = ""] = above;
  const last = above.findLastIndex((row) => row !== "");
  const indent = indentOf(title);
  const question = above[last] ?? "";
  if (title === "" || indent > 1 || last < 1 || indentOf(question) !== indent) return undefined;
  const parts = readParts(above.slice(1, last), indent, columns);
  return parts && { title: title.trim(), question: question.trim(), indent, ...parts };
}

/** The end of a prompt that shows a file, and is taller than the screen: undefined where it is another's. */
export function readCutLayout(above: readonly string[], columns: number): PromptLayout | undefined {
  const last = above.findLastIndex((row) => row !== "");
  const [closing = "", question = ""] = [above[last - 1], above[last]];
  const indent = indentOf(question);
  const pane = above.slice(0, last - 1);
  const isFramed = closing.startsWith("╰──");
  if (indent !== (isFramed ? 0 : 1) || !(isFramed || DASHED_RULE.test(closing))) return undefined;
  if (!pane.every((row) => row === "" || (isFramed ? row.startsWith("│") : row.startsWith(" "))))
    return undefined;
  const rows = isFramed ? pane.map((row) => cutSides(row)) : pane;
  const parts = {
    head: [],
    pane: drawn(rows, indent, columns - 2 * indent),
    kind: "cut",
    blanksBelow: 0,
  } as const;
  return { title: "", question: question.trim(), indent, ...parts };
}

type Parts = Pick<PromptLayout, "head" | "pane" | "kind">;

function readParts(rows: readonly string[], indent: number, columns: number): Parts | undefined {
  const rules = rows.flatMap((row, index) => (DASHED_RULE.test(row) ? [index] : []));
  const [first, second] = rules;
  if (first !== undefined && second !== undefined && rules.length === 2) {
    const width = columns - 2 * indent;
    const pane = drawn(rows.slice(first + 1, second), indent, width);
    return { kind: "ruled", head: drawn(rows.slice(0, first), indent, width), pane };
  }
  if (rules.length > 0) return undefined;
  const frame = rows.findIndex((row) => row.startsWith("╭──"));
  return frame < 0 ? indentedParts(rows, indent, columns) : framedParts(rows, frame, indent, columns);
}

/** From 2.0.72 on files stand between two of these, from 2.1.325 on all else too. */
const DASHED_RULE = /^╌{10,}$/;

/** Edits up to 1.0, notebooks up to 2.1.267. The frame has lost its outermost sides already where it is not in one itself. */
function framedParts(rows: readonly string[], frame: number, indent: number, columns: number): Parts {
  const end = rows.findIndex((row, index) => index > frame && row.startsWith("╰──"));
  const width = columns - 8;
  const inside = rows.slice(frame + 1, end < 0 ? undefined : end).map((row) => cutSides(row));
  const head = drawn(rows.slice(0, frame), indent, width);
  return { kind: "framed", head, pane: drawn(inside, 0, width) };
}

/** A block that stands further right than the title (up to 2.1.267). Below it may stand a warning, as far left as the title. */
function indentedParts(rows: readonly string[], indent: number, columns: number): Parts | undefined {
  // 2.1.267 draws an empty line of a command as a gutter at the margin.
  const isInside = (row: string) => row === "" || indentOf(row) > indent || row.trim() === "│";
  const start = rows.indexOf("");
  const end = rows.findLastIndex((row) => row !== "" && isInside(row));
  if (start < 0 || end < start) return undefined;
  const block = rows.slice(start + 1, end + 1);
  if (!block.every(isInside) || !rows.slice(0, start).every((row) => indentOf(row) === indent))
    return undefined;
  const width = columns - (indent === 0 ? 8 : 6);
  return {
    kind: "indented",
    head: drawn(rows.slice(0, start), indent, columns - 2 * indent),
    pane: drawn(
      block.map((row) => (row.trim() === "│" ? " ".repeat(indent + 2) + "│" : row)),
      indent + 2,
      width,
    ),
  };
}

function drawn(rows: readonly string[], indent: number, width: number): readonly DrawnRow[] {
  return rows.map((row) => ({ text: row.slice(Math.min(indent, indentOf(row))), width }));
}

function indentOf(row: string): number {
  return row.length - row.trimStart().length;
}
