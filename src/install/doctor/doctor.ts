import { existsSync } from "node:fs";

import { loadConfig } from "../../config/load-config.js";
import { stateDir, stateVariable, type Surroundings } from "../../host/paths.js";
import type { RunCommand } from "../../host/run-command.js";
import { wantsApproval } from "../hooks/approval-hook.js";
import { whoRuns } from "../../store/process/daemon-lock.js";
import { checkApproval, checkDaemon, checkReleases, checkService } from "./doctor-checks.js";
import { checkFiles } from "./doctor-files.js";
import { checkHooks } from "./doctor-hooks.js";
import { checkWays } from "./doctor-ways.js";
import { leave } from "../hooks/hook-leave.js";
import { installedReleases } from "../../launch/installed-releases.js";
import type { OwnProgram } from "../../launch/own-program.js";
import { serviceOf } from "../service/service.js";
import { hookPlace } from "../set-up.js";

/** One thing that was looked at. */
export interface Finding {
  readonly about: "releases" | "hooks" | "approval" | "service" | "daemon" | "files" | "ways" | "personas";
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
  /** Where a session would be started. */
  readonly project?: string | undefined;
  readonly run?: RunCommand;
  readonly uid?: number;
}

/** Looks at everything that a session needs to be carried on, and changes nothing. */
export async function examine(patient: Patient): Promise<readonly Finding[]> {
  const { where, program, claude, project, run, uid } = patient;
  const place = hookPlace(where);
  const { directory } = place;
  const installed = await installedReleases(where, claude === undefined ? [] : [claude]);
  const service = serviceOf({ where, program, ...(run && { run }), ...(uid !== undefined && { uid }) });
  const byHooks = existsSync(leave(directory));
  const config = loadConfig(where);
  const { mode, offBecause } = config.approve;
  return [
    ...checkReleases(installed),
    ...checkHooks({
      file: place.file,
      installed,
      program,
      platform: where.platform,
      approval: { wanted: wantsApproval(place), isOff: mode === "off" && offBecause === undefined },
    }),
    ...checkApproval(config, { where, projects: project === undefined ? [] : [project] }),
    ...(await checkService(service, byHooks)),
    ...checkDaemon(await whoRuns(directory), byHooks),
    ...(await checkFiles(
      [
        { directory, variable: "CLAUDE_CONFIG_DIR" },
        { directory: stateDir(where), variable: stateVariable(where) },
      ],
      where.platform,
    )),
    ...checkWays(where, uid ?? process.getuid?.()),
  ];
}
