import type { Word } from "./command-part.js";
import type { Match } from "./match.js";

/** What stands in `Bash(…)`, taken apart once for each rule. */
export interface WordPattern {
  readonly items: readonly Item[];
  /** The words that the rule spells out before its first `*`. */
  readonly spelled: readonly string[];
  readonly hasStar: boolean;
  /** The whole text, with stars as Claude Code reads them: for deny and ask rules, which look at the text too. */
  readonly text: RegExp;
}

/** `one`: any one word. `many`: any words, or none. */
type Item =
  { readonly kind: "word"; readonly glob: Glob } | { readonly kind: "one" } | { readonly kind: "many" };

interface Glob {
  /** What the word begins with; all of it where there is no star in it. */
  readonly head: string;
  readonly star: RegExp | undefined;
  readonly endsInStar: boolean;
}

/**
 * A rule's words, with quotes taken off as the shell would. `*` alone: one or more words, at the end any words or
 * none; at the end of the last word: the rest of it, and any further words; else within its word. `:*` at the end is
 * the older spelling of ` *`.
 */
export function readWordPattern(specifier: string): WordPattern {
  const modern = specifier.replace(/:\*$/, " *");
  const written = splitWords(modern);
  const items: Item[] = [];
  for (const [index, word] of written.entries()) {
    const isLast = index === written.length - 1;
    if (word.isBareStar) {
      if (!isLast) items.push({ kind: "one" });
      items.push({ kind: "many" });
    } else {
      items.push({ kind: "word", glob: readGlob(word.pieces) });
      if (isLast && word.endsInBareStar) items.push({ kind: "many" });
    }
  }
  const firstStar = written.findIndex((word) => word.pieces.length > 1);
  const spelled = (firstStar === -1 ? written : written.slice(0, firstStar)).map((word) =>
    word.pieces.join(""),
  );
  return { items, spelled, hasStar: firstStar !== -1, text: textPattern(modern) };
}

/**
 * `yes` where the words match whatever the unknown ones turn out to be. An unknown word may be none or several: the
 * shell splits what `$X` stands for.
 */
export function matchWords(pattern: WordPattern, words: readonly Word[], takesMore: boolean): Match {
  const all = takesMore ? [...words, ANYTHING] : words;
  if (accepts(pattern.items, all, certainly)) return "yes";
  if (all.every((word) => word.text !== undefined)) return "no";
  return accepts(pattern.items, all, possibly) ? "maybe" : "no";
}

const ANYTHING: Word = { text: undefined, start: "" };

type Step = (items: readonly Item[], at: number, word: Word) => readonly number[];

/** The places in the pattern that can be reached, word after word. */
function accepts(items: readonly Item[], words: readonly Word[], step: Step): boolean {
  let places = closure(items, new Set([0]));
  for (const word of words) {
    const next = new Set<number>();
    for (const at of places) for (const to of step(items, at, word)) next.add(to);
    if (next.size === 0) return false;
    places = closure(items, next);
  }
  return places.has(items.length);
}

/** `many` may stand for no word. */
function closure(items: readonly Item[], places: Set<number>): Set<number> {
  for (const at of places) if (items[at]?.kind === "many") places.add(at + 1);
  return places;
}

const certainly: Step = (items, at, word) => {
  const item = items[at];
  if (item === undefined) return [];
  if (item.kind === "many") return [at];
  if (word.text !== undefined) return item.kind === "one" || fits(item.glob, word.text) ? [at + 1] : [];
  // More words may follow from it, so only what swallows them will do. An empty start may be no word at all.
  if (word.start === "" || items[at + 1]?.kind !== "many") return [];
  return item.kind === "one" || (item.glob.endsInStar && fits(item.glob, word.start)) ? [at + 1] : [];
};

const possibly: Step = (items, at, word) => {
  if (word.text !== undefined) return certainly(items, at, word);
  const item = items[at];
  const fitsItem = item !== undefined && (item.kind !== "word" || canBegin(item.glob, word.start));
  if (word.start !== "" && !fitsItem) return [];
  const from = word.start === "" || item?.kind === "many" ? at : at + 1;
  return Array.from({ length: items.length + 1 - from }, (_, index) => from + index);
};

function fits(glob: Glob, text: string): boolean {
  return glob.star === undefined ? glob.head === text : glob.star.test(text);
}

function canBegin(glob: Glob, start: string): boolean {
  return glob.head.startsWith(start) || (glob.star !== undefined && start.startsWith(glob.head));
}

interface WrittenWord {
  /** The text between the stars: one piece where there is none. */
  readonly pieces: readonly string[];
  readonly isBareStar: boolean;
  readonly endsInBareStar: boolean;
}

/** Quotes group and are taken off; a star counts in quotes too, as it does for Claude Code, but `\*` is a star. */
function splitWords(text: string): readonly WrittenWord[] {
  const words: WrittenWord[] = [];
  for (const [word] of text.matchAll(/(?:"(?:\\[\s\S]|[^"\\])*"|'[^']*'|\\[\s\S]|\S)+/g)) {
    const pieces = [""];
    for (const [bit, inDouble, inSingle] of word.matchAll(
      /"((?:\\[\s\S]|[^"\\])*)"|'([^']*)'|\\[\s\S]|[\s\S]/g,
    )) {
      const isEscape = bit.startsWith("\\") && bit.length === 2;
      const inner = isEscape
        ? [bit.slice(1)]
        : withoutEscapes(inDouble ?? inSingle ?? bit, inDouble !== undefined);
      pieces[pieces.length - 1] += inner[0] ?? "";
      pieces.push(...inner.slice(1));
    }
    words.push({ pieces, isBareStar: word === "*", endsInBareStar: /(?:^|[^\\])\*$/.test(word) });
  }
  return words;
}

/** The text between the stars of one quoted or plain bit. */
function withoutEscapes(text: string, inDouble: boolean): readonly string[] {
  if (!inDouble) return text.split("*");
  const pieces = [""];
  for (const [bit] of text.matchAll(/\\["\\$`*]|[\s\S]/g)) {
    if (bit === "*") pieces.push("");
    else pieces[pieces.length - 1] += bit.length === 2 ? bit.slice(1) : bit;
  }
  return pieces;
}

function readGlob(pieces: readonly string[]): Glob {
  const star = pieces.length === 1 ? undefined : new RegExp(`^${pieces.map(quoted).join("[^]*")}$`);
  return { head: pieces[0] ?? "", star, endsInStar: pieces.length > 1 && pieces.at(-1) === "" };
}

function textPattern(text: string): RegExp {
  const isPrefix = text.endsWith(" *");
  const pieces = (isPrefix ? text.slice(0, -2) : text).trim().split("*");
  return new RegExp(`^\\s*${pieces.map(quoted).join("[^]*")}${isPrefix ? "(?:\\s[^]*)?" : "\\s*"}$`);
}

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
}
