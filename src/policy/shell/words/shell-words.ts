import type { DoubleQuotedChild, HereDoc, ParsedScript, Word as WordSyntax, WordPart } from "unbash";
import { addBare, addTilde, hasOpenExpansion, type Around } from "./bare-text.js";
import { braceItems, hasLooseBrace } from "./brace-list.js";
import { ANY_WORDS, type Word } from "../command-part.js";
import { addPattern, patternFlaw } from "./glob-pattern.js";
import { handedOn, isOwnDirectory, printsNumber } from "./known-output.js";
import { checkArithmetic, type ArithmeticContext } from "./shell-arithmetic.js";
import { addParameter, addVariable } from "./shell-parameters.js";
import { isPlainText, NUMBER, OPAQUE } from "./variables.js";
import { Value } from "./word-value.js";

/** What a word may need from the shell that it stands in, and whom to tell what else it does there. */
export interface WordContext extends ArithmeticContext {
  /** Undefined where the command has changed it. */
  readonly home: string | undefined;
  /** A shell by the book reads it, which knows neither `{a,b}` nor `$'…'`. */
  readonly isPosix: boolean;
  /** A script that runs while the word is expanded; `feeds`: its output is read like a file, `reads`: the other way. */
  run(script: ParsedScript | undefined, how: "value" | "feeds" | "reads"): void;
  assign(name: string, value: Word): void;
  /** No name that matches the pattern now would be split or expanded again. */
  arePlain(pattern: string): boolean;
}

/**
 * Where a word stands. `words`: it may become several, or files. `target`: a redirect's, one file. `value`: it is
 * assigned. `text`: it stays one word. `pattern`: something is compared with it.
 */
export type Use = "words" | "target" | "value" | "text" | "pattern";

const MOST_WORDS = 100;

/**
 * The words that a program gets for this one, as far as bash and zsh agree: Claude Code runs commands in either.
 * Whatever runs inside of it is handed to the context, so a word must be read exactly once.
 */
export function readWords(word: WordSyntax, context: WordContext): readonly Word[] {
  const words = readParts(word, "words", context).flatMap((value) => value.words());
  for (const { count, glob } of words) {
    if (count === "any") context.doubt("has a word that may become several");
    const flaw = count === "files" ? patternFlaw(glob ?? "") : undefined;
    if (flaw !== undefined) context.doubt(flaw);
  }
  return words;
}

/** A word where only one can stand. */
export function readOne(word: WordSyntax, use: Exclude<Use, "words">, context: WordContext): Word {
  const words = readParts(word, use, context).flatMap((value) => value.words());
  const [only, more] = words;
  if (only?.count === "one" && more === undefined) return only;
  if (use === "pattern") return OPAQUE;
  context.doubt(
    use === "target" ? "has a redirect whose file is not known" : "has a word that may become several",
  );
  return ANY_WORDS;
}

/** What a here-document hands over; undefined where it is not certain. */
export function readHereDoc(doc: HereDoc, context: WordContext): string | undefined {
  const { parts, text } = doc.body;
  let known: string | undefined;
  if (parts === undefined) {
    // Without quotes around its end, backslashes count.
    known = doc.delimiter?.quoted === true || !text.includes("\\") ? text : undefined;
    if (doc.delimiter?.quoted !== true && hasOpenExpansion(text)) known = undefined;
  } else {
    const values = [new Value()];
    for (const [index, part] of parts.entries())
      if (isQuotedChild(part)) addQuoted(values, part, parts[index + 1], context);
      else context.doubt("has a here-document that cannot be read");
    // Tabs are taken away before a variable brings others.
    known = doc.operator === "<<-" ? undefined : values[0]?.words()[0]?.text;
  }
  return doc.operator === "<<-" ? known?.replaceAll(/^\t+/gm, "") : known;
}

function isQuotedChild(part: WordPart): part is DoubleQuotedChild {
  return /^(?:Literal|SimpleExpansion|ParameterExpansion|CommandExpansion|ArithmeticExpansion)$/.test(
    part.type,
  );
}

