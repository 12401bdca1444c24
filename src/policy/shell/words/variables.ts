import type { Assignment, Word } from "../command-part.js";
import { isWholeNumber } from "./special-names.js";

/** What a command has set so far, by name; a variable that is not here has whatever value it came with. */
export type Variables = ReadonlyMap<string, Word>;

/** Exactly one word of which nothing is known. */
export const OPAQUE: Word = { text: undefined, start: "", count: "one" };
export const NUMBER: Word = { ...OPAQUE, isNumber: true };

/** Stands for `$!`, which is a number once something was started in the background. */
export const LAST_JOB = "!";

/** More alternatives than these are not kept apart. */
export const MOST_VALUES = 64;

export function assigned(variables: Variables, name: string, value: Word): Variables {
  return new Map(variables).set(name, value);
}

/** As parts have them. */
export function listed(variables: Variables, own: readonly Assignment[]): readonly Assignment[] {
  const all = new Map(variables);
  all.delete(LAST_JOB);
  for (const { name, value } of own) all.set(name, value);
  return Array.from(all, ([name, value]) => ({ name, value }));
}

/** What is known after either of two ways. */
export function joined(one: Variables, other: Variables): Variables {
  return merged(one, other, joinWords);
}

/** The same for a loop's next round, in which a value that changes may have changed any number of times. */
export function widened(one: Variables, other: Variables): Variables {
  return merged(one, other, (a, b) => {
    if (sameWord(a, b)) return a;
    return isWholeNumber(a) && isWholeNumber(b) ? NUMBER : OPAQUE;
  });
}

/** Nothing is known of any of them. */
export function forgotten(variables: Variables): Variables {
  return new Map(Array.from(variables.keys(), (name) => [name, OPAQUE]));
}

export function sameVariables(one: Variables, other: Variables): boolean {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  for (const [name, value] of one) {
    const there = other.get(name);
    if (there === undefined || !sameWord(value, there)) return false;
  }
  return true;
}

function merged(one: Variables, other: Variables, merge: (a: Word, b: Word) => Word): Variables {
  if (one === other) return one;
  const all = new Map<string, Word>();
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    const [a, b] = [one.get(name), other.get(name)];
    all.set(name, a === undefined || b === undefined ? OPAQUE : merge(a, b));
  }
  return all;
}

function joinWords(one: Word, other: Word): Word {
  if (sameWord(one, other)) return one;
  const texts = [...new Set([...(textsOf(one) ?? []), ...(textsOf(other) ?? [])])];
  if (textsOf(one) !== undefined && textsOf(other) !== undefined && texts.length <= MOST_VALUES)
    return oneOf(texts);
  return isWholeNumber(one) && isWholeNumber(other) ? NUMBER : OPAQUE;
}

/** One word with one of these values. */
export function oneOf(values: readonly string[]): Word {
  const [first = "", ...more] = values;
  if (more.length === 0) return { text: first, start: first, count: "one" };
  const word: Word = { text: undefined, start: commonStart(values), count: "one", values };
  return isWholeNumber(word) ? { ...word, isNumber: true } : word;
}

/** All values that the word may have, where they are known. */
export function textsOf({ text, values, count }: Word): readonly string[] | undefined {
  if (count !== "one") return undefined;
  return text === undefined ? values : [text];
}

export function commonStart(texts: readonly string[]): string {
  const [first = "", ...more] = texts;
  let length = first.length;
  for (const text of more) while (!text.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

function sameWord(one: Word, other: Word): boolean {
  return (
    one === other ||
    (one.text === other.text &&
      one.start === other.start &&
      one.count === other.count &&
      one.glob === other.glob &&
      one.isPipe === other.isPipe &&
      one.isNumber === other.isNumber &&
      one.values?.join("\0") === other.values?.join("\0"))
  );
}

/** Neither split nor expanded again where it comes out of a variable. */
export function isPlainText(text: string): boolean {
  return /^[\w@%+,./:=~^-]+$/.test(text);
}
