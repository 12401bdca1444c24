import { describe, expect, test } from "vitest";

import type { SaveResult } from "../../src/store/records/session-store.js";
import { writeWhole, type Trouble } from "../../src/store/private-files.js";
import { QueueFile } from "../../src/daemon/queue/queue-file.js";
import { isAttended } from "../../src/transport/transport.js";
import type { ExternalSession } from "../../src/transport/terminal-locator.js";
import { DaemonStage, until } from "../support/daemon/daemon-stage.js";
import { anEntry, sessionId } from "../support/daemon/entries.js";
import { resetIn, wayTo, type FakeClaude } from "../support/daemon/fake-claude.js";

const HOUR = 60 * 60_000;

describe.concurrent("one limit, however it is told, is one wait and one continue", () => {
  const TOLD = [
    "by a hook",
    "by its row",
    "by both at once",
    "by the row first",
    "by the hook twice",
  ] as const;
  test.for(TOLD)("%s", async (told, context) => {
    const stage = new DaemonStage(context);
    const claude = stage.claude();
    await stage.start();
    await stage.drop(claude.event("sessionStarted"));
    await stage.heard();
    const [reset, now] = [resetIn(1000), Date.now()];
    const event = told === "by a hook" ? claude.limitEvent(reset, now) : claude.stop(reset, now);
    if (told === "by the row first") await stage.queued("WAITING");
    if (told !== "by its row") await stage.drop(event);
    if (told === "by the hook twice") await stage.drop(event);
    await until(() => claude.prompts.length > 0);
    await stage.queued();
    await until(() => stage.inbox.length === 0 && stage.notices.length > 1);
    expect(claude.prompts).toEqual(["continue"]);
    expect(claude.keys).toEqual(["continue", "\r"]);
    const waits = stage.saidOf("life").filter(({ state }) => state === "WAITING");
    expect(waits).toHaveLength(1);
    expect(stage.saidOf("fault")).toEqual([]);
    const titles = stage.notices.map(({ title }) => title.split(",")[0]);
    expect(titles).toEqual(["Claude Code has stopped", "Claude Code goes on"]);
  });

  test("of the next turn is waited for again", async (context) => {
    const stage = new DaemonStage(context);
    const claude = stage.claude();
    await stage.start();
    await stage.drop(claude.stop(resetIn(500)));
    await until(() => claude.continues === 1);
    await stage.queued();
    await stage.drop(claude.stop(resetIn(500)));
    await until(() => claude.continues === 2);
    await stage.queued();
    expect(claude.prompts).toEqual(["continue", "continue"]);
  });
});

