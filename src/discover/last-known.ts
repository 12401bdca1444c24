import type { ProcessId } from "../host/process-table.js";
import type { ExternalSession } from "../transport/terminal-locator.js";

/** Where a session is: what was told last; but what is told of a process that has ended may be older than what is known. */
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
