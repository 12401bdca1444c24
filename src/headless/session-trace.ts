import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join, sep } from "node:path";

import { asObject, asString, parseJson, type JsonObject } from "../claude/json.js";
import { readRow } from "../claude/transcript/transcript.js";
import { projectFolder } from "../discover/project-folder.js";
import { namesIn } from "../store/private-files.js";
import { Tail } from "../store/tail.js";
import type { Attempt } from "./attempt.js";
import type { PastRun } from "./run-output.js";

/** What a run left in its session's transcript. */
export interface SessionTrace {
  readonly sessionId: string;
  readonly transcript: string;
  readonly cwd: string | undefined;
  /** `quotaLimits` of the row that ended the run: the reset to the second (2.1.234 and later). */
  readonly quota: JsonObject | undefined;
  /** It holds something of this run. */
  readonly hasRows: boolean;
  /** The model answered in this run. */
  readonly hasWorked: boolean;
}

export interface TraceSearch {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** When the run began. */
  readonly since: Date;
  /** Where it is not known, the session is the one that ended with this text in this directory since then. */
  readonly sessionId: string | undefined;
  readonly text: string;
}

/** Where transcripts are looked for. */
export type TracePlace = Pick<TraceSearch, "env" | "cwd">;

/** The session in which a run ended, if it can be found, and what the run left in its transcript. */
export async function traceRun(
  { kind, sessionId, mayChangeId }: Attempt,
  { says, startedAt }: PastRun,
  place: TracePlace,
): Promise<{ readonly sessionId: string | undefined; readonly trace: SessionTrace | undefined }> {
  const search = { ...place, since: startedAt, text: says.text ?? "" };
  const known = says.sessionId ?? sessionId;
  const own = await findTrace({ ...search, sessionId: known });
  // Every session that meets the same limit ends with the same text, so the text counts only if the id is not known.
  const isSure = says.sessionId !== undefined || !mayChangeId || own?.hasRows === true;
  if (isSure) return { sessionId: known ?? own?.sessionId, trace: own };
  const trace = await findTrace({ ...search, sessionId: undefined });
  // A session that was resumed already has the user's prompt; another one would not.
  return { sessionId: trace?.sessionId ?? (kind === "resume" ? known : undefined), trace };
}

/**
 * Whether there was a session to resume. A run that worked for an hour may die with nothing on its standard output,
 * just as one that found no conversation: "No conversation found with session ID" is on standard error, which is not
 * ours to read.
 */
export async function wasThere(
  { sessionId, mayChangeId }: Attempt,
  { startedAt }: PastRun,
  place: TracePlace,
): Promise<boolean> {
  // Where the rows of this run may be elsewhere, those of the runs before it have to do.
  const since = mayChangeId ? new Date(0) : startedAt;
  const trace = await findTrace({ ...place, sessionId, since, text: "" });
  return trace?.hasRows === true;
}

/** Undefined where there is none, or more than one that it could be: to resume a session of somebody else would be worse. */
export async function findTrace(search: TraceSearch): Promise<SessionTrace | undefined> {
  const traces: SessionTrace[] = [];
  for (const file of await transcriptsOf(search)) {
    const trace = await readTrace(file, search);
    if (trace) traces.push(trace);
  }
  return traces.length === 1 ? traces[0] : undefined;
}

async function transcriptsOf({ env, cwd, sessionId, since }: TraceSearch): Promise<string[]> {
  const config = env["CLAUDE_CONFIG_DIR"] || join(env["HOME"] || homedir(), ".claude");
  const projects = join(config, "projects");
  const names = await namesIn(projects);
  const own = basename(projectFolder(config, cwd));
  // A worktree has another directory, and a long path another name: then each is looked at.
  const directories = sessionId === undefined && names.includes(own) ? [own] : names;
  const files: string[] = [];
  for (const directory of directories) {
    const here = join(projects, directory);
    const found = sessionId === undefined ? await namesIn(here) : [`${sessionId}.jsonl`];
    for (const name of found) {
      if (!SESSION_FILE.test(name)) continue;
      const changed = (await stat(join(here, name)).catch(() => undefined))?.mtimeMs ?? 0;
      if (changed >= since.getTime() - COARSE_CLOCK_MS) files.push(join(here, name));
    }
  }
  return files;
}

async function readTrace(file: string, search: TraceSearch): Promise<SessionTrace | undefined> {
  const rows = await lastRows(file);
  const last = rows.findLast((row) => row["isApiErrorMessage"] === true && row["isSidechain"] !== true);
  if (search.sessionId === undefined) {
    if (last === undefined || !isSince(last, search.since)) return undefined;
    if (!isWithin(asString(last["cwd"]), search.cwd) || textOf(last) !== search.text) return undefined;
  }
  const recent = rows.filter((row) => isSince(row, search.since));
  return {
    sessionId: basename(file, ".jsonl"),
    transcript: file,
    cwd: asString(rows.findLast((row) => row["cwd"] !== undefined)?.["cwd"]),
    quota: last && isSince(last, search.since) ? asObject(last["quotaLimits"]) : undefined,
    hasRows: recent.length > 0,
    hasWorked: recent.some((row) => isAnswer(row)),
  };
}

async function lastRows(file: string): Promise<JsonObject[]> {
  try {
    const { lines } = await new Tail(file, { lastBytes: LAST_BYTES }).read();
    return lines.flatMap((line) => {
      const row = line.oversized ? undefined : asObject(parseJson(line.bytes.toString("utf8")));
      return row ? [row] : [];
    });
  } catch {
    // Gone or not ours to read: the same as none.
    return [];
  }
}

function isAnswer(row: JsonObject): boolean {
  return readRow(JSON.stringify(row), { timeZone: "UTC" })?.type === "assistantSpoke";
}

function isSince(row: JsonObject, since: Date): boolean {
  return Date.parse(asString(row["timestamp"]) ?? "") >= since.getTime();
}

/** A session may have changed to a folder below. Left out, it would leave another's as the only one that fits. */
function isWithin(cwd: string | undefined, directory: string): boolean {
  return cwd === directory || cwd?.startsWith(join(directory, sep)) === true;
}

function textOf(row: JsonObject): string | undefined {
  const content = asObject(row["message"])?.["content"];
  const first: unknown = Array.isArray(content) ? content[0] : undefined;
  return asString(asObject(first)?.["text"])?.trim();
}

/** Subagents have files of their own beside it, `agent-….jsonl`. */
const SESSION_FILE = /^[0-9a-f]{8}-[0-9a-f-]{27}\.jsonl$/i;
/** File systems round times; rows have them to the millisecond. */
const COARSE_CLOCK_MS = 50;
const LAST_BYTES = 1024 * 1024;
