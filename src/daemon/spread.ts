import type { QueueEntry } from "./queue-entry.js";

/**
 * How long after `first`, the time at which it could be resumed, a session is due so that no other one is due within
 * `spreadMs` of it. Who came earlier keeps their time. `others` are in the order in which they are due.
 */
export function spreadDelayMs(first: number, others: readonly QueueEntry[], spreadMs: number): number {
  let due = first;
  for (const { dueAt } of others) {
    const taken = dueAt === undefined ? NaN : Date.parse(dueAt);
    if (Math.abs(taken - due) < spreadMs) due = taken + spreadMs;
  }
  return due - first;
}
