import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { describe, expect, test } from "vitest";

import type { InboxEvent } from "../../src/discover/inbox.js";
import { FakeHome } from "../support/discover/fake-claude-process.js";
import { built } from "../support/store/records/records.js";
import { DaemonStage, until } from "../support/daemon/daemon-stage.js";
import { resetIn } from "../support/daemon/fake-claude.js";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** Only money brings it back. */
function spend(event: InboxEvent): InboxEvent {
  const { stop } = event;
  return { ...event, stop: stop && { ...stop, kind: "spend", resetsAt: undefined, waitingHelps: false } };
}

describe.concurrent("a session that ends", () => {
  test("is forgotten, unless something is waited for", async (context) => {
    const stage = new DaemonStage(context);
    const [done, stopped, hopeless] = [stage.claude(), stage.claude(), stage.claude()];
    await stage.start();
    for (const claude of stage.claudes) await stage.drop(claude.event("sessionStarted"));
    await stage.drop(spend(hopeless.limitEvent(0)));
    await stage.heard();
    await stage.queued("NEEDS_YOU");
    expect(stage.daemon.sessionIds).toHaveLength(3);
    // Its very last row is the limit.
    stopped.stop(resetIn(HOUR));
    for (const claude of [done, stopped, hopeless]) await stage.drop(claude.event("sessionEnded"));
    await stage.heard();
    await stage.queued("WAITING");
    expect(stage.daemon.sessionIds).toEqual([stopped.session.sessionId]);
  });

  test("is forgotten with its wait where the person left it, unless it is open elsewhere", async (context) => {
    const stage = new DaemonStage(context);
    const [left, moved] = [stage.claude(), stage.claude()];
    await stage.start();
    await stage.drop(left.stop(resetIn(HOUR)), moved.stop(resetIn(HOUR)));
    await stage.queued("WAITING", "WAITING");
    const before = { ...moved.session.reach, process: { pid: 2_999_999, start: "before" } };
    const elsewhere = moved.event("sessionEnded", { ...moved.session, reach: before });
    await stage.drop({ ...left.event("sessionEnded"), byPerson: true }, { ...elsewhere, byPerson: true });
    await stage.heard();
    await stage.queued("WAITING");
    expect(stage.daemon.sessionIds).toEqual([moved.session.sessionId]);
  });

  test("is forgotten also where nobody tells of its end", async (context) => {
    const stage = new DaemonStage(context);
    const [cancelled, old, waiting, live] = [stage.claude(), stage.claude(), stage.claude(), stage.claude()];
    await stage.start({ sweepMs: 50 });
    await stage.drop(live.event("sessionStarted"));
    for (const claude of [cancelled, waiting]) await stage.drop(claude.stop(resetIn(HOUR)));
    await stage.queued("WAITING", "WAITING");
    for (const claude of [cancelled, old, waiting]) claude.isAlive = false;
    await stage.daemon.order("cancel", cancelled.session.sessionId);
    // Nobody came back to it within a week of its reset.
    await stage.drop(old.stop(resetIn(-8 * DAY), Date.now() - 9 * DAY));
    await until(() => stage.saidOf("swept").length === 2);
    await stage.queued("WAITING");
    const swept = stage.saidOf("swept").map(({ session, state }) => `${String(session)} ${String(state)}`);
    expect(swept.toSorted()).toEqual(
      [`${cancelled.session.sessionId} RUNNING`, `${old.session.sessionId} NEEDS_YOU`].toSorted(),
    );
    expect(stage.daemon.sessionIds.toSorted()).toEqual(
      [waiting.session.sessionId, live.session.sessionId].toSorted(),
    );
  });

  test("is seen by its process, and so is a conversation that is left for another", async (context) => {
    const home = new FakeHome();
    context.onTestFinished(() => home.remove());
    const stage = new DaemonStage(context, home.configDir);
    const claude = await home.start();
    await stage.start({ isAlive: () => Promise.resolve(true) });
    const first = claude.register();
    await until(() => stage.daemon.sessionIds.includes(first));
    const stop = { ...stage.claude(1).limitEvent(resetIn(HOUR)).stop! };
    const session = { sessionId: first, transcript: undefined, cwd: home.project, release: "2.1.197" };
    const reach = { process: undefined, tty: undefined, env: {} };
    await stage.drop({
      version: 1,
      at: new Date().toISOString(),
      event: "limit",
      session: { ...session, reach },
      stop,
    });
    await stage.queued("WAITING");
    // What the hook did not know is still known.
    expect((await stage.queue())[0]?.session.reach.process?.pid).toBe(claude.pid);
    const second = claude.register();
    await until(() => stage.daemon.sessionIds.includes(second));
    await stage.queued();
    expect(stage.daemon.sessionIds).toEqual([second]);
    await claude.end("SIGKILL");
    await until(() => stage.daemon.sessionIds.length === 0);
  });
});