describe.concurrent("the inbox", () => {
  test("keeps an event until it is in status.json", async (context) => {
    const stage = new DaemonStage(context);
    const claude = stage.claude();
    let letThrough: (() => void) | undefined;
    const mayWrite = new Promise<void>((resolve) => (letThrough = resolve));
    const queueFile = {
      write: async (file: string, text: string): Promise<Trouble | undefined> => {
        await mayWrite;
        return writeWhole(file, text);
      },
    };
    await stage.start({ queueFile });
    await stage.drop(claude.stop(resetIn(HOUR)));
    await until(() => stage.saidOf("life").length > 0);
    expect(await stage.queue()).toEqual([]);
    expect(stage.inbox).toHaveLength(1);
    letThrough?.();
    await stage.heard();
    expect((await stage.queue()).map(({ session }) => session)).toEqual([claude.session]);
  });

  test("keeps what the disk does not take, and the next daemon hears of it", async (context) => {
    const stage = new DaemonStage(context);
    const [claude, other] = [stage.claude(), stage.claude()];
    const full: Trouble = {
      path: "status.json",
      code: "ENOSPC",
      fix: "make room",
      says: "cannot be written: the disk is full",
    };
    await stage.start({ queueFile: { write: () => Promise.resolve(full) } });
    await stage.drop(claude.limitEvent(resetIn(HOUR)), other.event("sessionStarted"));
    // The one behind it is heard, and the first still lies there.
    await until(() => stage.inbox.length === 1);
    expect(stage.saidOf("life").at(-1)).toMatchObject({ state: "WAITING" });
    await stage.daemon.close();
    await stage.start();
    await stage.heard();
    await stage.queued("WAITING");
  });

  test("50 events at once: nothing is lost, and each has its own time", async (context) => {
    const stage = new DaemonStage(context);
    const claudes = Array.from({ length: 50 }, () => stage.claude());
    const reset = resetIn(HOUR);
    await stage.start({ settings: { spreadMs: 2000 } });
    await Promise.all(claudes.map((claude) => stage.drop(claude.stop(reset))));
    await stage.heard();
    await until(async () => (await stage.queue()).filter(({ dueAt }) => dueAt).length === 50);
    const queue = await stage.queue();
    const ids = queue.map(({ session }) => session.sessionId);
    expect(ids.toSorted()).toEqual(claudes.map(({ session }) => session.sessionId).toSorted());
    const dues = queue.map(({ dueAt }) => Date.parse(dueAt ?? "") - reset);
    expect(dues).toEqual(claudes.map((_, place) => 50 + place * 2000));
    expect(stage.saidOf("fault")).toEqual([]);
  });

  test("an event of a process that has ended does not lead away from the one that lives", async (context) => {
    const stage = new DaemonStage(context);
    const claude = stage.claude();
    await stage.start();
    const old: ExternalSession = {
      ...claude.session,
      transcript: undefined,
      reach: { process: { pid: 2_999_999, start: "before" }, tty: undefined, env: {} },
    };
    const unknown = { ...old, reach: { ...old.reach, process: undefined } };
    const event = claude.stop(resetIn(1000));
    await stage.drop(
      claude.event("sessionStarted"),
      { ...event, session: old },
      { ...event, session: unknown },
    );
    // It ends as well, and the conversation goes on in the other.
    await stage.drop(claude.event("sessionEnded", old));
    await until(() => claude.continues === 1);
    await stage.queued();
    expect(claude.keys).toEqual(["continue", "\r"]);
  });
});

