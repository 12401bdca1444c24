import { asObject, parseJson } from "../../claude/json.js";
import { readEntry, type QueueEntry } from "./queue-entry.js";

/** What a `status.json` holds: what may be acted on, and what is wrong with the rest. */
export interface ReadQueue {
  readonly entries: readonly QueueEntry[];
  /** Each is the rest of a sentence that starts with the file's name. */
  readonly bad: readonly string[];
}

/** Reads the queue entry by entry, as if its writer were hostile. */
export function readQueue(text: string): ReadQueue {
  const value = asObject(parseJson(text));
  if (value === undefined) return { entries: [], bad: ["does not hold a JSON object"] };
  const { version, queue } = value;
  if (version !== 1) return { entries: [], bad: [versionTrouble(version)] };
  if (!Array.isArray(queue)) return { entries: [], bad: ['has a bad "queue"'] };
  const entries = new Map<string, QueueEntry>();
  const bad: string[] = [];
  for (const [index, json] of queue.entries()) {
    const read = readEntry(json);
    const name = `entry ${index + 1}`;
    if (!read.ok) bad.push(`has a bad entry: ${name} ${read.says}`);
    else if (entries.has(read.entry.session.sessionId)) bad.push(`has a bad entry: ${name} is there already`);
    else entries.set(read.entry.session.sessionId, read.entry);
  }
  return { entries: [...entries.values()], bad };
}

/**
 * The text of `status.json`. What stands beside the queue is said for those who look for the next session only, and
 * never read back.
 */
export function writeQueue(entries: readonly QueueEntry[]): string {
  const [head] = entries;
  if (head === undefined) return `${JSON.stringify({ version: 1, detected: false, queue: [] })}\n`;
  const queue = entries.map((entry) => ({ ...plainOf(entry), ...entry }));
  return `${JSON.stringify({ version: 1, detected: true, ...plainOf(head), queue })}\n`;
}

/** What is due first comes first; of two that are due together the one that came first. */
export function inOrder(entries: readonly QueueEntry[]): QueueEntry[] {
  return entries.toSorted((a, b) => compare(dueOf(a), dueOf(b)));
}

function plainOf({ stop, session }: QueueEntry): object {
  return {
    reset_time: stop.resetsAt ?? null,
    message: stop.text,
    claude_pid: session.reach.process?.pid ?? null,
  };
}

/** What is being resumed goes before all that is due, what needs the person behind it. */
function dueOf({ state, dueAt }: QueueEntry): number {
  if (state === "RESUMING") return -Infinity;
  return state === "NEEDS_YOU" || dueAt === undefined ? Infinity : Date.parse(dueAt);
}

// Their difference is not a number where both are infinite.
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function versionTrouble(version: unknown): string {
  if (typeof version === "number" && version > 1) return `is of version ${version}, written by a later cac`;
  return "was not written by cac";
}
