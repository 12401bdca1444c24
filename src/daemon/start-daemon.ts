import { join } from "node:path";

import { claim } from "../store/claim.js";
import { spawnBackground } from "../store/process/spawn-background.js";
import { whoRuns } from "../store/process/daemon-lock.js";
import { freshEnvironment } from "../launch/fresh-environment.js";
import type { OwnProgram } from "../launch/own-program.js";

export interface StartOptions {
  readonly program: OwnProgram;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Starts the daemon in the background where none runs. Returns its process number; undefined where none was started. */
export async function startDaemon(directory: string, options: StartOptions): Promise<number | undefined> {
  if ((await whoRuns(directory)) !== undefined) return undefined;
  // Fifty hooks that fire at once start one daemon; one that came to nothing can be started again after a while.
  if (!(await claim(startClaim(directory), START_MS))) return undefined;
  const env = freshEnvironment(options.env);
  const child = spawnBackground({ ...options.program, verb: "daemon", directory, env });
  return new Promise((resolve, reject) => {
    child.once("spawn", () => resolve(child.pid));
    child.once("error", reject);
  });
}

/** Who makes this file may start it. */
export function startClaim(directory: string): string {
  return join(directory, ".starting");
}

/** As long as the crash guard makes a daemon wait that ended right after its start. */
const START_MS = 30_000;