describe.concurrent("order", () => {
  test("sessions that are due together follow each other as they came", async (context) => {
    const stage = new DaemonStage(context);
    const claudes = [stage.claude(3), stage.claude(1), stage.claude(2)];
    const settings = { spreadMs: 700 };
    await stage.start({ settings });
    const reset = resetIn(15_000);
    const now = Date.now();
    // The last to come was the first to be stopped: what has its time keeps it.
    const events = claudes.map((claude, index) => claude.stop(reset, now - index * 100));
    for (const event of events) {
      await stage.drop(event);
      await stage.heard();
    }
    const done: string[] = [];
    for (const claude of claudes) claude.onSeen = () => void done.push(claude.session.sessionId);
    await until(() => claudes.every(({ continues }) => continues === 1));
    expect([...new Set(done)]).toEqual([3, 1, 2].map(sessionId));
    const dues = stage.saidOf("life").flatMap(({ dueAt }) => (typeof dueAt === "string" ? [dueAt] : []));
    expect(dues.map((due) => Date.parse(due) - reset)).toEqual([50, 750, 1450]);
  });

  test("also those that were due, at different times, while no daemon ran", async (context) => {
    const stage = new DaemonStage(context);
    const claudes = [stage.claude(1), stage.claude(2), stage.claude(3)];
    const queue = await QueueFile.load(stage.directory, () => {});
    const events = claudes.map((claude, index) =>
      claude.stop(resetIn(-HOUR + index * 60_000), Date.now() - 2 * HOUR),
    );
    for (const { session, stop } of events) {
      const dueAt = stop?.resetsAt;
      if (stop) await queue.put(anEntry(1, { session, stop, dueAt }));
    }
    await stage.start({ settings: { spreadMs: 5000 } });
    // The first of each session: on a busy machine one may already be waiting again.
    const dues = () => {
      const found = new Map<unknown, number>();
      for (const { session, dueAt } of stage.saidOf("life"))
        if (typeof dueAt === "string" && !found.has(session)) found.set(session, Date.parse(dueAt));
      return [...found.values()];
    };
    await until(() => dues().length === 3);
    const [first = 0] = dues();
    expect(dues().map((due) => due - first)).toEqual([0, 5000, 10_000]);
  });

  test("1,000 queued sessions are all waited for, and one of them can be told apart", async (context) => {
    const stage = new DaemonStage(context);
    const queue = await QueueFile.load(stage.directory, () => {});
    const reset = new Date(resetIn(HOUR)).toISOString();
    const puts: Promise<SaveResult>[] = [];
    for (let number = 1; number <= 1000; number++) {
      const { session, stop } = anEntry(number);
      const transcript = `${stage.folder}/${session.sessionId}.jsonl`;
      const dueAt = new Date(Date.parse(reset) + number * 2000).toISOString();
      puts.push(
        queue.put(
          anEntry(number, { session: { ...session, transcript }, stop: { ...stop, resetsAt: reset }, dueAt }),
        ),
      );
    }
    await Promise.all(puts);
    const before = (await stage.queue()).map(({ session, dueAt }) => [session.sessionId, dueAt]);
    await stage.start();
    await until(() => stage.saidOf("life").length === 1000);
    expect((await stage.queue()).map(({ session, dueAt }) => [session.sessionId, dueAt])).toEqual(before);
    expect(await stage.daemon.order("cancel", sessionId(500))).toEqual({ ok: true, says: "waits no longer" });
    await until(async () => (await stage.queue()).length === 999);
    expect((await stage.queue()).some(({ session }) => session.sessionId === sessionId(500))).toBe(false);
  });

  test("resume and cancel do what they say, once", async (context) => {
    const stage = new DaemonStage(context);
    const [resumed, cancelled] = [stage.claude(), stage.claude()];
    await stage.start();
    const NOT_WAITING = {
      ok: false,
      code: "NOTHING_TO_DO",
      says: "this session is not waiting",
      fix: "cac status shows what each session does",
    };
    expect(await stage.daemon.order("resume", idOf(resumed))).toEqual(NOT_WAITING);
    const event = cancelled.stop(resetIn(HOUR));
    await stage.drop(resumed.stop(resetIn(HOUR)), event);
    await stage.queued("WAITING", "WAITING");
    expect(await stage.daemon.order("resume", idOf(resumed))).toEqual({ ok: true, says: "continues now" });
    expect(await stage.daemon.order("cancel", idOf(cancelled))).toEqual({
      ok: true,
      says: "waits no longer",
    });
    await until(() => resumed.continues === 1);
    await stage.queued();
    expect(await stage.daemon.order("cancel", idOf(cancelled))).toEqual(NOT_WAITING);
    // A hook that comes late does not bring it back, nor does a daemon that finds its row.
    await stage.drop(event);
    await stage.heard();
    await stage.daemon.close();
    await stage.drop(cancelled.event("sessionStarted"), event);
    await stage.start();
    await stage.heard();
    await stage.queued();
    expect(await stage.daemon.order("cancel", idOf(cancelled))).toEqual(NOT_WAITING);
    expect(cancelled.keys).toEqual([]);
  });
});

function idOf({ session }: FakeClaude): string {
  return session.sessionId;
}

