import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endTree, signalProcess } from "../../../src/lab/machine/process-tree.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cac-test-"));
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** A shell of that name with a child in a session of its own. */
async function startTree(name: string): Promise<{ leader: number; child: number; ended: Promise<unknown> }> {
  const shell = join(folder, name);
  symlinkSync("/bin/bash", shell);
  const leader = spawn(shell, ["-c", "setsid sleep 300 & echo $!; wait"], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(leader, "exit");
  const child = Number(String((await once(leader.stdout, "data"))[0]));
  return { leader: leader.pid ?? 0, child, ended };
}

it.skipIf(process.platform !== "linux").each(["sh", "a) S 1 (b"])(
  "ends everything below %j where there is no ps",
  async (name) => {
    const { leader, child, ended } = await startTree(name);
    vi.stubEnv("PATH", folder);
    endTree(leader);
    expect(await ended).toEqual([null, "SIGKILL"]);
    await expect.poll(() => signalProcess(child, 0), { timeout: 30_000 }).toBe(false);
  },
);

it.skipIf(process.platform === "win32")("holds nobody where the others cannot be found", async () => {
  const { leader, child, ended } = await startTree("sh");
  vi.stubEnv("PATH", folder);
  // Another system, where ps is asked; this folder has none.
  vi.spyOn(process, "platform", "get").mockReturnValue("darwin");
  try {
    expect(() => endTree(leader)).toThrow("ENOENT");
    expect(await ended).toEqual([null, "SIGKILL"]);
  } finally {
    signalProcess(child, "SIGKILL");
  }
});
