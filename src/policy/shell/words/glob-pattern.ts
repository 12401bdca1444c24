import type { GlobPart } from "unbash";
import type { Use, WordContext } from "./shell-words.js";
import type { Value } from "./word-value.js";

/** Letters, digits and ranges of them, or classes by name; `^` and `!` turn it around in both shells. */
const SET = /^\[[!^]?(?:[\w.,@%+=:]|[a-zA-Z0-9]-[a-zA-Z0-9]|\[:[a-z]+:\])+-?\]$/;

/** `*`, `?` or `[…]` without quotes. */
export function addPattern(
  values: readonly Value[],
  part: GlobPart,
  use: Use,
  context: Pick<WordContext, "doubt">,
): void {
  if (use === "pattern") {
    for (const value of values) value.hide(true);
    return;
  }
  if (part.kind === "bracket" && !SET.test(part.text)) {
    context.doubt("has a pattern that shells read differently");
    for (const value of values) value.hide(use !== "words" && use !== "target");
    return;
  }
  for (const value of values)
    if (use === "words" || use === "target") value.addGlob(part.text);
    else value.add(part.text);
}

/** What is wrong with a pattern: the rest of a sentence that starts with "the command". */
export function patternFlaw(pattern: string): string | undefined {
  // `.*` and `.?` match `..` in bash 5.1.
  if (/(?:^|\/)\.{1,2}[*?]/.test(pattern) || /(?:^|\/)\.{1,2}\[(?!\w|[!^]\.)/.test(pattern))
    return "has a pattern that may match the folder above";
  return pattern.split("/").some((segment) => segment.includes("**") && segment !== "**")
    ? "has a pattern that shells read differently"
    : undefined;
}
