import type { HookEventName, Release } from "../claude/hooks/releases.js";
import type { ConfigWarning } from "../config/load-config.js";
import { cacheDir } from "../host/paths.js";
import { isClaude, locateCommand, type CommandWanted } from "./find-command.js";
import type { HookDrops } from "./hook-drops.js";

/** What to start, and what comes with it. */
export interface Launch {
  /** An absolute path. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly isClaude: boolean;
  /** Undefined where it could not be told, or it is not Claude Code. */
  readonly release: Release | undefined;
  /** Tells what the hooks of this run were told; absent where none could be added. To be closed at the end. */
  readonly hookDrops?: HookDrops;
  /** The events of those hooks. */
  readonly events?: readonly HookEventName[];
  /** What the user should know before the session starts. */
  readonly warnings?: readonly ConfigWarning[];
}

export interface LaunchOptions extends CommandWanted {
  readonly args: readonly string[];
  /** Whether Claude Code's own automatic continue is to be switched off. */
  readonly nativeOff: boolean;
  /** Whether permission prompts are to be told of as well. */
  readonly tellsPermissions: boolean;
  /** Whether the end of each turn is to be seen in the transcript: before 2.0.77 only a Stop hook leaves a row there. */
  readonly marksStops?: boolean;
}

/** Throws a UserError where the command is not to be found (exit code 127) or cannot be run (126). */
export async function prepareLaunch(options: LaunchOptions): Promise<Launch> {
  const { args, where } = options;
  const command = locateCommand(options);
  const plain = { command, args, env: { ...where.env } };
  if (options.command !== undefined && !isClaude(command)) {
    return { ...plain, isClaude: false, release: undefined };
  }
  // Another command shall not wait for what only Claude Code needs.
  const [{ releaseOf }, { addHook }] = await Promise.all([
    import("./claude-release.js"),
    import("./session-hook.js"),
  ]);
  const release = await releaseOf(command, { env: where.env, cacheDirectory: cacheDir(where) });
  const hooked = await addHook({ ...options, release });
  // By this the hook of `cac install` knows that permission prompts here are ours to answer.
  const env = { ...plain.env, CAC_WRAPPER: String(process.pid) };
  return { ...plain, env, isClaude: true, release, ...hooked };
}
