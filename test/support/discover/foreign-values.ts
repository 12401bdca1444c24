import type { InboxEvent } from "../../../src/discover/inbox-event.js";
import type { ExternalSession } from "../../../src/transport/terminal-locator.js";

export const SESSION: ExternalSession = {
  sessionId: "2506820a-6b09-422a-b95e-275a80da3d02",
  transcript: "/home/ada/.claude/projects/-home-ada-app/2506820a-6b09-422a-b95e-275a80da3d02.jsonl",
  cwd: "/home/ada/app",
  release: "2.1.325",
  reach: {
    process: { pid: 4711, start: "3d1219c7:2570298" },
    tty: "/dev/pts/3",
    env: { TERM: "tmux-256color", TMUX: "/tmp/tmux-1000/default,99,0", TMUX_PANE: "%7" },
  },
};

export const LIMIT: InboxEvent = {
  version: 1,
  at: "2026-11-15T19:09:06.000Z",
  event: "limit",
  session: SESSION,
  stop: {
    kind: "five-hour",
    text: "You've hit your 5-hour limit · resets 3:39pm (America/New_York)",
    resetsAt: "2026-11-15T20:39:00.000Z",
    waitingHelps: true,
    seenAt: "2026-11-15T19:09:05.677Z",
  },
};

export const STARTED: InboxEvent = {
  version: 1,
  at: "2026-11-15T18:00:00.000Z",
  event: "sessionStarted",
  session: SESSION,
};
