import type { Word } from "../command-part.js";
import { commonStart, MOST_VALUES, oneOf, textsOf } from "./variables.js";

/** Characters that mean something in a pattern: a text that holds one cannot become part of a pattern. */
const PATTERN_CHARACTER = /[*?[\]\\]/;

/** The value of a word while it is put together. */
export class Value {
  /** What it may be so far: texts, or patterns once a glob was added. */
  #alternatives: readonly string[] = [""];
  /** What it begins with, for each alternative, up to the first thing that is not known. */
  #starts: readonly string[] = [""];
  #isKnown = true;
  #isGlob = false;
  #isFiles = false;
  #isOne = true;
  #isPipe = false;
  #hasPatternText = false;
  #pieces = 0;
  #numbers = 0;

  /** The same so far, to go on differently: `{a,b}`. */
  copy(): Value {
    const copy = new Value();
    copy.#alternatives = this.#alternatives;
    copy.#starts = this.#starts;
    copy.#isKnown = this.#isKnown;
    copy.#isGlob = this.#isGlob;
    copy.#isFiles = this.#isFiles;
    copy.#isOne = this.#isOne;
    copy.#isPipe = this.#isPipe;
    copy.#hasPatternText = this.#hasPatternText;
    copy.#pieces = this.#pieces;
    copy.#numbers = this.#numbers;
    return copy;
  }

  /** Whether there is any text in it, so that it cannot vanish. */
  get hasText(): boolean {
    return this.#isGlob || this.#starts.every((start) => start !== "");
  }

  add(text: string): void {
    if (text !== "") this.#pieces += 1;
    if (PATTERN_CHARACTER.test(text)) this.#hasPatternText = true;
    this.#append([text]);
  }

  /** What a variable holds. */
  addValue(word: Word): void {
    const texts = textsOf(word);
    this.#pieces += 1;
    if (word.isNumber === true) this.#numbers += 1;
    if (texts !== undefined && texts.length * this.#alternatives.length <= MOST_VALUES) {
      if (texts.some((text) => PATTERN_CHARACTER.test(text))) this.#hasPatternText = true;
      this.#append(texts);
      return;
    }
    if (word.glob !== undefined) {
      this.#addPattern(word.glob, word.start);
      return;
    }
    this.#extendStarts([word.start]);
    this.#isKnown = false;
  }

  /** `*` and its likes where files take their place. */
  addGlob(pattern: string): void {
    this.#pieces += 1;
    this.#isFiles = true;
    this.#addPattern(pattern, "");
  }

  /** From here on, only running it would tell; `one`: it stays one word. */
  hide(one: boolean): void {
    this.#pieces += 1;
    this.#isKnown = false;
    if (!one) this.#isOne = false;
  }

  makePipe(): void {
    this.hide(true);
    this.#isPipe = true;
  }

  /** The words that a program gets for it: several where a loop's variable stands before a glob. */
  words(): readonly Word[] {
    const start = commonStart(this.#starts);
    // Files that match something unknown.
    const isAny = !this.#isOne || (this.#isFiles && !this.#isKnown);
    const opaque: Word = { text: undefined, start, count: isAny ? "any" : "one" };
    if (this.#isPipe) return [{ ...opaque, isPipe: true }];
    if (!this.#isOne || !this.#isKnown) return [this.#isNumber() ? { ...opaque, isNumber: true } : opaque];
    if (!this.#isGlob) return [oneOf([...new Set(this.#alternatives)])];
    if (this.#hasPatternText) return [this.#isFiles ? { ...opaque, count: "any" } : opaque];
    if (!this.#isFiles && this.#alternatives.length > 1) return [opaque];
    return this.#alternatives.map((glob, at) => ({
      text: undefined,
      start: this.#starts[at] ?? "",
      count: this.#isFiles ? "files" : "one",
      glob,
    }));
  }

  #isNumber(): boolean {
    return this.#pieces === 1 && this.#numbers === 1;
  }

  #append(texts: readonly string[]): void {
    this.#extendStarts(texts);
    if (this.#isKnown) this.#alternatives = crossed(this.#alternatives, texts);
  }

  #addPattern(pattern: string, start: string): void {
    this.#extendStarts([start]);
    this.#isGlob = true;
    if (this.#isKnown) this.#alternatives = crossed(this.#alternatives, [pattern]);
  }

  #extendStarts(texts: readonly string[]): void {
    if (this.#isKnown && !this.#isGlob) this.#starts = crossed(this.#starts, texts);
  }
}

function crossed(starts: readonly string[], ends: readonly string[]): readonly string[] {
  return starts.flatMap((start) => ends.map((end) => start + end));
}
