import { createHash, randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

import { isOurs } from "../../store/private-files.js";
import { listProcesses } from "../../host/process-table.js";
import { MARK_VARIABLE } from "../../launch/fresh-environment.js";

/** For one session of the host that has this directory. */
export function newMark(directory: string): string {
  return `${hostPart(directory)}${randomBytes(8).toString("hex")}`;
}

/** Ends everything that a session started, and itself. Resolves to how many; only Linux tells, elsewhere it is none. */
export async function endMarked(mark: string): Promise<number> {
  const ended = new Set<number>();
  // Between two looks one of them may start another.
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const left = await markedWith(mark);
    if (left.length === 0) break;
    for (const { pid } of left) if (kill(pid)) ended.add(pid);
    await sleep(GONE_MS);
  }
  return ended.size;
}

/**
 * Ends the sessions of a host that was killed. Their terminal went with it, so most end by themselves, with their tools;
 * what does not within the time is killed. Resolves to how many processes that were.
 */
export async function endLeftSessions(directory: string, withinMs = END_WITHIN_MS): Promise<number> {
  for (const since = performance.now(); ; await sleep(LOOK_MS)) {
    const left = (await markedWith(hostPart(directory))).filter(({ isTool }) => !isTool);
    if (left.length === 0) return 0;
    if (performance.now() - since < withinMs) continue;
    const counts = await Promise.all([...new Set(left.map(({ mark }) => mark))].map(endMarked));
    return counts.reduce((sum, count) => sum + count, 0);
  }
}

interface Marked {
  readonly pid: number;
  readonly mark: string;
  /** Started by the session, and not the session itself. */
  readonly isTool: boolean;
}

async function markedWith(start: string): Promise<Marked[]> {
  const found: Marked[] = [];
  for (const pid of listProcesses() ?? []) {
    if (pid === process.pid) continue;
    const marked = await readMark(pid);
    if (marked?.mark.startsWith(start)) found.push(marked);
  }
  return found;
}

async function readMark(pid: number): Promise<Marked | undefined> {
  try {
    // The superuser could read everybody's.
    if (!isOurs(await stat(`/proc/${pid}`))) return undefined;
    const variables = (await readFile(`/proc/${pid}/environ`, "latin1")).split("\0");
    const mark = variables.find((each) => each.startsWith(`${MARK_VARIABLE}=`));
    // All releases from 1.0.64 on set it for their tools; a session of ours begins without.
    const isTool = variables.some((each) => each.startsWith("CLAUDECODE="));
    return mark === undefined ? undefined : { pid, mark: mark.slice(MARK_VARIABLE.length + 1), isTool };
  } catch {
    // It has ended.
    return undefined;
  }
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

/** Two hosts with states of their own leave each other's sessions alone. */
function hostPart(directory: string): string {
  return `${createHash("sha256").update(directory).digest("hex").slice(0, 16)}-`;
}

const MOST_ROUNDS = 20;
const GONE_MS = 20;
const LOOK_MS = 100;
const END_WITHIN_MS = 5000;