describe.concurrent("a terminal that is gone when the limit ends", () => {
  test("notify: the person is told how to go on, once", async (context) => {
    const stage = new DaemonStage(context);
    const claude = stage.claude();
    await stage.start();
    await stage.drop(claude.stop(resetIn(300)));
    claude.isAlive = false;
    await stage.queued("NEEDS_YOU");
    const why = `its terminal is gone; go on with: claude --resume ${claude.session.sessionId}`;
    expect((await stage.queue())[0]).toMatchObject({ why, refusals: [] });
    await until(() => stage.notices.length > 1);
    expect(stage.notices.at(-1)).toEqual({ title: "Claude Code needs you", body: why });
    // Asked for it is looked for again, and the answer is the same.
    await stage.daemon.order("resume", claude.session.sessionId);
    await until(() => stage.saidOf("gone").length === 2);
    await stage.queued("NEEDS_YOU");
    expect((await stage.queue())[0]?.why).toBe(why);
    // Opened again, it is the person's.
    claude.isAlive = true;
    claude.prompt("where were we?");
    await stage.queued();
    expect(claude.keys).toEqual([]);
  });

  test("headless: started once for each stop, and proven by its rows", async (context) => {
    const stage = new DaemonStage(context);
    const claude = stage.claude();
    const revived: string[] = [];
    const revive = (_: unknown, once: string) => {
      revived.push(once);
      return Promise.resolve("under way" as const);
    };
    await stage.start({ revive });
    const event = claude.stop(resetIn(300));
    await stage.drop(event);
    claude.isAlive = false;
    // Two looks, of which the second finds what the first has begun.
    const looks = () => stage.saidOf("life").filter(({ because }) => because === "looked");
    await until(() => looks().length === 2);
    claude.prompt("continue");
    await stage.queued();
    expect(revived).toEqual([event.stop?.seenAt]);
    const next = claude.stop(resetIn(300));
    await until(() => revived.length === 2);
    expect(revived[1]).toBe(next.stop?.seenAt);
    expect(claude.keys).toEqual([]);
  });

  test("tmux: it is continued where it runs now", async (context) => {
    const stage = new DaemonStage(context);
    const claude = stage.claude();
    const reach = {
      process: { pid: 3_999_999, start: "later" },
      tty: "/dev/pts/9",
      env: { TMUX_PANE: "%9" },
    };
    const there = { ...claude.session, reach };
    let isRevived = false;
    await stage.start({
      revive: () => {
        isRevived = claude.isAlive = true;
        return Promise.resolve(there);
      },
      isAlive: () => Promise.resolve(isRevived),
    });
    await stage.drop(claude.stop(resetIn(300)));
    claude.isAlive = false;
    await until(() => claude.continues === 1);
    await stage.queued();
    expect(claude.keys).toEqual(["continue", "\r"]);
  });

  test("a revival that fails by a bug of ours is logged and tried again", async (context) => {
    const stage = new DaemonStage(context);
    const claude = stage.claude();
    let tries = 0;
    const revive = () =>
      ++tries === 1 ? Promise.reject(new Error("no tmux")) : Promise.resolve("not done" as const);
    await stage.start({ revive });
    await stage.drop(claude.stop(resetIn(300)));
    claude.isAlive = false;
    await stage.queued("NEEDS_YOU");
    expect(tries).toBe(2);
    expect(stage.saidOf("fault").map(({ what }) => String(what).split("\n")[0])).toEqual(["Error: no tmux"]);
  });
});

