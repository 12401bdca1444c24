/** What a text attribute can be set by, and the one code that takes it away. */
const ATTRIBUTES: readonly { readonly by: readonly number[]; readonly not: number }[] = [
  { by: [1], not: 22 },
  { by: [2], not: 22 },
  { by: [3, 20], not: 23 },
  { by: [4, 21], not: 24 },
  { by: [5, 6], not: 25 },
  { by: [7], not: 27 },
  { by: [8], not: 28 },
  { by: [9], not: 29 },
  { by: [11, 12, 13, 14, 15, 16, 17, 18, 19], not: 10 },
  { by: [30, 31, 32, 33, 34, 35, 36, 37, 38, 90, 91, 92, 93, 94, 95, 96, 97], not: 39 },
  { by: [40, 41, 42, 43, 44, 45, 46, 47, 48, 100, 101, 102, 103, 104, 105, 106, 107], not: 49 },
  { by: [26], not: 50 },
  { by: [51, 52], not: 54 },
  { by: [53], not: 55 },
  { by: [58], not: 59 },
  { by: [60, 61, 62, 63, 64], not: 65 },
  { by: [73, 74], not: 75 },
];
const HIGHEST_CODE = 107;
const SET_BY = new Int8Array(HIGHEST_CODE + 1).fill(-1);
/** The last of the attributes that the code takes away; 22 takes away two, which stand one after the other. */
const CLEARED_BY = new Int8Array(HIGHEST_CODE + 1).fill(-1);
for (const [index, { by, not }] of ATTRIBUTES.entries()) {
  for (const code of by) SET_BY[code] = index;
  CLEARED_BY[not] = index;
}
const FOREGROUND = SET_BY[38]!;
const BACKGROUND = SET_BY[48]!;
const COLON = 0x3a;
const SEMICOLON = 0x3b;
/** Above the codes: an underline's style, a colour of the palette, a colour by its parts. */
const STYLED = 1 << 12;
const PALETTE = 1 << 13;
const DIRECT = 1 << 24;
const NONE = -1;

/** The text attributes (SGR) that are on: bold, colours and so on. */
export class SgrState {
  /** For each attribute what set it: a code, or a code's parts packed. 0 where it is off. */
  readonly #values = new Int32Array(ATTRIBUTES.length);
  /** While a sequence is read: the code before, and the colour whose parts are coming. */
  #code = 0;
  #colour = NONE;
  #kind = NONE;
  #partsLeft = 0;
  #packed = 0;
  #isColoned = false;

  get isPlain(): boolean {
    return this.#values.every((value) => value === 0);
  }

  copyFrom(other: SgrState): void {
    this.#values.set(other.#values);
  }

  clear(): void {
    this.#values.fill(0);
  }

  /** Reads a sequence's parameters where they stand. Half of the sequences of a TUI are of this kind. */
  read(bytes: Buffer, from: number, to: number): void {
    // Nearly all of them are one short code, or a colour of the palette.
    const code = shortCode(bytes, from, to);
    if (code >= 0) this.#takeCode(code);
    else if (!this.#readPaletteColour(bytes, from, to)) this.#readAll(bytes, from, to);
  }

  /** `38;5;n` or `48;5;n`; false where it is anything else. */
  #readPaletteColour(bytes: Buffer, from: number, to: number): boolean {
    const length = to - from;
    if (length < 6 || length > 8 || bytes[from + 1] !== 0x38 || bytes[from + 2] !== SEMICOLON) return false;
    if (bytes[from + 3] !== 0x35 || bytes[from + 4] !== SEMICOLON) return false;
    const attribute = bytes[from] === 0x33 ? FOREGROUND : bytes[from] === 0x34 ? BACKGROUND : NONE;
    if (attribute === NONE) return false;
    let value = 0;
    for (let at = from + 5; at < to; at++) {
      const digit = bytes[at]! - 0x30;
      if (digit < 0 || digit > 9) return false;
      value = value * 10 + digit;
    }
    this.#values[attribute] = PALETTE | (value & 0xff);
    return true;
  }

