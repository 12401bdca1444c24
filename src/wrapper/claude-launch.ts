import type { Release } from "../claude/releases.js";
import { cacheDir } from "../config/paths.js";
import { isClaude } from "./find-command.js";
import { locateCommand } from "./locate-command.js";
import type { CommandWanted } from "./locate-command.js";
import type { SessionStartWatch } from "./session-starts.js";

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

export interface LaunchOptions extends CommandWanted {
  readonly args: readonly string[];
  /** Whether Claude Code's own automatic continue is to be switched off. */
  readonly nativeOff: boolean;
}

/** Throws a UserError where the command is not to be found (exit code 127) or cannot be run (126). */
export async function prepareLaunch(options: LaunchOptions): Promise<Launch> {
  const { args, where, cwd, nativeOff } = options;
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
  const hooked = await addHook({ args, release, where, cwd, nativeOff });
  return { ...plain, isClaude: true, release, ...hooked };
}
