import type { TestExpression, Word as WordSyntax } from "unbash";
import { readOne, type WordContext } from "../words/shell-words.js";
import { isWholeNumber } from "../words/special-names.js";
import { FILE_TESTS, NUMBER_TESTS, TEXT_TESTS } from "../builtins/evaluated-operands.js";

/** `[[ … ]]`, whose operands are never split, but some of them evaluated. */
export function readTest(node: TestExpression, context: WordContext): void {
  switch (node.type) {
    case "TestUnary":
      readUnary(node.operator, node.operand, context);
      return;
    case "TestBinary":
      readBinary(node.operator, node.left, node.right, context);
      return;
    case "TestLogical":
      for (const operand of node.operands) readTest(operand, context);
      return;
    case "TestNot":
      readTest(node.operand, context);
      return;
    case "TestGroup":
      readTest(node.expression, context);
      return;
    default:
      node satisfies never;
  }
}

function readUnary(operator: string, operand: WordSyntax, context: WordContext): void {
  const word = readOne(operand, "text", context);
  checkPattern(operand, context);
  if (FILE_TESTS.has(operator)) return;
  if (operator === "-t" ? isWholeNumber(word) : operator === "-v" && /^[A-Za-z_]\w*$/.test(word.text ?? ""))
    return;
  context.doubt("has a test that cannot be followed");
}

function readBinary(operator: string, left: WordSyntax, right: WordSyntax, context: WordContext): void {
  const isPattern = /^(?:==?|!=|=~)$/.test(operator);
  const words = [readOne(left, "text", context), readOne(right, isPattern ? "pattern" : "text", context)];
  checkPattern(left, context);
  if (!isPattern) checkPattern(right, context);
  if (isPattern || TEXT_TESTS.has(operator)) return;
  if (NUMBER_TESTS.has(operator) && words.every(isWholeNumber)) return;
  context.doubt("has a test whose operand is not known to be a number");
}

/** zsh may look for files. */
function checkPattern(word: WordSyntax, context: WordContext): void {
  if (word.parts?.some(({ type }) => type === "Glob" || type === "ExtendedGlob") === true)
    context.doubt("has a pattern in a test, which shells read differently");
}
