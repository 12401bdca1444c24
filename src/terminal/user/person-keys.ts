/**
 * Whose bytes come in from the terminal? Terminals also answer questions and report the mouse and the focus there;
 * only what is left without those was pressed by a person.
 */
export function personsKeys(bytes: Uint8Array): "none" | "escape" | "keys" {
  // Plain letters are the common case, and need no search.
  if (bytes.length > 0 && !bytes.includes(ESC)) return "keys";
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const rest = text.replace(REPORTS, "");
  if (rest === "") return "none";
  return ESCAPE_KEY.test(rest) ? "escape" : "keys";
}

const ESC = 0x1b;

/** Esc alone: as one byte, or in kitty's encoding, with Caps or Num Lock on or not (press, repeat and release). */
const ESCAPE_KEY = /^(?:\x1b|\x1b\[27(?:;(?:1|65|129|193)(?::[123])?)?u)+$/;

const REPORTS = new RegExp(
  [
    "\\x1b\\[[IO]", // focus gained, lost
    "\\x1b\\[<[\\d;]*[Mm]", // mouse, SGR
    "\\x1b\\[M[\\s\\S]{3}", // mouse, X10
    "\\x1b\\[\\d+;\\d+;\\d+M", // mouse, urxvt
    "\\x1b\\[\\??\\d+(?:;\\d+)*R", // the cursor's place
    "\\x1b\\[[?>=][\\d;]*[cnu]", // what the terminal is, its status, its keyboard flags
    "\\x1b\\[\\?[\\d;]*\\$y", // a mode's state
    "\\x1b\\[\\d+(?:;\\d+)*t", // the window's size
    "\\x1b\\[0n",
    "\\x1b[\\]P_^X][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)", // strings: colours, names, capabilities
  ].join("|"),
  "g",
);
