import type { Config } from "../../config/load-config.js";
import { shellWord } from "../../host/shell-word.js";
import { BUILT_IN_RULES } from "../../policy/builtin/built-in-rules.js";
import type { ApproveMode } from "../../policy/policy.js";
import { isKnownTool, readRule } from "../../policy/rules/rule.js";
import type { Suggestion } from "../../policy/rules/suggest.js";
import type { RuleChange } from "../commands/policy-change.js";

/** The documented shape of `cac policy list --json`. */
export function jsonOfPolicy({ approve }: Config): object {
  const { mode, delayMs, allow, ask, deny, without, offBecause } = approve;
  const builtIn = BUILT_IN_RULES.map(({ name, says }) => ({ name, says, holds: !without.includes(name) }));
  return { mode, offBecause: offBecause ?? null, delayMs, allow, ask, deny, builtIn };
}

export interface PolicyLook {
  /** Some of the rules cannot be read, which switches approval off. */
  readonly areRulesLost: boolean;
  /** The width to keep to; undefined where nobody looks at lines. */
  readonly columns: number | undefined;
}

export function policyLines({ approve, file }: Config, look: PolicyLook): readonly string[] {
  const { deny, ask, allow, without } = approve;
  const width = Math.max(...BUILT_IN_RULES.map(({ name }) => name.length));
  const builtIn = BUILT_IN_RULES.flatMap(({ name, says }) => {
    const words = `${without.includes(name) ? "(taken out) " : ""}${says}`;
    const rows = look.columns === undefined ? [words] : broken(words, look.columns - width - 4);
    return rows.map((row, index) => `${(index === 0 ? name : "").padEnd(width)}  ${row}`);
  });
  const none = look.areRulesLost ? "(none that can be read)" : "(no rule of yours)";
  return [
    ...modeLines(approve, look),
    ...titled("Denied", deny, none),
    ...titled("Denied, built in", builtIn, none),
    ...titled("Left to you", ask, none),
    ...titled("Allowed", allow, none),
    "",
    `Your rules are in ${file}.`,
  ];
}

function modeLines(
  { mode, delayMs, offBecause }: Config["approve"],
  { areRulesLost }: PolicyLook,
): readonly string[] {
  if (mode !== "off") return [`Mode ${mode}: ${MODES[mode]} after ${delayMs} ms.`];
  if (areRulesLost || offBecause !== undefined) return [`Mode off until that is corrected: ${MODES.off}.`];
  return [`Mode off: ${MODES.off}.`, BEGIN];
}

const BEGIN = "It begins with: cac config set approve.mode rules";

/** Between words; a word that is longer than the row stands alone. */
function broken(text: string, columns: number): readonly string[] {
  const [first = "", ...words] = text.split(" ");
  const rows = [first];
  for (const word of words) {
    const row = `${rows.at(-1) ?? ""} ${word}`;
    if (row.length <= columns) rows[rows.length - 1] = row;
    else rows.push(word);
  }
  return rows;
}

const MODES: Readonly<Record<ApproveMode, string>> = {
  off: "every permission prompt is left to you",
  rules: "what a rule allows is approved",
  all: "what no rule denies or asks about is approved",
};

function titled(title: string, rules: readonly string[], none: string): readonly string[] {
  return ["", `${title}:`, ...(rules.length > 0 ? rules : [none]).map((rule) => `  ${rule}`)];
}

export function suggestionLines(suggestions: readonly Suggestion[]): readonly string[] {
  if (suggestions.length === 0) {
    return ["Nothing to suggest: no kind of call that a rule could mean was left to you twice."];
  }
  const shown = suggestions.slice(0, MOST_SUGGESTED);
  const more = suggestions.length - shown.length;
  return [
    ...shown.flatMap(({ rule, count, examples }) => [
      `${rule}  (asked ${count} times)`,
      ...examples.map((example) => `    ${example}`),
    ]),
    ...(more > 0 ? [`… and ${more} more: cac policy suggest --json`] : []),
    "",
    "Those that you agree with:",
    `  cac policy allow ${shown.map(({ rule }) => shellWord(rule)).join(" ")}`,
  ];
}

const MOST_SUGGESTED = 20;

/** A mistyped deny rule would hold nothing back, in silence. */
function unheardOf(rule: string): string {
  const read = readRule(rule);
  const tool = read.ok ? read.rule.tool : "";
  return isKnownTool(tool) ? "" : `, but no tool called ${tool} is known; see that it is spelled right`;
}

export interface ChangeLook {
  /** Approval is off, and nothing but that keeps the rules from being used. */
  readonly isIdle: boolean;
  /** The rule that denies what this one means, a built-in one by its name; undefined where none does. */
  readonly deniedBy: (rule: string) => string | undefined;
}

export function changeLines(
  changes: readonly RuleChange[],
  { isIdle, deniedBy }: ChangeLook,
): readonly string[] {
  const lines = changes.map((change) => {
    const { rule, list, did, overruledBy, meant } = change;
    const by = list === "allow" && overruledBy === null ? deniedBy(rule) : undefined;
    const denied = by === undefined ? "" : `, but ${by} denies it and comes first`;
    const but = overruledBy === null ? denied : `, but ${overruledBy} has it too and comes first`;
    switch (did) {
      case "added":
        return `${rule}: added to ${list}${but}${unheardOf(rule)}`;
      case "was there":
        return `${rule}: was in ${list} already${but}`;
      case "removed":
        return `${rule}: taken out of ${list}`;
      case "was not there":
        return `${rule}: in none of your lists${meant === undefined ? "" : `; did you mean ${shellWord(meant)}?`}`;
      default:
        return did satisfies never;
    }
  });
  const isFirst = changes.some(({ did, list }) => did === "added" && list === "allow");
  return isIdle && isFirst ? [...lines, `Approval is off. ${BEGIN}`] : lines;
}
