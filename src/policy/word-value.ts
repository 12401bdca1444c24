import type { WordPart } from "unbash";
import type { Word } from "./command-part.js";

/** What the shell around a word knows. */
export interface Known {
  /** Undefined where the command has changed it. */
  readonly home: string | undefined;
  readonly cwd: string | undefined;
  /** The variable holds a whole number for certain. */
  isNumber(name: string): boolean;
}

/** The value of a word while it is put together. */
export class Value {
  #text = "";
  #known = true;
  #single = true;

  add(text: string): void {
    if (this.#known) this.#text += text;
  }

  /** From here on, only running it would tell. */
  hide(single: boolean): void {
    this.#known = false;
    if (!single) this.#single = false;
  }

  word(): Word & { readonly single: boolean } {
    return { text: this.#known ? this.#text : undefined, start: this.#text, single: this.#single };
  }
}

/** `$=x`, `$~x`, `$^x` and `$+x` are expansions of zsh and plain text to bash. */
export const ZSH_EXPANSION = /(?<!\\)\$[=~^+#*]/;
/** Expanded by bash in what looks like an assignment (`of=~/x`), not by zsh. */
const LATER_TILDE = /[=:]~/;

/** Text without quotes; `first` at the word's start, `next` is what follows it. */
export function addBare(
  value: Value,
  text: string,
  literal: string,
  first: boolean,
  known: Known,
  next?: WordPart,
): void {
  const certain = !ZSH_EXPANSION.test(text) && !LATER_TILDE.test(text) && !mayHoldBraces(text);
  if (!certain) {
    value.hide(false);
    return;
  }
  // zsh puts a program's path in the place of `=program`, and has no program for `==`.
  if (first && text.startsWith("=") && (next !== undefined || !/^==?$/.test(text))) {
    value.hide(true);
    return;
  }
  if (!first || !text.startsWith("~")) {
    value.add(literal);
    return;
  }
  const home = known.home;
  const mine = literal === "~" ? next === undefined : literal.startsWith("~/") && text.startsWith("~/");
  // A home folder with a space in its name stays one word: the result of a tilde is not split.
  if (mine && home !== undefined) value.add(home + literal.slice(1));
  else value.hide(true);
}

/** Shells differ in what they expand in braces, and so may the parser. */
function mayHoldBraces(text: string): boolean {
  const open = text.indexOf("{");
  const inside = open === -1 ? "" : text.slice(open, text.lastIndexOf("}") + 1);
  return inside.includes(",") || inside.includes("..");
}

/** Split where it is not quoted; these are numbers, and stay whole. */
const NUMBERS = new Set(["?", "#", "$", "!"]);

/** `$name` or `${name}`; `next` is what follows it. */
export function addVariable(
  value: Value,
  name: string,
  next: WordPart | undefined,
  quoted: boolean,
  known: Known,
): void {
  const text = name === "HOME" ? known.home : name === "PWD" ? known.cwd : undefined;
  const following = next?.type === "Literal" || next?.type === "Glob" ? next.text : "";
  // zsh reads `$x[1]` as an element and `$x:h` as a modifier, in quotes too.
  const modified = /^[[:]/.test(following);
  if (text !== undefined && !modified && (quoted || /^[\w@%+,./-]+$/.test(text))) value.add(text);
  else
    value.hide(
      NUMBERS.has(name) || (!quoted && known.isNumber(name)) || (quoted && name !== "@" && !modified),
    );
}