describe.concurrent("close", () => {
  test("in the middle of a resume: no key comes after it, and the wait is kept", async (context) => {
    const stage = new DaemonStage(context);
    const claude = stage.claude();
    await stage.start();
    await stage.drop(claude.stop(resetIn(300)));
    await new Promise<void>((resolve) => (claude.onSeen = resolve));
    await stage.daemon.close();
    const { released } = claude;
    expect(released).toBe(1);
    expect((await stage.queue()).map(({ state }) => state)).toEqual(["RESUMING"]);
    expect(claude.keys).toEqual([]);
    await stage.start();
    await until(() => claude.continues === 1);
    await stage.queued();
  });

  test("leaves a process with nothing else to do", async (context) => {
    const stage = new DaemonStage(context);
    const claude = stage.claude();
    // One session waits, one is being resumed and cannot be seen to rest, and there is more in the inbox.
    const script = `
      const [modules, directory, configDir, events] = process.argv.slice(1);
      const { Daemon } = await import(modules + "/daemon/daemon.js");
      const { CancelledStops } = await import(modules + "/daemon/queue/cancelled-stops.js");
      const { QueueFile } = await import(modules + "/daemon/queue/queue-file.js");
      const { dropEvent, inboxDir } = await import(modules + "/discover/inbox.js");
      const { seen, looks, ...options } = ${OPTIONS};
      const log = () => {};
      const queue = await QueueFile.load(directory, log);
      for (const event of JSON.parse(events)) await dropEvent(inboxDir(directory), event);
      const cancelled = await CancelledStops.load(directory, log);
      const daemon = new Daemon({ ...options, directory, configDir, queue, cancelled, log });
      await seen;
      await daemon.close();
      const before = looks();
      process.on("exit", () => process.stdout.write(looks() - before > 1 ? "went on looking" : "closed"));
    `;
    const events = [claude.stop(resetIn(-1000)), stage.claude().stop(resetIn(HOUR))];
    const args = [built("."), stage.directory, stage.configDir, JSON.stringify(events)];
    const words = ["--input-type=module", "-e", script, ...args];
    const run = await promisify(execFile)(process.execPath, words, { timeout: 100_000 });
    expect(run).toEqual({ stdout: "closed", stderr: "" });
  });
});

const OPTIONS = `(() => {
  let [resolve, frame, looks] = [undefined, 0, 0];
  const seen = new Promise((done) => (resolve = done));
  const screen = () => {
    resolve();
    looks++;
    const lines = Array.from({ length: 5 }, () => ({ text: "line " + frame++, solid: "" }));
    return Promise.resolve({ lines, columns: 60, cursor: undefined });
  };
  const done = () => Promise.resolve();
  const hands = { name: "tmux", screen, isSameProcess: () => Promise.resolve(true), send: done, release: done };
  return {
    seen,
    looks: () => looks,
    settings: { prompt: "continue", safetyBufferMs: 10, cooldownMs: 10, nativeMode: "ignore", nativeGraceMs: 10,
      escGapMs: 1, enterGapMs: 1, notify: false, pollMs: 100, spreadMs: 10, verifyPollMs: 10, allowBlind: false },
    attendedBy: done, vim: () => false, timeZone: "UTC", notify: () => {}, revive: done,
    isAlive: () => Promise.resolve(true),
    transports: () => Promise.resolve([{ name: "tmux", open: () => Promise.resolve(hands) }]),
  };
})()`;
