import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { DaemonLock, whoRuns } from "../../../src/store/process/daemon-lock.js";
import { UserError } from "../../../src/errors.js";
import { built } from "../../support/store/records/records.js";
import { killedAt, pausedAt } from "../../support/daemon/killed.js";

const isUnix = process.platform !== "win32";
const isRoot = process.geteuid?.() === 0;
const NOW = new Date("2026-11-15T18:00:00.000Z");

let base: string;
let directory: string;
let file: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "cac-lock-"));
  directory = join(base, "auto-resume");
  file = join(directory, "daemon.lock");
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

test("taken, told, released", async () => {
  expect(await whoRuns(directory)).toBeUndefined();
  const lock = await DaemonLock.take(directory, { now: NOW });
  expect(await whoRuns(directory)).toMatchObject({ pid: process.pid, since: NOW.toISOString() });
  expect(await lock.tell("/run/user/1000/daemon.sock")).toBe(true);
  expect(await whoRuns(directory)).toMatchObject({ pid: process.pid, socket: "/run/user/1000/daemon.sock" });
  expect(readdirSync(directory)).toEqual(["daemon.lock"]);
  await lock.release();
  expect(readdirSync(directory)).toEqual([]);
  await (await DaemonLock.take(directory)).release();
});

test.skipIf(!isUnix)("for us alone, before and after it was told", async () => {
  const lock = await DaemonLock.take(directory);
  expect([statSync(directory).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
  await lock.tell("/somewhere");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await lock.release();
});

test("a second one is told who runs", async () => {
  const lock = await DaemonLock.take(directory, { now: NOW });
  await expect(DaemonLock.take(directory)).rejects.toMatchObject({
    code: "DAEMON_RUNS",
    message: `a daemon runs already: process ${process.pid}, since 2026-11-15T18:00:00.000Z`,
    fix: `cac status shows what it does; to end it: kill ${process.pid} (its lock: ${file})`,
  });
  expect(readdirSync(directory)).toEqual(["daemon.lock"]);
  await lock.release();
});

test("a lock that is somebody else's by now is not released, nor written", async () => {
  const lock = await DaemonLock.take(directory);
  const other = aNote({ pid: process.pid, token: "ab" });
  writeFileSync(file, other, { mode: 0o600 });
  expect(await lock.tell("/somewhere")).toBe(false);
  await lock.release();
  expect(readFileSync(file, "utf8")).toBe(other);
});

test("one that was cleared away is made anew, one that is another's is lost", async () => {
  const lock = await DaemonLock.take(directory, { touchMs: 10 });
  await lock.tell("/somewhere");
  // In one step: removed file by file, it could be made anew in between.
  renameSync(directory, `${directory}-gone`);
  await expect.poll(() => whoRuns(directory), { timeout: 20_000 }).toMatchObject({ socket: "/somewhere" });
  expect(lock.lost.aborted).toBe(false);
  // One of another machine, which has taken this one for dead.
  write(aNote({ place: "elsewhere" }));
  await expect.poll(() => lock.lost.aborted, { timeout: 20_000 }).toBe(true);
  await lock.release();
  expect(readFileSync(file, "utf8")).toBe(aNote({ place: "elsewhere" }));
});

test("its holder shows that it lives", async () => {
  const lock = await DaemonLock.take(directory, { touchMs: 10 });
  const longAgo = Date.now() / 1000 - 1000;
  utimesSync(file, longAgo, longAgo);
  await expect.poll(() => statSync(file).mtimeMs, { timeout: 20_000 }).toBeGreaterThan(longAgo * 1000 + 1);
  await lock.release();
});

describe("what is no lock", () => {
  test.each<[string, () => void]>([
    ["of a process that is gone", () => write(aNote())],
    ["of a process that has another's number", () => write(aNote({ pid: process.pid }))],
    [
      "long silent, of a process whose start is not known",
      () => {
        write(aNote({ pid: process.pid, start: undefined }));
        utimesSync(file, 1, 1);
      },
    ],
    ["empty", () => write("")],
    ["torn", () => write('{"version":1,"pid":')],
    ["without a number", () => write(aNote({ pid: "1" }))],
    ["with a token that is a path", () => write(aNote({ token: "../../x" }))],
    ["of another version", () => write(aNote({ version: 2 }))],
    ...(isUnix
      ? ([
          ["a link", () => symlinkSync("/etc/hostname", file)],
          [
            "open to others",
            () => (write(aNote({ pid: process.pid, start: undefined })), chmodSync(file, 0o666)),
          ],
        ] satisfies [string, () => void][])
      : []),
    ...(isRoot
      ? ([
          [
            "another user's",
            () => (write(aNote({ pid: process.pid, start: undefined })), chownSync(file, 65534, 65534)),
          ],
        ] satisfies [string, () => void][])
      : []),
  ])("%s", async (_, make) => {
    mkdirSync(directory, { mode: 0o700 });
    make();
    expect(await whoRuns(directory)).toBeUndefined();
    const lock = await DaemonLock.take(directory);
    expect(await whoRuns(directory)).toMatchObject({ pid: process.pid });
    expect(readdirSync(directory)).toEqual(["daemon.lock"]);
    await lock.release();
    expect(existsSync(file)).toBe(false);
  });
});

test("one on another machine, or in a container, is believed as long as it touches its lock", async () => {
  mkdirSync(directory, { mode: 0o700 });
  write(aNote({ place: "elsewhere" }));
  await expect(DaemonLock.take(directory)).rejects.toMatchObject({
    code: "DAEMON_RUNS",
    message:
      "a daemon runs already, on another machine or in a container: process 4000000 there, since 2026-11-15T12:00:00.000Z",
    fix: `end it there; if there is none, remove ${file}`,
  });
  const before = Date.now() / 1000 - 400;
  utimesSync(file, before, before);
  await (await DaemonLock.take(directory)).release();
});

describe("no place for a lock", () => {
  test("a file where the directory should be", async () => {
    writeFileSync(directory, "");
    await expect(DaemonLock.take(directory)).rejects.toMatchObject({
      code: "NO_LOCK",
      message: `${directory} is not a directory`,
      fix: `see that ${directory} is yours alone and that its disk has room, or name another with CLAUDE_CONFIG_DIR`,
    });
    await expect(DaemonLock.take(directory, { variable: "XDG_STATE_HOME" })).rejects.toMatchObject({
      fix: `see that ${directory} is yours alone and that its disk has room, or name another with XDG_STATE_HOME`,
    });
  });

  test("a directory in the lock's place", async () => {
    mkdirSync(join(file, "x"), { recursive: true });
    await expect(DaemonLock.take(directory)).rejects.toMatchObject({
      code: "NO_LOCK",
      message: expect.stringMatching(`^${file} cannot be made \\(E[A-Z]+\\)$`) as string,
    });
  });
});

describe("of many that start at once exactly one runs", () => {
  test.each<[string, () => void]>([
    ["without a lock", () => undefined],
    ["with the lock of one that is gone", () => write(aNote())],
    ["with a lock that is none", () => write("rubbish")],
    [
      "with a taker that was killed on the way",
      () => {
        write(aNote());
        writeFileSync(`${file}.after-${TOKEN}`, aNote({ token: "cd" }), { mode: 0o600 });
        writeFileSync(`${file}.after-cd`, aNote({ token: "ef" }), { mode: 0o600 });
      },
    ],
  ])("%s", async (_, make) => {
    for (let round = 0; round < 3; round++) {
      rmSync(directory, { recursive: true, force: true });
      mkdirSync(directory, { mode: 0o700 });
      make();
      const started = await Promise.all(Array.from({ length: 6 }, () => startDaemon()));
      try {
        // All at once, when all are ready.
        for (const { stdin } of started) stdin.write("\n");
        const said = await Promise.all(started.map(({ said }) => said()));
        expect(said.filter((each) => each === "RUNS")).toHaveLength(1);
        expect(said.filter((each) => each === "DAEMON_RUNS")).toHaveLength(5);
        const winner = started[said.indexOf("RUNS")];
        expect(await whoRuns(directory)).toMatchObject({ pid: winner?.pid });
        expect(readdirSync(directory)).toEqual(["daemon.lock"]);
      } finally {
        for (const { kill } of started) await kill();
      }
      // Killed, so that its lock is there and is none.
      expect(await whoRuns(directory)).toBeUndefined();
    }
  });
});

test("however the steps of many fall together, one takes over", async () => {
  mkdirSync(directory, { mode: 0o700 });
  for (let round = 0; round < 40; round++) {
    write(aNote({ token: round.toString(16) }));
    // Some come when others are half way, or just done.
    const take = (_: unknown, index: number): Promise<DaemonLock> =>
      sleep(index % 6).then(() => DaemonLock.take(directory));
    const tries = await Promise.allSettled(Array.from({ length: 24 }, take));
    const taken = tries.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    expect(taken).toHaveLength(1);
    await taken[0]?.release();
    expect(readdirSync(directory)).toEqual([]);
  }
});

test("killed at any step of taking over: the next one takes over from it", async () => {
  mkdirSync(directory, { mode: 0o700 });
  for (let step = 1; ; step++) {
    write(aNote());
    const killed = killedAt(step, TAKE, [built("."), directory]);
    expect(killed.err).toBe("");
    const lock = await DaemonLock.take(directory);
    expect(readdirSync(directory).filter((name) => !name.endsWith(".tmp"))).toEqual(["daemon.lock"]);
    expect(await whoRuns(directory)).toMatchObject({ pid: process.pid });
    await lock.release();
    if (killed.finished) break;
  }
});

test.skipIf(process.platform !== "linux")(
  "held up at any step while another takes over: one of the two runs, the other hears of it",
  async () => {
    mkdirSync(directory, { mode: 0o700 });
    for (let step = 1; ; step++) {
      write(aNote());
      const slow = await pausedAt(step, TAKE, [built("."), directory]);
      const lock = slow.finished ? undefined : await DaemonLock.take(directory).catch(codeOf);
      const said = await slow.goOn();
      if (slow.finished) break;
      const isOurs = lock instanceof DaemonLock;
      expect(isOurs ? ["taken", ...said] : [lock, ...said]).toEqual(
        isOurs ? ["taken", "DAEMON_RUNS"] : ["DAEMON_RUNS", "taken"],
      );
      // The slow one has ended since.
      expect((await whoRuns(directory))?.pid).toBe(isOurs ? process.pid : undefined);
      if (isOurs) await lock.release();
      rmSync(file, { force: true });
      expect(readdirSync(directory)).toEqual([]);
    }
  },
);

const TOKEN = "0123456789abcdef";

function aNote(changes: Record<string, unknown> = {}): string {
  const since = "2026-11-15T12:00:00.000Z";
  return JSON.stringify({ version: 1, pid: 4_000_000, start: "long ago", token: TOKEN, since, ...changes });
}

function codeOf(error: unknown): unknown {
  return error instanceof UserError ? error.code : error;
}

function write(text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
}

const TAKE = `
const [folder, directory] = args;
const { DaemonLock } = await import(folder + "/store/process/daemon-lock.js");
await DaemonLock.take(directory).then(() => say("taken"), ({ code }) => say(code));
process.exit(0);
`;

const RUN = `
const [folder, directory] = process.argv.slice(1);
const { DaemonLock } = await import(folder + "/store/process/daemon-lock.js");
console.log("READY");
process.stdin.once("data", async () => {
  try {
    await DaemonLock.take(directory);
    console.log("RUNS");
  } catch (error) {
    console.log(error.code);
  }
  setInterval(() => {}, 1e6);
});
`;

interface Started {
  readonly pid: number | undefined;
  readonly stdin: NodeJS.WritableStream;
  /** The next thing that it says. */
  readonly said: () => Promise<string>;
  readonly kill: () => Promise<void>;
}

/** A daemon that takes the lock when it is told to, and stays. */
async function startDaemon(): Promise<Started> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", RUN, built("."), directory]);
  const said = async (): Promise<string> => {
    const [chunk] = (await once(child.stdout, "data")) as [Buffer];
    return chunk.toString().trim();
  };
  expect(await said()).toBe("READY");
  const kill = async (): Promise<void> => {
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
  return { pid: child.pid, stdin: child.stdin, said, kill };
}
