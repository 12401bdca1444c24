import type { IUnicodeVersionProvider } from "@xterm/headless";

import {
  EMOJI,
  FLAG_HALF,
  JOINER,
  KEYCAP,
  KEYCAP_BASE,
  kindOf,
  NARROW,
  SELECTOR,
  SKIN_TONE,
  TEXT_EMOJI,
  WIDE,
} from "../modes/character-kind.js";

/**
 * The cells that Claude Code gives to what it draws, for xterm to count alike. It fills its rows with blanks to the very
 * edge: where a character is wider here, all that follows is pushed down, for good. xterm's own widths are those of
 * 2010, which know of no joined emoji. Other terminals may count otherwise; it is Claude Code's layout that we read.
 *
 * Measured in tables that 2.1.325 drew. 2.1.197 and 2.0.72 agree on emoji but the newest, not on jamo and some marks.
 */
export const CLAUDE_WIDTHS: IUnicodeVersionProvider = {
  version: "claude",
  wcwidth: (codePoint) => CELLS[cellsOf(charProperties(codePoint, NOTHING))] ?? 1,
  charProperties,
};

/**
 * In xterm's own form: bit 0 joins a character to the cell before it, bits 1 and 2 are the cells of the whole, those
 * above are ours: what the next character has to know of this one.
 */
function charProperties(codePoint: number, preceding: number): number {
  const block = blocks[codePoint >> 8] ?? newBlock(codePoint >> 8);
  const properties = block[codePoint & 0xff] ?? NOTHING;
  return properties < DEPENDENT ? properties : inContext(properties - DEPENDENT, preceding);
}

/** At the beginning, and where the cursor has just been put. */
const NOTHING = 0;
const CELLS = [0, 1, 2] as const;
// Nearly every character is the same whatever stands before it. A block of 256 is made when the first of it comes.
const blocks: (Uint8Array | undefined)[] = [];
const DEPENDENT = 0x80;

function newBlock(number: number): Uint8Array {
  const block = Uint8Array.from({ length: 256 }, (_, at) => {
    const kind = kindOf((number << 8) | at);
    if (kind === NARROW || kind === KEYCAP_BASE) return alone(1, kind);
    return kind === WIDE ? alone(2) : DEPENDENT + kind;
  });
  blocks[number] = block;
  return block;
}

function inContext(kind: number, preceding: number): number {
  const before = preceding >> 3;
  switch (kind) {
    case FLAG_HALF:
      // A third half begins another flag.
      return before === FLAG_HALF ? joined(2) : alone(1, FLAG_HALF);
    case SKIN_TONE:
      return before === EMOJI ? joined(2, EMOJI) : alone(2, EMOJI);
    case EMOJI:
    case TEXT_EMOJI:
      if (before === JOINER) return joined(2, EMOJI);
      return alone(kind === EMOJI ? 2 : 1, EMOJI);
    default:
      return preceding === NOTHING ? NOTHING : withMark(kind, before, cellsOf(preceding));
  }
}

function withMark(mark: number, before: number, cells: number): number {
  if (mark === JOINER) return joined(cells, before === EMOJI ? JOINER : NARROW);
  const isWidened = (mark === SELECTOR && before === EMOJI) || (mark === KEYCAP && before === KEYCAP_BASE);
  return joined(isWidened ? 2 : cells, before);
}

function alone(cells: number, kind = NARROW): number {
  return (kind << 3) | (cells << 1);
}

function joined(cells: number, kind = NARROW): number {
  return alone(cells, kind) | 1;
}

function cellsOf(properties: number): number {
  return (properties >> 1) & 3;
}
