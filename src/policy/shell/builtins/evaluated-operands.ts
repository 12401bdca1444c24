import type { Word } from "../command-part.js";
import { isWholeNumber } from "../words/special-names.js";

/** Operators of `test`, `[` and `[[` that mean the same in bash and zsh, with one operand that is not evaluated. */
export const FILE_TESTS: ReadonlySet<string> = new Set(
  "-b -c -d -e -f -g -h -k -p -r -s -u -w -x -G -L -O -S -n -z".split(" "),
);
/** With two. */
export const TEXT_TESTS: ReadonlySet<string> = new Set("= == != < > -nt -ot -ef".split(" "));
/** With two that a shell may evaluate as arithmetic. */
export const NUMBER_TESTS: ReadonlySet<string> = new Set("-eq -ne -lt -le -gt -ge".split(" "));

const UNCLEAR = "has a test that cannot be followed";

/** Why `test` with these words cannot be followed: bash evaluates the name behind `-v`, zsh the number behind `-t`. */
export function checkTest(args: readonly Word[]): string | undefined {
  if (!args.every((word) => word.count === "one")) return UNCLEAR;
  if (args.length <= 4) return isClear(args) ? undefined : UNCLEAR;
  const clauses: Word[][] = [[]];
  for (const word of args)
    if (word.text === "-a" || word.text === "-o") clauses.push([]);
    else clauses.at(-1)?.push(word);
  const areClear = clauses.every(
    (clause) => clause.length > 0 && isClear(clause) && clause.every(isNoOperator),
  );
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
function isNoOperator(word: Word): boolean {
  const { text } = word;
  if (text === undefined) return word.isNumber === true;
  return /^[^-(!)]/.test(text) || isOperator(text) || isWholeNumber(word);
}

function isOperator(text: string): boolean {
  return FILE_TESTS.has(text) || TEXT_TESTS.has(text) || NUMBER_TESTS.has(text) || text === "!";
}

const CONVERSION = /%(?:%|[-+ #0]*\d*(?:\.\d+)?([a-zA-Z]))/g;
const UNKNOWN_FORMAT = "uses printf with a format that is not known";

/** Why `printf` with these words cannot be followed: zsh evaluates the operand of `%d`, bash that of `%n`. */
export function checkPrintf(args: readonly Word[]): string | undefined {
  const isBehind = args[0]?.text === "--";
  const [format, ...operands] = isBehind ? args.slice(1) : args;
  if (format === undefined || format.text === "") return undefined;
  // It may be `-v`, which sets a variable.
  if (format.count !== "one" || (!isBehind && /^(?:-|$)/.test(format.start))) return UNKNOWN_FORMAT;
  // Without operands there is nothing to evaluate.
  if (format.text === undefined) return operands.length === 0 ? undefined : UNKNOWN_FORMAT;
  const letters = Array.from(format.text.matchAll(CONVERSION), (match) => match[1] ?? "").filter(
    (letter) => letter !== "",
  );
  if (!letters.every((letter) => /[sbqcdiouxXfeEgG]/.test(letter))) return UNKNOWN_FORMAT;
  if (format.text.replaceAll(CONVERSION, "").includes("%")) return UNKNOWN_FORMAT;
  if (letters.every(isForText)) return undefined;
  // With further operands the format starts again.
  return operands.every((word, at) => isPrintable(word, letters[at % letters.length] ?? ""))
    ? undefined
    : "uses printf with a number that is not known to be one";
}

function isPrintable(word: Word, letter: string): boolean {
  return word.count === "one" && (isForText(letter) || isWholeNumber(word));
}

function isForText(letter: string): boolean {
  return /[sbqc]/.test(letter);
}
