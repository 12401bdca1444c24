import { readFile, readlink } from "node:fs/promises";

import { processStart } from "../control/process-identity.js";

/** One process for good: a number alone is given to another one day. */
export interface ProcessId {
  readonly pid: number;
  /** When it started, in the platform's own words; undefined where the platform does not tell. */
  readonly start: string | undefined;
}

/** What is known of a process that is not ours. */
export interface ProcessInfo extends ProcessId {
  readonly parent: number;
  readonly group: number;
  /** Its controlling terminal, as in `/dev/pts/3`; undefined where it has none. */
  readonly tty: string | undefined;
  /** The group that has that terminal's keyboard. */
  readonly foregroundGroup: number;
  readonly isStopped: boolean;
}

/** Undefined where there is no such process, it has ended, or the platform does not tell (only Linux and macOS do). */
export async function readProcess(pid: number): Promise<ProcessInfo | undefined> {
  if (process.platform !== "linux") return undefined;
  const start = await processStart(pid);
  if (start === undefined) return undefined;
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "latin1");
    // The name in brackets is the program's to choose.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return {
      pid,
      start,
      parent: Number(fields[1]),
      group: Number(fields[2]),
      tty: fields[4] === "0" ? undefined : await ttyOf(pid, Number(fields[4])),
      foregroundGroup: Number(fields[5]),
      isStopped: fields[0] === "T",
    };
  } catch {
    // It ended between two reads.
    return undefined;
  }
}

/** By the device's number; what is open may be anything. */
async function ttyOf(pid: number, device: number): Promise<string | undefined> {
  const [major, minor] = [(device >> 8) & 0xfff, (device & 0xff) | ((device >> 12) & 0xfff00)];
  // Devices 136 to 143 are the pseudo-terminals.
  if (major >= 136 && major <= 143) return `/dev/pts/${(major - 136) * 256 + minor}`;
  const open = await readlink(`/proc/${pid}/fd/0`).catch(() => "");
  return open.startsWith("/dev/tty") ? open : undefined;
}
