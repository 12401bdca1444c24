import type { Word } from "../command-part.js";
import { isWholeNumber } from "../words/special-names.js";
import { FILE_TESTS, NUMBER_TESTS, TEXT_TESTS } from "./test-operators.js";

const UNCLEAR = "has a test that cannot be followed";

/** Why `test` with these words cannot be followed: bash evaluates the name behind `-v`, zsh the number behind `-t`. */
export function checkTest(args: readonly Word[]): string | undefined {
  if (!args.every((word) => word.count === "one")) return UNCLEAR;
  if (args.length <= 4) return isClear(args) ? undefined : UNCLEAR;
  const clauses: Word[][] = [[]];
  for (const word of args)
    if (word.text === "-a" || word.text === "-o") clauses.push([]);
    else clauses.at(-1)?.push(word);
  const areClear = clauses.every((clause) => clause.length > 0 && isClear(clause) && clause.every(isPlain));
  return areClear ? undefined : UNCLEAR;
}

/** Read by the number of words, as the standard has it: then an operand cannot pass for an operator. */
function isClear(words: readonly Word[]): boolean {
  const [first, second, third, fourth, more] = words;
  if (first === undefined || second === undefined) return true;
  if (third === undefined) return first.text === "!" || isUnary(first, second);
  if (fourth === undefined && TEXT_TESTS.has(second.text ?? "")) return true;
  if (fourth === undefined && NUMBER_TESTS.has(second.text ?? ""))
    return isWholeNumber(first) && isWholeNumber(third);
  return more === undefined && first.text === "!" && isClear(words.slice(1));
}

function isUnary({ text = "" }: Word, operand: Word): boolean {
  if (text === "-t") return isWholeNumber(operand);
  if (text === "-v") return /^[A-Za-z_]\w*$/.test(operand.text ?? "");
  return FILE_TESTS.has(text);
}

/** Where several tests are joined, no operand may look like a part of another one. */
function isPlain(word: Word): boolean {
  const { text } = word;
  if (text === undefined) return word.isNumber === true;
  return /^[^-(!)]/.test(text) || isOperator(text) || isWholeNumber(word);
}

function isOperator(text: string): boolean {
  return FILE_TESTS.has(text) || TEXT_TESTS.has(text) || NUMBER_TESTS.has(text) || text === "!";
}
