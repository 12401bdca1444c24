import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

import { loadConfig } from "../../src/config/load-config.js";
import type { Settings } from "../../src/config/settings-table.js";
import type { Surroundings } from "../../src/host/paths.js";
import { orderDaemon } from "../../src/daemon/daemon-control.js";
import { whoRuns } from "../../src/store/process/daemon-lock.js";
import { lookAtQueue, QueueFile } from "../../src/daemon/queue/queue-file.js";
import { runDaemon } from "../../src/daemon/run-daemon.js";
import { dropEvent, inboxDir } from "../../src/discover/inbox.js";
import { built } from "../support/store/records/records.js";
import { until } from "../support/daemon/daemon-stage.js";
import { anEntry, sessionId } from "../support/daemon/entries.js";
import { FakeClaude, resetIn } from "../support/daemon/fake-claude.js";

const HOUR = 60 * 60_000;

let home: string;
let directory: string;
let where: Surroundings;
let ending: AbortController;
let running: Promise<void> | undefined;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "cac-run-")));
  directory = join(home, ".claude", "auto-resume");
  mkdirSync(join(home, ".claude"));
  where = { env: { HOME: home, PATH: join(home, "bin") }, home, platform: process.platform };
  ending = new AbortController();
});

afterEach(async () => {
  ending.abort();
  await running;
  running = undefined;
  rmSync(home, { recursive: true, force: true });
});

function config(settings: Settings = {}) {
  return loadConfig({ env: where.env, home, settings: { notify: false, ...settings } });
}

/** Resolves when it watches. */
async function run(settings?: Settings): Promise<void> {
  await new Promise<void>((onReady, reject) => {
    running = runDaemon({ where, config: config(settings), signal: ending.signal, onReady });
    running.catch(reject);
  });
}

async function states(): Promise<readonly string[]> {
  return (await lookAtQueue(directory)).entries.map(({ state }) => state);
}

function log(): readonly Record<string, unknown>[] {
  const lines = readFileSync(join(directory, "daemon.log"), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** A wait for a session whose process is none of this machine. */
async function queueOne(resetsAt: number): Promise<void> {
  const queue = await QueueFile.load(directory, () => {});
  const { session, stop } = anEntry();
  const here = { ...session, cwd: home, transcript: join(home, `${session.sessionId}.jsonl`) };
  const dueAt = new Date(resetsAt).toISOString();
  const seenAt = new Date(resetsAt - 2 * HOUR).toISOString();
  await queue.put(anEntry(1, { session: here, stop: { ...stop, resetsAt: dueAt, seenAt }, dueAt }));
}

test("from start to end: hears hooks, takes orders, and leaves its queue behind", async () => {
  await run();
  expect(await whoRuns(directory)).toMatchObject({ pid: process.pid });
  const claude = new FakeClaude(1, home);
  await dropEvent(inboxDir(directory), claude.stop(resetIn(HOUR)));
  await until(async () => (await states()).length === 1);
  const other = new FakeClaude(2, home);
  await dropEvent(inboxDir(directory), other.stop(resetIn(HOUR)));
  await until(async () => (await states()).length === 2);
  expect(await orderDaemon(directory, "cancel", sessionId(2))).toEqual({ ok: true, says: "waits no longer" });
  await until(async () => (await states()).length === 1);
  ending.abort();
  await running;
  expect(await states()).toEqual(["WAITING"]);
  expect(await whoRuns(directory)).toBeUndefined();
  expect(await orderDaemon(directory, "resume", sessionId(1))).toEqual({ ok: false, code: "NOBODY" });
  const told = log().map(({ event }) => event);
  expect(told.slice(0, 1)).toEqual(["started"]);
  expect(log().find(({ event }) => event === "ending")).toMatchObject({ why: "told to" });
  expect(told).not.toContain("fault");
});

test("a second one says who runs, and the first goes on", async () => {
  await run();
  const second = runDaemon({ where, config: config(), signal: ending.signal, onReady: () => {} });
  await expect(second).rejects.toMatchObject({ code: "DAEMON_RUNS" });
  expect(await whoRuns(directory)).toMatchObject({ pid: process.pid });
});

test("told to end before it began: nothing is left behind", async () => {
  ending.abort();
  await runDaemon({ where, config: config(), signal: ending.signal, onReady: () => {} });
  expect(existsSync(join(directory, "daemon.lock"))).toBe(false);
});

test("one that cannot be begun leaves no lock, and a process with nothing else to do", async () => {
  await queueOne(resetIn(HOUR));
  const script = `
    const [modules, where] = process.argv.slice(1);
    const { loadConfig } = await import(modules + "/config/load-config.js");
    const { runDaemon } = await import(modules + "/daemon/run-daemon.js");
    const { env, home, ...rest } = JSON.parse(where);
    const config = loadConfig({ env, home, settings: { notify: false } });
    const onReady = () => {
      throw new Error("nobody to tell");
    };
    const { signal } = new AbortController();
    await runDaemon({ where: { env, home, ...rest }, config, signal, onReady }).catch(({ message }) => {
      process.stdout.write(message);
    });
  `;
  const words = ["--input-type=module", "-e", script, built("."), JSON.stringify(where)];
  const failed = await promisify(execFile)(process.execPath, words, { timeout: 100_000 });
  expect(failed).toEqual({ stdout: "nobody to tell", stderr: "" });
  expect(existsSync(join(directory, "daemon.lock"))).toBe(false);
});

test("notify: a session whose terminal is gone needs the person", async () => {
  await queueOne(resetIn(-HOUR));
  await run({ daemon: { delay: "10ms" } });
  await until(async () => (await states())[0] === "NEEDS_YOU");
  const [entry] = (await lookAtQueue(directory)).entries;
  expect(entry?.why).toBe(`its terminal is gone; go on with: claude --resume ${sessionId(1)}`);
});

test.for(["headless", "tmux"] as const)(
  "%s: where Claude Code is not to be found, the person is needed, and the log says why",
  async (whenTerminalGone) => {
    await queueOne(resetIn(-HOUR));
    await run({ daemon: { delay: "10ms", whenTerminalGone } });
    await until(async () => (await states())[0] === "NEEDS_YOU");
    ending.abort();
    await running;
    const revived = log().find(({ event }) => event === "revived");
    expect(revived).toMatchObject({ session: sessionId(1), how: whenTerminalGone, outcome: "refused" });
    expect(String(revived?.["why"])).toMatch(/^claude was not found/);
  },
);
