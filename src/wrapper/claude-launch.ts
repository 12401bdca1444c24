import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { readClaudeCall } from "../claude/command-line.js";
import type { SettingsArgument } from "../claude/command-line.js";
import { knownHookEvents, knows } from "../claude/releases.js";
import type { Release } from "../claude/releases.js";
import { cacheDir } from "../config/paths.js";
import type { Surroundings } from "../config/paths.js";
import { UserError } from "../errors.js";
import { releaseOf } from "./claude-release.js";
import { findCommand, identityOf, isClaude, readScript } from "./find-command.js";
import { privateRunDirectory } from "./run-directory.js";
import { mergeSettings } from "./session-settings.js";
import { SessionStartWatch } from "./session-starts.js";

/** What to start, and what comes with it. */
export interface Launch {
  /** An absolute path. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly isClaude: boolean;
  /** Undefined where it could not be told, or it is not Claude Code. */
  readonly release: Release | undefined;
  /** Tells of sessions that begin in the process; absent where no hook could be added. To be closed at the end. */
  readonly sessionStarts?: SessionStartWatch;
}

/** Which command, and where it is looked for. */
export interface CommandWanted {
  /** What the user wants to run; undefined: Claude Code. */
  readonly command: string | undefined;
  /** The user's own name for Claude Code, from the settings. */
  readonly claude?: string | undefined;
  readonly where: Surroundings;
  readonly cwd: string;
}

export interface LaunchOptions extends CommandWanted {
  readonly args: readonly string[];
  /** Whether Claude Code's own automatic continue is to be switched off. */
  readonly nativeOff: boolean;
}

/** Throws a UserError where the command is not to be found (exit code 127) or cannot be run (126). */
export async function prepareLaunch(options: LaunchOptions): Promise<Launch> {
  const command = locateCommand(options);
  const { env } = options.where;
  const plain = { command, args: options.args, env: { ...env } };
  if (options.command !== undefined && !isClaude(command)) {
    return { ...plain, isClaude: false, release: undefined };
  }
  const release = await releaseOf(command, { env, cacheDirectory: cacheDir(options.where) });
  return { ...plain, isClaude: true, release, ...(await withHook(options, release)) };
}

/** The command's absolute path. Throws as `prepareLaunch` does. */
export function locateCommand({ command, claude, where, cwd }: CommandWanted): string {
  const { env, home, platform } = where;
  const name = command ?? claude ?? CLAUDE;
  const found = findCommand(name, {
    env,
    cwd,
    platform,
    // Claude Code's own installers put it there, and leave it to a shell alias or PATH to find it.
    fallbacks:
      name === CLAUDE ? [join(home, ".local", "bin", CLAUDE), join(home, ".claude", "local", CLAUDE)] : [],
    isSkipped: isOurselves,
  });
  if (found !== undefined) return found;
  if (name === CLAUDE) {
    throw new UserError("CLAUDE_NOT_FOUND", "claude was not found on PATH", {
      fix: "npm install -g @anthropic-ai/claude-code, or name it: cac config set claude /path/to/claude",
      exitCode: 127,
    });
  }
  const isPath = /[\\/]/.test(name);
  const fix = isPath ? "see that the path is right" : "see that it is installed and on PATH";
  throw new UserError("COMMAND_NOT_FOUND", `${name} was not found`, {
    fix: command === undefined ? `${fix}, or: cac config unset claude` : fix,
    exitCode: 127,
  });
}

const CLAUDE = "claude";

/** `claude` may be a link to cac, or a script that calls it: starting that would never end. */
function isOurselves(file: string): boolean {
  const ourselves = process.argv[1];
  if (ourselves !== undefined && identityOf(file) === identityOf(ourselves)) return true;
  return isClaude(file) && /\bcac\b|claude-auto-continue/.test(readScript(file) ?? "");
}

/** The arguments with our settings in them, and the watch that they feed; nothing where either cannot be had. */
async function withHook(
  { args, where, cwd, nativeOff }: LaunchOptions,
  release: Release | undefined,
): Promise<Pick<Launch, "args" | "sessionStarts"> | undefined> {
  const call = readClaudeCall(args);
  // Two of them are the user's mistake, and Claude Code's to judge.
  if (call.kind !== "session" || call.settings.length > 1) return undefined;
  if (!knownHookEvents(release).includes("SessionStart")) return undefined;
  const [theirs] = call.settings;
  const given = theirs && readGiven(theirs.value, cwd);
  if (theirs && given === undefined) return undefined;
  const directory = await privateRunDirectory(where);
  if (directory === undefined) return undefined;
  let starts: SessionStartWatch | undefined;
  try {
    starts = new SessionStartWatch(directory);
    const json = mergeSettings(given, {
      sessionStartCommand: starts.hookCommand,
      nativeContinueOff: nativeOff && knows(release, "nativeContinue"),
    });
    if (json !== undefined) {
      return { args: replaceSettings(args, theirs, starts.writeSettings(json)), sessionStarts: starts };
    }
  } catch {
    // No space, no right: the session is seen by its screen and its bytes.
  }
  starts?.close();
  return undefined;
}

/** The text of the user's `--settings`: JSON as it is (from 1.0.69 on), else a file's. */
function readGiven(value: string, cwd: string): string | undefined {
  const text = value.trim();
  if (text.startsWith("{") && text.endsWith("}")) return text;
  try {
    return readFileSync(resolve(cwd, value), "utf8");
  } catch {
    // Claude Code says so itself, and better.
    return undefined;
  }
}

/** In place of the user's own; else in front, where no other option can take it for its value. */
function replaceSettings(
  args: readonly string[],
  theirs: SettingsArgument | undefined,
  file: string,
): readonly string[] {
  if (theirs === undefined) return ["--settings", file, ...args];
  return args.with(theirs.index, theirs.attached ? `--settings=${file}` : file);
}
