import { appendFileSync } from "node:fs";

import type { Surroundings } from "../config/paths.js";
import { UserError } from "../errors.js";
import { prepareLaunch } from "./claude-launch.js";
import { exitAs } from "./exit-as.js";
import { ProcessSupervisor } from "./process-supervisor.js";
import { vimMode } from "./vim-mode.js";
import type { WrapperSettings } from "./wrapper-settings.js";

export interface RunOptions {
  /** What the user wants to run; undefined: Claude Code. */
  readonly command: string | undefined;
  readonly args: readonly string[];
  readonly settings: WrapperSettings;
  readonly where: Surroundings;
  /** The file that gets all details. */
  readonly debugFile?: string | undefined;
}

/** Runs a command in this terminal, carried on after its limits, and ends this process as the command ended. */
export async function runWrapped(options: RunOptions): Promise<never> {
  const debug = openDebugFile(options.debugFile);
  const cwd = process.cwd();
  const { settings, where } = options;
  const launch = await prepareLaunch({
    command: options.command,
    args: options.args,
    where,
    cwd,
    nativeOff: settings.nativeMode === "replace",
  });
  const { sessionStarts } = launch;
  // However this process ends, short of being killed on the spot.
  process.on("exit", () => sessionStarts?.close());
  const supervisor = new ProcessSupervisor({
    settings,
    cwd,
    env: launch.env,
    release: launch.release,
    sessionStarts,
    vim: () => launch.isClaude && vimMode(launch.env, cwd),
    debug,
  });
  exitAs(await supervisor.spawn(launch.command, launch.args));
}

/** Opened before the session starts, so that a wrong path is told while there is somebody to read it. */
function openDebugFile(file: string | undefined): (message: string) => void {
  if (file === undefined) return () => undefined;
  const write = (message: string): void =>
    appendFileSync(file, `${new Date().toISOString()} ${message}\n`, { mode: 0o600 });
  try {
    write(`cac ${process.pid} starts`);
  } catch (error) {
    throw new UserError("DEBUG_FILE", `cannot write to ${file}`, {
      fix: "name another file with --debug, in a directory that is there",
      cause: error,
    });
  }
  return (message) => {
    try {
      write(message);
    } catch {
      // The disk is full: the session matters more than its log.
    }
  };
}
