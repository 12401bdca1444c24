import { BUILT_IN_NAMES } from "../policy/builtin/built-in-names.js";
import { readRule } from "../policy/rules/rule.js";
import { nearestName } from "../host/nearest-name.js";
import { compileUserPattern } from "./pattern/user-pattern.js";
import {
  isSettingKey,
  nearestSetting,
  SETTING_KEYS,
  SETTINGS,
  type FlatSettings,
  type SettingKey,
  type ValueKind,
} from "./settings-table.js";
import { count, duration, typeName, list, milliseconds, oneOf, text, type ValueRule } from "./value-rules.js";

/** One thing that is wrong with the settings: where, and the rest of a sentence that starts with the key. */
export interface Problem {
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * Checks settings from any source. A key with a problem is left out of `settings`; the others count. Written by hand:
 * a schema library takes about 50 ms to load, and a session waits for it.
 */
export function checkSettings(value: object): { settings: FlatSettings; problems: readonly Problem[] } {
  const settings: Record<string, unknown> = {};
  const problems: Problem[] = [];
  const check = (members: object, group: readonly string[]): void => {
    const left = new Map<string, unknown>(Object.entries(members));
    for (const name of namesIn(group)) {
      const member = left.get(name);
      left.delete(name);
      if (member === undefined) continue;
      const path = [...group, name];
      const key = path.join(".");
      if (isSettingKey(key)) {
        const message = refusal(key, member);
        if (message === undefined) settings[key] = member;
        else problems.push({ path, message });
      } else if (typeof member === "object" && member !== null && !Array.isArray(member)) check(member, path);
      else problems.push({ path, message: `must be an object, got ${typeName(member)}` });
    }
    for (const name of left.keys()) problems.push(unknownKey([...group, name]));
  };
  check(value, []);
  return { settings, problems };
}

/** Why the setting cannot have that value, as the rest of a sentence that starts with its key; undefined if it can. */
export function refusal(key: SettingKey, value: unknown): string | undefined {
  return ruleOf(SETTINGS[key].kind)(value);
}

/** The rules at this path of the settings that are not rules; nothing for a setting that holds no rules. */
export function refusedRules([group, name]: readonly string[], settings: object): readonly string[] {
  if (group !== "approve" || !["allow", "ask", "deny"].includes(name ?? "")) return [];
  const approve: unknown = Object.entries(settings).find(([key]) => key === group)?.[1];
  const given: unknown = Object.entries(approve ?? {}).find(([key]) => key === name)?.[1];
  const items: unknown[] = Array.isArray(given) ? given : [];
  const rules = items.filter((item) => typeof item === "string");
  // An item that is not a string can only be removed by hand, or with the whole list.
  return rules.length === items.length ? rules.filter((rule) => refuseRule(rule) !== undefined) : [];
}

/** The names at the top, or in one group. */
function namesIn(group: readonly string[]): ReadonlySet<string> {
  const paths = SETTING_KEYS.map((key) => key.split("."));
  const inside = paths.filter(
    (path) => path.length > group.length && group.every((name, at) => path[at] === name),
  );
  return new Set(inside.map((path) => path[group.length] ?? ""));
}

function unknownKey(path: readonly string[]): Problem {
  const key = path.at(-1) ?? "";
  const [group, name] = key.split(".");
  if (name !== undefined && isSettingKey(key)) {
    return { path, message: `must be inside its group: "${group}": { "${name}": … }` };
  }
  const meant = nearestSetting(path.join("."));
  return { path, message: `is not a setting${meant ? `, did you mean "${meant}"?` : ""}` };
}

function ruleOf(kind: ValueKind): ValueRule {
  if ("oneOf" in kind) return oneOf(kind.oneOf);
  if ("duration" in kind) return duration(...kind.duration);
  if ("milliseconds" in kind) return milliseconds(...kind.milliseconds);
  if ("count" in kind) return count(...kind.count);
  if ("text" in kind) return text(TEXTS[kind.text]);
  return kind.list === "rules"
    ? list(kind.list, '["Bash(npm test)"]', refuseRule)
    : list(kind.list, '["sudo"]', refuseName);
}

const TEXTS = {
  pattern: (source: string) => {
    const compiled = compileUserPattern(source);
    return compiled.ok ? undefined : `is refused: ${compiled.reason}`;
  },
  command: (path: string) => (path.trim() === "" ? "must not be empty" : undefined),
  prompt: refusePrompt,
};

const LONGEST_PROMPT = 1000;

/** It is typed into a prompt: a line break would send it, another control character would be a command. */
function refusePrompt(prompt: string): string | undefined {
  if (prompt.trim() === "") return "must not be empty";
  if (/[\r\n]/.test(prompt)) return "must be one line";
  if (/\p{Cc}/u.test(prompt)) return "must not hold control characters";
  // Claude Code reads these as a shell command and as a note.
  if (/^\s*[!#]/.test(prompt)) return "must not begin with ! or #";
  if (prompt.length > LONGEST_PROMPT) {
    return `must have at most ${LONGEST_PROMPT} characters, got ${prompt.length}`;
  }
  return undefined;
}

function refuseRule(text: string): string | undefined {
  const read = readRule(text);
  return read.ok ? undefined : read.why;
}

function refuseName(name: string): string | undefined {
  if (BUILT_IN_NAMES.some((known) => known === name)) return undefined;
  const meant = nearestName(name, BUILT_IN_NAMES);
  const hint = meant ? `did you mean "${meant}"?` : `they are ${BUILT_IN_NAMES.join(", ")}`;
  return `${JSON.stringify(name)} is not a built-in rule, ${hint}`;
}
