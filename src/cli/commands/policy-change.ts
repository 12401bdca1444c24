import { readConfigFile } from "../../config/config-file.js";
import { findConfigFile } from "../../config/load-config.js";
import { nearestName } from "../../host/nearest-name.js";
import { shellWord } from "../../host/shell-word.js";
import { changeConfig } from "../../config/write-config.js";
import { asObject } from "../../claude/json.js";
import { UserError } from "../../errors.js";
import { BUILT_IN_NAMES } from "../../policy/builtin/built-in-names.js";
import { readRule } from "../../policy/rules/rule.js";

export type ListName = "allow" | "ask" | "deny";

/** What became of one rule. */
export interface RuleChange {
  readonly rule: string;
  /** The list that it is or was in; null where it was in none. */
  readonly list: ListName | null;
  readonly did: "added" | "was there" | "removed" | "was not there";
  /** A list that comes first and has it too, so that this one is without effect. */
  readonly overruledBy: ListName | null;
  /** The rule of the lists that one which is in none of them most likely means. */
  readonly meant?: string | undefined;
}

/** Adds the rules to a list of the settings file, all of them or none. One that is there already stays where it is. */
export function addRules(list: ListName, texts: readonly string[]): readonly RuleChange[] {
  const rules = [...new Set(texts.map(checked))];
  const file = findConfigFile();
  const before = rulesIn(file, list);
  const added = rules.filter((rule) => !before.includes(rule));
  const first = LISTS.slice(0, LISTS.indexOf(list)).map((name) => ({ name, held: rulesIn(file, name) }));
  if (added.length > 0) changeConfig(file, ["approve", list], [...before, ...added]);
  return rules.map((rule) => ({
    rule,
    list,
    did: added.includes(rule) ? "added" : "was there",
    overruledBy: first.find(({ held }) => held.includes(rule))?.name ?? null,
  }));
}

/** Takes the rules out of every list of the settings file; also what is no rule at all. */
export function removeRules(texts: readonly string[]): readonly RuleChange[] {
  const file = findConfigFile();
  const lists = LISTS.map((list) => ({ list, before: rulesIn(file, list) }));
  const absent = texts.filter((text) => !lists.some(({ before }) => before.includes(text)));
  for (const text of absent) refuseBuiltIn(text);
  const removed = lists.flatMap(({ list, before }) => {
    const after = before.filter((rule) => !texts.includes(rule));
    if (after.length === before.length) return [];
    changeConfig(file, ["approve", list], after.length > 0 ? after : undefined);
    const gone = before.filter((rule) => texts.includes(rule));
    return [...new Set(gone)].map((rule): RuleChange => ({ rule, list, did: "removed", overruledBy: null }));
  });
  const held = lists.flatMap(({ before }) => before).filter((rule) => !texts.includes(rule));
  const missing = absent.map((rule): RuleChange => {
    return { rule, list: null, did: "was not there", overruledBy: null, meant: nearestName(rule, held) };
  });
  return [...removed, ...missing];
}

/** The first comes before the others. */
const LISTS = ["deny", "ask", "allow"] as const;

function checked(text: string): string {
  const read = readRule(text);
  if (read.ok) return read.rule.text;
  throw new UserError("RULE_REFUSED", read.why, {
    fix: "cac help policy has examples; nothing was changed",
    exitCode: 2,
  });
}

/** As they stand in the file, good or bad: to go by what is in effect would drop a list that holds a bad rule. */
function rulesIn(file: string, list: ListName): readonly string[] {
  const found = readConfigFile(file);
  // Where the file cannot be used, changeConfig says so.
  if (found.type !== "good") return [];
  const approve = asObject(found.value)?.["approve"];
  if (approve === undefined) return [];
  const group = asObject(approve);
  const items: unknown = group?.[list] ?? (group === undefined ? undefined : []);
  if (Array.isArray(items) && items.every((item) => typeof item === "string")) return items;
  const key = group === undefined ? "approve" : `approve.${list}`;
  throw new UserError("RULES_UNUSABLE", `"${key}" in ${file} is no list of rules; it was left as it is`, {
    fix: `correct the file, or: cac config unset ${key}`,
  });
}

function refuseBuiltIn(name: string): void {
  if (!BUILT_IN_NAMES.some((known) => known === name)) return;
  const value = shellWord(JSON.stringify([name]));
  throw new UserError("BUILT_IN_RULE", `${name} is a built-in rule, which is not in your lists`, {
    fix: `to do without it: cac config set approve.without ${value}`,
  });
}
