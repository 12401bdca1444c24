import { BUILT_IN_RULES } from "./builtin/built-in-rules.js";
import type { BuiltInRule } from "./builtin/built-in-rule.js";
import type { Finding, Match } from "./rules/match.js";
import type { Policy, Verdict } from "./policy.js";
import type { Rule } from "./rules/rule.js";

export function allow(rule: string | undefined, why: string): Verdict {
  return { verdict: "allow", rule, why };
}

export function ask(rule: string | undefined, why: string): Verdict {
  return { verdict: "ask", rule, why };
}

function deny(rule: string | undefined, why: string): Verdict {
  return { verdict: "deny", rule, why };
}

/** 2.1.325 would write files there, were it told to. */
export const IN_PLAN_MODE: Verdict = ask(undefined, "A plan is being made, and nothing is to be done yet.");

/** The built-in rules that the user has left in. */
export function builtInRules(policy: Policy): readonly BuiltInRule[] {
  if (policy.without.length === 0) return BUILT_IN_RULES;
  return BUILT_IN_RULES.filter((rule) => !policy.without.includes(rule.name));
}

/** What a deny rule that matches comes to; `maybe` is for the person. */
export function denied(rule: string, found: Finding): Verdict {
  return found.match === "yes" ? deny(rule, found.why) : ask(rule, found.why);
}

/** What a deny rule of the user's comes to; for an ask rule, `verdict` is not looked at. */
export function coveredBy(rule: Rule, match: Match): Verdict | undefined {
  if (match === "no") return undefined;
  return denied(rule.text, { match, why: `${rule.text} ${match === "yes" ? "covers" : "may cover"} it.` });
}

/** The first denial, or the first question where nothing is denied outright. */
export function worst(verdicts: Iterable<Verdict | undefined>): Verdict | undefined {
  let asked: Verdict | undefined;
  for (const verdict of verdicts) {
    if (verdict?.verdict === "deny") return verdict;
    asked ??= verdict;
  }
  return asked;
}
