import { existsSync } from "node:fs";

import { loadConfig } from "../config/load-config.js";
import { stateDir, type Surroundings } from "../config/paths.js";
import type { RunCommand } from "../delivery/run-command.js";
import { wantsApproval } from "./approval-hook.js";
import { whoRuns } from "./daemon-lock.js";
import { checkDaemon, checkReleases, checkService } from "./doctor-checks.js";
import { checkFiles } from "./doctor-files.js";
import { checkHooks } from "./doctor-hooks.js";
import { checkWays } from "./doctor-ways.js";
import { leave } from "./hook-leave.js";
import { installedReleases } from "./installed-releases.js";
import type { OwnProgram } from "./own-program.js";
import { serviceOf } from "./service/service.js";
import { hookPlace } from "./set-up.js";

/** One thing that was looked at. */
export interface Finding {
  readonly about: "releases" | "hooks" | "service" | "daemon" | "files" | "ways" | "personas";
  /** `bad`: sessions will not be carried on as they should; `note`: they will, and it could be better. */
  readonly state: "good" | "note" | "bad";
  readonly says: string;
  /** How to mend it. */
  readonly fix?: string;
}

export interface Patient {
  readonly where: Surroundings;
  readonly program: OwnProgram;
  /** A Claude Code that the user named in the settings. */
  readonly claude?: string | undefined;
  readonly run?: RunCommand;
  readonly uid?: number;
}

/** Looks at everything that a session needs to be carried on, and changes nothing. */
export async function examine({ where, program, claude, run, uid }: Patient): Promise<readonly Finding[]> {
  const place = hookPlace(where);
  const { directory } = place;
  const installed = await installedReleases(where, claude === undefined ? [] : [claude]);
  const service = serviceOf({ where, program, ...(run && { run }), ...(uid !== undefined && { uid }) });
  const byHooks = existsSync(leave(directory));
  return [
    ...checkReleases(installed),
    ...checkHooks({
      file: place.file,
      installed,
      program,
      platform: where.platform,
      approval: { wanted: wantsApproval(place), mode: loadConfig(where).approve.mode },
    }),
    ...(await checkService(service, byHooks)),
    ...checkDaemon(await whoRuns(directory), byHooks),
    ...(await checkFiles([directory, stateDir(where)], where.platform)),
    ...checkWays(where, uid ?? process.getuid?.()),
  ];
}
