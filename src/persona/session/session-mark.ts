import { createHash, randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

import { isOurs } from "../../store/private-files.js";
import { listProcesses } from "../../host/process-table.js";
import { MARK_VARIABLE } from "../../launch/fresh-environment.js";

/** A new mark for a session of the host with this directory. The session passes it to all processes that it starts. */
export function newMark(directory: string): string {
  return `${hostPart(directory)}${randomBytes(8).toString("hex")}`;
}

/** Ends a session and all processes that it started. Resolves to their number. Only works on Linux; 0 elsewhere. */
export async function endMarked(mark: string): Promise<number> {
  const ended = new Set<number>();
  // One of them may start another between two looks.
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const left = await markedWith(mark);
    if (left.length === 0) break;
    for (const { pid } of left) if (kill(pid)) ended.add(pid);
    await sleep(GONE_MS);
  }
  return ended.size;
}

/**
 * Ends the sessions of a killed host. They lost their terminal, so most end by themselves, with their tools; the rest is
 * killed after that time. Resolves to the number of processes killed.
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
  /** Started by the session; not the session itself. */
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
    // All releases since 1.0.64 set it for their tools; our sessions start without it.
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
    // It has ended.
    return false;
  }
}

/** Hosts with different state directories must not touch each other's sessions. */
function hostPart(directory: string): string {
  return `${createHash("sha256").update(directory).digest("hex").slice(0, 16)}-`;
}

const MOST_ROUNDS = 20;
const GONE_MS = 20;
const LOOK_MS = 100;
const END_WITHIN_MS = 5000;
