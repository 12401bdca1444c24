import { basename } from "node:path";

import { asObject, asString, parseJson } from "../claude/json.js";
import { autoResumeDir } from "../host/auto-resume-dir.js";
import { stateDir, type Surroundings } from "../host/paths.js";
import { filesOf } from "../store/line-file.js";
import { ageMs, namesIn } from "../store/private-files.js";
import { logDirectory, logFile } from "../store/records/session-log.js";
import { DAEMON_LOGS_KEPT, daemonLogFile } from "../store/process/daemon-log.js";
import { UserError } from "../errors.js";
import { Tail } from "../store/tail.js";

/** Where it stands what happened to a session. */
export interface FoundLog {
  /** The oldest first; the last one is being written. */
  readonly files: readonly [...older: string[], newest: string];
  /** Claude Code's own id of the session, where the log is the daemon's and tells of others too. */
  readonly session: string | undefined;
}

/** The log that the user means: a wrapper's by its id, the daemon's, what it says of one session; else the newest. */
export async function findLog(where: Surroundings, id: string | undefined): Promise<FoundLog> {
  const state = stateDir(where);
  const ids = (await namesIn(logDirectory(state)))
    .filter((name) => name.endsWith(".log"))
    .map((name) => basename(name, ".log"));
  const daemon = daemonFiles(where);
  if (id === DAEMON) return { files: daemon, session: undefined };
  const ofWrapper = (each: string): FoundLog => {
    const file = logFile(state, each);
    return { files: [`${file}.1`, file], session: undefined };
  };
  if (id === undefined) {
    const newest = await newestOf(ids, (each) => logFile(state, each));
    if (newest !== undefined) return ofWrapper(newest);
    if (await isThere(daemon)) return { files: daemon, session: undefined };
    throw new UserError("NO_LOG", `there is no log in ${logDirectory(state)}`, {
      fix: "a session writes one: cac",
    });
  }
  const wrappers = ids.includes(id) ? [id] : ids.filter((each) => each.startsWith(id));
  const queued = wrappers.length > 0 ? [] : await sessionsIn(daemon, id);
  const [only, ...others] = [...wrappers, ...queued];
  if (only === undefined) {
    throw new UserError("NO_LOG", `there is no log of ${JSON.stringify(id)}`, {
      fix: "cac status shows the sessions; cac logs without an id shows the newest",
    });
  }
  if (others.length > 0) {
    throw new UserError("WHICH_LOG", `${JSON.stringify(id)} may be any of ${others.length + 1} sessions`, {
      fix: `say which: ${[only, ...others].join(", ")}`,
      exitCode: 2,
    });
  }
  return wrappers.length > 0 ? ofWrapper(only) : { files: daemon, session: only };
}

/** What stands in the file and was not read yet, line by line. */
export async function* linesOf(tail: Tail): AsyncGenerator<string> {
  for (let more = true; more;) {
    const read = await tail.read();
    for (const line of read.lines) yield line.oversized ? "" : line.bytes.toString("utf8");
    more = read.more;
  }
}

/** Of which session a line of the daemon's log tells. */
export function sessionOf(line: string): string | undefined {
  return asString(asObject(parseJson(line))?.["session"]);
}

const DAEMON = "daemon";

function daemonFiles(where: Surroundings): FoundLog["files"] {
  return filesOf(daemonLogFile(autoResumeDir(where)), DAEMON_LOGS_KEPT);
}

async function isThere(files: readonly string[]): Promise<boolean> {
  return (await Promise.all(files.map((file) => new Tail(file).read()))).some(({ missing }) => !missing);
}

/** The sessions that the daemon's log tells of and that begin like this. */
async function sessionsIn(files: readonly string[], id: string): Promise<string[]> {
  const found = new Set<string>();
  if (id === "") return [];
  for (const file of files) {
    for await (const line of linesOf(new Tail(file))) {
      const session = sessionOf(line);
      if (session?.startsWith(id)) found.add(session);
    }
  }
  return found.has(id) ? [id] : [...found];
}

async function newestOf(ids: readonly string[], fileOf: (id: string) => string): Promise<string | undefined> {
  const aged = await Promise.all(ids.map(async (id) => ({ id, age: await ageMs(fileOf(id)) })));
  return aged.toSorted((a, b) => a.age - b.age)[0]?.id;
}
