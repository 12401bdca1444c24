/**
 * Keys as the Windows C library hands them out (`msvcrt.getch`): a prefix and a scan code. Node never does: libuv turns
 * console events into sequences (before Node 22.17 and 24.2), or has the console do it (since). Scan codes come from
 * programs around us that pass their keys on as they read them, into our pipe or our console.
 */

/** The ANSI sequence of the key that a prefix and the byte behind it are; undefined where they are no key. */
export function windowsKey(prefix: number, code: number): string | undefined {
  // The first byte of a character such as "अ" in UTF-8 is 0xE0 too, and then the second is one of these.
  if (prefix === ENHANCED && code >= 0xa0 && code <= 0xbf) return undefined;
  return isPrefix(prefix) ? SEQUENCES.get(code) : undefined;
}

/**
 * Bytes with the keys in them as ANSI sequences; all other bytes stay what they are.
 *
 * Input is UTF-8. In it 0xE0 is a prefix exactly where it begins no character: "à" is 0xC3 0xA0, and the lone 0xE0 of an
 * old code page is no text that a session could read. A zero is also Ctrl+Space (or Ctrl+2): it is a prefix where a scan
 * code is right behind it, which is faster than anybody types "H" after Ctrl+Space, and itself where none is.
 */
export class WindowsKeyDecoder {
  #prefix: number | undefined;

  /** A prefix has come, and what is behind it has not. */
  get isWaiting(): boolean {
    return this.#prefix !== undefined;
  }

  decode(bytes: Buffer): Buffer {
    if (this.#prefix === undefined && !bytes.includes(NUMPAD) && !bytes.includes(ENHANCED)) return bytes;
    const all = Buffer.concat([this.flush(), bytes]);
    const parts: Buffer[] = [];
    let from = 0;
    for (let at = 0; at < all.length; at++) {
      const prefix = all[at];
      if (prefix === undefined || !isPrefix(prefix)) continue;
      const code = all[at + 1];
      if (code === undefined) {
        this.#prefix = prefix;
        return Buffer.concat([...parts, all.subarray(from, at)]);
      }
      const sequence = windowsKey(prefix, code);
      if (sequence === undefined) continue;
      parts.push(all.subarray(from, at), Buffer.from(sequence));
      at += 1;
      from = at + 1;
    }
    return Buffer.concat([...parts, all.subarray(from)]);
  }

  /** The prefix that nothing came behind: it was none. */
  flush(): Buffer {
    const left = this.#prefix === undefined ? [] : [this.#prefix];
    this.#prefix = undefined;
    return Buffer.from(left);
  }
}

/** Before function keys, the number pad with Num Lock off, and what is pressed with Alt. */
const NUMPAD = 0x00;
/** Before the keys between letters and number pad, and before F11 and F12. */
const ENHANCED = 0xe0;

function isPrefix(byte: number): boolean {
  return byte === NUMPAD || byte === ENHANCED;
}

/** In the numbers of xterm, which Windows took over. */
type Modifier = 2 | 3 | 5;
const [SHIFT, ALT, CTRL] = [2, 3, 5] as const;
type Spelling = (modifier?: Modifier) => string;

const cursor =
  (letter: string): Spelling =>
  (modifier) =>
    modifier === undefined ? `\x1b[${letter}` : `\x1b[1;${modifier}${letter}`;
const numbered =
  (number: number): Spelling =>
  (modifier) =>
    modifier === undefined ? `\x1b[${number}~` : `\x1b[${number};${modifier}~`;
const function1to4 =
  (letter: string): Spelling =>
  (modifier) =>
    modifier === undefined ? `\x1bO${letter}` : `\x1b[1;${modifier}${letter}`;

/** Alone, with Ctrl, with Alt. With Shift the C library gives the code of the key alone. */
const EDITING_KEYS: readonly (readonly [Spelling, number, number, number])[] = [
  [cursor("A"), 0x48, 0x8d, 0x98],
  [cursor("B"), 0x50, 0x91, 0xa0],
  [cursor("C"), 0x4d, 0x74, 0x9d],
  [cursor("D"), 0x4b, 0x73, 0x9b],
  [cursor("H"), 0x47, 0x77, 0x97], // Home
  [cursor("F"), 0x4f, 0x75, 0x9f], // End
  [numbered(2), 0x52, 0x92, 0xa2], // Insert
  [numbered(3), 0x53, 0x93, 0xa3], // Delete
  // Page Up. Ctrl with the enhanced one is 0x86, the same as F12: the C library does not tell them apart, and F12 it is.
  [numbered(5), 0x49, 0x84, 0x99],
  [numbered(6), 0x51, 0x76, 0xa1], // Page Down
];

/** Alone, with Shift, with Ctrl, with Alt. */
const FUNCTION_KEYS: readonly (readonly [Spelling, number, number, number, number])[] = [
  [function1to4("P"), 0x3b, 0x54, 0x5e, 0x68],
  [function1to4("Q"), 0x3c, 0x55, 0x5f, 0x69],
  [function1to4("R"), 0x3d, 0x56, 0x60, 0x6a],
  [function1to4("S"), 0x3e, 0x57, 0x61, 0x6b],
  [numbered(15), 0x3f, 0x58, 0x62, 0x6c],
  [numbered(17), 0x40, 0x59, 0x63, 0x6d],
  [numbered(18), 0x41, 0x5a, 0x64, 0x6e],
  [numbered(19), 0x42, 0x5b, 0x65, 0x6f],
  [numbered(20), 0x43, 0x5c, 0x66, 0x70],
  [numbered(21), 0x44, 0x5d, 0x67, 0x71],
  [numbered(23), 0x85, 0x87, 0x89, 0x8b],
  [numbered(24), 0x86, 0x88, 0x8a, 0x8c],
];

const SEQUENCES: ReadonlyMap<number, string> = new Map([
  // Shift+Tab. The C library reads it as a Tab, so this comes only from who looks at scan codes itself.
  [0x0f, "\x1b[Z"],
  ...EDITING_KEYS.flatMap(([spell, alone, ctrl, alt]): [number, string][] => [
    [alone, spell()],
    [ctrl, spell(CTRL)],
    [alt, spell(ALT)],
  ]),
  ...FUNCTION_KEYS.flatMap(([spell, alone, shift, ctrl, alt]): [number, string][] => [
    [alone, spell()],
    [shift, spell(SHIFT)],
    [ctrl, spell(CTRL)],
    [alt, spell(ALT)],
  ]),
]);
