import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import type { SessionRecord } from "../../src/store/records/session-record.js";
import { SessionStore, thisOwner } from "../../src/store/records/session-store.js";
import { controlTransport } from "../../src/transport/control.js";
import { readProcess, type ProcessId, type ProcessInfo } from "../../src/host/process-table.js";
import type { ExternalSession } from "../../src/transport/terminal-locator.js";
import { aWait } from "../support/store/records/records.js";

const ID = "0f3c9a4e-1111-4222-8333-444455556666";
const ANOTHER = "0f3c9a4e-9999-4222-8333-444455556666";

async function stateWith(...records: SessionRecord[]): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "cac-control-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const store = new SessionStore(directory);
  for (const record of records) expect(await store.save(record)).toEqual({ ok: true });
  return directory;
}

function session(sessionId: string, process?: ProcessId): ExternalSession {
  return {
    sessionId,
    transcript: undefined,
    cwd: "/home/ada/project",
    release: "2.1.325",
    reach: { process, tty: undefined, env: {} },
  };
}

/** A process two generations below this one: a shell, and what it runs. */
async function grandchild(): Promise<ProcessId> {
  const shell = spawn("sh", ["-c", "sleep 60 & echo $!; wait"], { stdio: ["ignore", "pipe", "ignore"] });
  const pid = await new Promise<number>((resolve) =>
    shell.stdout.once("data", (data) => resolve(Number(data))),
  );
  onTestFinished(() => {
    process.kill(pid, "SIGKILL");
    shell.kill("SIGKILL");
  });
  return { pid, start: (await readProcess(pid))?.start };
}

/** Each of the two is the other's parent. */
function inCircles(pid: number): Promise<ProcessInfo> {
  const parent = pid === 11 ? 12 : 11;
  const rest = { group: pid, tty: undefined, foregroundGroup: -1, isStopped: false };
  return Promise.resolve({ pid, start: "now", parent, ...rest });
}

const REFUSED = { refused: "does not know of it: it does not run under cac" };

describe("the way `control`", () => {
  it("leaves a conversation to the wrapper that has it", async () => {
    const stateDir = await stateWith(aWait({ ...(await thisOwner()), claudeSessionId: ID }));
    expect(await controlTransport({ stateDir }).open(session(ID))).toEqual({
      attended: true,
      by: "cac itself (session k3m9p)",
    });
    expect(await controlTransport({ stateDir }).open(session(ANOTHER))).toEqual(REFUSED);
  });

  it("leaves a process to the wrapper above it, whatever conversation its record names", async () => {
    const stateDir = await stateWith(aWait({ ...(await thisOwner()), claudeSessionId: ID }));
    const below = await grandchild();
    expect(await controlTransport({ stateDir }).open(session(ANOTHER, below))).toEqual({
      attended: true,
      by: "cac itself (session k3m9p)",
    });
    const recycled = { pid: below.pid, start: "another boot" };
    expect(await controlTransport({ stateDir }).open(session(ANOTHER, recycled))).toEqual(REFUSED);
  });

  it("does not count on a wrapper that is gone", async () => {
    const stateDir = await stateWith(aWait({ claudeSessionId: ID }));
    expect(await controlTransport({ stateDir }).open(session(ID))).toEqual(REFUSED);
  });

  it("knows of nothing where no wrapper ever ran", async () => {
    expect(await controlTransport({ stateDir: await stateWith() }).open(session(ID))).toEqual(REFUSED);
  });

  it("does not walk in circles", async () => {
    const stateDir = await stateWith(aWait({ ...(await thisOwner()), claudeSessionId: ID }));
    const found = await controlTransport({ stateDir, read: inCircles }).open(
      session(ANOTHER, { pid: 11, start: "now" }),
    );
    expect(found).toEqual(REFUSED);
  });
});
