import { setTimeout as sleep } from "node:timers/promises";

import { UserError } from "../errors.js";
import { whoRuns } from "../store/process/daemon-lock.js";
import { isElsewhere } from "../store/process/lock-note.js";

/** Ends the daemon of this directory, whoever started it. Resolves to its process number; undefined where none ran. */
export async function endDaemon(directory: string): Promise<number | undefined> {
  const daemon = await whoRuns(directory);
  if (daemon === undefined) return undefined;
  // Its number is another process here.
  if (await isElsewhere(daemon)) {
    throw new UserError("DAEMON_ELSEWHERE", "the daemon runs on another machine or in a container", {
      fix: `end it there: kill ${daemon.pid}`,
    });
  }
  const until = Date.now() + PATIENCE_MS;
  try {
    process.kill(daemon.pid, "SIGTERM");
  } catch {
    // It has ended in this very moment.
    return daemon.pid;
  }
  while ((await whoRuns(directory))?.token === daemon.token) {
    if (Date.now() > until) {
      throw new UserError("DAEMON_STAYS", `the daemon does not end: process ${daemon.pid}`, {
        fix: `kill -9 ${daemon.pid}`,
      });
    }
    await sleep(50);
  }
  return daemon.pid;
}

const PATIENCE_MS = 15_000;
