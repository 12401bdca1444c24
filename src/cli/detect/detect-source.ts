import type { TerminalSize } from "../../terminal/user/user-terminal.js";

/** What a file given to `cac detect` is. */
export type SourceKind = "screen" | "bytes" | "transcript";
export const SOURCE_KINDS: readonly SourceKind[] = ["screen", "bytes", "transcript"];

/**
 * The content decides: a transcript ends in a JSON row, terminal bytes hold escape sequences, the rest is a screen's
 * text. The end decides, because a screen may show JSON at its top.
 */
export function tellSource(content: Uint8Array): SourceKind {
  const end = new TextDecoder().decode(content.subarray(-SNIFFED_BYTES)).trimEnd();
  // The last row may be torn, so the one before it counts as well.
  if (end.split("\n").slice(-2).some(isRow)) return "transcript";
  // One row that is longer than what was looked at.
  if (content[0] === OPENING_BRACE && !end.includes("\n")) return "transcript";
  return content.includes(ESCAPE) ? "bytes" : "screen";
}

function isRow(line: string): boolean {
  if (!line.startsWith("{")) return false;
  try {
    const row: unknown = JSON.parse(line);
    return typeof row === "object" && row !== null && "type" in row && typeof row.type === "string";
  } catch {
    // Anything else that begins with a brace.
    return false;
  }
}

const SNIFFED_BYTES = 256 * 1024;
const OPENING_BRACE = 0x7b;
const ESCAPE = 0x1b;

/** Claude Code in it has drawn its frame at some time. */
export function drawsFrame(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes("─".repeat(20));
}

/**
 * The size that terminal bytes were written for, as far as they show it: Claude Code draws rules over the
 * whole width, and addresses rows by number. A row that never occurs does not matter.
 */
export function guessSize(bytes: Uint8Array): TerminalSize {
  const text = new TextDecoder().decode(bytes);
  let columns = 80;
  for (const rule of text.matchAll(/[╭╰]?[─▔]{20,}[╮╯]?/g)) columns = Math.max(columns, rule[0].length);
  let rows = 40;
  for (const move of text.matchAll(/\x1b\[(\d{1,3})(?:;\d{1,3})?H/g)) rows = Math.max(rows, Number(move[1]));
  return { columns: Math.min(columns, LARGEST_SIDE), rows: Math.min(rows, LARGEST_SIDE) };
}

/** A terminal wider or taller than this is noise that looks like one. */
export const LARGEST_SIDE = 1_000;

/** Lines with colours but without cursor moves, as `tmux capture-pane -e` prints them: they end in a bare LF. */
export function isColouredText(bytes: Uint8Array): boolean {
  return !bytes.includes(RETURN) && !/\x1b\[[\d;?]*[A-HJKf]/.test(Buffer.from(bytes).toString("latin1"));
}

const RETURN = 0x0d;

/** The same as terminal bytes, and a terminal on which they have room. */
export function asTerminalBytes(colouredText: Uint8Array): { bytes: Uint8Array; size: TerminalSize } {
  const lines = new TextDecoder().decode(colouredText).trimEnd().split("\n").slice(-LARGEST_SIDE);
  const widths = lines.map((line) => line.replace(/\x1b\[[\d;:]*m/g, "").length);
  const columns = Math.min(
    LARGEST_SIDE,
    widths.reduce((widest, width) => Math.max(widest, width), 1),
  );
  return { bytes: Buffer.from(lines.join("\r\n")), size: { columns, rows: lines.length } };
}
