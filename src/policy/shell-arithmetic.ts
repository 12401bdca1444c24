import { forEachChild } from "unbash";
import type { ArithmeticExpression, ParsedScript, SyntaxNode, Word as WordSyntax } from "unbash";

/** What arithmetic may do to the shell around it. */
export interface ArithmeticContext {
  run(script: ParsedScript | undefined, how: "value"): void;
  assign(name: string): void;
  doubt(why: string): void;
  isNumber(name: string): boolean;
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

/** An index, an offset, a side of `-eq`: words whose value the shell evaluates as arithmetic. */
export function checkArithmeticText(word: WordSyntax, context: ArithmeticContext): void {
  runInside(word, context);
  checkText(word.text, context);
}

/** For certain a whole number, or several of them (`{1..5}`). */
export function isNumericWord(word: WordSyntax): boolean {
  const [part, more] = word.parts ?? [];
  if (part === undefined) return /^-?\d{1,15}$/.test(word.value);
  if (more !== undefined) return false;
  const only = part.type === "DoubleQuoted" && part.parts.length === 1 ? part.parts[0] : part;
  switch (only?.type) {
    case "ArithmeticExpansion":
      return true;
    case "Literal":
      return /^-?\d{1,15}$/.test(only.value);
    case "SimpleExpansion":
      return /^\$[?#$!]$/.test(only.text);
    case "BraceExpansion":
      return /^\{-?\d+\.\.-?\d+(?:\.\.\d+)?\}$/.test(only.text);
    default:
      return false;
  }
}

/** For certain a whole number, in a variable or not. */
export function isNumeral(word: WordSyntax, context: Pick<ArithmeticContext, "isNumber">): boolean {
  const name = /^"?\$\{?([A-Za-z_]\w*)\}?"?$/.exec(word.text)?.[1];
  return name === undefined ? isNumericWord(word) : SHELL_NUMBERS.has(name) || context.isNumber(name);
}

const TOKEN =
  /\s+|0[xX][\da-fA-F]+|\d+(?:\.\d+)?|\$?([A-Za-z_]\w*)|\$\{([A-Za-z_]\w*)\}|\$[?#$!]|[-+*/%()<>=!&|^~?:,;]/y;
const ASSIGNS = /(?<![=!<>])=(?!=)|<<=|>>=|\+\+|--/;
/** Numbers that the shell itself keeps. */
const SHELL_NUMBERS = new Set(["RANDOM", "LINENO", "UID", "EUID", "PPID", "BASHPID", "EPOCHSECONDS"]);

/**
 * Arithmetic evaluates the values of variables again, and `a[$(…)]` in one of them runs. So nothing passes but numbers,
 * operators and variables that hold numbers for certain.
 */
function checkText(text: string, context: ArithmeticContext): void {
  const assigns = ASSIGNS.test(text);
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (match === null) {
      context.doubt("has arithmetic that cannot be followed");
      return;
    }
    const name = match[1] ?? match[2];
    if (name === undefined) continue;
    if (assigns) context.assign(name);
    if (!SHELL_NUMBERS.has(name) && !context.isNumber(name)) {
      context.doubt(`has arithmetic with ${name}, whose value is not known to be a number`);
      return;
    }
  }
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
