import type { SetAside } from "../store/records/record-files.js";
import type { SessionRecord } from "../store/records/session-record.js";
import { whoRuns } from "../store/process/daemon-lock.js";
import type { QueueEntry } from "./queue/queue-entry.js";
import { lookAtQueue, statusFile } from "./queue/queue-file.js";

/** A session of the queue, in the shape in which a wrapper describes its own, so that both are shown alike. */
export interface QueuedSession {
  /** `pid` is Claude Code's own, 0 where it is not known; its command is not known either. */
  readonly record: SessionRecord;
  readonly life: "queued";
  /** Whether a daemon runs that will carry it on. */
  readonly answers: boolean;
  /** Why it could not be got at, way by way. */
  readonly refusals: readonly string[];
}

export interface DaemonView {
  /** What is due first comes first. */
  readonly sessions: readonly QueuedSession[];
  /** What stands in the queue's file and is not shown. */
  readonly bad: readonly SetAside[];
}

/** The queue of the daemon, for those who only look: nothing is changed, and nothing is made. */
export async function viewDaemon(directory: string): Promise<DaemonView> {
  const { entries, bad } = await lookAtQueue(directory);
  const answers = entries.length > 0 && (await whoRuns(directory)) !== undefined;
  const ids = shortIds(entries.map(({ session }) => session.sessionId));
  const sessions = entries.map((entry, index): QueuedSession => {
    const record = recordOf(entry, ids[index] ?? entry.session.sessionId);
    return { record, life: "queued", answers, refusals: entry.refusals };
  });
  const [first, ...others] = bad;
  if (first === undefined) return { sessions, bad: [] };
  const says = others.length > 0 ? `${first} (and ${others.length} more)` : first;
  return { sessions, bad: [{ file: statusFile(directory), says, movedTo: undefined }] };
}

function recordOf({ session, stop, state, dueAt, why, updatedAt }: QueueEntry, id: string): SessionRecord {
  const { kind, text, resetsAt, seenAt } = stop;
  return {
    version: 1,
    id,
    pid: session.reach.process?.pid ?? 0,
    procStart: session.reach.process?.start,
    command: [],
    cwd: session.cwd,
    release: session.release,
    // When it started is not known; it is ours since then.
    startedAt: seenAt,
    claudeSessionId: session.sessionId,
    transcript: session.transcript,
    state,
    stop: { kind, text, resetsAt, seenAt },
    dueAt,
    attempts: 0,
    why,
    updatedAt,
  };
}

/** The beginning of each id, as long as it takes to tell it from the others. */
function shortIds(ids: readonly string[]): string[] {
  const seen = new Map<string, number>();
  for (const id of ids) seen.set(beginning(id), (seen.get(beginning(id)) ?? 0) + 1);
  return ids.map((id) => (seen.get(beginning(id)) === 1 ? beginning(id) : id));
}

function beginning(id: string): string {
  return id.slice(0, SHORT);
}

// The first group of a UUID: people type no more of it.
const SHORT = 8;
