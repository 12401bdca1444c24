type Stop = "line" | "stop" | "long" | "end";

/**
 * Turns a terminal's byte stream into lines of text, one row at a time. It knows the column, not the screen:
 * a move along the row leaves blanks or goes back over the text, a move to another row ends the line.
 *
 * `raw` is either text, or bytes as Latin-1 (one character per byte, see `bytes`): decoding UTF-8 costs more
 * than all the rest, so it is done for the lines that somebody asks for.
 *
 * A line break ends whatever sequence is open. So CR and LF are points at which reading can start without
 * knowing what came before, and an OSC string that is never closed hides one line, not the rest of the session.
 */
export class StreamText {
  /** Where `read` stopped: the first character that it has not taken. */
  at = 0;
  readonly #bytes: boolean;
  readonly #cells: string[] = [];
  #column: number;
  #mode: Mode = "text";
  #parameters = "";
  #over = false;
  #background: boolean | undefined;
  #shaded: boolean | undefined = false;

  /** `column` undefined: the cursor may be anywhere, and text is dropped until something says where it is. */
  constructor(options: { bytes: boolean; column: number | undefined }) {
    this.#bytes = options.bytes;
    this.#column = options.column ?? UNKNOWN;
  }

  /** The line being read; after `read` returned "line", the one that ended. Blanks at its end are cut. */
  get text(): string {
    const shown = this.#cells.join("");
    return (this.#bytes ? Buffer.from(shown, "latin1").toString("utf8") : shown).trimEnd();
  }

  /** The last cells before the cursor, not decoded: cheap, however long the line is. */
  lately(cells: number): string {
    return this.#cells.slice(Math.max(0, this.#column - cells), Math.max(0, this.#column)).join("");
  }

  /** The line in `text` is over. */
  get ended(): boolean {
    return this.#over;
  }

  /**
   * Some of the line stands on a background colour: Claude Code does so with the user's own prompts. Undefined
   * where that depends on what was set before the reading began.
   */
  get onBackground(): boolean | undefined {
    return this.#shaded;
  }

  /** The line is longer than any message, and only its beginning is kept. */
  get overlong(): boolean {
    return this.#cells.length >= LONGEST_LINE;
  }

  /**
   * Reads on from `from`: to the end of a line, to just after a character of `stops`, to where the line becomes
   * overlong, or to the end of `raw`. Sequences and characters may be cut anywhere between two calls.
   */
  read(raw: string, from: number, stops: string): Stop {
    if (this.#over) {
      this.#cells.length = 0;
      this.#shaded = false;
      this.#over = false;
    }
    for (let index = from; index < raw.length; index++) {
      const code = raw.charCodeAt(index);
      if (this.#mode === "text" && code >= 0x20) {
        const wasOverlong = this.overlong;
        this.#print(raw.charAt(index), code);
        if (this.overlong && !wasOverlong) return this.#stopAt(index + 1, "long");
        if (stops !== "" && stops.includes(raw.charAt(index))) return this.#stopAt(index + 1, "stop");
      } else if (this.#control(code)) {
        this.#over = true;
        return this.#stopAt(index + 1, "line");
      }
    }
    return this.#stopAt(raw.length, "end");
  }

  #stopAt(index: number, why: Stop): Stop {
    this.at = index;
    return why;
  }

  #print(character: string, code: number): void {
    if (this.#column === UNKNOWN || code === 0x7f) return;
    const column = this.#column;
    if (this.#bytes ? (code & 0xc0) === 0x80 : code >= 0xdc00 && code <= 0xdfff) {
      // The rest of a character: it belongs to the cell before, which no valid one makes longer than 4.
      const begun = this.#cells[column - 1];
      if (begun !== undefined && begun.length < 4) this.#cells[column - 1] = begun + character;
      return;
    }
    if (!this.#bytes && code >= 0x80 && code < 0xa0) return;
    if (column >= LONGEST_LINE) return;
    this.#padTo(column);
    this.#cells[column] = character;
    this.#column = column + 1;
    if (code !== 0x20 && this.#background !== false) this.#shaded = this.#shaded || this.#background;
  }

  /** True where the character ends the line. */
  #control(code: number): boolean {
    if (code === LF || code === CR || code === 0x0b || code === 0x0c) return this.#leaveRow(0);
    if (code === ESC) return this.#enter("escape");
    if (code === 0x18 || code === 0x1a) return this.#enter("text");
    switch (this.#mode) {
      case "text":
        if (code === 0x08) this.#moveTo(this.#column - 1);
        if (code === 0x09) this.#moveTo(this.#column - (this.#column % 8) + 8);
        return false;
      case "escape":
        return this.#escape(code);
      case "charset":
        return code >= 0x30 ? this.#enter("text") : false;
      case "csi":
        return this.#csi(code);
      case "string":
        return code === 0x07 ? this.#enter("text") : false;
      default:
        return this.#mode satisfies never;
    }
  }

  #escape(code: number): boolean {
    if (code >= 0x20 && code < 0x30) return this.#enter("charset");
    switch (String.fromCharCode(code)) {
      case "[":
        this.#parameters = "";
        return this.#enter("csi");
      case "]":
      case "P":
      case "X":
      case "^":
      case "_":
        return this.#enter("string");
      case "D":
      case "M":
        return this.#leaveRow(this.#column);
      case "E":
      case "c":
        return this.#leaveRow(0);
      case "8":
        return this.#leaveRow(UNKNOWN);
      default:
        return this.#enter("text");
    }
  }

