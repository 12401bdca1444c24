import { rmdir } from "node:fs/promises";
import { join } from "node:path";

import type { Surroundings } from "../host/paths.js";
import type { RunCommand } from "../host/run-command.js";
import { namesIn, removeIfThere } from "../store/private-files.js";
import { rememberApproval } from "./hooks/approval-hook.js";
import { endDaemon } from "../daemon/end-daemon.js";
import { letServiceStart } from "./hooks/hook-leave.js";
import { uninstallHooks, type HooksRemoved } from "./hooks/hook-settings.js";
import type { OwnProgram } from "../launch/own-program.js";
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
  await letServiceStart(place.directory);
  await rememberApproval(place.directory, false);
  const ended = await endDaemon(place.directory);
  await removeIfThere(join(place.directory, ".starting"));
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
