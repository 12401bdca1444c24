import type { WordPart } from "unbash";
import { mayHoldBraces } from "./brace-list.js";
import type { Use, WordContext } from "./shell-words.js";
import type { Value } from "./word-value.js";

/** What stands around a part of a word. */
export interface Around {
  readonly first: boolean;
  readonly next: WordPart | undefined;
  readonly use: Use;
}

/** `$=x`, `$~x`, `$^x`, `$+x` and `$#x` are expansions of zsh and plain text to bash. */
export function hasOpenExpansion(text: string): boolean {
  return /(?<!\\)(?:\\\\)*\$[^\s\\|/.,;)%\]]/.test(text);
}

/** Text without quotes. */
export function addBare(
  values: readonly Value[],
  text: string,
  literal: string,
  around: Around,
  context: Pick<WordContext, "home" | "doubt">,
): void {
  const { first, next, use } = around;
  const splits = use === "words" || use === "target";
  if (use === "pattern") {
    for (const value of values) value.hide(true);
    return;
  }
  const why = hasOpenExpansion(text)
    ? "has a dollar sign that shells read differently"
    : // Expanded by bash in what looks like an assignment (`of=~/x`), not by zsh.
      /[=:]~/.test(text)
      ? "has a tilde that shells read differently"
      : splits && mayHoldBraces(text)
        ? "has braces that shells read differently"
        : splits && /(?<!\\)\[/.test(text) && (text !== "[" || !first || next !== undefined)
          ? "has a bracket that shells read differently"
          : undefined;
  // zsh expands both behind quotes with nothing in them, or a variable that holds nothing.
  const isLate =
    !first && (text.startsWith("~") || (text.startsWith("=") && !values.every((value) => value.hasText)));
  if (isLate || why !== undefined) {
    context.doubt(why ?? "has a word that shells expand differently");
    for (const value of values) value.hide(!splits);
    return;
  }
  for (const value of values)
    if (first && /^[~=]/.test(text)) addTilde(value, text, literal, next, context);
    else value.add(literal);
}

/** A word that begins with `~` or `=`. */
export function addTilde(
  value: Value,
  text: string,
  literal: string,
  next: WordPart | undefined,
  context: Pick<WordContext, "home" | "doubt">,
): void {
  if (text.startsWith("=")) {
    // zsh puts a program's path in the place of `=program`, and has no program for `==`.
    if (next === undefined && /^==?$/.test(text)) value.add(literal);
    else {
      context.doubt("has a word that zsh replaces with a program's path");
      value.hide(true);
    }
    return;
  }
  const isOwn = text === "~" ? next === undefined : text.startsWith("~/");
  // A home folder with a space in its name stays one word: the result of a tilde is not split.
  if (isOwn && context.home !== undefined) {
    value.add(context.home + literal.slice(1));
    return;
  }
  context.doubt("has a home folder that is not known");
  value.hide(true);
}
