import { CONVERSATION_ID } from "../store/records/conversation-id.js";
import type { CheckedFields } from "../store/checked-fields.js";
import {
  TERMINAL_VARIABLES,
  terminalEnv,
  type ExternalSession,
  type TerminalLocator,
} from "../transport/terminal-locator.js";

/** A session as it was written to a file. Throws `BadField` where anything of it does not hold. */
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
