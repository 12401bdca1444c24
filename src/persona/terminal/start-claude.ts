import type { Release } from "../../claude/hooks/releases.js";
import { cacheDir, type Surroundings } from "../../host/paths.js";
import { freshEnvironment } from "../../launch/fresh-environment.js";
import { spawnPty, type Pty } from "../../transport/pty/pty.js";
import { asStarted } from "../../launch/as-started.js";
import { prepareLaunch, type Launch } from "../../launch/claude-launch.js";
import { releaseOf } from "../../launch/claude-release.js";
import { locateCommand } from "../../launch/locate-command.js";
import { hostDirectory } from "../host/host-process.js";
import { UNSEEN_SIZE, type StartOrder } from "../session/hosted-session.js";
import { personaArguments } from "../definition/persona-arguments.js";
import { CHAIN_VARIABLE, MARK_VARIABLE } from "../../launch/persona-variables.js";
import { writeSessionFiles, type SessionFiles } from "./session-files.js";
import { newMark } from "./session-mark.js";

export interface ClaudeWanted extends StartOrder {
  /** The user's own name for Claude Code; undefined: `claude` on PATH. */
  readonly claude?: string | undefined;
  readonly where: Surroundings;
}

/** A Claude Code that has just been started as a persona. */
export interface StartedClaude {
  readonly pty: Pty;
  readonly launch: Launch;
  /** By it everything is known that it starts. */
  readonly mark: string;
  /** Whether it knows the tools of our own server by now; true where it was given none. */
  isServed(): boolean;
  /** Takes away what it needed while it ran. */
  cleanUp(): void;
}

/** Throws a UserError where Claude Code is not to be found or cannot be run. */
export async function startClaude(wanted: ClaudeWanted): Promise<StartedClaude> {
  const mark = newMark(hostDirectory(wanted.where));
  const own = { [MARK_VARIABLE]: mark, [CHAIN_VARIABLE]: wanted.persona.name };
  const where = { ...wanted.where, env: { ...environment(wanted.where.env), ...own } };
  const cwd = wanted.projectRoot;
  const command = locateCommand({ command: undefined, claude: wanted.claude, where, cwd });
  const release = await releaseOf(command, { env: where.env, cacheDirectory: cacheDir(where) });
  const files = await writeSessionFiles(wanted, where);
  try {
    const started = await start(wanted, release, files, where);
    return { ...started, mark, isServed: files.isServed, cleanUp: files.remove };
  } catch (error) {
    files.remove();
    throw error;
  }
}

async function start(
  wanted: ClaudeWanted,
  release: Release | undefined,
  { systemPromptFile, serverFile }: SessionFiles,
  where: Surroundings,
): Promise<Pick<StartedClaude, "pty" | "launch">> {
  const cwd = wanted.projectRoot;
  const launch = await prepareLaunch({
    command: undefined,
    claude: wanted.claude,
    args: personaArguments({ ...wanted, release, systemPromptFile, serverFile }),
    where,
    cwd,
    // Nobody would read what it goes on with after the reset: the host asks again.
    nativeOff: true,
    tellsPermissions: true,
    marksStops: true,
  });
  try {
    const started = asStarted(launch.command, launch.args, where);
    return { launch, pty: spawnPty(started.command, started.args, { ...UNSEEN_SIZE, cwd, env: launch.env }) };
  } catch (error) {
    launch.hookDrops?.close();
    throw error;
  }
}

/** That of the host, without what belongs to the session or the terminal that started it. */
function environment(env: Surroundings["env"]): Record<string, string> {
  return {
    ...freshEnvironment(env),
    // Of a service there is none; of a terminal it may be one that our emulator is not.
    TERM: "xterm-256color",
    COLORTERM: "truecolor",
    // Else a call of an MCP tool that takes 120 s goes to the background, and the turn ends without its answer (2.1.325).
    CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS: "0",
  };
}
