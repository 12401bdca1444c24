/** Colours of the text, the background, the cursor, the pointer and the selection: OSC 10 to 19, reset by OSC 110 to 119. */
const DYNAMIC_COLOURS = { first: 10, last: 19 };
const PALETTE_SIZE = 256;
const ST = "\x1b\\";

/** What a program has said to its terminal in strings (OSC): title, colours, pointer, hyperlink, progress. */
export class OscState {
  /** As its bytes: a TUI may set it with every frame, and hardly anybody asks. */
  #title: string | undefined;
  readonly #palette = new Map<string, string>();
  readonly #colours = new Map<number, string>();
  #pointer = "";
  #link = "";
  #progress = "";

  get title(): string | undefined {
    return this.#title === undefined ? undefined : fromBytes(this.#title);
  }

  /** A character for each byte. */
  read(content: string): void {
    if (content.startsWith("0;") || content.startsWith("2;")) this.#title = content.slice(2);
    else this.#readOther(fromBytes(content).split(";"));
  }

  #readOther([number = "", ...rest]: readonly string[]): void {
    const value = rest.join(";");
    switch (number) {
      case "4":
        this.#setPalette(rest);
        break;
      case "8":
        // `8;parameters;address`; without an address the link ends.
        this.#link = rest.slice(1).join(";") === "" ? "" : value;
        break;
      case "9":
        if (rest[0] === "4") this.#progress = rest[1] === undefined || rest[1] === "0" ? "" : value;
        break;
      case "22":
        // A query or the stack of kitty's own form leaves nothing behind that could be named.
        if (!/^[?<>]/.test(value)) this.#pointer = value.replace(/^=/, "");
        break;
      case "104":
        if (value === "") this.#palette.clear();
        for (const index of rest) this.#palette.delete(index);
        break;
      default:
        this.#setDynamic(Number(number), rest);
    }
  }

  /** As after a full reset; the title is not part of it. */
  clear(): void {
    this.#palette.clear();
    this.#colours.clear();
    this.#pointer = this.#link = this.#progress = "";
  }

  undo(): string {
    const palette = [...this.#palette.keys()].map((index) => `;${index}`).join("");
    return [
      this.#link === "" ? "" : osc("8;;"),
      this.#progress === "" ? "" : osc("9;4;0"),
      this.#pointer === "" ? "" : osc("22;"),
      ...[...this.#colours.keys()].map((number) => osc(String(100 + number))),
      palette === "" ? "" : osc(`104${palette}`),
    ].join("");
  }

  redo(): string {
    return [
      ...[...this.#palette].map(([index, colour]) => osc(`4;${index};${colour}`)),
      ...[...this.#colours].map(([number, colour]) => osc(`${number};${colour}`)),
      this.#pointer === "" ? "" : osc(`22;${this.#pointer}`),
      this.#progress === "" ? "" : osc(`9;${this.#progress}`),
      this.#link === "" ? "" : osc(`8;${this.#link}`),
    ].join("");
  }

  /** Pairs of a number and a colour; a colour of `?` asks. */
  #setPalette(pairs: readonly string[]): void {
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      const [index, colour] = [pairs[at]!, pairs[at + 1]!];
      if (colour !== "?" && Number(index) < PALETTE_SIZE && /^\d+$/.test(index))
        this.#palette.set(index, colour);
    }
  }

  /** Several colours in one string go to consecutive numbers. */
  #setDynamic(number: number, colours: readonly string[]): void {
    if (number >= DYNAMIC_COLOURS.first && number <= DYNAMIC_COLOURS.last) {
      for (const [offset, colour] of colours.entries()) {
        if (colour !== "?" && colour !== "" && number + offset <= DYNAMIC_COLOURS.last) {
          this.#colours.set(number + offset, colour);
        }
      }
    }
    this.#colours.delete(number - 100);
  }
}

function fromBytes(latin1: string): string {
  return Buffer.from(latin1, "latin1").toString();
}

function osc(content: string): string {
  return `\x1b]${content}${ST}`;
}
