import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type { HookEventName } from "../claude/releases.js";
import { autoResumeDir, claudeConfigDir } from "../config/auto-resume-dir.js";
import type { Surroundings } from "../config/paths.js";
import type { Trouble } from "../control/private-files.js";
import { runCommand, type RunCommand } from "../delivery/run-command.js";
import { UserError } from "../errors.js";
import { exists } from "../watch/process-table.js";
import {
  approvalIn,
  hooksThatStay,
  rememberApproval,
  wantsApproval,
  type Approval,
} from "./approval-hook.js";
import { whoRuns } from "./daemon-lock.js";
import { endDaemon } from "./end-daemon.js";
import { hookCommand } from "./hook-command.js";
import { planHooks, type HookPlan } from "./hook-events.js";
import { letHooksStart, letServiceStart } from "./hook-leave.js";
import { installHooks, type HookPlace } from "./hook-settings.js";
import { installedReleases, type InstalledRelease } from "./installed-releases.js";
import type { OwnProgram } from "./own-program.js";
import { startDaemon } from "./start-daemon.js";
import { serviceOf, type Service } from "./service/service.js";
import { enableLinger } from "./service/systemd.js";

export interface SetUpOptions {
  readonly where: Surroundings;
  readonly program: OwnProgram;
  /** A Claude Code that the user named in the settings. */
  readonly claude?: string | undefined;
  /** Whether the system is to start the daemon. */
  readonly service: boolean;
  /** Whether it is to run after a reboot, without a login. */
  readonly linger: boolean;
  /** Whether the hook is to answer permission prompts; undefined: as before. */
  readonly approve?: boolean | undefined;
  readonly run?: RunCommand;
  readonly uid?: number;
}

/** What was done. */
export interface SetUp {
  readonly installed: readonly InstalledRelease[];
  readonly hooks: HookPlan;
  readonly settings: {
    readonly file: string;
    readonly changed: boolean;
    readonly backup: string | undefined;
  };
  readonly approval: Approval;
  readonly service: ServiceSetUp;
}

export type ServiceSetUp =
  | {
      readonly type: "started";
      readonly kind: string;
      readonly file: string | undefined;
      readonly lingers: boolean | undefined;
    }
  /** `why` is the rest of a sentence that begins with "there is none: ". */
  | { readonly type: "none"; readonly why: string };

/** Puts our hooks into the user's settings and sets the service up. Throws, with nothing half done in a file. */
export async function setUp(options: SetUpOptions): Promise<SetUp> {
  const { where, program, claude } = options;
  const installed = await installedReleases(where, claude === undefined ? [] : [claude]);
  const place = hookPlace(where);
  const approve = options.approve ?? wantsApproval(place);
  const hooks = planHooks(installed, { approve });
  const wanted =
    installed.length === 0
      ? hooksThatStay(place.file, approve)
      : wantedHooks(hooks.events, program, where.platform);
  const written = wanted ? await installHooks(place, wanted) : { changed: false, backup: undefined };
  throwIfAny(await rememberApproval(place.directory, approve));
  return {
    installed,
    hooks,
    settings: { file: place.file, ...written },
    approval: approvalIn(place.file),
    service: await startService(options, place.directory),
  };
}

/** Where the hooks go, and where we keep what we did. */
export function hookPlace(where: Surroundings): HookPlace {
  return { file: join(claudeConfigDir(where), "settings.json"), directory: autoResumeDir(where) };
}

/** The hooks as they are to stand in the settings. */
export function wantedHooks(
  events: readonly HookEventName[],
  program: OwnProgram,
  platform: NodeJS.Platform,
): { readonly event: HookEventName; readonly command: string }[] {
  const command = hookCommand(program, platform);
  return events.map((event) => ({ event, command }));
}

async function startService(options: SetUpOptions, directory: string): Promise<ServiceSetUp> {
  const { where, program, run = runCommand, uid = process.getuid?.() ?? 0 } = options;
  const service = serviceOf({ where, program, run, uid });
  const why = await whyNone(options, service);
  // One of an earlier install, which did not leave it out.
  if (!options.service) await service?.uninstall();
  if (service === undefined || why !== undefined) {
    throwIfAny(await letHooksStart(directory));
    // Sessions that run already have no hook yet.
    const pid = await startDaemon(directory, { program, env: where.env });
    if (pid !== undefined) await untilAtWork(directory, pid);
    return { type: "none", why: why ?? "" };
  }
  await letServiceStart(directory);
  // The service's own would find another one at work, and give up after three starts.
  await endDaemon(directory);
  await service.install();
  if (options.linger && where.platform === "linux") await enableLinger({ run, uid });
  const { lingers } = await service.look();
  return { type: "started", kind: service.kind, file: service.file, lingers };
}

/** A daemon that has no lock yet would not be found by an uninstall right after, and stay for good. */
async function untilAtWork(directory: string, pid: number): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while ((await whoRuns(directory)) === undefined && exists(pid) && performance.now() < until)
    await sleep(50);
}

const PATIENCE_MS = 10_000;

function throwIfAny(trouble: Trouble | undefined): void {
  if (trouble) throw new UserError("NOT_WRITTEN", `${trouble.path} ${trouble.says}`, trouble);
}

async function whyNone(options: SetUpOptions, service: Service | undefined): Promise<string | undefined> {
  if (!options.service) return "you left it out";
  if (service === undefined) return `none is known for ${options.where.platform}`;
  const why = await service.unavailable();
  return why === undefined ? undefined : `${service.kind} ${why}`;
}
