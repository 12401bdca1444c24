import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Ends a process and everything below it. Claude Code gives each tool a session of its own, which no signal to its
 * process group reaches, and starts npm on the side: so all are held first, until nobody is left to start another.
 */
export async function endTree(leader: number): Promise<void> {
  const tree = new Set([leader]);
  for (let known = 0; known < tree.size;) {
    known = tree.size;
    for (const pid of tree) signalProcess(pid, "SIGSTOP");
    for (const pid of await descendantsOf(leader)) tree.add(pid);
  }
  for (const pid of [-leader, ...tree]) signalProcess(pid, "SIGKILL");
}

/** Whether there was a process to signal; a negative number is a process group. */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

async function descendantsOf(leader: number): Promise<number[]> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid="], { maxBuffer: 16 * 1024 * 1024 });
  const children = new Map<number, number[]>();
  for (const [, child, parent] of stdout.matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm)) {
    children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(child)]);
  }
  const found: number[] = [];
  for (let next = children.get(leader) ?? []; next.length > 0;) {
    found.push(...next);
    next = next.flatMap((child) => children.get(child) ?? []);
  }
  return found;
}
