import type { Word } from "../command-part.js";
import { isWholeNumber } from "../words/special-names.js";

const CONVERSION = /%(?:%|[-+ #0]*\d*(?:\.\d+)?([a-zA-Z]))/g;
const UNKNOWN = "uses printf with a format that is not known";

/** Why `printf` with these words cannot be followed: zsh evaluates the operand of `%d`, bash that of `%n`. */
export function checkPrintf(args: readonly Word[]): string | undefined {
  const isBehind = args[0]?.text === "--";
  const [format, ...operands] = isBehind ? args.slice(1) : args;
  if (format === undefined || format.text === "") return undefined;
  // It may be `-v`, which sets a variable.
  if (format.count !== "one" || (!isBehind && /^(?:-|$)/.test(format.start))) return UNKNOWN;
  // Without operands there is nothing to evaluate.
  if (format.text === undefined) return operands.length === 0 ? undefined : UNKNOWN;
  const letters = Array.from(format.text.matchAll(CONVERSION), (match) => match[1] ?? "").filter(
    (letter) => letter !== "",
  );
  if (!letters.every((letter) => /[sbqcdiouxXfeEgG]/.test(letter))) return UNKNOWN;
  if (format.text.replaceAll(CONVERSION, "").includes("%")) return UNKNOWN;
  if (letters.every(isForText)) return undefined;
  // With further operands the format starts again.
  return operands.every((word, at) => isOperand(word, letters[at % letters.length] ?? ""))
    ? undefined
    : "uses printf with a number that is not known to be one";
}

function isOperand(word: Word, letter: string): boolean {
  return word.count === "one" && (isForText(letter) || isWholeNumber(word));
}

function isForText(letter: string): boolean {
  return /[sbqc]/.test(letter);
}
