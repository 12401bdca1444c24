import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/**
 * Ends a process and everything below it. Claude Code gives each tool a session of its own, which no signal to its
 * process group reaches, and starts npm on the side: so all are held first, until nobody is left to start another.
 * Synchronous, so that it can be done on the way out too.
 */
export function endTree(leader: number): void {
  const tree = new Set([leader]);
  try {
    for (let known = 0; known < tree.size;) {
      known = tree.size;
      for (const pid of tree) signalProcess(pid, "SIGSTOP");
      for (const pid of descendantsOf(leader)) tree.add(pid);
    }
  } finally {
    // Nothing may stay held, also where the others could not be found.
    for (const pid of [-leader, ...tree]) signalProcess(pid, "SIGKILL");
  }
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
  const children = new Map<number, number[]>();
  // Slim images of Linux have no ps.
  for (const [child, parent] of process.platform === "linux" ? parentsInProc() : parentsFromPs()) {
    children.set(parent, [...(children.get(parent) ?? []), child]);
  }
  const found: number[] = [];
  for (let next = children.get(leader) ?? []; next.length > 0;) {
    found.push(...next);
    next = next.flatMap((child) => children.get(child) ?? []);
  }
  return found;
}

type ChildAndParent = readonly [child: number, parent: number];

function parentsInProc(): ChildAndParent[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const stat = readIfThere(`/proc/${pid}/stat`);
      // "12 (name) S 1 …", and the name is the program's to choose: ") S 1 (" too.
      const [, parent] = /^ \S (\d+) /.exec(stat.slice(stat.lastIndexOf(")") + 1)) ?? [];
      return parent === undefined ? [] : [[Number(pid), Number(parent)] as const];
    });
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The process has ended since the listing.
    return "";
  }
}

function parentsFromPs(): ChildAndParent[] {
  const listing = execFileSync("ps", ["-A", "-o", "pid=,ppid="], {
    encoding: "utf8",
    maxBuffer: 16 * 1024 * 1024,
  });
  return [...listing.matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm)].map(
    ([, child, parent]) => [Number(child), Number(parent)] as const,
  );
}
