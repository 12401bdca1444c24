/** A release of Claude Code. */
export interface Release {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

/** Reads "2.1.325", "v2.1.325" and the answer of `claude --version`, "2.1.325 (Claude Code)". */
export function parseRelease(text: string): Release | undefined {
  const match = /^\s*v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?![\d.])/.exec(text);
  return match ? { major: Number(match[1]), minor: Number(match[2]), patch: Number(match[3]) } : undefined;
}

/** As in "2.1.325". */
export function formatRelease({ major, minor, patch }: Release): string {
  return `${major}.${minor}.${patch}`;
}

/** Negative where `a` is the older one, 0 where they are the same. */
export function compareReleases(a: Release, b: Release): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch;
}

/** A release that could not be told counts as the newest: so does every one newer than what we measured. */
export function knows(release: Release | undefined, feature: Feature): boolean {
  return isSince(release, FEATURES[feature].since);
}

/**
 * The hook event names that a release takes. A name that it does not know breaks its settings, so write no others;
 * where the release could not be told, these are the names of the oldest that has hooks.
 */
export function knownHookEvents(release: Release | undefined): readonly HookEventName[] {
  if (release === undefined)
    return HOOK_EVENTS.filter(({ since }) => since === "1.0.33").map(({ name }) => name);
  return HOOK_EVENTS.filter(({ since }) => isSince(release, since)).map(({ name }) => name);
}

export type Feature = keyof typeof FEATURES;
export type HookEventName = (typeof HOOK_EVENTS)[number]["name"];

/** How a first release was found. */
export interface Evidence {
  /** The first release that was seen to have it. */
  readonly since: string;
  /** The last one seen without it; where that is not the one before, the first may be a little older. */
  readonly without?: string;
  /** "run": seen at work. "code": found in what the package holds. "reported": neither. */
  readonly by: "run" | "code" | "reported";
}

/** What a release can do that changes how we treat it. */
export const FEATURES = {
  /** `--mcp-config` in an interactive session, beside the user's own servers. */
  mcpConfig: { since: "1.0.64", by: "run" },
  /** `--settings` takes JSON; before, only a file. Seen at work on 1.0.124. */
  settingsJson: { since: "1.0.69", without: "1.0.68", by: "code" },
  /** Ctrl+S puts a draft aside and brings it back after the next prompt. Seen at work on 2.1.197 and 2.1.325. */
  stash: { since: "2.0.67", without: "2.0.65", by: "code" },
  /** `-p --resume` goes on in the same transcript, under the same id. Seen at work on 2.0.72 to 2.1.325 too. */
  printKeepsId: { since: "2.0.26", without: "1.0.89", by: "run" },
  /** PermissionRequest hook. Seen at work on 2.0.72. */
  permissionRequestHook: { since: "2.0.45", without: "2.0.44", by: "code" },
  /** `--append-system-prompt-file`. Seen at work on 2.0.72, 2.1.197 and 2.1.325. */
  appendPromptFile: { since: "2.0.72", without: "2.0.26", by: "run" },
  /** `system/turn_duration` rows. */
  turnDurationRows: { since: "2.0.77", without: "2.0.76", by: "code" },
  /** `rate_limit_event` on stream-json. Seen at work on 2.1.197. */
  rateLimitEvents: { since: "2.1.45", without: "2.1.44", by: "code" },
  /** The menu of /rate-limit-options opens by itself and takes the keyboard. From 2.1.234 only where no native wait is armed. */
  limitMenu: { since: "2.1.75", without: "2.1.32", by: "run" },
  /** StopFailure hook. Seen at work from 2.1.78 on; 2.1.75 stops at start with a settings error. */
  stopFailureHook: { since: "2.1.78", without: "2.1.77", by: "code" },
  /** `~/.claude/sessions/<pid>.json` with the process's start time. */
  sessionRegistry: { since: "2.1.116", without: "2.1.114", by: "code" },
  /** Interactive sessions of paying accounts start in auto mode. */
  autoModeDefault: { since: "2.1.228", by: "reported" },
  /** It continues by itself after a limit within a day. Seen at work on 2.1.267 and 2.1.325. */
  nativeContinue: { since: "2.1.234", without: "2.1.233", by: "code" },
  /** `quotaLimits` on limit rows: the reset to the second. Seen at work on 2.1.267 and 2.1.325. */
  quotaRows: { since: "2.1.234", without: "2.1.233", by: "code" },
  /** The system prompt of the first request is sent again on resume, unless `--system-prompt-snapshot off` is given. */
  promptSnapshot: { since: "2.1.267", without: "2.1.234", by: "code" },
  /** It draws on the alternate screen. */
  alternateScreen: { since: "2.1.267", without: "2.1.197", by: "run" },
} as const satisfies Record<string, Evidence>;

/** From the list of names in each package's code; the one before each was looked at too. */
const HOOK_EVENTS = [
  { name: "PreToolUse", since: "1.0.33" },
  { name: "PostToolUse", since: "1.0.33" },
  { name: "Notification", since: "1.0.33" },
  { name: "Stop", since: "1.0.33" },
  { name: "SubagentStop", since: "1.0.41" },
  { name: "PreCompact", since: "1.0.48" },
  { name: "UserPromptSubmit", since: "1.0.53" },
  { name: "SessionStart", since: "1.0.62" },
  { name: "SessionEnd", since: "1.0.85" },
  { name: "SubagentStart", since: "2.0.44" },
  { name: "PermissionRequest", since: "2.0.45" },
  { name: "PostToolUseFailure", since: "2.0.56" },
  { name: "Setup", since: "2.1.10" },
  { name: "TaskCompleted", since: "2.1.33" },
  { name: "TeammateIdle", since: "2.1.33" },
  { name: "ConfigChange", since: "2.1.48" },
  { name: "WorktreeCreate", since: "2.1.50" },
  { name: "WorktreeRemove", since: "2.1.50" },
  { name: "Elicitation", since: "2.1.63" },
  { name: "ElicitationResult", since: "2.1.63" },
  { name: "InstructionsLoaded", since: "2.1.69" },
  { name: "PostCompact", since: "2.1.76" },
  { name: "StopFailure", since: "2.1.78" },
  { name: "CwdChanged", since: "2.1.83" },
  { name: "FileChanged", since: "2.1.83" },
  { name: "TaskCreated", since: "2.1.84" },
  { name: "PermissionDenied", since: "2.1.88" },
  { name: "UserPromptExpansion", since: "2.1.116" },
  { name: "PostToolBatch", since: "2.1.118" },
  { name: "MessageDisplay", since: "2.1.152" },
  { name: "DirectoryAdded", since: "2.1.219" },
  { name: "PostModelSwitch", since: "2.1.251" },
  { name: "PreModelSwitch", since: "2.1.251" },
] as const;

function isSince(release: Release | undefined, since: string): boolean {
  const first = parseRelease(since);
  return release === undefined || (first !== undefined && compareReleases(release, first) >= 0);
}
