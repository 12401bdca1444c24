import type { Search } from "../transcript/stream-reader.js";

/**
 * Where in a raw stream a banner may stand, found with the engine's own searches: nearly all of a stream is
 * never looked at character by character.
 *
 * The guarantee. Every banner holds `reached` or `balance`, or begins with "You" (a test holds the wordings to
 * it). A capital Y is one character, so nothing can split it. A whole word is found as it is. A word is split
 * only by an escape sequence between two of its letters, so what is left is such a joint, and joints are
 * found too. What no search of the stream can find is a word of which letters are missing, because the row
 * already showed them: for that there is the emulated screen.
 *
 * Positions are only candidates: the line is then decoded and read.
 */
export class AnchorSearch {
  readonly #raw: string;
  readonly #finders: readonly Finder[];
  readonly #next: number[] = [];

  constructor(raw: string, search: Search) {
    this.#raw = raw;
    this.#finders = search === "quick" ? QUICK_FINDERS : FINDERS;
  }

  /** The first candidate at or after `from`, or undefined. `from` never decreases, so the cost stays linear. */
  next(from: number): number | undefined {
    let nearest = NONE;
    for (const [which, find] of this.#finders.entries()) {
      let at = this.#next[which] ?? -1;
      if (at < from) this.#next[which] = at = find(this.#raw, from);
      if (at < nearest) nearest = at;
    }
    return nearest === NONE ? undefined : nearest;
  }
}

