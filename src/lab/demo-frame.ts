import type { DemoWindow } from "./demo-window.js";

export type Style = "coloured" | "plain";

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
  const top = `╭─${title}${"─".repeat(Math.max(0, columns - 1 - cellsOf(title)))}╮`;
  return [top, ...rows.map((row) => `│${row}│`), `╰${"─".repeat(columns)}╯`];
}

/** Runs of empty rows say nothing on paper: one of each stays. */
export function squeeze(lines: readonly string[]): string[] {
  const isEmpty = (line: string | undefined): boolean => line !== undefined && /^│ *│$/.test(line);
  return lines.filter((line, index) => !isEmpty(line) || !isEmpty(lines[index - 1]));
}

/** How many cells a text takes on a terminal; emojis take two. */
export function cellsOf(text: string): number {
  return [...text].reduce((sum, sign) => sum + (/\p{Emoji_Presentation}/u.test(sign) ? 2 : 1), 0);
}

/** The beginning of a text that fits. */
export function cut(text: string, cells: number): string {
  if (cellsOf(text) <= cells) return text;
  let kept = "";
  for (const sign of text) {
    if (cellsOf(kept + sign) > cells - 1) break;
    kept += sign;
  }
  return `${kept}…`;
}