  #readAll(bytes: Buffer, from: number, to: number): void {
    this.#colour = NONE;
    let value = NONE;
    let isPart = false;
    for (let at = from; at <= to; at++) {
      const byte = at < to ? bytes[at]! : SEMICOLON;
      if (byte >= 0x30 && byte <= 0x39) {
        value = value === NONE ? byte - 0x30 : (value * 10 + byte - 0x30) & 0xffff;
      } else if (byte === SEMICOLON || byte === COLON) {
        if (this.#colour !== NONE && (isPart || this.#kind === NONE || !this.#isColoned))
          this.#takePart(value, isPart);
        else if (isPart) this.#refine(value);
        else this.#takeCode(value);
        value = NONE;
        isPart = byte === COLON;
      }
    }
  }

  /** The parameters that bring it about on a plain terminal, as in `1;38;5;9`; empty where nothing is on. */
  toString(): string {
    return [...this.#values.entries()]
      .filter(([, value]) => value !== 0)
      .map(([index, value]) => unpacked(ATTRIBUTES[index]!.by, value))
      .join(";");
  }

  #takeCode(code: number): void {
    this.#code = code;
    this.#colour = NONE;
    if (code <= 0) this.clear();
    if (code <= 0 || code > HIGHEST_CODE) return;
    const attribute = SET_BY[code]!;
    if (code === 38 || code === 48 || code === 58) {
      this.#colour = attribute;
      this.#kind = NONE;
    } else if (attribute !== NONE) {
      this.#values[attribute] = code;
    } else if (CLEARED_BY[code] !== NONE) {
      this.#values[CLEARED_BY[code]!] = 0;
      if (code === 22) this.#values[CLEARED_BY[code]! - 1] = 0;
    }
  }

  /** `38;5;n` and `38;2;r;g;b`, or the same with colons and then perhaps an empty colour space: `38:2::r:g:b`. */
  #takePart(value: number, isPart: boolean): void {
    if (this.#kind === NONE) {
      this.#kind = value;
      this.#isColoned = isPart;
      this.#packed = 0;
      this.#partsLeft = value === 5 ? 1 : value === 2 ? 3 : 0;
      if (this.#partsLeft === 0) this.#colour = NONE;
      return;
    }
    if (value === NONE && this.#isColoned && this.#partsLeft === 3) return;
    this.#packed = (this.#packed << 8) | (value === NONE ? 0 : value & 0xff);
    if (--this.#partsLeft > 0) return;
    this.#values[this.#colour] = (this.#kind === 5 ? PALETTE : DIRECT) | this.#packed;
    this.#colour = NONE;
  }

  /** `4:3` is a curly underline, `4:0` is none. */
  #refine(value: number): void {
    if (this.#code === 4) this.#values[SET_BY[4]!] = value === 0 ? 0 : STYLED | (value & 0xff);
  }
}

/** The code of a sequence that has only one of at most two digits; -1 for any other. */
function shortCode(bytes: Buffer, from: number, to: number): number {
  if (to - from > 2 || to === from) return -1;
  const first = bytes[from]! - 0x30;
  if (first < 0 || first > 9 || to - from === 1) return first > 9 ? -1 : first;
  const second = bytes[from + 1]! - 0x30;
  return second < 0 || second > 9 ? -1 : first * 10 + second;
}

function unpacked(codes: readonly number[], value: number): string {
  const colour = codes.find((code) => code === 38 || code === 48 || code === 58);
  if (value >= DIRECT) return `${colour};2;${(value >> 16) & 0xff};${(value >> 8) & 0xff};${value & 0xff}`;
  if (value >= PALETTE) return `${colour};5;${value & 0xff}`;
  return value >= STYLED ? `4:${value & 0xfff}` : String(value);
}
