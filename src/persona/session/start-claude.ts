import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Release } from "../../claude/hooks/releases.js";
import { cacheDir, type Surroundings } from "../../host/paths.js";
import { asStarted } from "../../launch/as-started.js";
import { prepareLaunch, type Launch } from "../../launch/claude-launch.js";
import { releaseOf } from "../../launch/claude-release.js";
import {
  freshEnvironment,
  CHAIN_VARIABLE,
  LISTED_VARIABLE,
  MARK_VARIABLE,
} from "../../launch/fresh-environment.js";
import { locateCommand } from "../../launch/find-command.js";
import { ownProgram } from "../../launch/own-program.js";
import { privateRunDirectory } from "../../launch/run-directory.js";
import { spawnPty, type Pty } from "../../transport/pty/pty.js";
import { consults, SERVER_NAME } from "../definition/consulting.js";
import { personaArguments } from "../definition/persona-arguments.js";
import type { Persona } from "../definition/persona.js";
import { hostDirectory } from "../host/host-process.js";
import { UNSEEN_SIZE, type StartOrder } from "./hosted-session.js";
import { newMark } from "./session-mark.js";

export interface ClaudeOptions extends StartOrder {
  /** The user's own name for Claude Code; undefined: `claude` on PATH. */
  readonly claude?: string | undefined;
  readonly where: Surroundings;
}

/** A Claude Code that was just started as a persona. */
export interface StartedClaude {
  readonly pty: Pty;
  readonly launch: Launch;
  /** Marks all processes that it starts. */
  readonly mark: string;
  /** Whether it knows the tools of our MCP server by now; true if it got none. */
  isServed(): boolean;
  /** Removes the files that it needed while it ran. */
  cleanUp(): void;
}

/** Throws a UserError if Claude Code cannot be found or run. */
export async function startClaude(options: ClaudeOptions): Promise<StartedClaude> {
  const mark = newMark(hostDirectory(options.where));
  const own = { [MARK_VARIABLE]: mark, [CHAIN_VARIABLE]: options.persona.name };
  const where = { ...options.where, env: { ...environment(options.where.env), ...own } };
  const cwd = options.projectRoot;
  const command = locateCommand({ command: undefined, claude: options.claude, where, cwd });
  const release = await releaseOf(command, { env: where.env, cacheDirectory: cacheDir(where) });
  const files = await writeSessionFiles(options, where);
  try {
    const started = await start(options, release, files, where);
    return { ...started, mark, isServed: files.isServed, cleanUp: files.remove };
  } catch (error) {
    files.remove();
    throw error;
  }
}

async function start(
  options: ClaudeOptions,
  release: Release | undefined,
  { systemPromptFile, serverFile }: SessionFiles,
  where: Surroundings,
): Promise<Pick<StartedClaude, "pty" | "launch">> {
  const cwd = options.projectRoot;
  const launch = await prepareLaunch({
    command: undefined,
    claude: options.claude,
    args: personaArguments({ ...options, release, systemPromptFile, serverFile }),
    where,
    cwd,
    // Nobody would read what it does after the reset: the host asks again.
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

/** The host's environment, without what belongs to the session or the terminal that started the host. */
function environment(env: Surroundings["env"]): Record<string, string> {
  return {
    ...freshEnvironment(env),
    // A service has no TERM, and a terminal may have one that our emulator does not support.
    TERM: "xterm-256color",
    COLORTERM: "truecolor",
    // Else an MCP call of more than 120 s goes to the background, and the turn ends without its result (2.1.325).
    CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS: "0",
  };
}

/** Private files that one session needs while it runs. */
export interface SessionFiles {
  /** The system prompt; undefined if it could not be written. */
  readonly systemPromptFile: string | undefined;
  /** For `--mcp-config`; undefined if the persona consults nobody, or it could not be written. */
  readonly serverFile: string | undefined;
  /** Whether Claude Code knows the tools of our server by now; true if there is none. */
  readonly isServed: () => boolean;
  readonly remove: () => void;
}

export async function writeSessionFiles(
  { persona, systemPrompt }: Pick<StartOrder, "persona" | "systemPrompt">,
  where: Surroundings,
): Promise<SessionFiles> {
  const parent = await privateRunDirectory(where);
  if (parent === undefined) return NO_FILES;
  let directory: string;
  try {
    // A later run recognizes the name, and removes what a killed host left.
    directory = mkdtempSync(join(parent, `run-${process.pid}-`));
  } catch {
    return NO_FILES;
  }
  const listed = join(directory, "listed");
  const serverFile = consults(persona)
    ? written(join(directory, "mcp.json"), serverConfig(persona, listed, where))
    : undefined;
  return {
    systemPromptFile: written(join(directory, "system-prompt.md"), systemPrompt),
    serverFile,
    isServed: () => serverFile === undefined || existsSync(listed),
    remove: () => removeQuietly(directory),
  };
}

const NO_FILES: SessionFiles = {
  systemPromptFile: undefined,
  serverFile: undefined,
  isServed: () => true,
  remove: () => undefined,
};

/** With its whole environment: Claude Code can be configured to keep its own variables from its servers. */
function serverConfig({ name }: Persona, listed: string, where: Surroundings): string {
  const { node, script } = ownProgram(where);
  const env = { [CHAIN_VARIABLE]: name, [LISTED_VARIABLE]: listed };
  const server = { type: "stdio", command: node, args: [script, "mcp"], env };
  return JSON.stringify({ mcpServers: { [SERVER_NAME]: server } });
}

/** The session's server may write into it at this moment; then a later run removes it. */
function removeQuietly(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // The end of the session must still be reported.
  }
}

/** Its path; undefined without space or permission. */
function written(file: string, text: string): string | undefined {
  try {
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  } catch {
    return undefined;
  }
}
