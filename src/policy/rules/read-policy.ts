import type { ApproveMode, Policy } from "../policy.js";
import { readRule, type Rule } from "./rule.js";

/** The user's rules as the settings have them. */
export interface WrittenPolicy {
  readonly mode: ApproveMode;
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
  /** Names of built-in rules. */
  readonly without: readonly string[];
}

/** Settings are checked when they are loaded. Should a deny or ask rule be unreadable all the same, nothing is approved. */
export function readPolicy({ mode, allow, ask, deny, without }: WrittenPolicy): Policy {
  const [asked, denied] = [readAll(ask), readAll(deny)];
  const isWhole = asked.length === ask.length && denied.length === deny.length;
  return { mode: isWhole ? mode : "off", allow: readAll(allow), ask: asked, deny: denied, without };
}

function readAll(texts: readonly string[]): Rule[] {
  return texts.flatMap((text) => {
    const read = readRule(text);
    return read.ok ? [read.rule] : [];
  });
}
