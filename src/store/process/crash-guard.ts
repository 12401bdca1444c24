import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { readPrivate, writeWhole } from "../private-files.js";
import type { Log } from "./daemon-log.js";

export interface CrashGuardOptions {
  readonly log: Log;
  /** Ends the wait; then this was no start. */
  readonly signal?: AbortSignal;
  readonly quietMs?: number;
  readonly now?: () => number;
}

/**
 * Keeps a daemon that dies at once from being started again and again: a start within 30 s of the last one, which
 * `.last-start` holds, waits out the rest. Returns false where the wait was ended from outside.
 */
export async function waitOutCrash(directory: string, options: CrashGuardOptions): Promise<boolean> {
  const { log, signal, quietMs = 30_000, now = Date.now } = options;
  const file = join(directory, ".last-start");
  const sinceMs = now() - (await lastStart(file));
  // A clock that was set back shows a start in the future; that is no crash.
  if (sinceMs >= 0 && sinceMs < quietMs) {
    log("startDelayed", { sinceLastStartMs: sinceMs, waitsMs: quietMs - sinceMs });
    try {
      await sleep(quietMs - sinceMs, undefined, { signal });
    } catch {
      // The only way in which a sleep fails.
      return false;
    }
  }
  const trouble = await writeWhole(file, `${new Date(now()).toISOString()}\n`);
  // Without it there is no guard, and still a daemon.
  if (trouble) log("startNotNoted", { path: trouble.path, code: trouble.code });
  return true;
}

/** Long ago where nothing that can be read is there. */
async function lastStart(file: string): Promise<number> {
  const found = await readPrivate(file, 100);
  const at = found.type === "text" ? Date.parse(found.text.trim()) : NaN;
  return Number.isNaN(at) ? -Infinity : at;
}
