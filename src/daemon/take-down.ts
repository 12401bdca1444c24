import { rmdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

import type { Surroundings } from "../config/paths.js";
import type { RunCommand } from "../delivery/run-command.js";
import { UserError } from "../errors.js";
import { namesIn } from "../control/private-files.js";
import { whoRuns } from "./daemon-lock.js";
import { uninstallHooks, type HooksRemoved } from "./hook-settings.js";
import type { OwnProgram } from "./own-program.js";
import { serviceOf } from "./service/service.js";
import { hookPlace } from "./set-up.js";

export interface TakeDownOptions {
  readonly where: Surroundings;
  readonly program: OwnProgram;
  readonly run?: RunCommand;
  readonly uid?: number;
}

/** What was undone. */
export interface TakenDown {
  readonly settings: HooksRemoved & { readonly file: string };
  /** Whether there was a service. */
  readonly service: boolean;
  /** The daemon that ran and was ended. */
  readonly ended: number | undefined;
  /** Where waits and logs are still kept; undefined where there are none. */
  readonly kept: string | undefined;
}

/** Undoes an install: first the hooks, which could start the daemon again, then the service, then the daemon. */
export async function takeDown({ where, program, run, uid }: TakeDownOptions): Promise<TakenDown> {
  const place = hookPlace(where);
  const hooks = await uninstallHooks(place);
  const service = serviceOf({ where, program, ...(run && { run }), ...(uid !== undefined && { uid }) });
  const hadService = (await service?.uninstall()) ?? false;
  const ended = await endDaemon(place.directory);
  // Only where it is empty: waits are nobody's to throw away in passing.
  await rmdir(place.directory).catch(() => undefined);
  const isKept = (await namesIn(place.directory)).length > 0;
  return {
    settings: { file: place.file, ...hooks },
    service: hadService,
    ended,
    kept: isKept ? place.directory : undefined,
  };
}

/** Ends the daemon that a hook or the user started. Resolves to its process number; undefined where none ran. */
async function endDaemon(directory: string): Promise<number | undefined> {
  const daemon = await whoRuns(directory);
  if (daemon === undefined) return undefined;
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
