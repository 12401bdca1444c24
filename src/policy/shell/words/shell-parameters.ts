import type { ParameterExpansionPart, Word as WordSyntax, WordPart } from "unbash";
import type { Around } from "./bare-text.js";
import type { Word } from "../command-part.js";
import type { Use, WordContext } from "./shell-words.js";
import { isWholeNumber } from "./special-names.js";
import { isPlainText, LAST_JOB, NUMBER, OPAQUE, textsOf } from "./variables.js";
import type { Value } from "./word-value.js";

/** What stands around an expansion. */
export interface ExpansionAround extends Around {
  readonly quoted: boolean;
  /** Without quotes, its value is split and globbed by bash. */
  readonly isSplit: boolean;
}

/** Reads a word inside of the expansion. */
export type ReadInside = (word: WordSyntax, use: Exclude<Use, "words">, context: WordContext) => Word;

/** `$name` or `${name}`. */
export function addVariable(
  values: readonly Value[],
  name: string,
  around: ExpansionAround,
  context: WordContext,
  inBraces = false,
): void {
  const following = around.next?.text ?? "";
  if (!inBraces && isModified(name, following)) {
    context.doubt(`has $${name} with something behind it that zsh reads as part of it`);
    for (const value of values) value.hide(false);
    return;
  }
  if (name === "@" || (name === "*" && !around.quoted)) {
    context.doubt(`has $${name}, which may be several words`);
    for (const value of values) value.hide(false);
    return;
  }
  const held = holds(name, context);
  if (!around.isSplit || isUnsplit(held, context)) {
    for (const value of values) value.addValue(held);
    return;
  }
  context.doubt(`has $${name} without quotes, which may become several words`);
  for (const value of values) value.hide(false);
}

