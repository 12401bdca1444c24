import type { QueueEntry } from "../../../src/daemon/queue/queue-entry.js";

/** A session id as Claude Code makes them, the same one for the same number. */
export function sessionId(number: number): string {
  return `${number.toString(16).padStart(8, "0")}-1111-4222-8333-444455556666`;
}

/** A session that stopped at a limit and waits. No process of this machine has this number. */
export function anEntry(number = 1, changes: Partial<QueueEntry> = {}): QueueEntry {
  return {
    session: {
      sessionId: sessionId(number),
      transcript: `/home/ada/.claude/projects/p/${sessionId(number)}.jsonl`,
      cwd: "/home/ada/project",
      release: "2.1.325",
      reach: {
        process: { pid: 4_000_000, start: "long ago" },
        tty: "/dev/pts/3",
        env: { TERM: "xterm", TMUX: "/tmp/tmux-1000/default,12,0", TMUX_PANE: "%3" },
      },
    },
    stop: {
      kind: "five-hour",
      text: "You've hit your 5-hour limit · resets 3:28pm",
      resetsAt: "2026-11-15T20:28:00.000Z",
      seenAt: "2026-11-15T18:00:00.000Z",
      waitingHelps: true,
    },
    state: "WAITING",
    dueAt: "2026-11-15T20:28:10.000Z",
    refusals: [],
    updatedAt: "2026-11-15T18:00:01.000Z",
    ...changes,
  };
}
