import { fileURLToPath } from "node:url";

import type { SessionRecord } from "../../../../src/store/records/session-record.js";

/** A record as a wrapper of the past wrote it: no process of this machine has started then. */
export function aRecord(changes: Partial<SessionRecord> = {}): SessionRecord {
  return {
    version: 1,
    id: "k3m9p",
    pid: 4_000_000,
    procStart: "long ago",
    command: ["claude"],
    cwd: "/home/ada/project",
    startedAt: "2026-11-15T12:00:00.000Z",
    state: "RUNNING",
    attempts: 0,
    updatedAt: "2026-11-15T12:00:00.000Z",
    ...changes,
  };
}

/** The same, stopped by a limit and waiting. */
export function aWait(changes: Partial<SessionRecord> = {}): SessionRecord {
  return aRecord({
    state: "WAITING",
    claudeSessionId: "0f3c9a4e-1111-4222-8333-444455556666",
    stop: {
      kind: "five-hour",
      text: "You've hit your 5-hour limit · resets 3:28pm",
      resetsAt: "2026-11-15T20:28:00.000Z",
      seenAt: "2026-11-15T18:00:00.000Z",
    },
    dueAt: "2026-11-15T20:28:05.000Z",
    ...changes,
  });
}

/** A module as it is built, for processes of their own: `npm test` builds first. */
export function built(module: string): string {
  return fileURLToPath(new URL(`../../../../dist/${module}`, import.meta.url));
}
