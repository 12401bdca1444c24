import { realpathSync } from "node:fs";
import { readFile, readlink, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";

import { type ProcessInfo, readProcess } from "../host/process-table.js";
import { isOurs } from "../store/private-files.js";
import { type TerminalLocator, terminalEnv, type TerminalEnv } from "../transport/terminal-locator.js";
import { runsClaude } from "./claude-processes.js";

/** What can be read about a process of this user from outside. */
export interface ProcessPlace {
  readonly cwd: string;
  /** The few variables that name its terminal, as they were when it started. */
  readonly env: TerminalEnv;
  /** The real path of the directory of Claude Code's files; undefined if the environment does not name one. */
  readonly configDir: string | undefined;
}

/** Undefined if it has ended, belongs to another user, or the platform is not Linux. */
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
    // The other variables may hold secrets and are dropped at once.
    const env = variablesOf(environment);
    const configDir = configDirOf(env);
    return { cwd, env: terminalEnv(env), configDir: configDir && realPath(configDir) };
  } catch {
    // It has ended, or does not let others read it.
    return undefined;
  }
}

/** The path without links; unchanged if it does not exist. */
export function realPath(directory: string): string {
  try {
    return realpathSync.native(directory);
  } catch {
    // It does not exist.
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

/** Called in a process that Claude Code started: how to reach that Claude Code later. `parent` is our own parent. */
export async function captureReach(
  parent: number,
  env: Readonly<Record<string, string | undefined>>,
): Promise<TerminalLocator> {
  const claude = await nearestClaude(parent, Number(env["CLAUDE_PID"] ?? Number.NaN));
  if (claude === undefined) return { process: undefined, tty: undefined, env: terminalEnv(env) };
  const { pid, start, tty } = claude;
  // Its own environment, if it can be read: a hook's environment also has variables from the user's settings.
  const place = await placeOf(pid);
  return { process: { pid, start }, tty, env: place?.env ?? terminalEnv(env) };
}

// Between a hook and its Claude Code are a shell or two, and perhaps the shim of a version manager.
const MOST_STEPS = 10;

/**
 * 2.1.325 passes its process id to its hooks (`named`). Older releases do not, and may run inside one that does, so the
 * first ancestor with that id or that program counts.
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
