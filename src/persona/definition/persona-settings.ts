import { asObject, asString } from "../../claude/json.js";
import { parseDuration } from "../../config/duration.js";
import { nearestName } from "../../host/nearest-name.js";
import {
  count,
  duration,
  typeName,
  list,
  oneOf,
  parseSize,
  size,
  text,
  type ValueRule,
} from "../../config/value-rules.js";
import { readRule } from "../../policy/rules/rule.js";
import type { PersonaLimits } from "./persona.js";

/** The contents of one persona.json; all keys are optional. */
export interface PersonaSettings {
  readonly description?: string;
  readonly model?: string;
  readonly allowedTools?: readonly string[];
  readonly permissionMode?: string;
  readonly limits: Partial<PersonaLimits>;
}

/**
 * Checks the object of a persona.json. Strict: after a problem none of it is used, because the lost part may have been a
 * restriction. A problem is a whole sentence, without the full stop.
 */
export function checkPersonaSettings(
  value: object,
  origin: "global" | "project",
): { readonly settings: PersonaSettings; readonly problems: readonly string[] } {
  const given = flatten(value);
  const problems = [...given].flatMap(([key, each]) => problemOf(key, each, origin) ?? []);
  return { settings: problems.length > 0 ? { limits: {} } : settingsOf(given), problems };
}

/** From `claude --help` of 1.0.64 to 2.1.325, which lists `default` as `manual` and takes both. */
const MODES = ["default", "plan", "acceptEdits", "dontAsk", "auto", "bypassPermissions"];
/** A project must not switch the user's permission prompts off. */
const MODES_OF_THE_USER = new Set(["auto", "bypassPermissions"]);

const RULES: ReadonlyMap<string, ValueRule> = new Map([
  ["description", text(refuseDescription)],
  ["model", text(refuseModel)],
  ["allowedTools", list("rules", '["Read", "Bash(npm test)"]', refuseTool)],
  ["permissionMode", oneOf(MODES)],
  ["limits.idle", duration("5s", "7d")],
  ["limits.timeout", duration("1s", "1d")],
  ["limits.memory", size("16kb", "64mb")],
  ["limits.driftEvery", count(0, 1000)],
]);

function problemOf(key: string, value: unknown, origin: "global" | "project"): string | undefined {
  if (key === "limits") return `"limits" must be an object, got ${typeName(value)}`;
  const rule = RULES.get(key);
  if (rule === undefined) {
    const meant = nearestName(key, [...RULES.keys()]);
    return `${JSON.stringify(key)} is not known${meant ? `, did you mean "${meant}"?` : ""}`;
  }
  const says = rule(value);
  if (says !== undefined) return `"${key}" ${says}`;
  if (origin === "project" && key === "permissionMode" && MODES_OF_THE_USER.has(String(value))) {
    return `"permissionMode" may be "${String(value)}" only in your own personas, not in a project's`;
  }
  return undefined;
}

/** The members by their full keys: `limits.idle`. */
function flatten(value: object): ReadonlyMap<string, unknown> {
  const members: [string, unknown][] = Object.entries(value);
  return new Map(
    members.flatMap(([key, member]) => {
      const group = key === "limits" ? asObject(member) : undefined;
      if (group === undefined) return [[key, member] as const];
      return Object.entries(group).map(([inner, leaf]) => [`limits.${inner}`, leaf] as const);
    }),
  );
}

function settingsOf(given: ReadonlyMap<string, unknown>): PersonaSettings {
  const word = (key: string) => asString(given.get(key));
  const [description, model, permissionMode] = ["description", "model", "permissionMode"].map(word);
  const tools = given.get("allowedTools");
  const idleMs = parseDuration(word("limits.idle") ?? "");
  const timeoutMs = parseDuration(word("limits.timeout") ?? "");
  const memoryBytes = parseSize(word("limits.memory") ?? "");
  const driftEvery = given.get("limits.driftEvery");
  return {
    ...(description !== undefined && { description }),
    ...(model !== undefined && { model }),
    ...(Array.isArray(tools) && { allowedTools: tools.map((tool) => String(tool).trim()) }),
    ...(permissionMode !== undefined && { permissionMode }),
    limits: {
      ...(idleMs !== undefined && { idleMs }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(memoryBytes !== undefined && { memoryBytes }),
      ...(typeof driftEvery === "number" && { driftEvery }),
    },
  };
}

const LONGEST_DESCRIPTION = 300;

function refuseDescription(description: string): string | undefined {
  if (description.trim() === "") return "must not be empty";
  if (/\p{Cc}/u.test(description)) return "must be one line";
  if (description.length <= LONGEST_DESCRIPTION) return undefined;
  return `must have at most ${LONGEST_DESCRIPTION} characters, got ${description.length}`;
}

/** It becomes an argument: an alias, a full name, or the address of one at another provider. */
function refuseModel(model: string): string | undefined {
  if (/^[A-Za-z0-9][\w.:/@[\]-]{0,199}$/.test(model)) return undefined;
  return `must be the name of a model, such as "opus", got ${JSON.stringify(model)}`;
}

function refuseTool(tool: string): string | undefined {
  const read = readRule(tool);
  return read.ok ? undefined : read.why;
}
