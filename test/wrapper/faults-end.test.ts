import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { clockTime } from "../../src/time/clock-face.js";
import { FakeHome, gone, type FakeSession } from "../support/wrapper/fake-session.js";
import { isAlive, until } from "../support/wrapper/outer-terminal.js";

const HOUR_MS = 60 * 60_000;

describe.concurrent("a child that ends during the wait", () => {
  test("killed: its signal is ours at once, and the wait stays", async () => {
    const home = new FakeHome();
    const session = home.start();
    const before = await session.limit(600);
    process.kill(home.claude.pid, "SIGKILL");
    expect(await session.exited).toEqual({ exitCode: 0, signal: 9 });
    const ended = { at: expect.any(String) as string, exitCode: 0, signal: 9 };
    expect(home.records).toEqual([{ ...before, ended, updatedAt: expect.any(String) as string }]);
    expect(await home.cac("status")).toContain(`carry on: ${carryOn(home)}\n`);
  });

  test("with an exit code: it is ours, and the wait stays", async () => {
    const home = new FakeHome();
    const session = home.start();
    await session.limit(600);
    process.kill(home.claude.pid, "SIGHUP");
    expect(await session.exited).toEqual({ exitCode: 129 });
    expect(home.records).toMatchObject([{ state: "WAITING", ended: { exitCode: 129 } }]);
  });

  test("in peace: it takes the wait along", async () => {
    const home = new FakeHome();
    const session = home.start();
    await session.limit(600);
    await session.prompt("/exit");
    expect(await session.exited).toEqual({ exitCode: 0 });
    expect(home.records).toEqual([]);
    expect(await home.cac("status")).toBe(
      "No session runs under cac, and no other waits. Start one with: cac\n",
    );
  });

  test("by a signal to the wrapper: the wait stays, and no process", async () => {
    const home = new FakeHome();
    const session = home.start();
    await session.limit(600);
    process.kill(session.pid, "SIGTERM");
    expect(await session.exited).toEqual({ exitCode: 0, signal: 15 });
    expect(isAlive(home.claude.pid)).toBe(false);
    expect(home.records).toMatchObject([{ state: "WAITING", ended: { signal: 15 } }]);
  });
});

describe.concurrent("a wrapper that is killed during the wait", () => {
  test("leaves it, and what status says takes it up", async () => {
    const home = new FakeHome();
    const { id, dueAt } = await killDuringWait(home.start(), 15);
    const [left] = JSON.parse(await home.cac("status", "--json")) as unknown[];
    expect(left).toMatchObject({ id, life: "left", state: "WAITING", dueAt, ended: null });
    expect(left).toHaveProperty("carryOn", carryOn(home));
    expect(await home.cac("status")).toContain(`carry on: ${carryOn(home)}\n`);

    home.run(["sh", "-c", carryOn(home)]);
    await home.recorded((records) => records.every((record) => record.id !== id));
    const adopted = await home.reached("WAITING");
    expect(adopted).toMatchObject({ dueAt, claudeSessionId: home.claude.sessionId });
    await expectContinuedOnce(home, dueAt);
  });

  test("leaves it also where the old banner is on the screen before the hook tells", async () => {
    const home = new FakeHome();
    const { dueAt } = await killDuringWait(home.start(), 15);
    home.start({ args: ["--resume", home.claude.sessionId], env: { FAKE_CLAUDE_HOOK_MS: "1000" } });
    await expectContinuedOnce(home, dueAt);
  });

  test("leaves nothing to a session that went on without us", async () => {
    const home = new FakeHome();
    await killDuringWait(home.start(), 600);
    const alone = home.run(["claude", "--resume", home.claude.sessionId]);
    await alone.shows("? for shortcuts");
    process.kill(home.claude.pid, "SIGUSR2");
    await alone.prompt("hello");
    await alone.shows("Done: hello");
    await alone.prompt("/exit");
    await alone.exited;
    home.start({ args: ["--resume", home.claude.sessionId] });
    await home.reached("RUNNING");
    expect(home.prompts).toEqual(["limit 600", "hello"]);
  });
});