  #csi(code: number): boolean {
    if (code < 0x40) {
      // A sequence of more parameters than any real one stays a sequence, but does not grow.
      if (code >= 0x20 && this.#parameters.length < 64) this.#parameters += String.fromCharCode(code);
      return false;
    }
    this.#mode = "text";
    if (code > 0x7e) return false;
    const final = String.fromCharCode(code);
    if (/^\?(?:47|104[79])$/.test(this.#parameters)) return this.#leaveRow(this.#column);
    if (!/^[\d;]*$/.test(this.#parameters)) return false;
    if (final === "m") this.#background = backgroundAfter(this.#parameters, this.#background);
    const [first = "", second = ""] = this.#parameters.split(";");
    return this.#move(final, Number(first), Number(second)) || this.#erase(final, Number(first));
  }

  /** Cursor moves. An absent or zero count means 1. */
  #move(final: string, first: number, second: number): boolean {
    const count = first || 1;
    switch (final) {
      case "C":
      case "a":
        return this.#moveTo(this.#column + count);
      case "D":
        return this.#moveTo(Math.max(0, this.#column - count));
      case "G":
      case "`":
        this.#column = 0;
        return this.#moveTo(count - 1);
      case "A":
      case "B":
      case "d":
      case "e":
      case "L":
      case "M":
      case "S":
      case "T":
        return this.#leaveRow(this.#column);
      case "E":
      case "F":
        return this.#leaveRow(0);
      case "H":
      case "f":
        return this.#leaveRow(Math.min((second || 1) - 1, LONGEST_LINE));
      case "u":
        return this.#leaveRow(UNKNOWN);
      default:
        return false;
    }
  }

  #erase(final: string, first: number): false {
    const column = this.#column;
    if (column === UNKNOWN) return false;
    if (final === "K" || final === "J") {
      if (first === 0) this.#cells.length = Math.min(this.#cells.length, column);
      else if (first === 1) this.#blank(0, column + 1);
      else this.#cells.length = 0;
    }
    if (final === "X") this.#blank(column, column + (first || 1));
    if (final === "P") this.#cells.splice(column, first || 1);
    if (final === "@" && column < this.#cells.length) {
      this.#cells.splice(column, 0, ...Array<string>(Math.min(first || 1, LONGEST_LINE)).fill(" "));
      this.#cells.length = Math.min(this.#cells.length, LONGEST_LINE);
    }
    return false;
  }

  #moveTo(column: number): false {
    if (this.#column !== UNKNOWN) this.#column = Math.min(Math.max(0, column), LONGEST_LINE);
    return false;
  }

  #leaveRow(column: number): true {
    this.#mode = "text";
    this.#column = column;
    return true;
  }

  #enter(mode: Mode): false {
    this.#mode = mode;
    return false;
  }

  #blank(from: number, to: number): void {
    for (let column = from; column < Math.min(to, this.#cells.length); column++) this.#cells[column] = " ";
  }

  #padTo(column: number): void {
    while (this.#cells.length < column) this.#cells.push(" ");
  }
}

/** Whether a background colour is on at the end of a piece of a stream. */
export function endsOnBackground(raw: string): boolean {
  let on: boolean | undefined = false;
  for (const [, parameters = ""] of raw.matchAll(/\x1b\[([\d;]*)m/g)) on = backgroundAfter(parameters, on);
  return on === true;
}

/** Whether a background colour is on after `CSI … m`. */
function backgroundAfter(parameters: string, before: boolean | undefined): boolean | undefined {
  let on = before;
  // The numbers of an extended colour (38;5;N, 38;2;R;G;B) mean nothing by themselves.
  for (const [code = ""] of parameters.matchAll(/[34]8;(?:5;\d*|2;\d*;\d*;\d*)|\d*/g)) {
    if (code.startsWith("48;") || /^(?:4[0-7]|10[0-7])$/.test(code)) on = true;
    else if (/^0*$|^49$/.test(code) && (code !== "" || parameters === "")) on = false;
  }
  return on;
}

/** "charset" is an escape with intermediate bytes, such as `ESC ( B`: one more character belongs to it. */
type Mode = "text" | "escape" | "charset" | "csi" | "string";

const LF = 0x0a;
const CR = 0x0d;
const ESC = 0x1b;
const UNKNOWN = -1;
// Messages are cut at 2000 characters where they are read, and no terminal is that wide.
const LONGEST_LINE = 2_000;
