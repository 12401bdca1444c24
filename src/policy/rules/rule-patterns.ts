import { type PathPattern, readPathPattern } from "./match-path.js";
import { readWordPattern, type WordPattern } from "./match-words.js";
import type { Rule } from "./rule.js";

/** The rule's command; undefined where it is for every command. Taken apart once for each rule. */
export function wordPatternOf(rule: Rule): WordPattern | undefined {
  if (rule.specifier === undefined) return undefined;
  let pattern = words.get(rule);
  if (pattern === undefined) words.set(rule, (pattern = readWordPattern(rule.specifier)));
  return pattern;
}

/** The rule's path; undefined where it is for every file. */
export function pathPatternOf(rule: Rule): PathPattern | undefined {
  if (rule.specifier === undefined) return undefined;
  let pattern = paths.get(rule);
  if (pattern === undefined) paths.set(rule, (pattern = readPathPattern(rule.specifier)));
  return pattern;
}

const words = new WeakMap<Rule, WordPattern>();
const paths = new WeakMap<Rule, PathPattern>();