describe.concurrent("what is over is left alone", () => {
  test("a conversation that moved on while no daemon ran", async (context) => {
    const stage = new DaemonStage(context);
    const [waited, told] = [stage.claude(), stage.claude()];
    const events = [waited, told].map((claude) => claude.stop(resetIn(-HOUR), Date.now() - 2 * HOUR));
    for (const claude of [waited, told]) claude.prompt("go on, please");
    const queue = await QueueFile.load(stage.directory, () => {});
    const [first, second] = events;
    if (first?.stop) await queue.put(anEntry(1, { session: first.session, stop: first.stop }));
    // The other was known, as one that is at work, before its event is heard.
    await stage.drop(told.event("sessionStarted"));
    if (second) await stage.drop(second);
    await stage.start();
    await stage.heard();
    await stage.queued();
    await until(() => stage.saidOf("life").some(({ state }) => state === "RUNNING"));
    await stage.daemon.close();
    expect([...waited.keys, ...told.keys]).toEqual([]);
    expect(stage.notices).toEqual([]);
  });

  test("a limit that nobody told of and that is over by its row", async (context) => {
    const stage = new DaemonStage(context);
    const [over, ahead] = [stage.claude(), stage.claude()];
    over.stop(resetIn(-60_000), Date.now() - HOUR);
    ahead.stop(resetIn(HOUR), Date.now() - 60_000);
    await stage.drop(over.event("sessionStarted"), ahead.event("sessionStarted"));
    await stage.start();
    await stage.heard();
    await stage.queued("WAITING");
    expect((await stage.queue())[0]?.session).toEqual(ahead.session);
  });

  test("a session that cac itself carries on, and what the queue has of it", async (context) => {
    const stage = new DaemonStage(context);
    const [queued, told, mine] = [stage.claude(), stage.claude(), stage.claude()];
    const queue = await QueueFile.load(stage.directory, () => {});
    const { session, stop } = queued.stop(resetIn(300));
    if (stop) await queue.put(anEntry(1, { session, stop }));
    const attended = new Set([queued, told].map((claude) => claude.session.sessionId));
    const attendedBy = ({ sessionId: id }: ExternalSession) =>
      Promise.resolve(attended.has(id) ? "cac itself (session k3m9p)" : undefined);
    await stage.start({ attendedBy });
    await stage.drop(told.event("sessionStarted"), told.stop(resetIn(300)), mine.stop(resetIn(300)));
    await until(() => mine.continues === 1);
    await stage.queued();
    expect(stage.inbox).toEqual([]);
    expect([...queued.keys, ...told.keys]).toEqual([]);
    expect(stage.saidOf("attended")[0]).toEqual({
      event: "attended",
      session: session.sessionId,
      by: "cac itself (session k3m9p)",
    });
  });

  test("also where that shows at the last moment only", async (context) => {
    const stage = new DaemonStage(context);
    const claude = stage.claude();
    const control = { name: "control", open: () => Promise.resolve(ATTENDED) } as const;
    await stage.start({ transports: () => Promise.resolve([control, wayTo(stage.claudes)]) });
    await stage.drop(claude.stop(resetIn(300)));
    await until(() => stage.saidOf("attended").length === 1);
    await stage.queued();
    expect(claude.keys).toEqual([]);
    expect(isAttended(ATTENDED)).toBe(true);
    expect(stage.notices.map(({ title }) => title)).not.toContain("Claude Code needs you");
  });
});

const ATTENDED = { attended: true, by: "cac itself (session k3m9p)" } as const;

describe.concurrent("faults", () => {
  test("who attends it cannot be told: it is waited for all the same", async (context) => {
    const stage = new DaemonStage(context);
    const claude = stage.claude();
    await stage.start({ attendedBy: () => Promise.reject(new Error("no records")) });
    await stage.drop(claude.stop(resetIn(300)));
    await until(() => claude.continues === 1);
    await stage.queued();
    expect(String(stage.saidOf("fault")[0]?.["what"])).toMatch(/^Error: no records/);
  });

  test("ways that cannot be loaded are tried again", async (context) => {
    const stage = new DaemonStage(context);
    const claude = stage.claude();
    let tries = 0;
    const transports = () =>
      ++tries === 1 ? Promise.reject(new Error("no such module")) : Promise.resolve([wayTo(stage.claudes)]);
    await stage.start({ transports });
    await stage.drop(claude.stop(resetIn(300)));
    await until(() => claude.continues === 1);
    await stage.queued();
    expect(stage.saidOf("fault").map(({ what }) => String(what).split("\n")[0])).toEqual([
      "Error: no such module",
    ]);
  });
});
