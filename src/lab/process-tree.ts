import { execFileSync } from "node:child_process";

/**
 * Ends a process and everything below it. Claude Code gives each tool a session of its own, which no signal to its
 * process group reaches, and starts npm on the side: so all are held first, until nobody is left to start another.
 * Synchronous, so that it can be done on the way out too.
 */
export function endTree(leader: number): void {
  const tree = new Set([leader]);
  for (let known = 0; known < tree.size;) {
    known = tree.size;
    for (const pid of tree) signalProcess(pid, "SIGSTOP");
    for (const pid of descendantsOf(leader)) tree.add(pid);
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

function descendantsOf(leader: number): number[] {
  const listing = execFileSync("ps", ["-A", "-o", "pid=,ppid="], {
    encoding: "utf8",
    maxBuffer: 16 * 1024 * 1024,
  });
  const children = new Map<number, number[]>();
  for (const [, child, parent] of listing.matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm)) {
    children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(child)]);
  }
  const found: number[] = [];
  for (let next = children.get(leader) ?? []; next.length > 0;) {
    found.push(...next);
    next = next.flatMap((child) => children.get(child) ?? []);
  }
  return found;
}
