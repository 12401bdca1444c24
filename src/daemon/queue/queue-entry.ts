import type { StopRecord } from "../../store/records/session-record.js";
import { BadField, CheckedFields } from "../../store/checked-fields.js";
import type { ExternalSession } from "../../transport/terminal-locator.js";
import { readStoredSession } from "../../discover/stored-session.js";

/** One session that the daemon is to carry on. Times are ISO 8601 in UTC. */
export interface QueueEntry {
  readonly session: ExternalSession;
  readonly stop: StopRecord & { readonly waitingHelps: boolean };
  readonly state: "WAITING" | "RESUMING" | "NEEDS_YOU";
  readonly dueAt?: string | undefined;
  /** Why it needs the person. */
  readonly why?: string | undefined;
  /** Why it could not be got at, way by way: "tmux: is not running inside tmux". */
  readonly refusals: readonly string[];
  readonly updatedAt: string;
  /** Since when a prompt of ours may stand in its box. */
  readonly typedAt?: string | undefined;
}

export type ReadEntry =
  | { readonly ok: true; readonly entry: QueueEntry }
  /** `says` is the rest of a sentence that starts with the entry. */
  | { readonly ok: false; readonly says: string };

/** Reads an entry as if its writer were hostile: whatever does not hold is told, and nothing of it is used. */
export function readEntry(json: unknown): ReadEntry {
  try {
    return { ok: true, entry: entryFrom(new CheckedFields(json)) };
  } catch (error) {
    if (!(error instanceof BadField)) throw error;
    return { ok: false, says: error.message };
  }
}

/** The entry with what is too long cut: one that `readEntry` refuses later would be a wait that is lost. */
export function cutEntry(entry: QueueEntry): QueueEntry {
  const { stop, why, refusals } = entry;
  return {
    ...entry,
    stop: { ...stop, text: stop.text.slice(0, LONGEST_SENTENCE) },
    why: why?.slice(0, LONGEST_SENTENCE),
    refusals: refusals.slice(0, MOST_REFUSALS).map((each) => each.slice(0, LONGEST_SENTENCE)),
  };
}

const LONGEST_SENTENCE = 2000;
const SENTENCE = new RegExp(`^[^]{0,${LONGEST_SENTENCE}}$`);
const WORD = /^[^]{0,200}$/;
const MOST_REFUSALS = 50;

function entryFrom(fields: CheckedFields): QueueEntry {
  const stop = fields.inner("stop");
  return {
    session: readStoredSession(fields.inner("session")),
    stop: {
      kind: stop.text("kind", WORD),
      text: stop.text("text", SENTENCE),
      resetsAt: stop.maybe("resetsAt", timeOf),
      seenAt: stop.time("seenAt"),
      waitingHelps: stop.truth("waitingHelps"),
    },
    state: fields.oneOf("state", ["WAITING", "RESUMING", "NEEDS_YOU"]),
    dueAt: fields.maybe("dueAt", timeOf),
    why: fields.maybe("why", (from, key) => from.text(key, SENTENCE)),
    refusals: fields.texts("refusals", SENTENCE, MOST_REFUSALS),
    updatedAt: fields.time("updatedAt"),
    typedAt: fields.maybe("typedAt", timeOf),
  };
}

function timeOf(fields: CheckedFields, key: string): string {
  return fields.time(key);
}
