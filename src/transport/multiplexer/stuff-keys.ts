/**
 * The arguments of as many `stuff` commands of GNU screen as it takes to type `keys`. Every byte is written in octal:
 * screen would read `^C`, `\n` and `$HOME` as something else, and nothing but octal is left to be misread.
 */
export function stuffKeys(keys: string): readonly string[] {
  const pieces: string[] = [];
  let [piece, bytes] = ["", 0];
  // A sequence of a key, or the sign of a paste, arrives whole: a program may take a lone ESC for the key.
  for (const [unit] of keys.matchAll(/\x1b\[[\d;]*[~A-Za-z]|[^]/gu)) {
    const size = Buffer.byteLength(unit);
    if (bytes + size > MOST_BYTES) {
      pieces.push(piece);
      [piece, bytes] = ["", 0];
    }
    piece += [...Buffer.from(unit)].map(octal).join("");
    bytes += size;
  }
  return piece === "" ? pieces : [...pieces, piece];
}

function octal(byte: number): string {
  return `\\${byte.toString(8).padStart(3, "0")}`;
}

/** Past some 760 characters a command is dropped, and screen says that all went well (4.09.00). */
const MOST_BYTES = 150;
