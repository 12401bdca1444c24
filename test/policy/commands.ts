import { HARMLESS } from "./commands-harmless.js";
import { HARMLESS_TASKS } from "./commands-harmless-tasks.js";
import { HOSTILE_PROGRAMS } from "./commands-hostile-programs.js";
import { HOSTILE_RUINS } from "./commands-hostile-ruins.js";
import { HOSTILE_RULES } from "./commands-hostile-rules.js";
import { HOSTILE_SHELL } from "./commands-hostile-shell.js";
import type { RuleSetName } from "./rule-sets.js";

/** `refused`: not approved; whether it is asked or denied is no matter. */
export type Expected = "allow" | "ask" | "deny" | "refused";

/** A command of Bash, or a call of another tool. */
export type Call = string | { readonly tool: string; readonly input: Readonly<Record<string, string>> };

export interface CommandGroup {
  readonly about: string;
  readonly under: RuleSetName;
  readonly expected: Expected;
  /** The built-in rule that must be the one that denies. */
  readonly rule?: string;
  readonly calls: readonly (readonly [call: Call, why: string])[];
}

/**
 * What people and attackers run, with what must become of it. Written from what the shell and the programs do, not
 * from what the policy does.
 */
export const HARMLESS_GROUPS: readonly CommandGroup[] = [...HARMLESS, ...HARMLESS_TASKS];
export const HOSTILE_GROUPS: readonly CommandGroup[] = [
  ...HOSTILE_SHELL,
  ...HOSTILE_PROGRAMS,
  ...HOSTILE_RULES,
  ...HOSTILE_RUINS,
];
