import { join } from "node:path";

import { SessionLog, type LogDetails, type SessionLogOptions } from "../records/session-log.js";

/** Says what happened: an event, and what is to be known of it. */
export type Log = (event: string, details?: Readonly<Record<string, unknown>>) => void;

/**
 * What the daemon did, in lines of JSON as a session's log has them: `daemon.log`, at 1 MB moved to `daemon.log.1`, of
 * which five are kept. Made harmless on the way: no key, nothing that moves a terminal, nothing endless.
 */
export class DaemonLog {
  readonly #lines: SessionLog;

  constructor(directory: string, options: Omit<SessionLogOptions, "kept"> = {}) {
    this.#lines = new SessionLog(daemonLogFile(directory), { ...options, kept: DAEMON_LOGS_KEPT });
  }

  /** Returns at once; the line is on its way. */
  readonly log: Log = (event, details = {}) => {
    const plain = Object.entries(details).map(([key, value]) => [harmless(key), plainOf(value)] as const);
    this.#lines.log(harmless(event), Object.fromEntries(plain));
  };

  /** Resolves when everything that was logged is written, or given up. */
  flush(): Promise<void> {
    return this.#lines.flush();
  }

  /** For the last words of a process that is about to end. */
  flushNow(): void {
    this.#lines.flushNow();
  }
}

export const DAEMON_LOGS_KEPT = 5;

export function daemonLogFile(directory: string): string {
  return join(directory, "daemon.log");
}

function plainOf(value: unknown): LogDetails[string] {
  if (value === null || value === undefined) return value;
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value === "string") return harmless(value);
  if (Array.isArray(value)) return harmless(value.map(String).join("; "));
  // A function or a symbol has no JSON.
  return harmless(JSON.stringify(value) ?? typeof value);
}

/** People read it with `cat` too: JSON leaves half of the control characters as they are. */
function harmless(text: string): string {
  return text.replace(COMMANDS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Control characters but the end of a line, and the marks that turn the direction of writing around. */
const COMMANDS = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
