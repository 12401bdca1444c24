import type { Screen } from "../../../src/claude/screen/screen.js";

/** A Bash call, as a hook or a transcript tells it. */
export interface BashInput {
  readonly command: string;
  readonly description?: string;
}

export type Layout = "1.0.64" | "2.1.197" | "2.1.267" | "2.1.325";
export const LAYOUTS: readonly Layout[] = ["1.0.64", "2.1.197", "2.1.267", "2.1.325"];

/** The screen with the prompt of that call, drawn as that release does: written from its recordings, apart from the reader. */
export function drawPrompt(layout: Layout, input: BashInput, columns = 80): Screen {
  const rows = layout === "1.0.64" ? framed(input, columns) : ruled(layout, input, columns);
  const all = ["", layout === "1.0.64" ? "> go ahead" : "❯ go ahead", "", ...rows];
  return {
    lines: all.map((text) => ({ text: text.trimEnd(), solid: text.trimEnd() })),
    columns,
    cursor: undefined,
  };
}

/** What of the prompt is the call's own: two calls that share it cannot be told apart by anybody. */
export function drawnCall(layout: Layout, input: BashInput, columns = 80): string {
  const rows = layout === "1.0.64" ? framed(input, columns) : ruled(layout, input, columns);
  return rows.map((row) => row.replace(/[ │]+$/, "")).join("\n");
}

const TIP = ' Tip: auto mode handles these prompts for you — choose "switch to auto mode" below';

function framed({ command, description }: BashInput, columns: number): string[] {
  const inside = [
    "Bash command",
    "",
    ...wrap(command, columns - 8).map((row) => `  ${row}`),
    ...wrap(description || "Run shell command", columns - 8).map((row) => `  ${row}`),
    "",
    "Do you want to proceed?",
    "❯ 1. Yes",
    "  2. No, and tell Claude what to do differently (esc)",
  ];
  return [
    `╭${"─".repeat(columns - 2)}╮`,
    ...inside.map((row) => `│ ${row.padEnd(columns - 4)} │`),
    `╰${"─".repeat(columns - 2)}╯`,
  ];
}

function ruled(layout: Layout, input: BashInput, columns: number): string[] {
  const description = input.description || "Run shell command";
  const dashes = "╌".repeat(columns);
  const tip = wrap(TIP.trim(), columns - 2).map((row) => ` ${row}`);
  const body = {
    "2.1.197": () => ["", ...block(input.command, columns), ...block(description, columns), ""],
    "2.1.267": () => [
      ...tip,
      "",
      ...gutter(input.command, columns, 3),
      ...gutter(description, columns, 3),
      "",
    ],
    "2.1.325": () => [
      ...tip,
      ...gutter(description, columns, 1),
      dashes,
      ...gutter(input.command, columns, 1),
      dashes,
    ],
  }[layout as "2.1.197"]();
  return [
    "─".repeat(columns),
    " Bash command",
    ...body,
    " Do you want to proceed?",
    " ❯ 1. Yes",
    "   2. No",
    "",
    " Esc to cancel · Tab to amend",
  ];
}

function block(text: string, columns: number): string[] {
  return wrap(text, columns - 6).map((row) => `   ${row}`);
}

/** Text that has one row stands plain, longer text behind a gutter. */
function gutter(text: string, columns: number, indent: number): string[] {
  const margin = " ".repeat(indent);
  const plain = wrap(text, columns - 2 * indent);
  if (plain.length === 1) return plain.map((row) => margin + row);
  return wrap(text, columns - 2 * indent - 2).map(
    (row) => `${row === "" && indent > 1 ? " " : margin}│ ${row}`,
  );
}

/** Breaks before the word that has no room, and inside a word that no row can hold. */
function wrap(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => {
    const rows = [""];
    for (const piece of line.split(/(?= )/)) {
      const last = rows.at(-1) ?? "";
      if (last.length + piece.length <= width) rows[rows.length - 1] = last + piece;
      else if (piece.trim() === "") continue;
      else if (piece.trimStart().length <= width) rows.push(piece.trimStart());
      else rows.push(...cut(rows.pop() + piece, width));
    }
    return rows.map((row) => row.trimEnd());
  });
}

function cut(text: string, width: number): string[] {
  return Array.from({ length: Math.ceil(text.length / width) }, (_, index) =>
    text.slice(index * width, (index + 1) * width),
  );
}
