import { trimBlanks } from "./screen.js";
import type { Screen, ScreenLine } from "./screen.js";

/** The prompt of Claude Code: two rules (2.0.72 and later) or a frame with sides (before) around a sign and a draft. */
export interface InputBox {
  /** The rows of the box, rules included. */
  readonly top: number;
  readonly bottom: number;
  /** `>` or `❯` for a prompt, `!` for a shell command, `#` for a memory. */
  readonly sign: string;
  /**
   * What the person typed; a wrapped line is one line again. Undefined where the box is empty. A screen does not
   * show blanks at the end of a line, a tab, or where exactly an emoji ends: to keep a draft, have Claude Code stash it.
   */
  readonly draft: string | undefined;
}

/** Returns the lowest box on the screen, or undefined where there is none. */
export function findInputBox(screen: Screen): InputBox | undefined {
  const { lines } = screen;
  for (let bottom = lines.length - 1; bottom >= 2; bottom--) {
    const closing = lines[bottom]?.text ?? "";
    if (!isRule(closing) && !isFrame(closing, "╰", "╯")) continue;
    if (!spans(closing, screen.columns)) continue;
    const framed = closing.startsWith("╰");
    for (let top = bottom - 2; top >= 0; top--) {
      const opening = lines[top]?.text ?? "";
      if (framed ? !isFrame(opening, "╭", "╮") : !isRule(opening)) continue;
      if (!spans(opening, screen.columns)) continue;
      const first = lines[top + 1]?.text ?? "";
      const sign = /^([❯>!#&])(?:[ \u00a0]|$)/.exec(framed ? cutSides(first) : first)?.[1];
      // A rule that belongs to something else, as one typed into the draft: the box may open further up.
      if (!sign) continue;
      const rows = lines.slice(top + 1, bottom).map((line) => (framed ? withoutSides(line) : line));
      // Text at the margin is no draft: these are the top of a frame left behind and the rule of a dialog far below.
      if (rows.slice(1).some((row) => !/^(?:[ \u00a0]{2}|$)/.test(row.text))) break;
      return { top, bottom, sign, draft: readDraft(rows, screen.columns - (framed ? 7 : 4)) };
    }
  }
  return undefined;
}

/** A rule over the width; newer releases write the name of the session into it. */
export function isRule(text: string): boolean {
  return /^(?:─{10,}|▔{10,})/.test(text) && /[─▔]$/.test(text);
}

/** Claude Code draws over the whole width; other programs' boxes need not. Wide characters shorten a row's text. */
function spans(rule: string, columns: number): boolean {
  return rule.length >= columns * 0.9;
}

function isFrame(text: string, left: string, right: string): boolean {
  return text.startsWith(left + "──") && text.endsWith("─" + right);
}

function withoutSides(line: ScreenLine): ScreenLine {
  return { text: cutSides(line.text), solid: cutSides(line.solid) };
}

export function cutSides(text: string): string {
  const open = text.endsWith("│") ? trimBlanks(text.slice(0, -1)) : text;
  return open.replace(/^│[ \u00a0]?/, "");
}

function readDraft(rows: readonly ScreenLine[], width: number): string | undefined {
  const texts = rows.map((row) => row.text.slice(2));
  if (isPlaceholder(rows.map((row) => row.solid.slice(2)).join("\n"), texts.join("\n"))) return undefined;
  return unwrap(texts, width);
}

/**
 * A placeholder is dim, all but the cell under the cursor, which is drawn reversed. Where the screen was given
 * as text nothing is dim, and only its words are left.
 */
function isPlaceholder(solid: string, text: string): boolean {
  if (text.trim() === "") return true;
  if (solid.trim().length <= 1 && solid !== text) return true;
  return PLACEHOLDERS.test(text.trim());
}

const PLACEHOLDERS = /^(?:Try "[^"]+"|Press up to edit queued messages)$/;

/** Joins a line with the next where the next one's first word had no room left on it. */
function unwrap(rows: readonly string[], width: number): string {
  let draft = rows[0]?.trimEnd() ?? "";
  for (const [index, row] of rows.entries()) {
    if (index === 0) continue;
    const above = rows[index - 1]?.trimEnd() ?? "";
    draft += seam(above, row, width) + row.trimEnd();
  }
  return draft.replace(/\n+$/, "");
}

function seam(above: string, below: string, width: number): "" | " " | "\n" {
  const [lastWord = ""] = /\S*$/.exec(above) ?? [];
  const [firstWord = ""] = /^\S*/.exec(below) ?? [];
  // A text of wide characters may be broken between any two of them.
  const first = WIDE.test(firstWord.charAt(0)) ? firstWord.charAt(0) : firstWord;
  if (above === "" || first === "" || cellsOf(above) + 1 + cellsOf(first) <= width) return "\n";
  if (WIDE.test(lastWord.slice(-1)) && WIDE.test(first)) return "";
  // Only a word that no row could hold is cut inside.
  return cellsOf(above) >= width && cellsOf(lastWord) + cellsOf(firstWord) > width ? "" : " ";
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/** How many cells of a row the text takes. */
export function cellsOf(text: string): number {
  return text.length + (text.match(new RegExp(WIDE, "g"))?.length ?? 0);
}
