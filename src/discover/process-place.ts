import { realpathSync } from "node:fs";
import { readFile, readlink, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";

import { type ProcessInfo, readProcess } from "../host/process-table.js";
import { isOurs } from "../store/private-files.js";
import { type Reach, reachEnv, type ReachEnv } from "../transport/reach.js";
import { runsClaude } from "./claude-processes.js";

/** Where a process of this user stands, as seen from outside. */
export interface ProcessPlace {
  readonly cwd: string;
  /** The few variables that tell in which terminal it runs, as they were when it started. */
  readonly env: ReachEnv;
  /** Where Claude Code, if it is that, keeps its files, by its real path; undefined where the environment does not say. */
  readonly configDir: string | undefined;
}

/** Undefined where it has ended, is not this user's, or the platform does not tell (only Linux does). */
export async function placeOf(pid: number): Promise<ProcessPlace | undefined> {
  if (process.platform !== "linux") return undefined;
  try {
    const proc = `/proc/${pid}`;
    // The superuser could read everybody's.
    if (!isOurs(await stat(proc))) return undefined;
    const [cwd, environment] = await Promise.all([
      readlink(`${proc}/cwd`),
      readFile(`${proc}/environ`, "utf8"),
    ]);
    // The rest of it may hold secrets: it is let go of at once.
    const env = variablesOf(environment);
    const configDir = configDirOf(env);
    return { cwd, env: reachEnv(env), configDir: configDir && realPath(configDir) };
  } catch {
    // It ended, or shut itself off from others.
    return undefined;
  }
}

/** Without links on the way, as far as it exists. */
export function realPath(directory: string): string {
  try {
    return realpathSync.native(directory);
  } catch {
    // Not there: then it is what it is called.
    return directory;
  }
}

function variablesOf(environment: string): Record<string, string> {
  const pairs = environment.split("\0").map((pair) => [pair, pair.indexOf("=")] as const);
  return Object.fromEntries(pairs.map(([pair, at]) => [pair.slice(0, at), pair.slice(at + 1)]));
}

function configDirOf(env: Readonly<Record<string, string>>): string | undefined {
  const { CLAUDE_CONFIG_DIR: named, HOME: home } = env;
  if (named) return isAbsolute(named) ? named : undefined;
  return home && isAbsolute(home) ? join(home, ".claude") : undefined;
}

/** From a process that Claude Code has started: how to get at that Claude Code later. `parent` is our own parent. */
export async function captureReach(
  parent: number,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Reach> {
  const claude = await nearestClaude(parent, Number(env["CLAUDE_PID"] ?? Number.NaN));
  if (claude === undefined) return { process: undefined, tty: undefined, env: reachEnv(env) };
  const { pid, start, tty } = claude;
  // Its own environment, where it can be read: what hooks get also holds what the user's settings add to it.
  const place = await placeOf(pid);
  return { process: { pid, start }, tty, env: place?.env ?? reachEnv(env) };
}

// A shell or two, the shim of a version manager: hardly more stands between a hook and its Claude Code.
const MOST_STEPS = 10;

/**
 * 2.1.325 tells its hooks its own number (`named`). Older ones do not, and may run inside one that does: the first on
 * the way up counts, known by its number or by its program.
 */
async function nearestClaude(parent: number, named: number): Promise<ProcessInfo | undefined> {
  let pid = parent;
  for (let step = 0; step < MOST_STEPS && pid > 1; step++) {
    const info = await readProcess(pid);
    if (info === undefined) return undefined;
    if (pid === named || runsClaude(`/proc/${pid}`)) return info;
    pid = info.parent;
  }
  return undefined;
}
