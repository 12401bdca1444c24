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
  return { columns: Math.min(columns, LARGEST), rows: Math.min(rows, LARGEST) };
}

// A terminal wider or taller than this is noise that looks like one.
const LARGEST = 1_000;

/** Text with colours but without cursor moves (`tmux capture-pane -e`) ends its lines in bare LF. */
export function withCarriageReturns(bytes: Uint8Array): Uint8Array {
  if (bytes.includes(RETURN)) return bytes;
  return Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll("\n", "\r\n"), "latin1");
}

const RETURN = 0x0d;
