import type { DemoWindow, Style } from "./window.js";

/** The text in a colour or weight, where colours are wanted. */
export function paint(text: string, how: keyof typeof PAINTS, style: Style): string {
  return style === "plain" ? text : `\x1b[${PAINTS[how]}m${text}\x1b[0m`;
}

const PAINTS = { bold: 1, dim: 2, red: 31, green: 32 } as const;

/** The window as a picture: its title in the frame, its rows inside. `rows` and `columns` are the most there is room for. */
export function drawFrame(
  window: DemoWindow,
  room: { readonly columns: number; readonly rows: number },
  style: Style,
): string[] {
  const columns = Math.min(window.size.columns, room.columns - 2);
  // The prompt is at the bottom: where there is no room for all rows, the upper ones go.
  const rows = window.rows(columns, style).slice(-Math.max(1, room.rows - 2));
  const title = window.title === "" ? "" : ` ${cut(window.title, columns - 4)} `;
  const top = `╭─${title}${"─".repeat(Math.max(0, columns - 1 - widthOf(title)))}╮`;
  return [top, ...rows.map((row) => `│${row}│`), `╰${"─".repeat(columns)}╯`];
}

/** Runs of empty rows say nothing on paper: one of each stays. */
export function squeeze(lines: readonly string[]): string[] {
  const isEmpty = lines.map((line) => /^│ *│$/.test(line));
  return lines.filter((_, index) => !isEmpty[index] || !isEmpty[index - 1]);
}

/** How many cells a text takes on a terminal; emojis take two. */
export function widthOf(text: string): number {
  let cells = 0;
  for (const sign of text) cells += /\p{Emoji_Presentation}/u.test(sign) ? 2 : 1;
  return cells;
}

/** Breaks a text at its blanks into rows that fit. */
export function wrap(text: string, cells: number): string[] {
  const rows = [""];
  for (const word of text.split(" ")) {
    const row = rows.pop() ?? "";
    const longer = row === "" ? word : `${row} ${word}`;
    rows.push(...(row === "" || widthOf(longer) <= cells ? [longer] : [row, word]));
  }
  return rows;
}

/** The beginning of a text that fits. */
export function cut(text: string, cells: number): string {
  if (widthOf(text) <= cells) return text;
  let kept = "";
  for (const sign of text) {
    if (widthOf(kept + sign) > cells - 1) break;
    kept += sign;
  }
  return `${kept}…`;
}
