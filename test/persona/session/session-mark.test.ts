import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

import { afterEach, describe, expect, test } from "vitest";

import { MARK_VARIABLE } from "../../../src/launch/fresh-environment.js";
import { endLeftSessions, endMarked, newMark } from "../../../src/persona/session/session-mark.js";

const HOST = "/home/me/.local/state/host-of-this-test";
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

// Only there others' environments can be read.
describe.runIf(process.platform === "linux")("by its mark", () => {
  test("everything that a session started is ended, in whatever process group, and nothing else", async () => {
    const [mark, other] = [newMark(HOST), newMark(HOST)];
    const tool = await start(TOOL, { [MARK_VARIABLE]: mark });
    const stranger = await start(TOOL, { [MARK_VARIABLE]: other });
    const nobodys = await start(TOOL, {});
    // The shell and what it waits for.
    expect(await endMarked(mark)).toBe(2);
    await ended(tool);
    expect([stranger, nobodys].map(({ signalCode }) => signalCode)).toEqual([null, null]);
    expect(await endMarked(mark)).toBe(0);
    expect(await endMarked(other)).toBe(2);
  });

  test("a session that does not end with its host is killed, with its tools", async () => {
    const mark = newMark(HOST);
    const session = await start("trap '' HUP; echo on; sleep 1000 & wait", { [MARK_VARIABLE]: mark });
    const tool = await start(TOOL, { [MARK_VARIABLE]: mark, CLAUDECODE: "1" });
    const elsewhere = await start(TOOL, { [MARK_VARIABLE]: newMark(`${HOST}-2`) });
    expect(await endLeftSessions(HOST, 100)).toBe(4);
    await Promise.all([ended(session), ended(tool)]);
    expect(elsewhere.signalCode).toBeNull();
  });

  test("one that ends by itself has time to, and what it left on purpose stays", async () => {
    const mark = newMark(HOST);
    const session = await start("echo on; sleep 0.3", { [MARK_VARIABLE]: mark });
    const left = await start(TOOL, { [MARK_VARIABLE]: mark, CLAUDECODE: "1" });
    expect(await endLeftSessions(HOST, 60_000)).toBe(0);
    expect(session.exitCode).toBe(0);
    expect(left.signalCode).toBeNull();
    expect(await endMarked(mark)).toBe(2);
  });
});

const TOOL = "echo on; sleep 1000 & wait";

/** A shell in a session of its own, as Claude Code's tools are. */
async function start(script: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn("/bin/sh", ["-c", script], {
    detached: true,
    env: { PATH: "/usr/bin:/bin", ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  started.push(child);
  await once(child.stdout, "data");
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.signalCode === null) await once(child, "exit");
  expect(child.signalCode).toBe("SIGKILL");
}
