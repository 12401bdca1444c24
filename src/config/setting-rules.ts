import { BUILT_IN_NAMES } from "../policy/builtin/built-in-names.js";
import { readRule } from "../policy/rules/rule.js";
import { nearestName } from "../host/nearest-name.js";
import { compileUserPattern } from "./pattern/user-pattern.js";
import { count, duration, list, milliseconds, oneOf, text, type Rule } from "./value-rules.js";

/** Every setting, by its full key, and what it may be. */
export const RULES = {
  version: oneOf([1]),
  pattern: text((source) => {
    const compiled = compileUserPattern(source);
    return compiled.ok ? undefined : `is refused: ${compiled.reason}`;
  }),
  claude: text((path) => (path.trim() === "" ? "must not be empty" : undefined)),
  "resume.prompt": text(refusePrompt),
  "resume.safetyBuffer": duration("0s", "1h"),
  "resume.cooldown": duration("0s", "1h"),
  "resume.escGap": duration("20ms", "5s"),
  "resume.enterGap": duration("20ms", "5s"),
  "native.mode": oneOf(["backstop", "replace", "ignore"]),
  "native.grace": duration("0s", "1d"),
  "input.whileWaiting": oneOf(["forward", "discard", "buffer"]),
  title: oneOf([true, false]),
  notify: oneOf([true, false]),
  exitReset: oneOf(["modes", "full"]),
  "approve.mode": oneOf(["off", "rules", "all"]),
  "approve.delayMs": milliseconds(100, 60_000),
  "approve.allow": list("rules", '["Bash(npm test)"]', refuseRule),
  "approve.ask": list("rules", '["Bash(npm test)"]', refuseRule),
  "approve.deny": list("rules", '["Bash(npm test)"]', refuseRule),
  "approve.without": list("names of built-in rules", '["sudo"]', refuseName),
  "daemon.poll": duration("5s", "1h"),
  "daemon.delay": duration("0s", "1h"),
  "daemon.spread": duration("0s", "10m"),
  "daemon.activeVerificationTimeoutMs": milliseconds(1_000, 600_000),
  "daemon.activeVerificationPollMs": milliseconds(100, 60_000),
  "daemon.blind": oneOf([true, false]),
  "daemon.whenTerminalGone": oneOf(["notify", "headless", "tmux"]),
  "persona.max": count(1, 64),
  "persona.idle": duration("5s", "7d"),
} as const satisfies Record<string, Rule>;

export type SettingKey = keyof typeof RULES;

export const SETTING_KEYS: readonly SettingKey[] = Object.keys(RULES).filter(isSettingKey);

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(RULES, key);
}

/** The setting that a mistyped key most likely means, its group left out or not; undefined where none is close. */
export function nearestSetting(typed: string): SettingKey | undefined {
  const whole = nearestName(typed, SETTING_KEYS);
  const last = nearestName(lastOf(typed), SETTING_KEYS.map(lastOf));
  return SETTING_KEYS.find((key) => key === whole) ?? SETTING_KEYS.find((key) => lastOf(key) === last);
}

function lastOf(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}

const LONGEST_PROMPT = 1000;

/** It is typed into a prompt: a line break would send it, another control character would be a command. */
function refusePrompt(prompt: string): string | undefined {
  if (prompt.trim() === "") return "must not be empty";
  if (/[\r\n]/.test(prompt)) return "must be one line";
  if (/\p{Cc}/u.test(prompt)) return "must not hold control characters";
  // There it is no prompt: a shell command, a note.
  if (/^\s*[!#]/.test(prompt)) return "must not begin with ! or #";
  if (prompt.length > LONGEST_PROMPT) {
    return `must have at most ${LONGEST_PROMPT} characters, got ${prompt.length}`;
  }
  return undefined;
}

/** The rules at this place in the settings that are none; nothing for a setting that holds no rules. */
export function refusedRules([group, name]: readonly string[], settings: object): readonly string[] {
  if (group !== "approve" || !["allow", "ask", "deny"].includes(name ?? "")) return [];
  const approve: unknown = Object.entries(settings).find(([key]) => key === group)?.[1];
  const held: unknown = Object.entries(approve ?? {}).find(([key]) => key === name)?.[1];
  const items: unknown[] = Array.isArray(held) ? held : [];
  const rules = items.filter((item) => typeof item === "string");
  // What is no text can only be taken out by hand, or with the whole list.
  return rules.length === items.length ? rules.filter((rule) => refuseRule(rule) !== undefined) : [];
}

function refuseRule(text: string): string | undefined {
  const read = readRule(text);
  return read.ok ? undefined : read.why;
}

function refuseName(name: string): string | undefined {
  if (BUILT_IN_NAMES.some((known) => known === name)) return undefined;
  const meant = nearestName(name, BUILT_IN_NAMES);
  const hint = meant ? `did you mean "${meant}"?` : `they are ${BUILT_IN_NAMES.join(", ")}`;
  return `${JSON.stringify(name)} is no built-in rule, ${hint}`;
}
