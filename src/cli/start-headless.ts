import { constants } from "node:os";

import type { Config } from "../config/load-config.js";
import { cacheDir, type Surroundings } from "../config/paths.js";
import { runHeadless } from "../headless/run-headless.js";
import { locateCommand } from "../wrapper/claude-launch.js";
import { releaseOf } from "../wrapper/claude-release.js";
import { openDebugFile } from "../wrapper/debug-file.js";
import { exitAs } from "../wrapper/exit-as.js";

export interface HeadlessStart {
  readonly command: string | undefined;
  readonly args: readonly string[];
  readonly config: Config;
  readonly where: Surroundings;
  readonly debugFile: string | undefined;
}

/** Runs Claude Code without a terminal, and ends this process as its last run ended. */
export async function startHeadless(start: HeadlessStart): Promise<never> {
  const { config, where } = start;
  const log = openDebugFile(start.debugFile);
  const cwd = process.cwd();
  const command = locateCommand({ command: start.command, claude: config.claude, where, cwd });
  const release = await releaseOf(command, { env: where.env, cacheDirectory: cacheDir(where) });
  const { exitCode, signal } = await runHeadless({
    command,
    args: start.args,
    config,
    env: { ...where.env },
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    release,
    cwd,
    log,
  });
  return exitAs(signal === undefined ? { exitCode } : { exitCode, signal: constants.signals[signal] });
}
