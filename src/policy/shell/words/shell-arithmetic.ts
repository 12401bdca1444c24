import { forEachChild } from "unbash";
import type { ArithmeticExpression, ParsedScript, SyntaxNode } from "unbash";
import { readArithmetic } from "./arithmetic-syntax.js";
import type { Word } from "../command-part.js";
import { isWholeNumber } from "./special-names.js";
import { textsOf } from "./variables.js";

/** What arithmetic may do to the shell around it. */
export interface ArithmeticContext {
  run(script: ParsedScript | undefined, how: "value"): void;
  /** Arithmetic sets it: it holds a whole number. */
  count(name: string): void;
  /** It cannot be followed: the rest of a sentence that starts with "the command". */
  doubt(why: string): void;
  /** What a variable holds, as far as it is certain; undefined where the command has not set it. */
  value(name: string): Word | undefined;
}

type Arithmetic = {
  readonly type: SyntaxNode["type"];
  readonly text: string;
  readonly expression: ArithmeticExpression | undefined;
};

/** `$((…))` and `$[…]`: refused unless it can only count. */
export function checkArithmetic(part: Arithmetic, context: ArithmeticContext): void {
  if (part.expression !== undefined) runInside(part.expression, context);
  checkText(part.text.startsWith("$[") ? part.text.slice(2, -1) : part.text.slice(3, -2), context);
}

/** The body of `((…))` and of `for ((…))`. */
export function checkExpression(
  expression: ArithmeticExpression,
  source: string,
  context: ArithmeticContext,
): void {
  runInside(expression, context);
  checkText(source, context);
}

/** Numbers that both shells keep themselves. */
const SHELL_NUMBERS = new Set(["RANDOM", "LINENO", "UID", "EUID", "PPID", "SECONDS", "SHLVL"]);

/**
 * Arithmetic evaluates the values of variables again, and `a[$(…)]` in one of them runs. So nothing passes but whole
 * numbers, operators and variables that hold whole numbers for certain.
 */
function checkText(text: string, context: ArithmeticContext): void {
  const syntax = readArithmetic(text);
  if (syntax === undefined) {
    context.doubt("has arithmetic that cannot be followed");
    return;
  }
  const unknown = syntax.reads.find((name) => !isNumber(name, context));
  if (unknown !== undefined)
    context.doubt(`has arithmetic with ${unknown}, whose value is not known to be a number`);
  for (const name of syntax.sets) context.count(name);
}

/** A leading zero makes it octal in bash, and `08` an error. */
function isNumber(name: string, context: Pick<ArithmeticContext, "value">): boolean {
  const held = context.value(name);
  if (held === undefined) return SHELL_NUMBERS.has(name);
  return isWholeNumber(held) && !(textsOf(held)?.some((text) => /^-?0\d/.test(text)) ?? false);
}

/** Whatever stands inside runs, even where the arithmetic is refused: a deny rule may want to see it. */
function runInside(node: SyntaxNode, context: ArithmeticContext): void {
  if (
    node.type === "CommandExpansion" ||
    node.type === "ArithmeticCommandExpansion" ||
    node.type === "ProcessSubstitution"
  ) {
    context.run(node.script, "value");
    return;
  }
  forEachChild(node, (child) => {
    runInside(child, context);
  });
}
