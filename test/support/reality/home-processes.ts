import { readdirSync, readFileSync } from "node:fs";

export interface LabProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Everything that runs in this home, whoever started it: it was handed on with the environment. */
export function processesOf(home: string): LabProcess[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(`HOME=${home}`)) return [];
        const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
        const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        return state === "Z" ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
      } catch {
        // It has ended since the listing, or is not ours.
        return [];
      }
    });
}

/** Those whose parent is gone; whoever takes over its children is no part of this home. */
export function straysAmong(all: readonly LabProcess[], host: number): LabProcess[] {
  const known = new Set([process.pid, ...all.map(({ pid }) => pid)]);
  return all.filter(({ pid, parent }) => pid !== host && !known.has(parent));
}
