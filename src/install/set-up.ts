import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type { HookEventName } from "../claude/hooks/releases.js";
import { autoResumeDir, claudeConfigDir } from "../host/auto-resume-dir.js";
import type { Surroundings } from "../host/paths.js";
import { makePrivate, placeFix, removeIfThere, writeWhole, type Trouble } from "../store/private-files.js";
import { runCommand, type RunCommand } from "../host/run-command.js";
import { UserError } from "../errors.js";
import { exists } from "../host/process-table.js";
import {
  approvalIn,
  hooksThatStay,
  rememberApproval,
  wantsApproval,
  type Approval,
} from "./hooks/approval-hook.js";
import { whoRuns } from "../store/process/daemon-lock.js";
import { endDaemon } from "../daemon/end-daemon.js";
import { hookCommand } from "./hooks/hook-command.js";
import { planHooks, type HookPlan } from "./hooks/hook-events.js";
import { letHooksStart, letServiceStart } from "./hooks/hook-leave.js";
import { installHooks, type HookPlace } from "./hooks/hook-settings.js";
import { installedReleases, type InstalledRelease } from "../launch/installed-releases.js";
import type { OwnProgram } from "../launch/own-program.js";
import { startClaim, startDaemon } from "../daemon/start-daemon.js";
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
  | {
      readonly type: "none";
      /** The rest of a sentence that begins with "there is none: ". */
      readonly why: string;
      /** Why the daemon does not run all the same. */
      readonly problem?: { readonly says: string; readonly fix: string };
    };

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
  // The daemon has to write there, and nobody sees it fail.
  throwIfAny(await tryToWrite(place.directory));
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
    const isAtWork = await untilAtWork(directory, pid);
    return { type: "none", why: why ?? "", ...(!isAtWork && { problem: await notAtWork(directory, pid) }) };
  }
  await letServiceStart(directory);
  // The service's own would find another one at work, and give up after three starts.
  await endDaemon(directory);
  await service.install();
  if (options.linger && where.platform === "linux") await enableLinger({ run, uid });
  const { lingers } = await service.look();
  return { type: "started", kind: service.kind, file: service.file, lingers };
}

/**
 * Whether it runs. A daemon that has no lock yet would not be found by an uninstall right after, and stay for good.
 * Without `pid` somebody else has just started it.
 */
async function untilAtWork(directory: string, pid: number | undefined): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const hasEnded = pid !== undefined && !exists(pid);
    if ((await whoRuns(directory)) !== undefined) return true;
    if (hasEnded || performance.now() > until) return false;
    await sleep(50);
  }
}

const PATIENCE_MS = 10_000;

async function notAtWork(
  directory: string,
  pid: number | undefined,
): Promise<{ readonly says: string; readonly fix: string }> {
  // Came to nothing: the next one need not wait until it is taken for dead.
  if (pid !== undefined) await removeIfThere(startClaim(directory));
  const trouble = await tryToWrite(directory);
  if (trouble) return { says: `${trouble.path} ${trouble.says}`, fix: fixOf(trouble) };
  return { says: "it ended right after its start", fix: "cac daemon, in a terminal, shows why" };
}

/** A full disk still takes an empty file. */
async function tryToWrite(directory: string): Promise<Trouble | undefined> {
  const file = join(directory, ".cac-can-write");
  const trouble = (await makePrivate(directory)) ?? (await writeWhole(file, "yes\n"));
  await removeIfThere(file);
  return trouble && { ...trouble, path: directory };
}

function throwIfAny(trouble: Trouble | undefined): void {
  if (trouble === undefined) return;
  throw new UserError("NOT_WRITTEN", `${trouble.path} ${trouble.says}`, { fix: fixOf(trouble) });
}

function fixOf({ code, fix }: Trouble): string {
  return placeFix(code, "CLAUDE_CONFIG_DIR") ?? fix;
}

async function whyNone(options: SetUpOptions, service: Service | undefined): Promise<string | undefined> {
  if (!options.service) return "you left it out";
  if (service === undefined) return `none is known for ${options.where.platform}`;
  const why = await service.unavailable();
  return why === undefined ? undefined : `${service.kind} ${why}`;
}
