import { timedWait } from "../../session/life/next-wait.js";

/** The host's own times and limits; tests use shorter ones. */
export interface HostSettings {
  readonly maxSessions: number;
  /** How often a question is asked again after its session ended or hung. */
  readonly tries: number;
  /** The delay before the first of those tries; it doubles each time. */
  readonly retryMs: number;
  /** How long a session may take to stop, be interrupted or end, before it is given up. */
  readonly graceMs: number;
  /** When to ask again after a limit. `until` is its reset, `count` how often this question has waited already. */
  readonly resetDue: (until: Date | undefined, count: number, now?: number) => Date;
  readonly healthMs: number;
  readonly alertMb: number;
}

export const HOST_SETTINGS: HostSettings = {
  maxSessions: 4,
  tries: 3,
  retryMs: 2000,
  graceMs: 30_000,
  resetDue: resetDueWith(5000),
  healthMs: 30_000,
  alertMb: 2048,
};

/** The wait of every session after a limit, with the user's `resume.safetyBuffer`. */
export function resetDueWith(safetyBufferMs: number): HostSettings["resetDue"] {
  return (until, count, now = Date.now()) => {
    const limit = { resetsAt: until, waitingHelps: true };
    const stop = { type: "limit", limit, at: now, fruitless: count } as const;
    return new Date(timedWait(stop, { now, roll: 0.5, safetyBufferMs }).dueAt);
  };
}
