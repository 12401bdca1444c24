import { knownWord, type Word } from "../command-part.js";

/** The options of a program, as far as they are known. One that is not here is never guessed at. */
export interface OptionTable {
  /** Short options without a value, as in `-iv`. */
  readonly flags?: string;
  /** Short options with one, glued or as the next word. */
  readonly values?: string;
  /** Short options with a value that can only be glued. */
  readonly glued?: string;
  readonly longFlags?: readonly string[];
  /** `--name=value` or `--name value`. */
  readonly longValues?: readonly string[];
  /** `--name` or `--name=value`. */
  readonly longGlued?: readonly string[];
  /** `-5` stands for a number. */
  readonly numbers?: boolean;
}

type Found = readonly [name: string, value: Word | undefined];

export type Options =
  | {
      readonly ok: true;
      /** The options found, by name without dashes; the value where there is one. */
      readonly found: readonly Found[];
      /** The words behind them. */
      readonly rest: readonly Word[];
    }
  | { readonly ok: false; readonly why: string };

/** Takes the options off the words behind a program's name, up to the first word that is none. */
export function takeOptions(program: string, words: readonly Word[], table: OptionTable): Options {
  const found: Found[] = [];
  let at = 0;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    const { text } = word;
    if (text === undefined) {
      // It may be an option, or several words: then the next word is not where it seems to be.
      if (word.count === "one" && word.start !== "" && !word.start.startsWith("-")) break;
      return { ok: false, why: `runs ${program} with an option that is not known before it runs` };
    }
    if (!text.startsWith("-") || text === "-") break;
    at += 1;
    if (text === "--") break;
    const took = takeOption(text, words[at], table);
    if (took === undefined) return { ok: false, why: `runs ${program} with ${text}, which is not known` };
    found.push(...took.found);
    if (took.next) at += 1;
  }
  return { ok: true, found, rest: words.slice(at) };
}

/** The values of the options with these names, one for each time that one of them is given. */
export function valuesOf(
  options: { readonly found: readonly Found[] },
  ...names: string[]
): (Word | undefined)[] {
  return options.found.flatMap(([name, value]) => (names.includes(name) ? [value] : []));
}

interface Took {
  readonly found: readonly Found[];
  /** The next word is its value. */
  readonly next: boolean;
}

function takeOption(text: string, next: Word | undefined, table: OptionTable): Took | undefined {
  if (text.startsWith("--")) return takeLong(text.slice(2), next, table);
  if (table.numbers === true && /^-\d+$/.test(text))
    return { found: [["number", knownWord(text.slice(1))]], next: false };
  const found: Found[] = [];
  for (let at = 1; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const glued = text.slice(at + 1);
    if (table.flags?.includes(letter) === true) found.push([letter, undefined]);
    else if (table.glued?.includes(letter) === true)
      return { found: [...found, [letter, glued === "" ? undefined : knownWord(glued)]], next: false };
    else if (table.values?.includes(letter) !== true) return undefined;
    else if (glued !== "") return { found: [...found, [letter, knownWord(glued)]], next: false };
    else
      return next !== undefined && isValue(next)
        ? { found: [...found, [letter, next]], next: true }
        : undefined;
  }
  return { found, next: false };
}

function takeLong(text: string, next: Word | undefined, table: OptionTable): Took | undefined {
  const equals = text.indexOf("=");
  const name = equals === -1 ? text : text.slice(0, equals);
  const value = equals === -1 ? undefined : knownWord(text.slice(equals + 1));
  if (value === undefined && table.longFlags?.includes(name) === true)
    return { found: [[name, undefined]], next: false };
  if (table.longGlued?.includes(name) === true) return { found: [[name, value]], next: false };
  if (table.longValues?.includes(name) !== true) return undefined;
  if (value !== undefined) return { found: [[name, value]], next: false };
  return next !== undefined && isValue(next) ? { found: [[name, next]], next: true } : undefined;
}

/** One word that the program cannot take for another option, and nobody who reads it either. */
function isValue({ text, count, start }: Word): boolean {
  return count === "one" && (text === undefined ? start !== "" && !start.startsWith("-") : !/^-./.test(text));
}
