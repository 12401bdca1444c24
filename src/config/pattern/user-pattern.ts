import { PATTERN_FLAGS } from "../config-values.js";
import { attacksOn } from "./pattern-attacks.js";
import { trySearch } from "./pattern-cost.js";
import { parsePattern } from "./pattern-tree.js";

export type UserPattern =
  { readonly ok: true; readonly pattern: RegExp } | { readonly ok: false; readonly reason: string };

/**
 * A user's pattern, compiled and vetted: it runs on all that the session prints, so one that never ends would
 * hang it.
 *
 * What this cannot prove: that a pattern is quick on every text. It is tried on texts made from its own
 * repetitions, which finds the known shapes of runaway patterns, not each conceivable one; back references and
 * look-behinds are only followed by halves.
 */
export function compileUserPattern(source: string): UserPattern {
  if (source.length > LONGEST) return refuse(`it is longer than ${LONGEST} characters`);
  let pattern: RegExp;
  try {
    pattern = new RegExp(source, PATTERN_FLAGS);
  } catch (error) {
    return refuse(engineReason(error));
  }
  const tree = parsePattern(source);
  const spent = { looks: 0 };
  for (const text of attacksOn(tree)) {
    if (trySearch(tree, text, spent) === "runs away") {
      return refuse(
        `it runs away: a text such as ${JSON.stringify(text.slice(0, 24))}… would hold it up for very long`,
      );
    }
    if (spent.looks > MOST_LOOKS) return refuse("it has too many repetitions to be checked");
  }
  const idle = ["", " ", "a", "0"].find((text) => pattern.test(text));
  if (idle === undefined) return { ok: true, pattern };
  return refuse(`it is too wide: it matches even ${idle === "" ? "an empty text" : `"${idle}"`}`);
}

const LONGEST = 1000;
// Well below a second; a pattern of ten repetitions takes a hundredth of it.
const MOST_LOOKS = 10_000_000;

function refuse(reason: string): UserPattern {
  return { ok: false, reason };
}

/** "Invalid regular expression: /(/i: Unterminated group" -> "Unterminated group". */
function engineReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const reason = message.slice(message.lastIndexOf(": ") + 2);
  return `it is not a regular expression: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}
