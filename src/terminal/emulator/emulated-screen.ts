import { createRequire } from "node:module";
import { TextDecoder } from "node:util";

import type * as Headless from "@xterm/headless";

import { trimBlanks } from "../../claude/screen/screen.js";
import type { Screen, ScreenLine } from "../../claude/screen/screen.js";
import { CLAUDE_WIDTHS } from "./claude-widths.js";
import { RepaintWatch } from "./repaint-watch.js";

// Not imported: to find a CommonJS module's names, Node would read its 400 KB through first, for 30 ms.
const { Terminal }: typeof Headless = createRequire(import.meta.url)("@xterm/headless");

/** A terminal without a window: bytes in, the screen that a person would see out. */
export class EmulatedScreen {
  readonly #terminal: Headless.Terminal;
  readonly #repaint: RepaintWatch;
  #decoder = newDecoder();
  #updateOpened = 0;

  /** `onReply` gets what a real terminal would send back to questions in the stream (its kind, the cursor's place). */
  constructor(size: { columns: number; rows: number }, onReply?: (reply: string) => void) {
    this.#terminal = new Terminal({
      cols: size.columns,
      rows: size.rows,
      scrollback: 0,
      // It would tell every odd byte to stderr, at length.
      logLevel: "off",
      allowProposedApi: true,
    });
    this.#terminal.unicode.register(CLAUDE_WIDTHS);
    this.#terminal.unicode.activeVersion = CLAUDE_WIDTHS.version;
    this.#repaint = new RepaintWatch(this.#terminal);
    this.#terminal.parser.registerCsiHandler({ prefix: "?", final: "h" }, (params) => {
      if (params.includes(2026)) this.#updateOpened = performance.now();
      return false;
    });
    if (onReply !== undefined) this.#terminal.onData(onReply);
  }

  /** Resolves when the bytes are on the screen; a character or sequence cut at the end is completed by the next write. */
  write(bytes: Uint8Array): Promise<void> {
    // Decoded here: xterm 6 loses a character that is cut right after a byte 0x80, as `…` between two chunks.
    const text = this.#decoder.decode(bytes, { stream: true });
    return new Promise((resolve) => this.#terminal.write(text, resolve));
  }

  resize(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows);
  }

  /** Starts anew after a gap in the stream. Not while a write is under way. */
  restart(): void {
    this.#terminal.reset();
    // xterm 6 stays inside a sequence that was open; CAN ends any.
    this.#terminal.write("\x18");
    this.#decoder = newDecoder();
    this.#repaint.forget();
  }

  /** What the screen shows is all there is: nothing on it may date from before the last restart. */
  get isWhole(): boolean {
    return this.#repaint.isWhole;
  }

  /** Since when a frame is half drawn: a synchronized update (`?2026h`) is open. By performance.now(). */
  get updatingSince(): number | undefined {
    return this.#terminal.modes.synchronizedOutputMode ? this.#updateOpened : undefined;
  }

  /** The visible rows, from the top; empty rows at the bottom are kept, so that row numbers hold. */
  read(): Screen {
    const buffer = this.#terminal.buffer.active;
    const cell = buffer.getNullCell();
    const lines: ScreenLine[] = [];
    for (let row = 0; row < this.#terminal.rows; row++) {
      const line = buffer.getLine(buffer.baseY + row);
      lines.push(line === undefined ? { text: "", solid: "" } : readLine(line, cell, this.#terminal.cols));
    }
    return {
      lines,
      columns: this.#terminal.cols,
      cursor: { row: buffer.cursorY, column: Math.min(buffer.cursorX, this.#terminal.cols - 1) },
    };
  }

  dispose(): void {
    this.#terminal.dispose();
  }
}

/** The rows as one text, without the empty ones at the bottom. */
export function textOfScreen(screen: Screen): string {
  return screen.lines
    .map((line) => line.text)
    .join("\n")
    .replace(/\n+$/, "");
}

function newDecoder(): TextDecoder {
  return new TextDecoder("utf-8", { ignoreBOM: true });
}

/** xterm 6 keeps in the alternate screen, when it gets narrower, what stood further right: nobody sees that. */
function readLine(line: Headless.IBufferLine, cell: Headless.IBufferCell, columns: number): ScreenLine {
  let text = "";
  let solid = "";
  for (let column = 0; column < Math.min(line.length, columns); column++) {
    line.getCell(column, cell);
    // The second half of a wide character is a cell of width 0 and adds nothing.
    if (cell.getWidth() === 0) continue;
    const chars = cell.getChars() === "" ? " " : cell.getChars();
    text += chars;
    solid += cell.isDim() !== 0 ? " ".repeat(chars.length) : chars;
  }
  return { text: trimBlanks(text), solid: trimBlanks(solid) };
}
