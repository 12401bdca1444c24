import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { findProgram } from "../../src/host/find-program.js";
import { Notifier } from "../../src/notify/notifier.js";
import { built } from "../support/store/records/records.js";

let folder: string;
let spoken: string[];
let logged: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cac-notify-"));
  spoken = [];
  logged = [];
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(process.platform === "win32")("on the desktop", () => {
  test("the program gets the text as it is, in a session of its own, with no stream of ours", async () => {
    const told = join(folder, "told");
    // ps tells the process group; the streams are looked at through their links.
    program(`
      streams=$(for f in 0 1 2; do readlink /proc/$$/fd/$f; done)
      { printf '%s\\n' "$@"; pwd -P; ps -o pgid= -p $$ | tr -d ' '; ps -o tty= -p $$ | tr -d ' '; echo "$streams"; } > ${told}.part
      mv ${told}.part ${told}`);
    notifier({ DISPLAY: ":0" }).notify({ title: "It's $(date)", body: 'a\nb `id` "c"' });
    await expect.poll(() => existsSync(told), { timeout: 20_000 }).toBe(true);
    const lines = readFileSync(told, "utf8").split("\n");
    expect(lines.slice(0, 4)).toEqual(["--app-name=cac", "--", "It's $(date)", 'a b `id` "c"']);
    expect(lines[5]).not.toBe(groupOf(process.pid));
    expect(lines[6]).toMatch(/^\?+$/);
    // Only Linux has the links to look at.
    const streams =
      process.platform === "linux" ? lines.slice(7, 10) : [null, null, null].map(() => "/dev/null");
    expect(streams).toEqual(["/dev/null", "/dev/null", "/dev/null"]);
    expect({ spoken, logged }).toEqual({ spoken: [], logged: [] });
  });

  test("one that fails is logged, and the terminal is told instead", async () => {
    const file = program("exit 3");
    notifier({ DISPLAY: ":0", TERM: "foot" }).notify({ title: "Stopped", body: "limit" });
    await expect.poll(() => spoken, { timeout: 20_000 }).toEqual(["\x1b]777;notify;Stopped;limit\x1b\\"]);
    expect(logged).toEqual([`notification by ${file}: exit code 3`]);
  });

  test("one that cannot be started as well", async () => {
    const file = program("", "#!/no/such/shell");
    notifier({ DISPLAY: ":0", TERM: "foot" }).notify({ title: "Stopped", body: "limit" });
    await expect.poll(() => spoken, { timeout: 20_000 }).toHaveLength(1);
    expect(logged).toEqual([expect.stringContaining(`notification by ${file}: spawn`)]);
  });

  test("one that hangs holds nobody up", () => {
    program("exec sleep 30");
    const script = `
      const { Notifier } = await import(process.argv[1]);
      const { findProgram } = await import(process.argv[2]);
      const env = { ...process.env, DISPLAY: ":0" };
      new Notifier({ speak() {}, log: console.log, findProgram, env, platform: "linux" }).notify({ title: "a", body: "b" });
      console.log("on");
    `;
    const { status, stdout } = spawnSync(
      process.execPath,
      ["--input-type=module", "-e", script, built("notify/notifier.js"), built("host/find-program.js")],
      { encoding: "utf8", env: { PATH: `${folder}:/bin:/usr/bin` }, timeout: 25_000 },
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: "on\n" });
  });
});

test("without a desktop the terminal is told", () => {
  notifier({ TERM: "foot" }).notify({ title: "Stopped", body: "limit" });
  expect({ spoken, logged }).toEqual({ spoken: ["\x1b]777;notify;Stopped;limit\x1b\\"], logged: [] });
});

test("without either nothing happens", () => {
  notifier({ TERM: "xterm" }).notify({ title: "Stopped", body: "limit" });
  expect({ spoken, logged }).toEqual({ spoken: [], logged: [] });
});

test("a terminal that throws is logged", () => {
  const speak = vi.fn(() => {
    throw new Error("gone");
  });
  const options = { speak, findProgram, log: (line: string) => logged.push(line), env: { TERM: "foot" } };
  new Notifier(options).notify({ title: "a", body: "b" });
  expect(logged).toEqual(["notification: Error: gone"]);
});

test.skipIf(process.platform === "win32")("programs are looked for in absolute folders only", () => {
  const file = program("");
  expect(findProgram("notify-send", `.:relative::${folder}:/bin`)).toBe(file);
  expect(findProgram("notify-send", ".")).toBeUndefined();
  expect(findProgram("notify-send", undefined)).toBeUndefined();
  chmodSync(file, 0o600);
  expect(findProgram("notify-send", folder)).toBeUndefined();
});

function notifier(env: Record<string, string>): Notifier {
  return new Notifier({
    speak: (sequence) => spoken.push(sequence),
    log: (message) => logged.push(message),
    findProgram,
    env: { PATH: `${folder}:/bin:/usr/bin`, ...env },
    platform: "linux",
  });
}

function program(body: string, first = "#!/bin/sh"): string {
  const file = join(folder, "notify-send");
  writeFileSync(file, `${first}\n${body}\n`);
  chmodSync(file, 0o755);
  return file;
}

function groupOf(pid: number): string {
  return spawnSync("ps", ["-o", "pgid=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim();
}
