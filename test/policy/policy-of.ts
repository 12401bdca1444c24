import type { Policy } from "../../src/policy/policy.js";
import type { Rule } from "../../src/policy/rules/rule.js";
import { readRule } from "../../src/policy/rules/rule.js";
import type { RuleSet } from "./rule-sets.js";

export function policyOf({ mode, allow, ask = [], deny = [] }: RuleSet): Policy {
  return { mode, allow: allow.map(rule), ask: ask.map(rule), deny: deny.map(rule), without: [] };
}

/** A rule that cannot be read is a mistake of the test. */
export function rule(text: string): Rule {
  const read = readRule(text);
  if (!read.ok) throw new Error(`${text}: ${read.why}`);
  return read.rule;
}
