import { ANY_WORDS, type Word } from "../shell/command-part.js";
import type { Match } from "./match.js";
import { accepts, type Item, type Step } from "./sequence.js";
import { fitsGlob, type StarGlob } from "./star-glob.js";

/** What stands in `Bash(…)`, taken apart once for each rule. */
export interface WordPattern {
  readonly items: readonly Item<StarGlob>[];
  /** The names of the variables in front of its program: `CI=* npm test`. */
  readonly variables: readonly string[];
  /** The words that the rule spells out before its first `*`, from the program on. */
  readonly spelled: readonly string[];
  readonly hasStar: boolean;
  /** The whole text, for deny and ask rules, which look at that too. */
  readonly text: StarGlob;
}

/**
 * A rule's words, with quotes taken off as the shell would. `*` alone: one or more words, at the end any words or
 * none; at the end of the last word: the rest of it, and any further words; else within its word. `:*` at the end is
 * the older spelling of ` *`.
 */
export function readWordPattern(specifier: string): WordPattern {
  const modern = specifier.replace(/:\*$/, " *");
  const written = splitWords(modern);
  const items: Item<StarGlob>[] = [];
  for (const [index, word] of written.entries()) {
    const isLast = index === written.length - 1;
    if (word.isBareStar) {
      if (!isLast) items.push({ kind: "one" });
      items.push({ kind: "many" });
    } else {
      items.push({ kind: "glob", glob: word });
      if (isLast && word.endsInBareStar) items.push({ kind: "many" });
    }
  }
  const program = written.findIndex(({ pieces: [start = ""] }) => !VARIABLE.test(start));
  const variables = written
    .slice(0, program === -1 ? undefined : program)
    .flatMap(({ pieces: [start = ""] }) => VARIABLE.exec(start)?.[1] ?? []);
  const words = written.slice(variables.length);
  const firstStar = words.findIndex((word) => word.pieces.length > 1);
  const spelled = (firstStar === -1 ? words : words.slice(0, firstStar)).map((word) => word.pieces.join(""));
  const hasStar = written.some((word) => word.pieces.length > 1);
  return { items, variables, spelled, hasStar, text: { pieces: modern.trim().split("*") } };
}

const VARIABLE = /^([A-Za-z_]\w*)=/;

/**
 * For a deny or ask rule: `yes` where the words match whatever the unknown ones turn out to be, `maybe` where they match for
 * some of their values.
 */
export function matchWords(pattern: WordPattern, words: readonly Word[], takesMore: boolean): Match {
  const all = takesMore ? [...words, ANY_WORDS] : words;
  if (accepts(pattern.items, all, certainly)) return "yes";
  if (all.every((word) => word.text !== undefined)) return "no";
  return accepts(pattern.items, all, possibly) ? "maybe" : "no";
}

/** For an allow rule: as `yes` above, and a `*` within a word never stands for a `..`. */
export function coversWords(pattern: WordPattern, words: readonly Word[], takesMore: boolean): boolean {
  return accepts(pattern.items, takesMore ? [...words, ANY_WORDS] : words, strictly);
}

const certainly: Step<StarGlob, Word> = (items, at, word) => {
  const item = items[at];
  if (item === undefined) return [];
  if (item.kind === "many") return [at];
  if (word.text !== undefined) return item.kind === "one" || fitsGlob(item.glob, word.text) ? [at + 1] : [];
  const { values } = word;
  const fits =
    item.kind === "one" ||
    (values?.every((value) => fitsGlob(item.glob, value)) ??
      (endsInStar(item.glob) && fitsGlob(item.glob, word.start)));
  if (!fits) return [];
  if (word.count === "one") return [at + 1];
  // More words may follow from it, so only what swallows them will do. An empty start may be no word at all.
  return word.start !== "" && items[at + 1]?.kind === "many" ? [at + 1] : [];
};

const strictly: Step<StarGlob, Word> = (items, at, word) => {
  const item = items[at];
  if (item?.kind === "glob" && item.glob.pieces.length > 1) {
    const isOpaque = word.text === undefined && word.values === undefined && word.glob === undefined;
    const climbs = (word.values ?? [word.text ?? word.start]).some((text) => CLIMBS.test(text));
    if (isOpaque || (climbs && !item.glob.pieces.some((piece) => CLIMBS.test(piece)))) return [];
  }
  return certainly(items, at, word);
};

const CLIMBS = /(?:^|\/)\.\.(?:\/|$)/;

const possibly: Step<StarGlob, Word> = (items, at, word) => {
  if (word.text !== undefined) return certainly(items, at, word);
  const item = items[at];
  const fitsItem = item !== undefined && (item.kind !== "glob" || canBegin(item.glob, word.start));
  if (word.count === "one") {
    if (!fitsItem) return [];
    return item.kind === "many" ? [at] : [at + 1];
  }
  if (word.start !== "" && !fitsItem) return [];
  const from = word.start === "" || item?.kind === "many" ? at : at + 1;
  return Array.from({ length: items.length + 1 - from }, (_, index) => from + index);
};

function canBegin({ pieces: [head = "", ...others] }: StarGlob, start: string): boolean {
  return head.startsWith(start) || (others.length > 0 && start.startsWith(head));
}

function endsInStar({ pieces }: StarGlob): boolean {
  return pieces.length > 1 && pieces.at(-1) === "";
}

/** Whether a deny or ask rule covers the text as Claude Code reads rules: spaces around it mean nothing. */
export function matchText({ text }: WordPattern, command: string): boolean {
  // With ` *` at its end, the rule also covers what stands before it.
  return fitsGlob(text, command.trim()) || fitsGlob(text, `${command.trim()} `);
}

interface WrittenWord extends StarGlob {
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
