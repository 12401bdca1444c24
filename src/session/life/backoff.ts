/** For how long an error that passes by itself is waited out, counted from its first sight, before the person is asked. */
export const TRANSIENT_BUDGET_MS = 2 * 60 * 60_000;

/**
 * How long to wait before the next try after an error that passes by itself. `attempt` counts from 1.
 * `roll` is a random number in [0, 1): many sessions that failed together must not come back together.
 */
export function transientDelayMs(attempt: number, roll: number): number {
  const spread = 1 + (roll * 2 - 1) * TRANSIENT_SPREAD;
  return Math.round(rung(TRANSIENT_DELAYS_MS, attempt) * spread);
}

/** How long to wait for a limit that names no reset. `attempt` counts from 1: 15 minutes, then doubling to 5 hours. */
export function unknownResetDelayMs(attempt: number): number {
  return doubled(15 * 60_000, 5 * 60 * 60_000, attempt);
}

/**
 * The least wait before the next resume when the last `fruitless` ones met the same limit again at once. It is 0 for
 * none, then 30 s doubling to 15 minutes: a reset that is named too early must not become a tight loop.
 */
export function fruitlessDelayMs(fruitless: number): number {
  return fruitless < 1 ? 0 : doubled(30_000, 15 * 60_000, fruitless);
}

const TRANSIENT_DELAYS_MS = [30_000, 60_000, 120_000, 240_000, 300_000];
const TRANSIENT_SPREAD = 0.15;

function rung(ladder: readonly number[], attempt: number): number {
  const index = Math.min(Math.max(Math.trunc(attempt), 1), ladder.length) - 1;
  return ladder[index] ?? 0;
}

function doubled(firstMs: number, mostMs: number, attempt: number): number {
  // 2^1024 is Infinity, and the smaller of it and the most is still the most.
  return Math.min(firstMs * 2 ** (Math.max(attempt, 1) - 1), mostMs);
}
