import type { Attempt } from "./attempt.js";
import type { PastRun } from "./run-output.js";
import { findTrace, type SessionTrace, type TraceSearch } from "./session-trace.js";

/** Where transcripts are looked for. */
export type TracePlace = Pick<TraceSearch, "env" | "cwd">;

/** The session in which a run ended, as far as it can be told, and what the run left in its transcript. */
export async function traceRun(
  { kind, sessionId, mayChangeId }: Attempt,
  { says, startedAt }: PastRun,
  place: TracePlace,
): Promise<{ readonly sessionId: string | undefined; readonly trace: SessionTrace | undefined }> {
  const search = { ...place, since: startedAt, text: says.text ?? "" };
  const known = says.sessionId ?? sessionId;
  const own = await findTrace({ ...search, sessionId: known });
  // Its last words are those of every session that meets the same limit: they count only where the id does not.
  const isSure = says.sessionId !== undefined || !mayChangeId || own?.hasRows === true;
  if (isSure) return { sessionId: known ?? own?.sessionId, trace: own };
  const trace = await findTrace({ ...search, sessionId: undefined });
  // The session that was resumed has our own prompt to come, but the user's would be missing in it.
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
