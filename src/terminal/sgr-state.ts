import type { CsiParams } from "./escape-scanner.js";

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
const CLEARED_BY = new Int32Array(HIGHEST_CODE + 1);
for (const [index, { by, not }] of ATTRIBUTES.entries()) {
  for (const code of by) SET_BY[code] = index;
  CLEARED_BY[not]! |= 1 << index;
}
/** Above the codes: an underline's style, a colour of the palette, a colour by its parts. */
const STYLED = 1 << 12;
const PALETTE = 1 << 13;
const DIRECT = 1 << 24;

/** The text attributes (SGR) that are on: bold, colours and so on. */
export class SgrState {
  /** For each attribute what set it: a code, or a code's parts packed. 0 where it is off. */
  readonly #values = new Int32Array(ATTRIBUTES.length);

  get isPlain(): boolean {
    return this.#values.every((value) => value === 0);
  }

  copyFrom(other: SgrState): void {
    this.#values.set(other.#values);
  }

  clear(): void {
    this.#values.fill(0);
  }

  apply(params: CsiParams): void {
    if (params.count === 0) this.clear();
    for (let index = 0; index < params.count;) index += this.#applyAt(params, index);
  }

  /** The parameters that bring it about on a plain terminal, as in `1;38;5;9`; empty where nothing is on. */
  toString(): string {
    return [...this.#values.entries()]
      .filter(([, value]) => value !== 0)
      .map(([index, value]) => unpacked(ATTRIBUTES[index]!.by, value))
      .join(";");
  }

  /** Returns how many parameters that took. */
  #applyAt(params: CsiParams, index: number): number {
    const code = params.get(index, 0);
    const parts = partsAfter(params, index);
    if (code === 0) this.clear();
    if (code <= 0 || code > HIGHEST_CODE) return 1 + parts;
    const attribute = SET_BY[code]!;
    if (code === 38 || code === 48 || code === 58)
      return 1 + this.#applyColour(params, index, attribute, parts);
    if (code === 4 && parts > 0) {
      // `4:3` is a curly underline, `4:0` is none.
      const style = params.get(index + 1, 1);
      this.#values[attribute] = style === 0 ? 0 : STYLED | style;
    } else if (attribute >= 0) {
      this.#values[attribute] = code;
    } else if (CLEARED_BY[code] !== 0) {
      for (let bit = 0; bit < ATTRIBUTES.length; bit++) {
        if ((CLEARED_BY[code]! & (1 << bit)) !== 0) this.#values[bit] = 0;
      }
    }
    return 1 + parts;
  }

  /** `38;5;n` and `38;2;r;g;b`, or the same with colons and then perhaps a colour space before the parts. */
  #applyColour(params: CsiParams, index: number, attribute: number, parts: number): number {
    const kind = params.get(index + 1, 0);
    const first = kind === 2 && parts > 4 ? index + 3 : index + 2;
    if (kind === 5) this.#values[attribute] = PALETTE | (params.get(first, 0) & 0xff);
    if (kind === 2) {
      const part = (offset: number) => params.get(first + offset, 0) & 0xff;
      this.#values[attribute] = DIRECT | (part(0) << 16) | (part(1) << 8) | part(2);
    }
    if (parts > 0) return parts;
    return kind === 5 ? 2 : kind === 2 ? 4 : 1;
  }
}

/** How many parameters hang on this one by colons. */
function partsAfter(params: CsiParams, index: number): number {
  let parts = 0;
  while (index + 1 + parts < params.count && (params.subBits & (1 << (index + 1 + parts))) !== 0) parts++;
  return parts;
}

function unpacked(codes: readonly number[], value: number): string {
  const colour = codes.find((code) => code === 38 || code === 48 || code === 58);
  if (value >= DIRECT) return `${colour};2;${(value >> 16) & 0xff};${(value >> 8) & 0xff};${value & 0xff}`;
  if (value >= PALETTE) return `${colour};5;${value & 0xff}`;
  return value >= STYLED ? `4:${value & 0xfff}` : String(value);
}
