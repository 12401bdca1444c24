/** The host's own times and numbers; tests have shorter ones. */
export interface HostSettings {
  readonly maxSessions: number;
  /** How often a question is tried again after a session that ended or does not react. */
  readonly tries: number;
  /** Before the first of those tries; twice as long before each that follows. */
  readonly retryMs: number;
  /** How long a session may take to stop, be interrupted or end, before it is given up. */
  readonly graceMs: number;
  /** Added to the reset of a limit. */
  readonly safetyMs: number;
  /** The first wait where a limit names no reset; doubled each time. */
  readonly unknownResetMs: number;
  readonly healthMs: number;
  readonly alertMb: number;
}

export const HOST_SETTINGS: HostSettings = {
  maxSessions: 4,
  tries: 3,
  retryMs: 2000,
  graceMs: 30_000,
  safetyMs: 5000,
  unknownResetMs: 15 * 60_000,
  healthMs: 30_000,
  alertMb: 2048,
};
