import type { ProcessId } from "../host/process-table.js";
import type { CheckedFields } from "../claude/json.js";
import { CONVERSATION_ID } from "../store/records/conversation-id.js";
import {
  type ExternalSession,
  type TerminalLocator,
  TERMINAL_VARIABLES,
  terminalEnv,
} from "../transport/terminal-locator.js";

/** A session as it was written to a file. Throws `BadField` if a field is bad. */
export function readStoredSession(fields: CheckedFields): ExternalSession {
  return {
    // It becomes an argument of a command, so it must not look like an option.
    sessionId: fields.text("sessionId", CONVERSATION_ID),
    transcript: fields.maybe("transcript", (from, key) => from.text(key, PATH)),
    cwd: fields.text("cwd", PATH),
    release: fields.maybe("release", (from, key) => from.text(key, /^\d{1,9}\.\d{1,9}\.\d{1,9}$/)),
    reach: readReach(fields.inner("reach")),
  };
}

function readReach(fields: CheckedFields): TerminalLocator {
  const env = fields.inner("env");
  const known = TERMINAL_VARIABLES.map((name) => [
    name,
    env.maybe(name, (from, key) => from.text(key, VALUE)),
  ]);
  return {
    process: fields.maybe("process", (from, key) => readProcessId(from.inner(key))),
    tty: fields.maybe("tty", (from, key) => from.text(key, TTY)),
    env: terminalEnv(Object.fromEntries(known)),
  };
}

function readProcessId(fields: CheckedFields): TerminalLocator["process"] {
  return {
    // Never the first process; 0 and less would mean a whole group.
    pid: fields.whole("pid", 2),
    start: fields.maybe("start", (from, key) => from.text(key, /^[\x20-\x7e]{1,100}$/)),
  };
}

// Absolute, here or on Windows: a relative one would mean another file to whoever reads it.
const PATH = /^(?=[^\0]{1,4096}$)(?:\/|[A-Za-z]:[\\/]|\\\\)/;
const TTY = /^\/dev\/(?:pts\/\d{1,9}|tty[\w.]{0,30})$/;
/** Names of sockets and panes, numbers: one line without control characters. */
const VALUE = /^[^\p{Cc}]{0,4096}$/u;

/** Where a session is: the latest report counts, unless its process has ended and we knew another one. */
export async function lastKnown(
  known: ExternalSession,
  told: ExternalSession,
  isAlive: (session: ExternalSession) => Promise<boolean>,
): Promise<ExternalSession> {
  const [before, now] = [known.reach.process, told.reach.process];
  const isOther = before && (now === undefined || !isSameProcess(before, now));
  const isOld = isOther && (now === undefined || !(await isAlive(told)));
  const { transcript = known.transcript, release = known.release } = told;
  return { ...told, transcript, release, reach: isOld ? known.reach : told.reach };
}

export function isSameProcess(a: ProcessId, b: ProcessId): boolean {
  return a.pid === b.pid && (a.start === undefined || b.start === undefined || a.start === b.start);
}
