import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

import { FakeHome, type FakeSession } from "../../support/wrapper/fake-session.js";
import { isAlive, until } from "../../support/wrapper/outer-terminal.js";

const FAULTY = {
  NODE_OPTIONS: `--import=${fileURLToPath(new URL("../../support/wrapper/fault-on-signal.mjs", import.meta.url))}`,
};

describe.concurrent("a bug of ours in the middle of a session", () => {
  test("is written down, not printed; the session goes on and is carried on", async () => {
    const home = new FakeHome(FAULTY);
    const session = home.start({ options: ["--no-title", "--no-notify"] });
    await session.limit(3);
    await fault(session, 3);
    expect(home.debugLog).toContain("fault: Error: a listener failed");
    expect(home.debugLog).toContain("fault: Error: nobody waited");
    expect(home.debugLog).toContain("too many of them");
    await home.prompted("limit 3", "continue");
    await home.reached("RUNNING");
    expect(await home.cac("logs")).toContain('fault what="Error: a listener failed');
    await session.prompt("/exit");
    expect(await session.exited).toEqual({ exitCode: 0 });
    expect(session.bytes.equals(home.tape)).toBe(true);
  });

  test("that comes again and again: it is left to the person, with its terminal and its keys", async () => {
    const home = new FakeHome(FAULTY);
    const session = home.start({ options: ["--input", "discard", "--no-title", "--no-notify"] });
    await session.limit(600);
    await fault(session, 15);
    const { why } = await home.reached("NEEDS_YOU");
    expect(why).toBe("cac failed too often and leaves the session to you; what happened: cac logs");
    await session.prompt("hello");
    await home.prompted("limit 600", "hello");
    process.kill(home.claude.pid, "SIGKILL");
    expect(await session.exited).toEqual({ exitCode: 0, signal: 9 });
    expect(isAlive(home.claude.pid)).toBe(false);
  });
});

/** One after the other: signals that come at once are one. */
async function fault(session: FakeSession, count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    const { length } = session.home.debugLog;
    process.kill(session.pid, "SIGUSR2");
    await until(
      () => session.home.debugLog.length > length,
      () => `fault ${made + 1}\n${session.home.debugLog}`,
    );
  }
}
