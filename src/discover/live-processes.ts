import { placeOf, type ProcessPlace } from "./process-place.js";
import { exists, isStillRunning, readProcess, startedAt, type ProcessInfo } from "../host/process-table.js";

/** A process of this machine, as far as it can be seen. */
export interface LiveProcess extends ProcessInfo {
  /** Undefined where it is not this user's, or the platform does not tell. */
  readonly place: ProcessPlace | undefined;
  readonly startedAt: number | undefined;
}

/** Processes that are asked for again and again: each is read once, and after that is merely there or not. */
export class LiveProcesses {
  readonly #known = new Map<number, LiveProcess>();
  readonly #asked = new Set<number>();

  /** Undefined where it has ended. `listed` are all that there are; without it, the system is asked for each. */
  async get(pid: number, listed: ReadonlySet<number> | undefined): Promise<LiveProcess | undefined> {
    const known = this.#known.get(pid);
    this.#asked.add(pid);
    if (listed === undefined ? exists(pid) : listed.has(pid)) return known ?? this.#read(pid);
    this.#known.delete(pid);
    return undefined;
  }

  /** Makes sure that those which are there are the same as before: numbers are used again, and a zombie has one too. */
  doubt(): void {
    for (const known of this.#known.values()) if (!isStillRunning(known)) this.#known.delete(known.pid);
  }

  /** Forgets those that nobody asked for since the last time. */
  sweep(): void {
    for (const pid of this.#known.keys()) if (!this.#asked.has(pid)) this.#known.delete(pid);
    this.#asked.clear();
  }

  async #read(pid: number): Promise<LiveProcess | undefined> {
    const info = (await readProcess(pid)) ?? bareProcess(pid);
    if (info === undefined) return undefined;
    const { start } = info;
    const live: LiveProcess = {
      ...info,
      place: await placeOf(pid),
      startedAt: start === undefined ? undefined : startedAt(start),
    };
    this.#known.set(pid, live);
    return live;
  }
}

/** Where the platform tells nothing more, its number is believed. */
function bareProcess(pid: number): ProcessInfo | undefined {
  if (process.platform === "linux" || process.platform === "darwin" || !exists(pid)) return undefined;
  return { pid, start: undefined, parent: 0, group: 0, tty: undefined, foregroundGroup: 0, isStopped: false };
}
