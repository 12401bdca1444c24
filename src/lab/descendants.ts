import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * All processes below that one, itself left out. Claude Code gives each tool a session of its own, which no signal
 * to its process group reaches; they have to be known before it ends, because then they belong to nobody.
 */
export async function descendantsOf(pid: number): Promise<number[]> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid="], { maxBuffer: 16 * 1024 * 1024 });
  const children = new Map<number, number[]>();
  for (const [, child, parent] of stdout.matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm)) {
    children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(child)]);
  }
  const found: number[] = [];
  for (
    let next = children.get(pid) ?? [];
    next.length > 0;
    next = next.flatMap((child) => children.get(child) ?? [])
  ) {
    found.push(...next);
  }
  return found;
}

/** Whether there was a process to signal; a negative number is a process group. */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
