import { asObject, parseJson } from "../claude/json.js";
import type { JsonObject } from "../claude/json.js";

/** What is added to a session's settings, for one run. */
export interface SettingsAddition {
  /** A shell command that Claude Code runs when a session starts, is resumed or cleared. */
  readonly sessionStartCommand: string;
  /** Switches Claude Code's own automatic continue off. */
  readonly nativeContinueOff: boolean;
}

/** Our settings merged into the user's own `--settings`; undefined where theirs must be left alone. */
export function mergeSettings(given: string | undefined, addition: SettingsAddition): string | undefined {
  const theirs = given === undefined ? {} : asObject(parseJson(given));
  if (theirs === undefined || isBoundToItsPlace(theirs)) return undefined;
  const hooks = theirs["hooks"] === undefined ? {} : asObject(theirs["hooks"]);
  const starts: unknown = hooks?.["SessionStart"] ?? [];
  // Hooks of a form that is none: Claude Code shall complain about what the user wrote, not about our copy of it.
  if (hooks === undefined || !Array.isArray(starts)) return undefined;
  const ours = {
    hooks: [{ type: "command", command: addition.sessionStartCommand, timeout: HOOK_TIMEOUT_S }],
  };
  const merged = { ...theirs, hooks: { ...hooks, SessionStart: [...(starts as unknown[]), ours] } };
  return JSON.stringify(addition.nativeContinueOff ? { ...merged, autoContinueAtUsageLimit: false } : merged);
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
