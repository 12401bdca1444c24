import { realpathSync } from "node:fs";
import { readFile, readlink, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";

import { isOurs } from "../store/private-files.js";
import { terminalEnv, type TerminalEnv } from "../transport/terminal-locator.js";

/** Where a process of this user stands, as seen from outside. */
export interface ProcessPlace {
  readonly cwd: string;
  /** The few variables that tell in which terminal it runs, as they were when it started. */
  readonly env: TerminalEnv;
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
    return { cwd, env: terminalEnv(env), configDir: configDir && realPath(configDir) };
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
