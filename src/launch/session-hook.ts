import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { readClaudeCall } from "../claude/hooks/command-line.js";
import type { SettingsArgument } from "../claude/hooks/command-line.js";
import { knownHookEvents, knows } from "../claude/hooks/releases.js";
import type { HookEventName, Release } from "../claude/hooks/releases.js";
import type { ConfigWarning } from "../config/load-config.js";
import type { Surroundings } from "../host/paths.js";
import { privateRunDirectory, sweepRunDirectory } from "./run-directory.js";
import { mergeSettings } from "./session-settings.js";
import { HookDrops } from "./hook-drops.js";

export interface HookOptions {
  /** The user's arguments for Claude Code. */
  readonly args: readonly string[];
  readonly release: Release | undefined;
  readonly where: Surroundings;
  readonly cwd: string;
  /** Whether Claude Code's own automatic continue is to be switched off. */
  readonly nativeOff: boolean;
  /** Whether permission prompts are to be told of as well. */
  readonly tellsPermissions: boolean;
  /** Whether the end of each turn is to be seen in the transcript. */
  readonly marksStops?: boolean;
}

/** Arguments with our settings in them, and the watch that they feed. */
export interface HookedArguments {
  readonly args: readonly string[];
  readonly hookDrops: HookDrops;
  /** What it will be told of. */
  readonly events: readonly HookEventName[];
}

/** Why there are none that the user would miss; said before the session starts. */
export interface NotHooked {
  readonly warnings: readonly ConfigWarning[];
}

/** Returns undefined where no session is asked for, the release knows no such hook, or nothing can be written. */
export async function addHook(options: HookOptions): Promise<HookedArguments | NotHooked | undefined> {
  const { args, release, where, cwd, nativeOff, tellsPermissions, marksStops = false } = options;
  const call = readClaudeCall(args);
  // Two of them are the user's mistake, and Claude Code's to judge.
  if (call.kind !== "session" || call.settings.length > 1) return undefined;
  const wanted: readonly HookEventName[] = [
    "SessionStart",
    ...(tellsPermissions ? (["PermissionRequest"] as const) : []),
    ...(marksStops && !knows(release, "turnDurationRows") ? (["Stop"] as const) : []),
  ];
  const events = wanted.filter((event) => knownHookEvents(release).includes(event));
  if (!events.includes("SessionStart")) return undefined;
  const [theirs] = call.settings;
  const given = theirs && readGiven(theirs.value, cwd);
  if (theirs && given === undefined) return undefined;
  const directory = await privateRunDirectory(where);
  if (directory === undefined) return undefined;
  const nativeContinueOff = nativeOff && knows(release, "nativeContinue");
  let starts: HookDrops | undefined;
  try {
    starts = new HookDrops(directory);
    const merged = mergeSettings(given, { command: starts.dropCommand, events, nativeContinueOff });
    const value = merged?.isBound
      ? inItsPlace(theirs, merged.json, options)
      : merged && starts.writeSettings(merged.json);
    if (value !== undefined) {
      // When the session has long started, and if it lasts.
      setTimeout(() => void sweepRunDirectory(directory), SWEEP_AFTER_MS).unref();
      return { args: replaceSettings(args, theirs, value), hookDrops: starts, events };
    }
    starts.close();
    return merged && { warnings: [leftAlone(nativeContinueOff)] };
  } catch {
    // No space, no right: the session is seen by its screen and its bytes.
  }
  starts?.close();
  return undefined;
}

const SWEEP_AFTER_MS = 60_000;

/** Settings that were given as JSON have no file, and need none with ours among them. */
function inItsPlace(
  theirs: SettingsArgument | undefined,
  json: string,
  { release, where }: HookOptions,
): string | undefined {
  const isTaken = theirs && isJson(theirs.value) && knows(release, "settingsJson");
  const most = where.platform === "win32" ? MOST_WINDOWS_BYTES : MOST_BYTES;
  return isTaken && Buffer.byteLength(json) <= most ? json : undefined;
}

// Linux takes 128 KB in one argument, a script of Windows 8191 characters in all, quotes included.
const MOST_BYTES = 120_000;
const MOST_WINDOWS_BYTES = 4000;

function leftAlone(nativeContinueOff: boolean): ConfigWarning {
  const what = "the rules in your --settings count from their file, so nothing is added to them";
  const so = nativeContinueOff
    ? "Claude Code's own continue is not switched off, and the screen alone is read"
    : "the screen alone is read";
  return {
    message: `${what}: ${so}`,
    fix: "write such paths in full, Read(//home/x), or give the rules elsewhere",
  };
}

/** The text of the user's `--settings`: JSON as it is (from 1.0.69 on), else a file's. */
function readGiven(value: string, cwd: string): string | undefined {
  if (isJson(value)) return value.trim();
  try {
    return readFileSync(resolve(cwd, value), "utf8");
  } catch {
    // Claude Code says so itself, and better.
    return undefined;
  }
}

function isJson(value: string): boolean {
  const text = value.trim();
  return text.startsWith("{") && text.endsWith("}");
}

/** In place of the user's own; else in front, where no other option can take it for its value. */
function replaceSettings(
  args: readonly string[],
  theirs: SettingsArgument | undefined,
  value: string,
): readonly string[] {
  if (theirs === undefined) return ["--settings", value, ...args];
  return args.with(theirs.index, theirs.attached ? `--settings=${value}` : value);
}
