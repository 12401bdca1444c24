import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";

import { LiveProcesses } from "../../src/discover/live-processes.js";
import { listProcesses, readProcess } from "../../src/host/process-table.js";

const started: ReturnType<typeof spawn>[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

describe.skipIf(process.platform !== "linux")("a process", () => {
  it("is told with where it stands and nothing secret, and again the same", async () => {
    const pid = await start({ HOME: "/", TERM: "vt100", TMUX_PANE: "%1", TOKEN: "a secret" });
    const processes = new LiveProcesses();
    const live = await processes.get(pid, listProcesses());
    expect(live).toEqual({
      ...(await readProcess(pid)),
      place: { cwd: "/", env: { TERM: "vt100", TMUX_PANE: "%1" }, configDir: "/.claude" },
      startedAt: expect.any(Number) as number,
    });
    expect(await processes.get(pid, undefined)).toBe(live);
  });

  it.each([
    ["elsewhere", { HOME: "/", CLAUDE_CONFIG_DIR: "/usr" }, "/usr"],
    ["behind a link", { HOME: "/", CLAUDE_CONFIG_DIR: "/proc/self/../1/../../usr" }, "/usr"],
    ["it does not say where", {}, undefined],
    ["a relative place", { HOME: "/", CLAUDE_CONFIG_DIR: "here" }, undefined],
  ])("may keep its files %s", async (_, env, configDir) => {
    const live = await new LiveProcesses().get(await start(env), undefined);
    expect(live?.place?.configDir).toBe(configDir);
  });

  it("that is not listed has ended", async () => {
    const pid = await start({});
    const processes = new LiveProcesses();
    expect(await processes.get(pid, new Set())).toBeUndefined();
    expect((await processes.get(pid, new Set([pid])))?.pid).toBe(pid);
    expect(await processes.get(pid, new Set())).toBeUndefined();
  });

  it("that has ended is doubted, though its number is listed", async () => {
    const pid = await start({});
    const processes = new LiveProcesses();
    const live = await processes.get(pid, undefined);
    processes.doubt();
    expect(await processes.get(pid, new Set([pid]))).toBe(live);
    await end(pid);
    expect(await processes.get(pid, new Set([pid]))).toBe(live);
    processes.doubt();
    expect(await processes.get(pid, new Set([pid]))).toBeUndefined();
  });

  it("that nobody asks for any more is forgotten", async () => {
    const [kept, other] = [await start({}), await start({})];
    const processes = new LiveProcesses();
    const [first, second] = [await processes.get(kept, undefined), await processes.get(other, undefined)];
    processes.sweep();
    expect(await processes.get(kept, undefined)).toBe(first);
    processes.sweep();
    expect(await processes.get(kept, undefined)).toBe(first);
    expect(await processes.get(other, undefined)).not.toBe(second);
  });
});

async function start(env: Record<string, string>): Promise<number> {
  const child = spawn("/bin/sleep", ["600"], { cwd: "/", env, stdio: "ignore" });
  started.push(child);
  await once(child, "spawn");
  return child.pid ?? 0;
}

async function end(pid: number): Promise<void> {
  const child = started.find((child) => child.pid === pid);
  if (child === undefined) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