describe.concurrent("a conversation that is resumed, with its old banner on the screen", () => {
  test("whose limit still holds is waited for by the time of its row", async () => {
    const home = new FakeHome();
    const resetsAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 2 * HOUR_MS);
    const sessionId = stoppedBefore(home, resetsAt);
    home.start({ args: ["--resume", sessionId] });
    const record = await home.reached("WAITING");
    expect(record.dueAt).toBe(resetsAt.toISOString());
  });

  test("whose limit is over is left to the person", async () => {
    const home = new FakeHome();
    const sessionId = stoppedBefore(home, new Date(Date.now() - HOUR_MS));
    const session = home.start({ args: ["--resume", sessionId] });
    const { id } = await home.reached("RUNNING");
    await session.prompt("hello");
    await session.shows("Done: hello");
    await session.prompt("/exit");
    await session.exited;
    expect(home.prompts).toEqual(["hello"]);
    expect(eventsOf(home, id)).not.toContain("life");
  });
});

describe.concurrent("a session that sleeps through the reset", () => {
  test("the person stopped it: continued once it is in front again, once", async () => {
    const home = new FakeHome();
    const shell = home.run(["bash", "--norc", "-i"]);
    shell.type("cac\r");
    const { dueAt, pid } = await shell.limit(8);
    shell.type("\x1a");
    await shell.shows("Stopped");
    await until(
      () => Date.now() > Date.parse(dueAt ?? "") + 1000,
      () => "the due time",
    );
    expect(home.prompts).toEqual(["limit 8"]);
    shell.type("fg\r");
    await home.prompted("limit 8", "continue");
    await home.reached("RUNNING");
    expect(home.prompts).toEqual(["limit 8", "continue"]);
    await shell.prompt("/exit");
    await gone(pid);
    shell.type("exit\r");
    await shell.exited;
  });

  test.for([["the wrapper"], ["the wrapper and its child"]])(
    "%s: continued once it is awake, once",
    async ([who]) => {
      const home = new FakeHome();
      const session = home.start();
      const { dueAt } = await session.limit(8);
      const sleepers = who === "the wrapper" ? [session.pid] : [session.pid, home.claude.pid];
      for (const pid of sleepers) process.kill(pid, "SIGSTOP");
      await until(
        () => Date.now() > Date.parse(dueAt ?? "") + 2000,
        () => "the due time",
      );
      expect(home.prompts).toEqual(["limit 8"]);
      for (const pid of sleepers) process.kill(pid, "SIGCONT");
      await home.prompted("limit 8", "continue");
      await home.reached("RUNNING");
      expect(home.prompts).toEqual(["limit 8", "continue"]);
    },
  );
});

/** What is on disk of a session whose wrapper was killed during a wait of so many seconds. */
async function killDuringWait(session: FakeSession, seconds: number) {
  const record = await session.limit(seconds);
  process.kill(session.pid, "SIGKILL");
  await session.exited;
  await gone(session.home.claude.pid);
  return record;
}

async function expectContinuedOnce(home: FakeHome, dueAt: string | undefined): Promise<void> {
  const [first = ""] = home.prompts;
  await home.prompted(first, "continue");
  await home.reached("RUNNING");
  expect(home.prompts).toEqual([first, "continue"]);
  const { at } = home.diary.findLast(({ event }) => event === "prompt") ?? { at: 0 };
  expect(at).toBeGreaterThanOrEqual(Date.parse(dueAt ?? ""));
}

function carryOn(home: FakeHome): string {
  return `cd ${home.folder} && cac --resume ${home.claude.sessionId}`;
}

/** A conversation that stopped three hours ago, at a limit that resets at that time. */
function stoppedBefore(home: FakeHome, resetsAt: Date): string {
  const sessionId = randomUUID();
  const folder = join(home.folder, ".claude", "projects", "fake");
  const timestamp = new Date(Date.now() - 3 * HOUR_MS);
  const banner = `You've hit your 5-hour limit · resets ${clockTime(resetsAt, timestamp, "UTC")} (UTC)`;
  const rows = [
    { type: "user", message: { role: "user", content: "write the parser" } },
    {
      type: "assistant",
      message: { model: "<synthetic>", role: "assistant", content: [{ type: "text", text: banner }] },
      isApiErrorMessage: true,
      error: "rate_limit",
      quotaLimits: { status: "rejected", resetsAt: resetsAt.getTime() / 1000, rateLimitType: "five_hour" },
    },
  ];
  mkdirSync(folder, { recursive: true });
  const lines = rows.map((row) => `${JSON.stringify({ timestamp, sessionId, ...row })}\n`);
  writeFileSync(join(folder, `${sessionId}.jsonl`), lines.join(""));
  return sessionId;
}

/** What is in the log of a session, by the names of its events. */
function eventsOf(home: FakeHome, id: string): unknown[] {
  const log = readFileSync(join(home.stateDirectory, "logs", `${id}.log`), "utf8");
  return log
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { event: unknown }).event);
}
