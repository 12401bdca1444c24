import { readFileSync } from "node:fs";

/** Processor time that the process's first thread has had, in ms; undefined where nobody tells (only Linux does). */
export function processWorkMs(pid: number): number | undefined {
  try {
    const ms = Number(readFileSync(`/proc/${pid}/schedstat`, "latin1").split(" ")[0]) / 1e6;
    return Number.isNaN(ms) ? undefined : ms;
  } catch {
    // It has ended, or there is no such file here.
    return undefined;
  }
}
