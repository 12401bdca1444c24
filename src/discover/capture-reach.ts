import { runsClaude } from "./claude-processes.js";
import { placeOf } from "./process-place.js";
import { readProcess, type ProcessInfo } from "../host/process-table.js";
import { terminalEnv, type TerminalLocator } from "../transport/terminal-locator.js";

/** From a process that Claude Code has started: how to get at that Claude Code later. `parent` is our own parent. */
export async function captureReach(
  parent: number,
  env: Readonly<Record<string, string | undefined>>,
): Promise<TerminalLocator> {
  const claude = await nearestClaude(parent, Number(env["CLAUDE_PID"] ?? Number.NaN));
  if (claude === undefined) return { process: undefined, tty: undefined, env: terminalEnv(env) };
  const { pid, start, tty } = claude;
  // Its own environment, where it can be read: what hooks get also holds what the user's settings add to it.
  const place = await placeOf(pid);
  return { process: { pid, start }, tty, env: place?.env ?? terminalEnv(env) };
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
