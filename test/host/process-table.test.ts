import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { processStart } from "../../src/host/process-identity.js";
import { runCommand, type RunCommand } from "../../src/host/run-command.js";
import { isStillRunning, readProcess, startedAt } from "../../src/host/process-table.js";

/** As macOS 14 pads them. */
const MAC_ROW = "  501  4711  4711 ttys003  S+   Mon Nov 16 03:39:35 2026    \n";

test("on macOS ps is asked, one column at a time, in words that do not depend on who asks", async () => {
  const asked: unknown[] = [];
  const run: RunCommand = (...call) => {
    asked.push(call);
    return Promise.resolve({ ok: true, stdout: MAC_ROW, stderr: "" });
  };
  expect(await readProcess(4711, { platform: "darwin", run })).toEqual({
    pid: 4711,
    start: "Mon Nov 16 03:39:35 2026",
    parent: 501,
    group: 4711,
    tty: "/dev/ttys003",
    foregroundGroup: 4711,
    isStopped: false,
  });
  const columns = [
    "-o",
    "ppid=",
    "-o",
    "pgid=",
    "-o",
    "tpgid=",
    "-o",
    "tty=",
    "-o",
    "stat=",
    "-o",
    "lstart=",
  ];
  expect(asked).toEqual([["ps", [...columns, "-p", "4711"], { env: { LC_ALL: "C", TZ: "UTC" } }]]);
});

test.each([
  [
    "a process without a terminal",
    "1 300 0 ?? Ss Mon Nov 16 03:39:35 2026",
    { tty: undefined, foregroundGroup: 0 },
  ],
  ["a stopped one", "1 300 400 ttys000 T Mon Nov 16 03:39:35 2026", { tty: "/dev/ttys000", isStopped: true }],
  [
    "one in the background",
    "1 300 -1 ttys000 S Mon Nov 16 03:39:35 2026",
    { group: 300, foregroundGroup: -1 },
  ],
])("on macOS: %s", async (_, row, expected) => {
  expect(await readProcess(300, onMac(`${row}\n`))).toMatchObject(expected);
});

test.each([
  ["a zombie", "1 300 0 ?? Z Mon Nov 16 03:39:35 2026\n"],
  ["nothing", ""],
  ["a heading", " PPID PGID TPGID TTY STAT STARTED\n"],
])("on macOS %s is no process", async (_, stdout) => {
  expect(await readProcess(300, onMac(stdout))).toBeUndefined();
});

test("where ps fails, or the platform tells nothing, nothing is known", async () => {
  const failed = { ok: false, code: 1, says: "ps exited with 1", stdout: "", stderr: "" } as const;
  expect(await readProcess(300, { platform: "darwin", run: async () => failed })).toBeUndefined();
  expect(await readProcess(process.pid, { platform: "win32", run: runCommand })).toBeUndefined();
});

test.skipIf(process.platform !== "linux")("ps and /proc tell the same of a real process", async () => {
  const fromProc = await readProcess(process.pid);
  const fromPs = await readProcess(process.pid, { platform: "darwin", run: runCommand });
  expect({ ...fromPs, start: undefined }).toEqual({ ...fromProc, start: undefined });
  expect(fromProc?.start).toBe(await processStart(process.pid));
  const [proc, ps] = [startedAt(fromProc?.start ?? ""), startedAt(fromPs?.start ?? "", "darwin")];
  expect(Math.abs((proc ?? 0) - (ps ?? 0))).toBeLessThan(2_500);
});

test.skipIf(process.platform !== "linux")(
  "a process runs until it ends, and is not its successor or its zombie",
  async () => {
    const child = spawn("sleep", ["600"]);
    const pid = child.pid ?? 0;
    const start = await processStart(pid);
    expect(isStillRunning({ pid, start })).toBe(true);
    expect(isStillRunning({ pid, start: undefined })).toBe(true);
    expect(isStillRunning({ pid, start: `${start}0` })).toBe(false);
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
    expect(isStillRunning({ pid, start })).toBe(false);
    expect(isStillRunning({ pid, start: undefined })).toBe(false);
    expect(await readProcess(pid)).toBeUndefined();
  },
);

test.skipIf(process.platform !== "linux")("a zombie does not run", async () => {
  // A shell that becomes a program which waits for no child.
  const shell = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"]);
  const [line] = (await once(shell.stdout, "data")) as [Buffer];
  const pid = Number(line.toString());
  const row = (of = pid): string => readFileSync(`/proc/${of}/stat`, "utf8");
  await expect.poll(() => row(shell.pid), { timeout: 30_000 }).toContain("(sleep)");
  process.kill(pid, "SIGKILL");
  await expect.poll(() => row(), { timeout: 30_000 }).toMatch(/\) Z /);
  const ticks = row().split(") ")[1]?.split(" ")[19];
  expect(isStillRunning({ pid, start: `:${ticks}` })).toBe(false);
  shell.kill("SIGKILL");
});

function onMac(stdout: string): { platform: NodeJS.Platform; run: RunCommand } {
  return { platform: "darwin", run: () => Promise.resolve({ ok: true, stdout, stderr: "" }) };
}
