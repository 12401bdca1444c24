import type { HookEvent } from "../claude/hooks/hook-input.js";
import { namesIn } from "../store/private-files.js";
import type { LogDetails } from "../store/records/session-log.js";
import { dropEvent, inboxDir } from "../discover/inbox.js";
import type { InboxEvent, InboxStop } from "../discover/inbox-event.js";
import { captureReach } from "../discover/process-place.js";
import type { LimitRow, LimitSearch } from "../discover/find-limit-row.js";
import { localTimeZone } from "../time/local-zone.js";

export interface HookSurroundings {
  /** The daemon's directory. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The process that started the hook. */
  readonly parent: number;
  readonly log: (event: string, details: LogDetails) => void;
}

/** Turns what Claude Code told its hook into at most one event in the inbox. Throws where that cannot be done. */
export async function runHook(event: HookEvent, where: HookSurroundings): Promise<void> {
  // A subagent's end is not the session's.
  if (event.agentId !== undefined) return;
  switch (event.type) {
    case "sessionStarted":
      return drop(event.type, event, where);
    case "sessionEnded":
      // "other" is a signal: a closed terminal, a shutdown (2.0.72, 2.1.197, 2.1.325).
      return drop(event.type, event, where, {
        byPerson: event.reason !== undefined && event.reason !== "other",
      });
    case "turnFailed": {
      const row = await limitRow(event, AFTER_FAILURE);
      if (row) return drop("limit", event, where, { stop: stopOf(row), release: row.release });
      if (event.error === "rate_limit") where.log("noLimitRow", { sessionId: event.sessionId });
      return;
    }
    case "turnStopped": {
      const row = mayBeLimit(event.message) ? await limitRow(event, AFTER_STOP) : undefined;
      // Installed only where a release has no SessionStart: then this tells where the session is.
      return row
        ? drop("limit", event, where, { stop: stopOf(row), release: row.release })
        : drop("sessionStarted", event, where);
    }
    default:
      return;
  }
}

/** Nobody waits for this hook: 2.1.325 shows its prompt while it runs. */
const AFTER_FAILURE = { patienceMs: 3000, untilAnswer: false } as const;
/** The session waits for this one. 1.0.64 to 2.1.75 start it at a limit too, and 2.1.32 150 ms before it writes the row. */
const AFTER_STOP = { patienceMs: 500, untilAnswer: true } as const;

/** Newer releases tell with which words the turn ended; those of every limit have one of these. */
function mayBeLimit(message: string | undefined): boolean {
  return message === undefined || /limit|usage|credit|spend/i.test(message);
}

async function limitRow(
  { transcriptPath }: HookEvent,
  search: Omit<LimitSearch, "timeZone">,
): Promise<LimitRow | undefined> {
  if (transcriptPath === undefined) return undefined;
  // Loaded only here: with the reading of times it takes as long as the rest of the hook.
  const { findLimitRow } = await import("../discover/find-limit-row.js");
  const timeZone = localTimeZone();
  return findLimitRow(transcriptPath, { ...search, timeZone });
}

async function drop(
  event: InboxEvent["event"],
  { sessionId, transcriptPath, cwd }: HookEvent,
  where: HookSurroundings,
  {
    release,
    ...more
  }: Pick<InboxEvent, "stop" | "byPerson"> & { readonly release?: string | undefined } = {},
): Promise<void> {
  const inbox = inboxDir(where.directory);
  if (more.stop === undefined && (await namesIn(inbox)).length >= MOST_WAITING) {
    where.log("inboxFull", { event, sessionId });
    return;
  }
  const reach = await captureReach(where.parent, where.env);
  await dropEvent(inbox, {
    version: 1,
    at: new Date().toISOString(),
    event,
    session: {
      sessionId,
      transcript: transcriptPath,
      cwd: cwd ?? process.cwd(),
      release: release ?? releaseOf(where.env["AI_AGENT"]),
      reach,
    },
    ...more,
  });
}

/** Nobody has read them for months: a disk must not fill up with starts and ends. A limit always finds room. */
const MOST_WAITING = 5000;

function stopOf({ limit, at }: LimitRow): InboxStop {
  const { kind, text, resetsAt, waitingHelps } = limit;
  return { kind, text, resetsAt: resetsAt?.toISOString(), waitingHelps, seenAt: at.toISOString() };
}

/** "claude-code_2-1-325_harness", as 2.1.197 and later call themselves to what they start. */
function releaseOf(agent: string | undefined): string | undefined {
  return /^claude-code_(\d{1,9}-\d{1,9}-\d{1,9})_/.exec(agent ?? "")?.[1]?.replaceAll("-", ".");
}
