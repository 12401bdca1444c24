import type { Config } from "../config/load-config.js";
import { shellWord } from "../config/shell-word.js";
import { BUILT_IN_RULES } from "../policy/built-in-rules.js";
import type { ApproveMode } from "../policy/policy.js";
import type { Suggestion } from "../policy/suggest.js";
import type { RuleChange } from "./policy-change.js";

/** The documented shape of `cac policy list --json`. */
export function jsonOfPolicy({ approve }: Config): object {
  const { mode, delayMs, allow, ask, deny, without } = approve;
  const builtIn = BUILT_IN_RULES.map(({ name, says }) => ({ name, says, holds: !without.includes(name) }));
  return { mode, delayMs, allow, ask, deny, builtIn };
}

export function policyLines({ approve, file }: Config): readonly string[] {
  const { mode, delayMs, deny, ask, allow, without } = approve;
  const width = Math.max(...BUILT_IN_RULES.map(({ name }) => name.length));
  const builtIn = BUILT_IN_RULES.map(
    ({ name, says }) => `${name.padEnd(width)}  ${without.includes(name) ? "(taken out) " : ""}${says}`,
  );
  return [
    `Mode ${mode}: ${MODES[mode]}${mode === "off" ? "" : ` after ${delayMs} ms`}.`,
    ...titled("Denied", deny),
    ...titled("Denied, built in", builtIn),
    ...titled("Left to you", ask),
    ...titled("Allowed", allow),
    "",
    `Your rules are in ${file}.`,
  ];
}

const MODES: Readonly<Record<ApproveMode, string>> = {
  off: "every permission prompt is left to you",
  rules: "what a rule allows is approved",
  all: "what no rule denies or asks about is approved",
};

function titled(title: string, rules: readonly string[]): readonly string[] {
  return ["", `${title}:`, ...(rules.length > 0 ? rules : ["(no rule of yours)"]).map((rule) => `  ${rule}`)];
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

export function changeLines(changes: readonly RuleChange[], mode: ApproveMode): readonly string[] {
  const lines = changes.map(({ rule, list, did, overruledBy }) => {
    const but = overruledBy === null ? "" : `, but ${overruledBy} has it too and comes first`;
    switch (did) {
      case "added":
        return `${rule}: added to ${list}${but}`;
      case "was there":
        return `${rule}: was in ${list} already${but}`;
      case "removed":
        return `${rule}: taken out of ${list}`;
      case "was not there":
        return `${rule}: in none of your lists`;
      default:
        return did satisfies never;
    }
  });
  const isIdle = mode === "off" && changes.some(({ did, list }) => did === "added" && list === "allow");
  return isIdle ? [...lines, "Approval is off. It begins with: cac config set approve.mode rules"] : lines;
}
