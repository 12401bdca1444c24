/**
 * How long after `first`, the earliest time at which it could be resumed, a session is due so that no other one is due within
 * `spreadMs` of it. Sessions that came earlier keep their times, which are `taken`.
 */
export function spreadDelayMs(first: number, taken: readonly number[], spreadMs: number): number {
  let due = first;
  for (const other of taken.toSorted((a, b) => a - b))
    if (Math.abs(other - due) < spreadMs) due = other + spreadMs;
  return due - first;
}
