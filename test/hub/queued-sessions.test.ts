import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { DaemonLock } from "../../src/store/process/daemon-lock.js";
import { queuedSessions } from "../../src/hub/queued-sessions.js";
import type { QueueEntry } from "../../src/daemon/queue/queue-entry.js";
import { QueueFile } from "../../src/daemon/queue/queue-file.js";
import { anEntry, sessionId } from "../support/daemon/entries.js";

let base: string;
let directory: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "cac-view-"));
  directory = join(base, "auto-resume");
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

test("nothing, and nothing is made by looking", async () => {
  expect(await queuedSessions(directory).list()).toEqual({ sessions: [], problems: [] });
  expect(existsSync(directory)).toBe(false);
});

test("a queued session in the shape of a record, with or without a daemon", async () => {
  const refusals = ["tmux: is not running inside tmux"];
  await put(anEntry(1, { state: "NEEDS_YOU", dueAt: undefined, why: "a dialog is open", refusals }));
  const record = {
    version: 1,
    id: "00000001",
    pid: 4_000_000,
    procStart: "long ago",
    command: [],
    cwd: "/home/ada/project",
    release: "2.1.325",
    startedAt: "2026-11-15T18:00:00.000Z",
    claudeSessionId: sessionId(1),
    transcript: `/home/ada/.claude/projects/p/${sessionId(1)}.jsonl`,
    state: "NEEDS_YOU",
    stop: {
      kind: "five-hour",
      text: "You've hit your 5-hour limit · resets 3:28pm",
      resetsAt: "2026-11-15T20:28:00.000Z",
      seenAt: "2026-11-15T18:00:00.000Z",
    },
    attempts: 0,
    why: "a dialog is open",
    updatedAt: "2026-11-15T18:00:01.000Z",
  };
  const queued = { kind: "queued", record, life: "queued", answers: false, refusals };
  expect(await queuedSessions(directory).list()).toEqual({ sessions: [queued], problems: [] });
  const lock = await DaemonLock.take(directory);
  expect(await queuedSessions(directory).list()).toEqual({
    sessions: [{ ...queued, answers: true }],
    problems: [],
  });
  await lock.release();
});

test("ids are as long as it takes", async () => {
  const alike = anEntry(2, { session: { ...anEntry(2).session, sessionId: "00000001-other" } });
  await put(
    anEntry(1),
    alike,
    anEntry(3),
    anEntry(4, { session: { ...anEntry(4).session, sessionId: "x" } }),
  );
  const { sessions } = await queuedSessions(directory).list();
  expect(sessions.map(({ record }) => record.id)).toEqual([sessionId(1), "00000001-other", "00000003", "x"]);
});

test("what is not shown is told", async () => {
  mkdirSync(directory, { mode: 0o700 });
  const file = join(directory, "status.json");
  writeFileSync(file, JSON.stringify({ version: 1, queue: [7, anEntry(1), 8] }), { mode: 0o600 });
  const { sessions, problems } = await queuedSessions(directory).list();
  expect(sessions).toHaveLength(1);
  expect(problems).toEqual([
    {
      message: `${file} has a bad entry: entry 1 does not hold a JSON object (and 1 more)`,
      fix: "nothing was done with it; remove it if it is nothing of yours",
    },
  ]);
});

async function put(...entries: QueueEntry[]): Promise<void> {
  const queue = await QueueFile.load(directory, () => undefined);
  await Promise.all(entries.map((entry) => queue.put(entry)));
}