/** Whether an anchor may stand in `raw`, or across the cut between `history` and `raw`. */
export function holdsAnchor(history: string, raw: string, search: Search): boolean {
  if (new AnchorSearch(raw, search).next(0) !== undefined) return true;
  // No anchor spans a line break.
  const tail = history.slice(-REACH);
  const head = raw.slice(0, REACH);
  const begun = tail.slice(Math.max(tail.lastIndexOf("\n"), tail.lastIndexOf("\r")) + 1);
  const end = head.search(/[\r\n]/);
  return new AnchorSearch(begun + (end < 0 ? head : head.slice(0, end)), search).next(0) !== undefined;
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

/** How far an anchor can reach: two letters and the sequences between them, longer than real ones are. */
export const REACH = 384;

const WORDS: readonly string[] = ["reached", "balance"];
const CSI = String.raw`\x1b\[[\d;:?]*[a-zJKX]`;
const SEQUENCE = String.raw`(?:${CSI}|\x1b\][^\x07\x1b\r\n]*(?:\x07|\x1b\\)|\x1b[()][\dAB]|\x1b[78=>])`;
const JOINT = new RegExp(`^[abcehlnr]${SEQUENCE}+[acdehln]`);
/** Behind a letter and its escape: the letter does not end a sequence itself, as in `CSI ? 25 h`. */
const NO_FINAL = String.raw`(?<!\x1b\[[\d;:?]{0,64}[a-z]\x1b)`;
/**
 * Finds all joints and a few more, in three quarters of the time: CSI sequences are the common case. Linear in
 * the length of a run of sequences: none begins in the middle of it, and no more is looked at than can reach.
 */
const LIKELY_JOINT = new RegExp(
  String.raw`[abcehlnr]\x1b${NO_FINAL}(?:\[[\d;:?]*[a-zJKX](?:${CSI}){0,${REACH / 3}}(?:[acdehln]|\x1b[^[])|[^[])`,
  "g",
);
const PAIRS = new Set(
  WORDS.flatMap((word) => Array.from(word.slice(1), (letter, index) => word.charAt(index) + letter)),
);

/** "You've", "You're", "Your", "You have", "You are", as far as no escape sequence hides the rest. */
const YOU =
  /Y(?:\x1b|o(?:\x1b|u(?:[\x1b'\u2019\u02bc\xe2\xcar]|[\s\u00a0\xc2]\xa0?(?:\x1b|h[a\x1b]|a[r\x1b]))))/y;

/** One search for all words: their common length lets the engine skip, four times as fast as `indexOf` of each. */
const WHOLE_WORD = new RegExp(WORDS.join("|"), "g");

type Finder = (raw: string, from: number) => number;
const QUICK_FINDERS: readonly Finder[] = [findYou, findWord];
/** Joints take as long as all else. */
const FINDERS: readonly Finder[] = [...QUICK_FINDERS, findJoint];

function findWord(raw: string, from: number): number {
  WHOLE_WORD.lastIndex = from;
  for (let word = WHOLE_WORD.exec(raw); word; word = WHOLE_WORD.exec(raw)) {
    if (mayEndBanner(raw, word.index)) return word.index;
  }
  return NONE;
}

/** In every banner a word that ends in t, p or e comes before: limit, cap, credit, "You've", "You have". */
function mayEndBanner(raw: string, at: number): boolean {
  // Anything but a blank between two letters may be a sequence that stands for one: left to the decoder.
  return raw.charCodeAt(at - 1) !== 0x20 || !/[a-df-oq-su-z,.]/i.test(raw.charAt(at - 2));
}

/** A Y that may begin "You" at the beginning of a line. */
function findYou(raw: string, from: number): number {
  for (let at = raw.indexOf("Y", from); at >= 0; at = raw.indexOf("Y", at + 1)) {
    YOU.lastIndex = at;
    if (YOU.test(raw) && mayBeginLine(raw, at)) return at;
  }
  return NONE;
}

/** Before it, past blanks: a line break, a sign (no ASCII), or the end of an escape sequence. */
function mayBeginLine(raw: string, at: number): boolean {
  let index = at - 1;
  while (index >= 0 && raw.charCodeAt(index) === 0x20) index--;
  const code = raw.charCodeAt(index);
  if (index < 0 || code < 0x20 || code >= 0x7f) return true;
  if (raw.charCodeAt(index - 1) === 0x1b || raw.charCodeAt(index - 2) === 0x1b) return true;
  index--;
  while (isParameter(raw.charCodeAt(index))) index--;
  return raw.charCodeAt(index) === 0x5b && raw.charCodeAt(index - 1) === 0x1b;
}

/** Parameters and intermediate characters of a CSI sequence. */
function isParameter(code: number): boolean {
  return code >= 0x20 && code < 0x40;
}

function findJoint(raw: string, from: number): number {
  // Most text has no escape at all, and this search is the cheapest there is.
  if (raw.indexOf("\x1b", from) < 0) return NONE;
  LIKELY_JOINT.lastIndex = from;
  for (let likely = LIKELY_JOINT.exec(raw); likely; likely = LIKELY_JOINT.exec(raw)) {
    const at = likely.index;
    // What reaches farther is none, so that a cut of the stream between its ends changes nothing.
    const [joint] = JOINT.exec(raw.slice(at, at + REACH)) ?? [];
    if (joint && PAIRS.has(joint.charAt(0) + joint.charAt(joint.length - 1))) return at;
    // The letter after a sequence may be the one before the next.
    LIKELY_JOINT.lastIndex = at + 1;
  }
  return NONE;
}

/** How far around the start of an anchor the bytes must be known, to decide whether it is one. */
export const ANCHOR_BYTES = 80;

/**
 * Whether the bytes hold an anchor that no escape sequence splits. Several times faster than a search that also finds
 * split ones.
 */
export function holdsWholeAnchor(bytes: Buffer): boolean {
  return WORD_BYTES.some((word) => bytes.includes(word)) || holdsYou(bytes);
}

function holdsYou(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(YOU_BYTES); at >= 0; at = bytes.indexOf(YOU_BYTES, at + 1)) {
    const from = Math.max(0, at - ANCHOR_BYTES);
    if (findYou(bytes.toString("latin1", from, at + ANCHOR_BYTES), at - from) === at - from) return true;
  }
  return false;
}

const WORD_BYTES = WORDS.map((word) => Buffer.from(word));
const YOU_BYTES = Buffer.from("You");
