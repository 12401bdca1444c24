/**
 * Where in a raw stream a banner may stand, found with the engine's own searches: nearly all of a stream is
 * never looked at character by character.
 *
 * The guarantee. Every banner holds `reached` or `balance`, or begins with "You" (a test holds the wordings to
 * it). A capital Y is one character, so nothing can split it. A whole word is found as it is. A word is split
 * only by an escape sequence between two of its letters, so what is left is such a joint, and joints are
 * found too: up to `MOST_SEQUENCES` in a row, of the lengths below. Cuts between chunks are the caller's: it
 * searches again from `REACH` before the cut. What no search of the stream can find is a word of which letters
 * are missing, because the row already showed them: for that there is the emulated screen.
 *
 * Positions are only candidates: the line is then decoded and read.
 */
export class AnchorSearch {
  readonly #raw: string;
  readonly #next: number[] = FINDERS.map(() => -1);

  constructor(raw: string) {
    this.#raw = raw;
  }

  /** The first candidate at or after `from`, or undefined. `from` never decreases, so the cost stays linear. */
  next(from: number): number | undefined {
    let nearest = NONE;
    for (const [which, find] of FINDERS.entries()) {
      let at = this.#next[which] ?? NONE;
      if (at < from) this.#next[which] = at = find(this.#raw, from);
      nearest = Math.min(nearest, at);
    }
    return nearest === NONE ? undefined : nearest;
  }
}

/**
 * Where to start reading so that the line around `at` is decoded right, and the column there; undefined where
 * there is no such place. After CR and LF the column is known; after another sequence it may become known.
 */
export function readingStart(
  raw: string,
  at: number,
): { from: number; column: number | undefined } | undefined {
  const first = Math.max(0, at - LONGEST_LOOKBACK);
  let escape: number | undefined;
  for (let index = at - 1; index >= first; index--) {
    const code = raw.charCodeAt(index);
    if (code === 0x0a || code === 0x0d) return { from: index + 1, column: 0 };
    if (code === 0x1b) escape = index;
  }
  return escape === undefined ? undefined : { from: escape, column: undefined };
}

/** How far before an anchor its line is looked for. Longer than any line of which a banner is the beginning. */
export const LONGEST_LOOKBACK = 1_024;

const NONE = Infinity;
const MOST_SEQUENCES = 4;
const LONGEST_CSI = 40;
const LONGEST_OSC = 80;

/** The longest anchor: two letters and the sequences between them. */
export const REACH = MOST_SEQUENCES * (LONGEST_OSC + 4) + 2;

const WORDS = ["reached", "balance"];
const SEQUENCE = String.raw`\x1b(?:\[[\d;:?]{0,${LONGEST_CSI}}[a-zJKX]|\][^\x07\x1b\r\n]{0,${LONGEST_OSC}}(?:\x07|\x1b\\)|[()][\dAB]|[78=>])`;
const JOINT = new RegExp(`(?<before>[abcehlnr])(?:${SEQUENCE}){1,${MOST_SEQUENCES}}(?<after>[acdehln])`, "g");
const PAIRS = new Set(
  WORDS.flatMap((word) => Array.from(word.slice(1), (letter, index) => word.charAt(index) + letter)),
);

const FINDERS: readonly ((raw: string, from: number) => number)[] = [
  findYou,
  ...WORDS.map((word) => (raw: string, from: number) => found(raw.indexOf(word, from))),
  findJoint,
];

function found(at: number): number {
  return at < 0 ? NONE : at;
}

/** A Y that may begin "You" at the beginning of a line. */
function findYou(raw: string, from: number): number {
  for (let at = raw.indexOf("Y", from); at >= 0; at = raw.indexOf("Y", at + 1)) {
    const next = raw.charCodeAt(at + 1);
    if ((next === 0x6f || next === 0x1b) && mayBeginLine(raw, at)) return at;
  }
  return NONE;
}

/** Before it, past blanks: a line break, a sign (no ASCII), or the end of an escape sequence. */
function mayBeginLine(raw: string, at: number): boolean {
  let index = at - 1;
  while (index >= 0 && raw.charCodeAt(index) === 0x20) index--;
  const code = raw.charCodeAt(index);
  if (index < 0 || code < 0x20 || code >= 0x7f) return true;
  return raw.lastIndexOf("\x1b", index) >= Math.max(0, index - LONGEST_OSC);
}

function findJoint(raw: string, from: number): number {
  // Most text has no escape at all, and this search is the cheapest there is.
  if (raw.indexOf("\x1b", from) < 0) return NONE;
  JOINT.lastIndex = from;
  for (let joint = JOINT.exec(raw); joint; joint = JOINT.exec(raw)) {
    const { before = "", after = "" } = joint.groups ?? {};
    if (PAIRS.has(before + after)) return joint.index;
    // The letter after a sequence may be the one before the next.
    JOINT.lastIndex--;
  }
  return NONE;
}
