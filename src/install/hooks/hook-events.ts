import { knownHookEvents, type HookEventName } from "../../claude/hooks/releases.js";
import type { InstalledRelease } from "../../launch/installed-releases.js";

/** Which hooks may be written. */
export interface HookPlan {
  readonly events: readonly HookEventName[];
  /** What would be of use and is not written, with the releases that stand in the way. */
  readonly leftOut: readonly {
    readonly event: HookEventName;
    readonly because: readonly InstalledRelease[];
  }[];
}

export interface HookWishes {
  /** Whether the hook is to answer permission prompts. */
  readonly approve: boolean;
}

/**
 * An event name that a release does not know breaks the whole settings file for it (2.0.72 to 2.1.75 stop at start
 * with a dialog, 2.0.26 and older drop all hooks), so only those are written that every release here knows.
 */
export function planHooks(installed: readonly InstalledRelease[], { approve }: HookWishes): HookPlan {
  const strangers = (event: HookEventName): InstalledRelease[] =>
    installed.filter(({ release }) => !knownHookEvents(release).includes(event));
  // Nothing to run them, and nothing known of what will come.
  if (installed.length === 0) return { events: [], leftOut: [] };
  const useful: readonly HookEventName[] = approve ? [...USEFUL, APPROVAL_EVENT] : USEFUL;
  const leftOut = useful
    .map((event) => ({ event, because: strangers(event) }))
    .filter(({ because }) => because.length > 0);
  const known = useful.filter((event) => strangers(event).length === 0);
  // Stop does not fire at a limit. Where nothing tells of a session's start, it at least tells where the session is.
  return { events: known.includes("SessionStart") ? known : [...known, "Stop"], leftOut };
}

/** What it means that an event is left out, as the rest of a sentence. */
export function insteadOf(event: HookEventName): string {
  return event === APPROVAL_EVENT
    ? "permission prompts are left to you"
    : "the transcripts are watched instead";
}

/** Comes before each permission prompt, and may answer it. */
export const APPROVAL_EVENT = "PermissionRequest" satisfies HookEventName;

const USEFUL = ["SessionStart", "StopFailure", "SessionEnd"] as const satisfies readonly HookEventName[];
