import { posix, win32 } from "node:path";

import type { Surroundings } from "../../host/paths.js";
import { runCommand, type RunCommand } from "../../host/run-command.js";
import type { OwnProgram } from "../../launch/own-program.js";
import { Launchd } from "./launchd.js";
import { Systemd } from "./systemd.js";
import { TaskScheduler } from "./task-scheduler.js";

/** What starts the daemon when the user logs in, and again when it ends. */
export interface Service {
  /** As people call it: "systemd". */
  readonly kind: string;
  /** The file that describes it; undefined where the system keeps it to itself. */
  readonly file: string | undefined;
  /** Why it cannot be used here, as the rest of a sentence that begins with its kind; undefined where it can. */
  unavailable(): Promise<string | undefined>;
  /** Sets it up and starts it, in place of an older one. Throws a UserError where it cannot. */
  install(): Promise<void>;
  /** Stops it and takes it out. Returns whether there was one. */
  uninstall(): Promise<boolean>;
  look(): Promise<ServiceState>;
}

export interface ServiceState {
  /** Whether it is set up, in the very words that an install would write now. */
  readonly setUp: "yes" | "no" | "otherwise";
  readonly running: boolean;
  /** Whether it starts with the machine, before the user logs in; undefined where that is no question of ours. */
  readonly lingers: boolean | undefined;
  /** What is wrong, and how to mend it. */
  readonly troubles: readonly { readonly says: string; readonly fix: string }[];
}

/** What a service is made of, and how the system's own commands are run. */
export interface ServiceOptions {
  readonly where: Surroundings;
  readonly program: OwnProgram;
  readonly run?: RunCommand;
  readonly uid?: number;
}

/** Everything that each of them needs. */
export interface ServiceParts {
  readonly where: Surroundings;
  readonly command: readonly [file: string, ...args: string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly run: RunCommand;
  readonly uid: number;
}

/** That of the platform; undefined where we know none. */
export function serviceOf({
  where,
  program,
  run = runCommand,
  uid = process.getuid?.() ?? 0,
}: ServiceOptions): Service | undefined {
  const command = [program.node, program.script, "daemon"] as const;
  const parts: ServiceParts = { where, command, env: serviceEnv(where), run, uid };
  if (where.platform === "linux") return new Systemd(parts);
  if (where.platform === "darwin") return new Launchd(parts);
  if (where.platform === "win32") return new TaskScheduler(parts);
  return undefined;
}

/** Where our files are, and where programs are found: a service is not started by the shell that knows. */
function serviceEnv({ env, platform }: Surroundings): Record<string, string> {
  const path = platform === "win32" ? win32 : posix;
  const found: Record<string, string> = {};
  const folders = (env["PATH"] ?? "").split(":").filter((folder) => path.isAbsolute(folder));
  // Windows has one PATH for all that a user starts.
  if (platform !== "win32" && folders.length > 0) found["PATH"] = [...new Set(folders)].join(":");
  for (const name of PLACES) {
    const place = env[name];
    if (place && path.isAbsolute(place)) found[name] = place;
  }
  return found;
}

const PLACES = ["CLAUDE_CONFIG_DIR", "CAC_CONFIG", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"];
