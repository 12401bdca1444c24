import { join } from "node:path";

import type { Surroundings } from "../host/paths.js";
import { UserError } from "../errors.js";
import { callsUs } from "./calls-us.js";
import { findCommand, identityOf, isClaude, readScript } from "./find-command.js";

/** Which command, and where it is looked for. */
export interface CommandWanted {
  /** What the user wants to run; undefined: Claude Code. */
  readonly command: string | undefined;
  /** The user's own name for Claude Code, from the settings. */
  readonly claude?: string | undefined;
  readonly where: Surroundings;
  readonly cwd: string;
}

/** The command's absolute path. Throws a UserError where it is not to be found (exit code 127) or cannot be run (126). */
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
export function isOurselves(file: string): boolean {
  return isOurFile(file) || (isClaude(file) && callsUs(readScript(file) ?? "", isOurFile));
}

function isOurFile(file: string): boolean {
  const ourselves = process.argv[1];
  if (ourselves !== undefined && identityOf(file) === identityOf(ourselves)) return true;
  // As npm's shims have it, behind a variable of their own for the directory.
  return /[\\/]claude-auto-continue[\\/]dist[\\/]cli[\\/]main\.js$/.test(file);
}