function readParts(word: WordSyntax, use: Use, context: WordContext): readonly Value[] {
  const parts: readonly WordPart[] = word.parts ?? [
    { type: "Literal", pos: word.pos, end: word.end, text: word.text, value: word.value },
  ];
  let values: readonly Value[] = [new Value()];
  for (const [index, part] of parts.entries()) {
    const around: Around = { first: index === 0, next: parts[index + 1], use };
    if (part.type === "BraceExpansion") values = addBraces(values, part, parts, index, use, context);
    else addPart(values, part, around, context);
  }
  checkWhole(parts, use, context);
  return values;
}

/** What only the whole of a word shows. */
function checkWhole(parts: readonly WordPart[], use: Use, context: WordContext): void {
  if (use === "pattern") return;
  const bare = parts.map((part) => (part.type === "Literal" ? part.text : "")).join("");
  const hasList = parts.some((part) => part.type === "BraceExpansion");
  if (hasLooseBrace(bare) || (hasList && bare.includes("{")))
    context.doubt("has braces that shells read differently");
  if (use !== "words" && use !== "target") return;
  // Patterns of zsh, where the user has them switched on.
  const isPattern = parts.some((part) => part.type === "Glob");
  if (isPattern && /[\^#~]/.test(bare.replace(/^~\//, "")))
    context.doubt("has a pattern that shells read differently");
}

function addPart(values: readonly Value[], part: WordPart, around: Around, context: WordContext): void {
  const isSplit = around.use === "words" || around.use === "target";
  switch (part.type) {
    case "Literal":
      addBare(values, part.text, part.value, around, context);
      return;
    case "SingleQuoted":
      for (const value of values) value.add(part.value);
      return;
    case "AnsiCQuoted":
      // Bytes and control characters by number differ between shells and locales, unknown escapes between shells.
      if (context.isPosix || /[^\t\n\x20-\x7e]/.test(part.value) || hasOddEscape(part.text)) {
        context.doubt("has a quoted text that shells read differently");
        for (const value of values) value.hide(true);
      } else for (const value of values) value.add(part.value);
      return;
    case "DoubleQuoted":
      for (const [index, child] of part.parts.entries())
        addQuoted(values, child, part.parts[index + 1], context);
      return;
    case "LocaleString":
      // Translated by bash, a dollar and a string to zsh.
      context.doubt("has a quoted text that shells read differently");
      for (const child of part.parts) addQuoted(values, child, undefined, context);
      for (const value of values) value.hide(true);
      return;
    case "SimpleExpansion":
      addVariable(values, part.text.slice(1), { ...around, quoted: false, isSplit }, context);
      return;
    case "ParameterExpansion":
      addParameter(values, part, { ...around, quoted: false, isSplit }, context, readOne);
      return;
    case "CommandExpansion":
      addSubstitution(values, part.script, isSplit, context);
      return;
    case "ArithmeticExpansion":
      checkArithmetic(part, context);
      for (const value of values) value.addValue(NUMBER);
      return;
    case "ProcessSubstitution":
      if (!around.first || around.next !== undefined || context.isPosix)
        context.doubt("has a process substitution that shells read differently");
      context.run(part.script, part.operator === "<" ? "feeds" : "reads");
      for (const value of values) value.makePipe();
      return;
    case "Glob":
      addPattern(values, part, around.use, context);
      for (const inner of part.parts ?? []) runInside(inner, around.use, context);
      return;
    case "ExtendedGlob":
      // zsh reads the parentheses as qualifiers, and `*(e:'…':)` runs what stands in them.
      if (around.use !== "pattern") context.doubt("has a pattern with parentheses, which zsh may run");
      for (const inner of part.parts ?? []) runInside(inner, around.use, context);
      for (const value of values) value.hide(around.use === "pattern");
      return;
    case "BraceExpansion":
      context.doubt("has braces that shells read differently");
      for (const value of values) value.hide(false);
      return;
    default:
      part satisfies never;
  }
}

/** A part of something whose value does not matter. */
function runInside(part: WordPart, use: Use, context: WordContext): void {
  addPart(
    [new Value()],
    part,
    { first: false, next: undefined, use: use === "words" ? "text" : use },
    context,
  );
}

/** Unknown escapes, NUL, `\c`, and `\x` without digits. */
function hasOddEscape(text: string): boolean {
  const escapes = text.match(/\\(?:x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|[0-7]{1,3}|.)/gs) ?? [];
  return escapes.some(
    (escape) => /^\\[xu]?0+$/.test(escape) || !/^\\(?:[abefnrtv\\'"?]|[xu][\da-fA-F]+|[0-7]+)$/.test(escape),
  );
}

function addQuoted(
  values: readonly Value[],
  part: DoubleQuotedChild,
  next: WordPart | undefined,
  context: WordContext,
): void {
  const around = { first: false, next, use: "text" as const, quoted: true, isSplit: false };
  switch (part.type) {
    case "Literal":
      if (hasOpenExpansion(part.text)) {
        context.doubt("has a dollar sign that shells read differently");
        for (const value of values) value.hide(false);
      }
      for (const value of values) value.add(part.value);
      return;
    case "SimpleExpansion":
      addVariable(values, part.text.slice(1), around, context);
      return;
    case "ParameterExpansion":
      addParameter(values, part, around, context, readOne);
      return;
    case "CommandExpansion":
      addSubstitution(values, part.script, false, context);
      return;
    case "ArithmeticExpansion":
      checkArithmetic(part, context);
      for (const value of values) value.addValue(NUMBER);
      return;
    default:
      part satisfies never;
  }
}

/** `$(…)`, whose output is split where it is not quoted. */
function addSubstitution(
  values: readonly Value[],
  script: ParsedScript | undefined,
  isSplit: boolean,
  context: WordContext,
): void {
  const doc = isSplit ? undefined : handedOn(script);
  if (doc !== undefined) {
    const text = withoutLastNewlines(readHereDoc(doc, context));
    for (const value of values)
      if (text === undefined) value.hide(true);
      else value.add(text);
    return;
  }
  context.run(script, "value");
  const directory = isOwnDirectory(script) ? context.value("PWD") : undefined;
  for (const value of values) {
    if (directory?.text !== undefined && (!isSplit || isPlainText(directory.text))) value.addValue(directory);
    else if (!isSplit) value.hide(true);
    else if (printsNumber(script) && value.hasText) value.addValue(NUMBER);
    else {
      context.doubt("has a substitution without quotes, which may become several words");
      value.hide(false);
    }
  }
}

/** By hand: a pattern would try each newline of the text anew. */
function withoutLastNewlines(text: string | undefined): string | undefined {
  let end = text?.length ?? 0;
  while (text?.charAt(end - 1) === "\n") end -= 1;
  return text?.slice(0, end);
}

function addBraces(
  values: readonly Value[],
  part: Extract<WordPart, { type: "BraceExpansion" }>,
  parts: readonly WordPart[],
  index: number,
  use: Use,
  context: WordContext,
): readonly Value[] {
  const items = braceItems(part.text);
  if (use !== "words") {
    // Elsewhere both leave them as they are.
    if (use === "target" || items === undefined)
      addPart(values, part, { first: false, next: undefined, use }, context);
    else for (const value of values) value.add(part.text);
    return values;
  }
  const next = parts[index + 1];
  const isClear =
    items !== undefined &&
    !context.isPosix &&
    items.length * values.length <= MOST_WORDS &&
    // bash puts the braces' words behind the dollar sign before it looks for a variable.
    parts[index - 1]?.type !== "SimpleExpansion" &&
    items.every((item) => !/[=:]~/.test(item) && (item !== "" || !mayVanish(parts, next))) &&
    // zsh expands `""{=ls,b}` too.
    (index === 0 || values.every((value) => value.hasText) || !items.some((item) => /^[~=]/.test(item)));
  if (!isClear) {
    for (const inner of part.parts ?? []) runInside(inner, use, context);
    addPart(values, part, { first: false, next, use }, context);
    return values;
  }
  return values.flatMap((value) =>
    items.map((item) => {
      const copy = value.copy();
      if (index === 0 && /^[~=]/.test(item)) addTilde(copy, item, item, next, context);
      else copy.add(item);
      return copy;
    }),
  );
}

/** With nothing in the braces' place, nothing may be left, or something that is expanded in turn. */
function mayVanish(parts: readonly WordPart[], next: WordPart | undefined): boolean {
  return (
    !parts.some(({ type, text }) => type === "Literal" && text !== "") ||
    next?.type === "BraceExpansion" ||
    /^[~=]/.test(next?.text ?? "")
  );
}