/** zsh reads `$x[1]` as an element, `$x:h` as a modifier, `$#x` as a length and `é` as a letter, in quotes too. */
function isModified(name: string, following: string): boolean {
  if (name === "#" && following !== "" && !/^[ /.,"')]/.test(following)) return true;
  return /^(?:[^\0-\x7f]|\[|:(?![/.\d\s,$"'-]|$))/.test(following);
}

function holds(name: string, context: WordContext): Word {
  if (/^[?#$]$/.test(name)) return NUMBER;
  return context.value(name === "!" ? LAST_JOB : name) ?? OPAQUE;
}

/** Without quotes, it still is exactly one word in both shells. */
function isUnsplit(word: Word, context: WordContext): boolean {
  const texts = textsOf(word);
  if (texts !== undefined) return texts.every(isPlainText);
  if (word.isNumber === true) return true;
  return word.glob !== undefined && context.arePlain(word.glob);
}

/** `${…}` */
export function addParameter(
  values: readonly Value[],
  part: ParameterExpansionPart,
  around: ExpansionAround,
  context: WordContext,
  read: ReadInside,
): void {
  const { operation, index, parameter, prefix } = part;
  const isName = /^(?:[A-Za-z_]\w*|\d+|[?$!#*@_-])$/.test(parameter);
  if (prefix === undefined && operation === undefined && index === undefined && isName) {
    addVariable(values, parameter, around, context, true);
    return;
  }
  const why = around.quoted && hasQuotes(part) ? INNER_QUOTES : whyUnread(part, context);
  readOperands(part, around.quoted, context, read);
  if (why !== undefined) {
    context.doubt(why);
    for (const value of values) value.hide(false);
    return;
  }
  if (prefix === "#") {
    for (const value of values) value.addValue(NUMBER);
    return;
  }
  if (around.isSplit) {
    context.doubt(`has \${${parameter}…} without quotes, which may become several words`);
    for (const value of values) value.hide(false);
    return;
  }
  for (const value of values) value.hide(true);
}

const INNER_QUOTES = "has quotes inside of an expansion in quotes, which shells read differently";

/**
 * In double quotes and here-documents, quotes inside of `${…}` quote in one shell and not in the other: bash runs
 * `"${x:-$'$(code)'}"`, zsh `"${x//a/'$(code)'}"`. What stands in `$(…)` has quotes of its own.
 */
function hasQuotes({ operation, index }: ParameterExpansionPart): boolean {
  return [index, ...operandsOf(operation)].some(
    (word) =>
      word !== undefined &&
      (word.parts === undefined ? QUOTE.test(word.text) : word.parts.some((part) => isQuoting(part))),
  );
}

const QUOTE = /['"]|[<>]\(/;

function isQuoting(part: WordPart): boolean {
  switch (part.type) {
    case "CommandExpansion":
    case "ArithmeticExpansion":
    case "SimpleExpansion":
      return false;
    case "ParameterExpansion":
      return hasQuotes(part);
    case "Literal":
      return QUOTE.test(part.text);
    default:
      return part.type !== "Glob" || QUOTE.test(part.text);
  }
}

function operandsOf(operation: ParameterExpansionPart["operation"]): readonly (WordSyntax | undefined)[] {
  switch (operation?.type) {
    case "Default":
    case "Remove":
    case "CaseModification":
    case "Transform":
      return [operation.operand];
    case "Replace":
      return [operation.pattern, operation.replacement];
    case "Slice":
      return [operation.offset, operation.length];
    default:
      return [];
  }
}

function whyUnread(part: ParameterExpansionPart, context: WordContext): string | undefined {
  const { operation, index, parameter, prefix } = part;
  // The name that stands in a variable may be `a[$(…)]`, and bash runs that.
  if (prefix === "!") return "expands a variable whose name is in another";
  if (index !== undefined) return "has a subscript, which shells evaluate";
  if (!/^(?:[A-Za-z_]\w*|\d)$/.test(parameter)) return "has an expansion that shells read differently";
  if (prefix === "#")
    return operation === undefined ? undefined : "has an expansion that shells read differently";
  switch (operation?.type) {
    case undefined:
    case "Names":
    case "CaseModification":
    case "Unknown":
      return "has an expansion that cannot be read";
    case "Transform":
      // `${x@P}` runs the substitutions that stand in the value; zsh has none of these.
      return `expands \${…@${operation.operand.text}}`;
    case "Slice":
      // A length below zero may be an error, after which bash goes on with the next line.
      return isOffset(operation.offset, context) && /^\d{0,9}$/.test(operation.length?.text ?? "")
        ? undefined
        : "has a slice whose bounds are not known to be numbers";
    case "Replace":
      return context.isPosix ? "has an expansion that cannot be read" : undefined;
    case "Default":
    case "Remove":
      return undefined;
    default:
      return operation satisfies never;
  }
}

/** A numeral, or a variable that holds one. zsh takes a letter for a modifier. */
function isOffset(word: WordSyntax, context: WordContext): boolean {
  if (/^\s*-?\d{1,9}$/.test(word.text)) return true;
  const name = /^\s*\$\{?([A-Za-z_]\w*)\}?$/.exec(word.text)?.[1];
  const held = name === undefined ? undefined : context.value(name);
  return held !== undefined && isWholeNumber(held);
}

/** What stands inside runs, even where the expansion is refused: a deny rule may want to see it. */
function readOperands(
  { operation, parameter, index }: ParameterExpansionPart,
  quoted: boolean,
  context: WordContext,
  read: ReadInside,
): void {
  const use = quoted ? "text" : "value";
  if (index !== undefined) read(index, "pattern", context);
  switch (operation?.type) {
    case "Default": {
      read(operation.operand, use, context);
      if (operation.operator.endsWith("=")) context.assign(parameter, OPAQUE);
      return;
    }
    case "Remove":
      read(operation.operand, "pattern", context);
      return;
    case "CaseModification":
      if (operation.operand !== undefined) read(operation.operand, "pattern", context);
      return;
    case "Replace":
      read(operation.pattern, "pattern", context);
      read(operation.replacement, "pattern", context);
      return;
    case "Slice":
      read(operation.offset, "pattern", context);
      if (operation.length !== undefined) read(operation.length, "pattern", context);
      return;
    default:
  }
}
