import { constants } from "node:os";

import { cacheDir, type Surroundings } from "../host/paths.js";
import { HeadlessBook } from "../headless/headless-book.js";
import { runHeadless } from "../headless/run-headless.js";
import { locateCommand } from "../launch/find-command.js";
import { releaseOf } from "../launch/claude-release.js";
import { openDebugFile } from "../wrapper/debug-file.js";
import { exitAs } from "../wrapper/exit-as.js";
import type { RunConfig } from "./run-config.js";

export interface HeadlessStart {
  readonly command: string | undefined;
  readonly args: readonly string[];
  readonly config: RunConfig;
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
  const book = new HeadlessBook({ command: [command, ...start.args], cwd, release, debug: log });
  const exit = await runHeadless({
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
    onState: book.onState,
    onControl: book.onControl,
  });
  await book.close(exit);
  const { exitCode, signal } = exit;
  return exitAs(signal === undefined ? { exitCode } : { exitCode, signal: constants.signals[signal] });
}
