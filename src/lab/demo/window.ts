import headless, { type IBufferCell, type Terminal as HeadlessTerminal } from "@xterm/headless";
import type { SessionSize } from "../session/lab-session.js";

export type Style = "coloured" | "plain";

/** A terminal window to look at: the session's bytes in, its title and its rows out, with their colours or without. */
export class DemoWindow {
  readonly #terminal: HeadlessTerminal;
  readonly #titles: string[] = [];
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  constructor(size: SessionSize) {
    this.#terminal = new headless.Terminal({
      cols: size.columns,
      rows: size.rows,
      scrollback: 0,
      logLevel: "off",
      allowProposedApi: true,
    });
    this.#terminal.onTitleChange((title) => this.#titles.push(title));
  }

  onChange(listener: () => void): void {
    this.#terminal.onWriteParsed(listener);
  }

  write(bytes: Uint8Array): void {
    // Decoded here: xterm 6 may lose a character that is cut between two chunks.
    this.#terminal.write(this.#decoder.decode(bytes, { stream: true }));
  }

  resize(size: SessionSize): void {
    this.#terminal.resize(size.columns, size.rows);
  }

  get size(): SessionSize {
    return { columns: this.#terminal.cols, rows: this.#terminal.rows };
  }

  get title(): string {
    return this.#titles.at(-1) ?? "";
  }

  /** All titles that it has had, in order. */
  titles(): readonly string[] {
    return this.#titles;
  }

  /** Each row in its full width, cut to `columns`; a style ends with the row. */
  rows(columns: number, style: Style): string[] {
    const buffer = this.#terminal.buffer.active;
    const cell = buffer.getNullCell();
    return Array.from({ length: this.#terminal.rows }, (_, row) => {
      const line = buffer.getLine(buffer.baseY + row);
      let [text, before] = ["", ""];
      for (let column = 0; column < Math.min(columns, this.#terminal.cols); column++) {
        if (line?.getCell(column, cell) === undefined) break;
        // The second half of a wide character.
        if (cell.getWidth() === 0) continue;
        const sgr = style === "plain" ? "" : sgrOf(cell);
        if (sgr !== before) text += `\x1b[0${sgr}m`;
        before = sgr;
        // The first half of one at the edge would stick out.
        const isWhole = column + cell.getWidth() <= columns;
        text += (isWhole && cell.getChars()) || " ";
      }
      return before === "" ? text : `${text}\x1b[0m`;
    });
  }
}

/** The style of a cell as the codes that set it, each with its separator in front; empty for a plain one. */
function sgrOf(cell: IBufferCell): string {
  const codes: string[] = [];
  if (cell.isBold()) codes.push("1");
  if (cell.isDim()) codes.push("2");
  if (cell.isItalic()) codes.push("3");
  if (cell.isUnderline()) codes.push("4");
  if (cell.isInverse()) codes.push("7");
  if (cell.isStrikethrough()) codes.push("9");
  if (cell.isFgRGB()) codes.push(`38;2;${channels(cell.getFgColor())}`);
  if (cell.isFgPalette()) codes.push(`38;5;${cell.getFgColor()}`);
  if (cell.isBgRGB()) codes.push(`48;2;${channels(cell.getBgColor())}`);
  if (cell.isBgPalette()) codes.push(`48;5;${cell.getBgColor()}`);
  return codes.map((code) => `;${code}`).join("");
}

function channels(colour: number): string {
  return [16, 8, 0].map((shift) => (colour >> shift) & 0xff).join(";");
}
