import type { ConfigWarning } from "../config/load-config.js";
import type { Surroundings } from "../host/paths.js";
import { prepareLaunch } from "../launch/claude-launch.js";
import { openDebugFile } from "./debug-file.js";
import { exitAs } from "./exit-as.js";
import { guardAgainstFaults } from "../store/process/fault-guard.js";
import { ProcessSupervisor } from "./process-supervisor.js";
import { vimMode } from "../driver/vim-mode.js";
import type { WrapperSettings } from "../driver/wrapper-settings.js";

export interface RunOptions {
  /** What the user wants to run; undefined: Claude Code. */
  readonly command: string | undefined;
  /** The user's own name for Claude Code. */
  readonly claude?: string | undefined;
  readonly args: readonly string[];
  readonly settings: WrapperSettings;
  readonly where: Surroundings;
  /** The file that gets all details. */
  readonly debugFile?: string | undefined;
  /** Told of before anything else is on the screen. */
  readonly warn: (warnings: readonly ConfigWarning[]) => void;
}

/** Runs a command in this terminal, carried on after its limits, and ends this process as the command ended. */
export async function runWrapped(options: RunOptions): Promise<never> {
  const debug = openDebugFile(options.debugFile);
  const cwd = process.cwd();
  const { settings, where } = options;
  const launch = await prepareLaunch({
    command: options.command,
    claude: options.claude,
    args: options.args,
    where,
    cwd,
    nativeOff: settings.nativeMode === "replace",
    tellsPermissions: settings.approve.mode !== "off",
  });
  options.warn(launch.warnings ?? []);
  const { hookDrops } = launch;
  // However this process ends, short of being killed on the spot.
  process.on("exit", () => hookDrops?.close());
  const supervisor = new ProcessSupervisor({
    settings,
    cwd,
    env: launch.env,
    release: launch.release,
    hookDrops,
    hookEvents: launch.events,
    vim: () => launch.isClaude && vimMode(launch.env, cwd),
    debug,
  });
  const takeGuardAway = guardAgainstFaults(supervisor);
  try {
    const exit = await supervisor.spawn(launch.command, launch.args);
    // A signal to ourselves is an end without listeners.
    hookDrops?.close();
    exitAs(exit);
  } finally {
    takeGuardAway();
  }
}
