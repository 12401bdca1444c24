import { orderDaemon } from "../daemon/daemon-control.js";
import type { QueueEntry } from "../daemon/queue/queue-entry.js";
import { lookAtQueue, statusFile } from "../daemon/queue/queue-file.js";
import { whoRuns } from "../store/process/daemon-lock.js";
import type { SessionRecord } from "../store/records/session-record.js";
import type { Action, ActionRefusal, ActionResult, HubSource, SessionView } from "./hub.js";
import { problemOf } from "./wrapped-sessions.js";

/** The queue of the daemon of this directory. Listing it changes nothing and makes nothing. */
export function queuedSessions(directory: string): HubSource {
  return {
    name: "the daemon's queue",
    directories: [directory],
    list: async () => {
      const { entries, bad } = await lookAtQueue(directory);
      const answers = entries.length > 0 && (await whoRuns(directory)) !== undefined;
      const ids = shortIds(entries.map(({ session }) => session.sessionId));
      const sessions = entries.map((entry, index): SessionView => {
        const record = recordOf(entry, ids[index] ?? entry.session.sessionId);
        return { kind: "queued", record, life: "queued", answers, refusals: entry.refusals };
      });
      const [first, ...others] = bad;
      if (first === undefined) return { sessions, problems: [] };
      const says = others.length > 0 ? `${first} (and ${others.length} more)` : first;
      return { sessions, problems: [problemOf({ file: statusFile(directory), says, movedTo: undefined })] };
    },
    act: (session, action) => act(directory, session, action),
  };
}

async function act(directory: string, { record }: SessionView, action: Action): Promise<ActionResult> {
  if (action.type !== "resume" && action.type !== "cancel") {
    return refused(
      "CANNOT",
      `${record.id}: the daemon can only resume or cancel a session that it waits for`,
      {
        fix: "go to the session's own terminal; sessions started with cac can be answered from elsewhere",
      },
    );
  }
  const sessionId = record.claudeSessionId ?? "";
  const reply = await orderDaemon(directory, action.type, sessionId);
  if (reply.ok) {
    const now = (await lookAtQueue(directory)).entries.find(({ session }) => session.sessionId === sessionId);
    return { ok: true, says: reply.says, state: now?.state ?? "RUNNING" };
  }
  if ("says" in reply) return refused(reply.code, `${record.id}: ${reply.says}`, reply);
  switch (reply.code) {
    case "SILENT":
      return refused("NO_ANSWER", "the daemon runs and does not answer", {
        fix: "what it does: cac logs daemon",
      });
    case "NEWER":
      return refused(
        "NEWER",
        "the daemon is of a newer cac, and answers in words that this one does not know",
        {
          fix: "use that version: cac --version shows which one this is",
        },
      );
    default:
      return refused("NO_DAEMON", `no daemon runs that could ${action.type} ${record.id}`, {
        fix: "start it with: cac daemon (cac install lets it start by itself)",
      });
  }
}

function refused(code: string, says: string, { fix }: { readonly fix: string }): ActionRefusal {
  return { ok: false, code, says, fix };
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
