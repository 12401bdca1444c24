import type { Press } from "./xdotool.js";

/** Keys in a terminal's bytes as presses of a keyboard. Throws for what no press stands for, as an arrow's sequence. */
export function pressesOf(keys: string): readonly Press[] {
  const paste = /^\x1b\[200~([^\x1b]*)\x1b\[201~$/.exec(keys)?.[1];
  // A line break in a paste is no Enter: Ctrl+J is what a terminal would send for it.
  const plain = paste?.replaceAll(/\r\n?/g, "\n") ?? keys;
  return (plain.match(/\P{Cc}+|\p{Cc}/gu) ?? []).map((piece) => pressOf(piece, plain));
}

function pressOf(piece: string, keys: string): Press {
  if (/^\P{Cc}/u.test(piece)) return { text: piece };
  if (piece === "\r") return { key: "Return" };
  if (piece === "\t") return { key: "Tab" };
  if (piece === "\x7f") return { key: "BackSpace" };
  // What follows would be read with it, as Alt+letter or a sequence; as presses of their own they are something else.
  if (piece === "\x1b" && keys === "\x1b") return { key: "Escape" };
  const code = piece.charCodeAt(0);
  if (code >= 1 && code <= 26) return { key: `ctrl+${String.fromCharCode(code + 0x60)}` };
  throw new Error(`${JSON.stringify(keys.slice(0, 40))} cannot be typed with the keys of a keyboard`);
}
