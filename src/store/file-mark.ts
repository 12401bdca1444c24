import { statSync } from "node:fs";

/**
 * A sign of a file's or directory's state, at the price of one system call: while it stays the same, nothing was
 * written. Undefined where there is none.
 */
export function fileMark(path: string, now: number = Date.now()): string | undefined {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    // File systems count time in steps of some milliseconds: a second write within one would leave the same mark.
    if (now - Number(stat.mtimeMs) < SETTLED_MS) return unlikeAny();
    return `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
  } catch {
    // Not to be looked at now; what it holds cannot be known to be the same.
    return unlikeAny();
  }
}

const SETTLED_MS = 2_000;

let count = 0;
function unlikeAny(): string {
  return `unlike any ${++count}`;
}
