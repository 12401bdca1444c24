import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { isAlive, processStart } from "../../src/host/process-identity.js";

test.skipIf(process.platform === "win32")("a process is known by its number and its start", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"]);
  const pid = child.pid ?? 0;
  const start = await processStart(pid);
  expect(start).toMatch(/\S/);
  expect(await processStart(pid)).toBe(start);
  expect(await processStart(process.pid)).not.toBe(start);
  expect(await isAlive(pid, start)).toBe(true);
  expect(await isAlive(pid, "another start")).toBe(false);
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
  expect(await processStart(pid)).toBeUndefined();
  expect(await isAlive(pid, start)).toBe(false);
  expect(await isAlive(pid, undefined)).toBe(false);
});

test("without a start the number alone counts", async () => {
  expect(await isAlive(process.pid, undefined)).toBe(true);
});

// A shell that does not wait for its child: as a container without an init, it leaves it as a zombie.
test.skipIf(process.platform !== "linux")("a zombie has ended", async () => {
  const shell = spawn("sh", ["-c", "exec 3<&0; (read -r end <&3) & echo $!; exec sleep 60"]);
  const [line] = (await once(shell.stdout, "data")) as [Buffer];
  const pid = Number(line.toString());
  // Until then a shell may wait for it after all.
  const name = (): string => readFileSync(`/proc/${shell.pid}/comm`, "utf8");
  await expect.poll(name, { timeout: 60_000 }).toBe("sleep\n");
  shell.stdin.end();
  const state = (): string =>
    spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).stdout;
  await expect.poll(state, { timeout: 60_000 }).toMatch(/^Z/);
  expect(await processStart(pid)).toBeUndefined();
  expect(await isAlive(pid, "anything")).toBe(false);
  shell.kill("SIGKILL");
});
