import { asObject, parseJson } from "../claude/json.js";
import type { JsonObject } from "../claude/json.js";
import type { HookEventName } from "../claude/hooks/releases.js";

/** What is added to a session's settings, for one run. */
export interface SettingsAddition {
  /** A shell command that Claude Code runs at each of the events. */
  readonly command: string;
  readonly events: readonly HookEventName[];
  /** Switches Claude Code's own automatic continue off. */
  readonly nativeContinueOff: boolean;
}

export interface MergedSettings {
  readonly json: string;
  /** Some of it would mean something else in a file at another place. */
  readonly isBound: boolean;
}

/** Our settings merged into the user's own `--settings`; undefined where theirs must be left alone. */
export function mergeSettings(
  given: string | undefined,
  addition: SettingsAddition,
): MergedSettings | undefined {
  const theirs = given === undefined ? {} : asObject(parseJson(given));
  if (theirs === undefined) return undefined;
  const hooks = theirs["hooks"] === undefined ? {} : asObject(theirs["hooks"]);
  const ours = { hooks: [{ type: "command", command: addition.command, timeout: HOOK_TIMEOUT_S }] };
  const added: Record<string, unknown[]> = {};
  for (const event of addition.events) {
    const given: unknown = hooks?.[event] ?? [];
    // Hooks of a form that is none: Claude Code shall complain about what the user wrote, not about our copy of it.
    if (!Array.isArray(given)) return undefined;
    added[event] = [...(given as unknown[]), ours];
  }
  if (hooks === undefined) return undefined;
  const off = addition.nativeContinueOff ? { autoContinueAtUsageLimit: false } : {};
  const json = JSON.stringify({ ...theirs, hooks: { ...hooks, ...added }, ...off });
  return { json, isBound: isBoundToItsPlace(theirs) };
}

const HOOK_TIMEOUT_S = 10;

/**
 * Rules such as `Read(/src/**)` and the sandbox's paths start at the settings file's own directory (1.0.64 to
 * 2.1.325): in a copy elsewhere they would mean something else.
 */
function isBoundToItsPlace(settings: JsonObject): boolean {
  if (asObject(settings["sandbox"])?.["filesystem"] !== undefined) return true;
  const permissions = asObject(settings["permissions"]) ?? {};
  const rules = Object.values(permissions).flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  return rules.some((rule) => typeof rule === "string" && /^\w+\(\/(?!\/)/.test(rule));
}
