import type { Life, Stop } from "../../session/life/life.js";
import type { ExternalSession } from "../../transport/terminal-locator.js";
import type { InboxEvent } from "../../discover/inbox.js";
import { describeLife, stopOf } from "../../driver/life-record.js";
import type { QueueEntry } from "./queue-entry.js";

export interface EntrySurroundings {
  readonly session: ExternalSession;
  readonly refusals: readonly string[];
  /** Since when our prompt may stand in its box, unseen. */
  readonly typedAt?: string | undefined;
}

/** A life as the queue has it; undefined where nothing is left to be done. */
export function entryOf(life: Life, around: EntrySurroundings): QueueEntry | undefined {
  const { state, stop, dueAt, why } = describeLife(life);
  if (life.tag === "RUNNING" || state === "RUNNING" || stop === undefined) return undefined;
  const { session, refusals, typedAt } = around;
  return {
    session,
    stop: { ...stop, waitingHelps: life.stop.type !== "limit" || life.stop.limit.waitingHelps },
    // What was just detected is as good as waited for: that is what it becomes after a crash.
    state: state === "LIMIT_DETECTED" ? "WAITING" : state,
    dueAt,
    why,
    refusals,
    updatedAt: new Date().toISOString(),
    typedAt,
  };
}

/** The limit that a hook has told of; undefined where it told of something else. */
export function entryOfEvent({ session, stop }: InboxEvent): QueueEntry | undefined {
  return stop && { session, stop, state: "WAITING", refusals: [], updatedAt: new Date().toISOString() };
}

/** Where a wait stood when its daemon ended. */
export function stopOfEntry(entry: QueueEntry): { readonly stop: Stop; readonly dueAt: number } {
  const stop = withHope(stopOf(entry.stop), entry.stop.waitingHelps);
  const dueAt = entry.dueAt ?? entry.stop.resetsAt;
  return { stop, dueAt: dueAt === undefined ? 0 : Date.parse(dueAt) };
}

function withHope(stop: Stop, waitingHelps: boolean): Stop {
  return stop.type === "limit" ? { ...stop, limit: { ...stop.limit, waitingHelps } } : stop;
}
