/** What a file given to `cac detect` is. */
export type SourceKind = "screen" | "bytes" | "transcript";
export const SOURCE_KINDS: readonly SourceKind[] = ["screen", "bytes", "transcript"];

/** Told by the content: JSON rows are a transcript, escape sequences are terminal bytes, the rest is a screen's text. */
export function tellSource(content: Uint8Array): SourceKind {
  const head = new TextDecoder().decode(content.subarray(0, SNIFFED_BYTES));
  if (/^\s*\{\s*"/.test(head)) return "transcript";
  return content.includes(ESCAPE) ? "bytes" : "screen";
}

const SNIFFED_BYTES = 4_096;
const ESCAPE = 0x1b;

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

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
  const lines = new TextDecoder().decode(colouredText).replace(/\n+$/, "").split("\n").slice(-LARGEST_SIDE);
  const widths = lines.map((line) => line.replace(/\x1b\[[\d;:]*m/g, "").length);
  const columns = Math.min(
    LARGEST_SIDE,
    widths.reduce((widest, width) => Math.max(widest, width), 1),
  );
  return { bytes: Buffer.from(lines.join("\r\n")), size: { columns, rows: lines.length } };
}
