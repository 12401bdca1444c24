import { spawn } from "node:child_process";
import { constants } from "node:os";

import type { Surroundings } from "../host/paths.js";
import { UserError } from "../errors.js";
import { asStarted } from "../launch/as-started.js";
import { locateCommand } from "../launch/find-command.js";
import { exitAs } from "./exit-as.js";

export interface PlainRun {
  readonly command: string | undefined;
  readonly claude: string | undefined;
  readonly args: readonly string[];
  readonly where: Surroundings;
}

/** Runs a command as if we were not there, and ends this process as the command ended. */
export async function runPlain({ command, claude, args, where }: PlainRun): Promise<never> {
  const cwd = process.cwd();
  const file = locateCommand({ command, claude, where, cwd });
  const started = asStarted(file, args, where);
  const { windowsVerbatimArguments } = started;
  const how = { stdio: "inherit", env: { ...where.env }, windowsVerbatimArguments } as const;
  const child = spawn(started.command, started.args, how);
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  // A terminal sends these to both of us: what they end is for the child to say.
  for (const signal of ["SIGINT", "SIGQUIT"] as const) process.on(signal, () => undefined);
  const exit = await new Promise<{ exitCode: number; signal?: number }>((resolve, reject) => {
    child.once("error", (cause) => {
      const problem = `${file} could not be started: ${cause.message}`;
      reject(new UserError("NOT_STARTED", problem, { fix: "see that it can be run", exitCode: 126, cause }));
    });
    child.once("exit", (code, signal) => {
      resolve(signal ? { exitCode: 0, signal: constants.signals[signal] } : { exitCode: code ?? 1 });
    });
  });
  return exitAs(exit);
}
