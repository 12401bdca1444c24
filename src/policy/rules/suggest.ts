import { judge } from "../judge.js";
import type { Policy, Verdict } from "../policy.js";
import { proposeRules } from "./propose-rules.js";
import { describeCall, readRule } from "./rule.js";
import type { Place, ToolCall } from "../tool-call.js";

/** A call of the past, as the approvals tell of it. */
export interface PastCall extends ToolCall {
  readonly cwd: string;
  readonly verdict: Verdict["verdict"];
  readonly outcome: string;
}

/** A rule that would have spared the person some prompts. */
export interface Suggestion {
  readonly rule: string;
  /** How many prompts it is needed for. */
  readonly count: number;
  /** A few of those calls, each once, as people read them. */
  readonly examples: readonly string[];
}

/**
 * Rules for what the person was asked at least twice, the most wanted first. They are tried before they are proposed:
 * with all of them in effect, each call that is counted is allowed, so none of them is covered by a deny or ask rule, is
 * there already, or helps with only a part of a command.
 */
export function suggestRules(
  calls: readonly PastCall[],
  policy: Policy,
  placeFor: (cwd: string) => Place,
): readonly Suggestion[] {
  const now: Policy = { ...policy, mode: "rules" };
  let wanted = equalCalls(calls.filter(isAsked)).flatMap((kind): readonly Wanted[] => {
    const { call } = kind;
    const place = placeFor(call.cwd);
    if (judge(call, now, place).verdict !== "ask") return [];
    const rules = proposeRules(call, place, (command) =>
      isAllowed({ tool: "Bash", input: { command } }, now, place),
    );
    return rules.length > 0 ? [{ ...kind, place, rules }] : [];
  });
  // A call that stays a question takes its rules with it, which may leave another rule with too few.
  for (;;) {
    const enough = suggestionsFor(wanted).filter(({ count }) => count >= LEAST);
    const then: Policy = { ...now, allow: [...now.allow, ...enough.flatMap(({ rule }) => read(rule))] };
    const solved = wanted.filter(({ call, place }) => isAllowed(call, then, place));
    if (solved.length === wanted.length) return enough.toSorted(byCount);
    wanted = solved;
  }
}

const LEAST = 2;
const MOST_EXAMPLES = 3;

/** One call that was made so many times. */
interface EqualCalls {
  readonly call: PastCall;
  readonly count: number;
}

interface Wanted extends EqualCalls {
  readonly place: Place;
  readonly rules: readonly string[];
}

/** Asked, and not answered by us. */
function isAsked({ verdict, outcome }: PastCall): boolean {
  return verdict === "ask" && (outcome === "person" || outcome === "left");
}

function isAllowed(call: ToolCall, policy: Policy, place: Place): boolean {
  return judge(call, policy, place).verdict === "allow";
}

function equalCalls(calls: readonly PastCall[]): readonly EqualCalls[] {
  const kinds = new Map<string, EqualCalls>();
  for (const call of calls) {
    const key = JSON.stringify([call.tool, call.input, call.cwd]);
    kinds.set(key, { call, count: (kinds.get(key)?.count ?? 0) + 1 });
  }
  return [...kinds.values()];
}

function suggestionsFor(wanted: readonly Wanted[]): readonly Suggestion[] {
  const suggestions = new Map<string, Suggestion>();
  for (const { call, count, rules } of wanted) {
    for (const rule of new Set(rules)) {
      const before = suggestions.get(rule) ?? { rule, count: 0, examples: [] };
      const examples = [...new Set([...before.examples, describeCall(call)])].slice(0, MOST_EXAMPLES);
      suggestions.set(rule, { rule, count: before.count + count, examples });
    }
  }
  return [...suggestions.values()];
}

function read(text: string): Policy["allow"] {
  const rule = readRule(text);
  return rule.ok ? [rule.rule] : [];
}

function byCount(a: Suggestion, b: Suggestion): number {
  return b.count - a.count || a.rule.localeCompare(b.rule, "en");
}
