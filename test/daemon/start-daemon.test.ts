import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { DaemonLock } from "../../src/store/process/daemon-lock.js";
import { leave, letHooksStart, letServiceStart } from "../../src/install/hooks/hook-leave.js";
import { startDaemon } from "../../src/daemon/start-daemon.js";

let folder: string;
let directory: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "start-daemon-")));
  directory = join(folder, "auto-resume");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("the leave to start is a file of ours, and can be taken back", async () => {
  expect(await letHooksStart(directory)).toBeUndefined();
  expect(statSync(leave(directory)).mode & 0o777).toBe(0o600);
  expect(await letServiceStart(directory)).toBeUndefined();
  expect(existsSync(leave(directory))).toBe(false);
});

test("fifty at once start one, without a terminal and without what belongs to a session", async () => {
  mkdirSync(directory, { mode: 0o700 });
  const options = {
    program: fakeDaemon(),
    env: { KEPT: "yes", CLAUDECODE: "1", TMUX: "/tmp/tmux,1,0", CAC_PERSONA_RUN: "0-1" },
  };
  const started = await Promise.all(Array.from({ length: 50 }, () => startDaemon(directory, options)));
  const [pid, ...others] = started.filter((each) => each !== undefined);
  expect(others).toEqual([]);
  await expect.poll(told, { timeout: 30_000 }).toHaveLength(1);
  expect(told()).toEqual([
    { pid, args: ["daemon"], cwd: directory, env: { KEPT: "yes" }, leadsItsSession: true, isTerminal: false },
  ]);
});

test("one that came to nothing is started again, one that runs is not", async () => {
  mkdirSync(directory, { mode: 0o700 });
  const options = { program: fakeDaemon(), env: {} };
  expect(await startDaemon(directory, options)).toBeTypeOf("number");
  expect(await startDaemon(directory, options)).toBeUndefined();
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(join(directory, ".starting"), longAgo, longAgo);
  expect(await startDaemon(directory, options)).toBeTypeOf("number");
  utimesSync(join(directory, ".starting"), longAgo, longAgo);
  const lock = await DaemonLock.take(directory);
  try {
    expect(await startDaemon(directory, options)).toBeUndefined();
  } finally {
    await lock.release();
  }
  await expect.poll(told, { timeout: 30_000 }).toHaveLength(2);
});

function fakeDaemon(): { node: string; script: string } {
  const script = join(folder, "main.mjs");
  const out = join(folder, "told.jsonl");
  writeFileSync(
    script,
    `import { appendFileSync, readFileSync } from "node:fs";
const { pid, argv, env } = process;
const session = Number(readFileSync("/proc/self/stat", "latin1").split(") ")[1].split(" ")[3]);
const told = { pid, args: argv.slice(2), cwd: process.cwd(), env, leadsItsSession: session === pid, isTerminal: process.stdin.isTTY === true };
appendFileSync(${JSON.stringify(out)}, JSON.stringify(told) + "\\n");
`,
  );
  return { node: process.execPath, script };
}

function told(): unknown[] {
  const file = join(folder, "told.jsonl");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
}
