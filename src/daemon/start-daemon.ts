import { spawn } from "node:child_process";
import { open } from "node:fs/promises";
import { join } from "node:path";

import { ageMs, removeIfThere } from "../control/private-files.js";
import { systemCode } from "../config/file-trouble.js";
import { whoRuns } from "./daemon-lock.js";
import { freshEnvironment } from "./fresh-environment.js";
import type { OwnProgram } from "./own-program.js";

export interface StartOptions {
  readonly program: OwnProgram;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Starts the daemon in the background where none runs. Returns its process number; undefined where none was started. */
export async function startDaemon(
  directory: string,
  { program, env }: StartOptions,
): Promise<number | undefined> {
  if ((await whoRuns(directory)) !== undefined || !(await isFirst(directory))) return undefined;
  const child = spawn(program.node, [program.script, "daemon"], {
    // A session of its own, in a place of its own: neither a closed terminal nor a removed directory ends it.
    detached: true,
    cwd: directory,
    stdio: "ignore",
    env: freshEnvironment(env),
    windowsHide: true,
  });
  child.unref();
  return new Promise((resolve, reject) => {
    child.once("spawn", () => resolve(child.pid));
    child.once("error", reject);
  });
}

/** Fifty hooks that fire at once start one daemon; one that came to nothing can be started again after a while. */
async function isFirst(directory: string): Promise<boolean> {
  const file = join(directory, ".starting");
  for (;;) {
    try {
      await (await open(file, "wx", 0o600)).close();
      return true;
    } catch (error) {
      if (systemCode(error) !== "EEXIST") throw error;
    }
    if ((await ageMs(file)) < START_MS) return false;
    await removeIfThere(file);
  }
}

/** As long as the crash guard makes a daemon wait that ended right after its start. */
const START_MS = 30_000;
