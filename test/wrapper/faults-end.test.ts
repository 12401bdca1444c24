import { describe, expect, test } from "vitest";

import { FakeHome, gone } from "./fake-session.js";
import { isAlive } from "./outer-terminal.js";

describe.concurrent("the end of a session that waits", () => {
  test("a wrapper that is killed leaves its wait, and what status says takes it up", async () => {
    const home = new FakeHome();
    const session = home.start();
    const { id, dueAt } = await session.limit(4);
    const { pid, sessionId } = home.claude;
    process.kill(session.pid, "SIGKILL");
    await session.exited;
    await gone(pid);
    const [left] = JSON.parse(await home.cac("status", "--json"));
    const carryOn = `cd ${home.folder} && cac --resume ${sessionId}`;
    expect(left).toMatchObject({ id, life: "left", state: "WAITING", dueAt, ended: null, carryOn });
    expect(await home.cac("status")).toContain(`carry on: ${carryOn}`);

    home.run("sh", "-c", carryOn);
    const [adopted] = await home.recorded(([record, ...others]) => record?.id !== id && others.length === 0);
    expect(adopted).toMatchObject({ state: "WAITING", dueAt, claudeSessionId: sessionId });
    await home.prompted("limit 4 0", "continue");
    await home.reached("RUNNING");
    expect(home.prompts).toEqual(["limit 4 0", "continue"]);
    expect(home.diary.at(-1)?.at).toBeGreaterThanOrEqual(Date.parse(dueAt ?? ""));
  });

  test("the wait is taken up too where the old banner is on the screen before the hook tells", async () => {
    const home = new FakeHome({ FAKE_CLAUDE_HOOK_MS: "1000" });
    const session = home.start();
    const { dueAt } = await session.limit(7);
    process.kill(session.pid, "SIGKILL");
    await session.exited;
    await gone(home.claude.pid);

    home.start([], ["--resume", home.claude.sessionId]);
    await home.prompted("limit 7 0", "continue");
    await home.reached("RUNNING");
    expect(home.prompts).toEqual(["limit 7 0", "continue"]);
    expect(home.diary.at(-1)?.at).toBeGreaterThanOrEqual(Date.parse(dueAt ?? ""));
  });

  test("a child that is killed: its signal is ours at once, and the wait stays", async () => {
    const home = new FakeHome();
    const session = home.start();
    const before = await session.limit(600);
    process.kill(home.claude.pid, "SIGKILL");
    expect(await session.exited).toEqual({ exitCode: 0, signal: 9 });
    const [record] = home.records;
    expect(record).toEqual({
      ...before,
      ended: { at: expect.any(String), exitCode: 0, signal: 9 },
      updatedAt: expect.any(String),
    });
    expect(await home.cac("status")).toContain(`carry on: cd ${home.folder} && cac --resume`);
  });

  test("a child that fails: its code is ours, and the wait stays", async () => {
    const home = new FakeHome();
    const session = home.start();
    await session.limit(600);
    process.kill(home.claude.pid, "SIGHUP");
    expect(await session.exited).toEqual({ exitCode: 129 });
    expect(home.records).toMatchObject([{ state: "WAITING", ended: { exitCode: 129 } }]);
  });

  test("a child that ends in peace takes its wait along", async () => {
    const home = new FakeHome();
    const session = home.start();
    await session.limit(600);
    await session.prompt("/exit");
    expect(await session.exited).toEqual({ exitCode: 0 });
    expect(home.records).toEqual([]);
    expect(await home.cac("status")).toBe("No session runs under cac. Start one with: cac\n");
  });

  test("a wrapper that is terminated ends its child, and leaves the wait", async () => {
    const home = new FakeHome();
    const session = home.start();
    await session.limit(600);
    process.kill(session.pid, "SIGTERM");
    expect(await session.exited).toEqual({ exitCode: 0, signal: 15 });
    expect(isAlive(home.claude.pid)).toBe(false);
    expect(home.records).toMatchObject([{ state: "WAITING", ended: { signal: 15 } }]);
  });
});
