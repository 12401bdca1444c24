import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { writeWhole } from "../../../src/store/private-files.js";
import type { QueueEntry } from "../../../src/daemon/queue/queue-entry.js";
import { lookAtQueue, QueueFile, type QueueFileOptions } from "../../../src/daemon/queue/queue-file.js";
import { readQueue, writeQueue } from "../../../src/daemon/queue/queue-text.js";
import { built } from "../../support/store/records/records.js";
import { anEntry, sessionId } from "../../support/daemon/entries.js";

const isUnix = process.platform !== "win32";
const isRoot = process.geteuid?.() === 0;

let base: string;
let directory: string;
let file: string;
let logged: Record<string, unknown>[];

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "cac-queue-"));
  directory = join(base, "auto-resume");
  file = join(directory, "status.json");
  logged = [];
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

describe("putting and removing", () => {
  test("what is acknowledged is on disk, in a private file in a private directory", async () => {
    const queue = await load();
    expect(existsSync(file)).toBe(false);
    expect(await queue.put(anEntry(1))).toEqual({ ok: true });
    expect(onDisk()).toEqual([anEntry(1)]);
    expect(readdirSync(directory)).toEqual(["status.json"]);
    expect(logged).toEqual([]);
    if (!isUnix) return;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  test("the same session again takes the place of what was said of it", async () => {
    const queue = await load();
    await queue.put(anEntry(1));
    const asked = anEntry(1, { state: "NEEDS_YOU", dueAt: undefined, why: "a dialog is open" });
    expect(await queue.put(asked)).toEqual({ ok: true });
    expect(onDisk()).toEqual([asked]);
    expect(queue.get(sessionId(1))).toEqual(asked);
    expect(queue.get("another")).toBeUndefined();
  });

  test("a removal of what is not there costs no write, unless one is under way", async () => {
    let writes = 0;
    const write: typeof writeWhole = (path, text) => {
      writes++;
      return writeWhole(path, text);
    };
    const queue = await load({ write });
    expect(await queue.remove(sessionId(1))).toEqual({ ok: true });
    expect(writes).toBe(0);
    await queue.put(anEntry(1));
    void queue.remove(sessionId(1));
    expect(await queue.remove(sessionId(1))).toEqual({ ok: true });
    expect(onDisk()).toEqual([]);
    expect(await queue.remove(sessionId(1))).toEqual({ ok: true });
    expect(writes).toBe(3);
  });

  test("cleared when the last one goes", async () => {
    const queue = await load();
    await queue.put(anEntry(1));
    await queue.put(anEntry(2));
    expect(await queue.remove(sessionId(1))).toEqual({ ok: true });
    expect(onDisk()).toEqual([anEntry(2)]);
    expect(await queue.remove(sessionId(2))).toEqual({ ok: true });
    expect(readFileSync(file, "utf8")).toBe('{"version":1,"detected":false,"queue":[]}\n');
    expect(queue.entries).toEqual([]);
  });

  test("by due time and arrival, also after another start", async () => {
    const queue = await load();
    const dues = [30, 20, 30, 10].map((minute) => `2026-11-15T20:${minute}:00.000Z`);
    await Promise.all(dues.map((dueAt, index) => queue.put(anEntry(index, { dueAt }))));
    const ordered = [3, 1, 0, 2].map(sessionId);
    expect(idsOf(queue.entries)).toEqual(ordered);
    expect(idsOf(onDisk())).toEqual(ordered);
    expect(idsOf((await load()).entries)).toEqual(ordered);
  });

  test("1,000 at once cost two writes, and each is acknowledged by one that holds it", async () => {
    const written: string[] = [];
    const write: typeof writeWhole = async (path, text) => {
      const trouble = await writeWhole(path, text);
      written.push(text);
      return trouble;
    };
    const queue = await load({ write });
    const numbers = Array.from({ length: 1000 }, (_, number) => number);
    const acknowledged = numbers.map(async (number) => {
      const saved = await queue.put(anEntry(number));
      return saved.ok && written.at(-1)?.includes(sessionId(number));
    });
    expect(await Promise.all(acknowledged)).toEqual(numbers.map(() => true));
    expect(written).toHaveLength(2);
    expect((await load()).entries).toEqual(numbers.map((number) => anEntry(number)));
    await Promise.all(numbers.map((number) => queue.remove(sessionId(number))));
    expect(written).toHaveLength(4);
    expect(onDisk()).toEqual([]);
  });

  test("an entry that could not be read back is refused, and nothing else is touched", async () => {
    const queue = await load();
    await queue.put(anEntry(1));
    const session = { ...anEntry(2).session, cwd: "not absolute" };
    expect(await queue.put(anEntry(2, { session }))).toEqual({
      ok: false,
      path: file,
      code: "BAD_ENTRY",
      says: 'takes no entry that has a bad "session.cwd"',
      fix: "nothing is done for this session",
    });
    expect(queue.entries).toEqual([anEntry(1)]);
    expect(onDisk()).toEqual([anEntry(1)]);
    expect(logged).toEqual([{ event: "queueRefused", says: 'has a bad "session.cwd"' }]);
  });

  test("what is too long is cut, and not lost", async () => {
    const queue = await load();
    await queue.put(anEntry(1, { why: "x".repeat(9000) }));
    expect(onDisk()).toEqual([anEntry(1, { why: "x".repeat(2000) })]);
  });
});

describe("what is there already", () => {
  test("the rest of a writer that was killed is removed, all else is left alone", async () => {
    await (await load()).put(anEntry(1));
    for (const name of [".cac-0123456789ab.tmp", "notes", "daemon.log"])
      writeFileSync(join(directory, name), "{");
    expect((await load()).entries).toEqual([anEntry(1)]);
    expect(readdirSync(directory).toSorted()).toEqual(["daemon.log", "notes", "status.json"]);
  });

  test("entry by entry: the bad ones are set aside with the file as it was, the good ones stay", async () => {
    mkdirSync(directory);
    const text = JSON.stringify({ version: 1, queue: [anEntry(1), { evil: true }, anEntry(2)] });
    writeFileSync(file, text, { mode: 0o600 });
    const queue = await load();
    expect(queue.entries).toEqual([anEntry(1), anEntry(2)]);
    expect(onDisk()).toEqual([anEntry(1), anEntry(2)]);
    const [aside = ""] = setAside();
    expect(readFileSync(join(directory, aside), "utf8")).toBe(text);
    expect(logged).toEqual([
      {
        event: "queueBad",
        file,
        says: ['has a bad entry: entry 2 has a bad "stop"'],
        setAside: join(directory, aside),
      },
    ]);
    // Told once.
    logged = [];
    expect((await load()).entries).toHaveLength(2);
    expect(logged).toEqual([]);
  });

  test.each<Strange>([
    ["torn", () => writeFileSync(file, '{"version":1,"queue":['), "does not hold a JSON object"],
    ["empty", () => writeFileSync(file, ""), "does not hold a JSON object"],
    ["binary", () => writeFileSync(file, Buffer.from([0xff, 0, 0xfe])), "does not hold a JSON object"],
    ["another program's", () => writeFileSync(file, '{"detected":true}'), "was not written by cac"],
    ["a directory", () => mkdirSync(file), "is not a regular file"],
    ...(isUnix
      ? ([
          ["a link to a queue", linkToQueue, "is not a regular file"],
          ["a pipe", () => void spawnSync("mkfifo", [file]), "is not a regular file"],
          ["open to others", () => writeQueueFile(0o666), "can be written by others"],
        ] satisfies Strange[])
      : []),
    ...(isRoot
      ? ([["another user's", giveAway, "belongs to another user (65534)"]] satisfies Strange[])
      : []),
  ])("set aside and never acted on: %s", async (_, make, says) => {
    mkdirSync(directory, { mode: 0o700 });
    make();
    const looked = await lookAtQueue(directory);
    expect(looked).toEqual({ entries: [], bad: [says] });
    // A look moves nothing.
    expect(setAside()).toEqual([]);
    const queue = await load();
    expect(queue.entries).toEqual([]);
    const [aside = ""] = setAside();
    expect(aside).toMatch(/^status\.json\.bad-\d{4}-\d\d-\d\dT[\d.]+Z$/);
    expect(logged).toEqual([{ event: "queueBad", file, says: [says], setAside: join(directory, aside) }]);
    expect(await queue.put(anEntry(7))).toEqual({ ok: true });
    expect(onDisk()).toEqual([anEntry(7)]);
    expect(statSync(file).isFile()).toBe(true);
  });

  test.skipIf(!isUnix)("a link in the file's place is replaced, not followed", async () => {
    const precious = join(base, "precious");
    writeFileSync(precious, "precious");
    const queue = await load();
    await queue.put(anEntry(1));
    rmSync(file);
    symlinkSync(precious, file);
    expect(await queue.put(anEntry(2))).toEqual({ ok: true });
    expect(readFileSync(precious, "utf8")).toBe("precious");
    expect(onDisk()).toEqual([anEntry(1), anEntry(2)]);
  });

  test("only looked at: what is there, and nothing is made", async () => {
    expect(await lookAtQueue(directory)).toEqual({ entries: [], bad: [] });
    expect(existsSync(directory)).toBe(false);
    await (await load()).put(anEntry(1));
    expect(await lookAtQueue(directory)).toEqual({ entries: [anEntry(1)], bad: [] });
  });
});

describe("a disk that does not take it", () => {
  test("a file where the directory should be: told, kept in memory, written when there is room", async () => {
    writeFileSync(directory, "");
    const queue = await load({ retryMs: 20 });
    expect(await queue.put(anEntry(1))).toEqual({
      ok: false,
      path: directory,
      code: "FOREIGN",
      says: "is not a directory",
      fix: `see that ${directory} is yours alone and that its disk has room`,
    });
    expect(queue.entries).toEqual([anEntry(1)]);
    expect(logged).toContainEqual({
      event: "queueNotSaved",
      path: directory,
      code: "FOREIGN",
      says: "is not a directory",
    });
    rmSync(directory);
    await expect.poll(() => existsSync(file), { timeout: 20_000 }).toBe(true);
    expect(onDisk()).toEqual([anEntry(1)]);
  });

  test("one write that fails does not take the next with it", async () => {
    let isFull = true;
    const full = { path: file, code: "ENOSPC", says: "cannot be written (ENOSPC)", fix: "" };
    const write: typeof writeWhole = (path, text) =>
      isFull ? Promise.resolve(full) : writeWhole(path, text);
    const queue = await load({ write });
    expect(await queue.put(anEntry(1))).toMatchObject({ ok: false, code: "ENOSPC" });
    isFull = false;
    expect(await queue.put(anEntry(2))).toEqual({ ok: true });
    expect(onDisk()).toEqual([anEntry(1), anEntry(2)]);
  });

  test.skipIf(!mayMount())("full: the old file stays whole, no rest of the new one", () => {
    const fill = `mount -t tmpfs -o size=16k,mode=700 tmpfs ${base}`;
    const { first, second, left, entries } = putElsewhere({ shell: fill, unshare: true, entries: 100 });
    expect(first).toEqual({ ok: true });
    expect(second).toMatchObject({ ok: false, code: "ENOSPC", says: "cannot be written (ENOSPC)" });
    expect(left).toEqual(["status.json"]);
    expect(entries).toEqual([sessionId(0)]);
  });

  test.skipIf(!mayMount())("read-only", () => {
    const readOnly = `mount -t tmpfs -o ro,mode=700 tmpfs ${base}`;
    expect(putElsewhere({ shell: readOnly, unshare: true })).toMatchObject({
      first: { ok: false, code: "EROFS" },
      left: [],
    });
  });

  test.skipIf(!isUnix)(
    "a directory that may not be written: what is there is read all the same",
    async () => {
      await (await load()).put(anEntry(0));
      if (isRoot) for (const path of [base, directory, file]) chownSync(path, 65534, 65534);
      chmodSync(directory, 0o500);
      // Root may write everywhere, so that this asks as nobody.
      expect(putElsewhere(isRoot ? { uid: 65534 } : {})).toMatchObject({
        loaded: [sessionId(0)],
        first: { ok: false, code: "EACCES" },
        entries: [sessionId(0)],
      });
      chmodSync(directory, 0o700);
    },
  );
});

type Strange = [what: string, make: () => void, says: string];

interface PutElsewhere {
  readonly loaded: readonly string[];
  readonly first: unknown;
  readonly second: unknown;
  /** What is in the directory afterwards, and what the file then holds. */
  readonly left: readonly string[];
  readonly entries: readonly string[];
}

const PUT = `
import { readdirSync } from "node:fs";
const [folder, directory, count, json] = process.argv.slice(1);
const { QueueFile, lookAtQueue } = await import(folder + "/daemon/queue/queue-file.js");
const entry = JSON.parse(json);
const of = (number) => ({ ...entry, session: { ...entry.session,
  sessionId: number.toString(16).padStart(8, "0") + entry.session.sessionId.slice(8) } });
const queue = await QueueFile.load(directory, () => {});
const ids = (entries) => entries.map(({ session }) => session.sessionId);
const loaded = ids(queue.entries);
const first = await queue.put(of(0));
const puts = Array.from({ length: Number(count) }, (_, number) => queue.put(of(number)));
const second = (await Promise.all(puts)).at(-1);
let left = [];
try { left = readdirSync(directory); } catch {}
const { entries } = await lookAtQueue(directory);
process.stderr.write(JSON.stringify({ loaded, first, second, left, entries: ids(entries) }));
`;

/** Puts one entry and then many, from a process of its own, in circumstances that a test should not put itself in. */
function putElsewhere(how: {
  uid?: number;
  shell?: string;
  unshare?: boolean;
  entries?: number;
}): PutElsewhere {
  const args = [built("."), directory, String(how.entries ?? 1), JSON.stringify(anEntry())];
  const node = [process.execPath, "--input-type=module", "-e", PUT, ...args];
  const inShell = how.shell ? ["bash", "-c", `${how.shell}; exec "$@"`, "bash", ...node] : node;
  const [command = "", ...rest] = how.unshare ? ["unshare", "-m", "--", ...inShell] : inShell;
  const { stderr } = spawnSync(command, rest, {
    encoding: "utf8",
    timeout: 30_000,
    ...(how.uid && { uid: how.uid, gid: how.uid }),
  });
  const [json = stderr] = /\{.*\}$/s.exec(stderr) ?? [];
  return JSON.parse(json) as PutElsewhere;
}

/** Whether this machine lets us mount something of our own, out of sight of all others. */
function mayMount(): boolean {
  if (process.platform !== "linux") return false;
  return spawnSync("unshare", ["-m", "--", "mount", "-t", "tmpfs", "tmpfs", tmpdir()]).status === 0;
}

function load(options?: QueueFileOptions): Promise<QueueFile> {
  return QueueFile.load(directory, (event, details) => logged.push({ event, ...details }), options);
}

function onDisk(): readonly QueueEntry[] {
  const { entries, bad } = readQueue(readFileSync(file, "utf8"));
  expect(bad).toEqual([]);
  return entries;
}

function idsOf(entries: readonly QueueEntry[]): string[] {
  return entries.map(({ session }) => session.sessionId);
}

function setAside(): string[] {
  return readdirSync(directory).filter((name) => name.includes(".bad-"));
}

function writeQueueFile(mode: number): void {
  writeFileSync(file, writeQueue([anEntry(1)]));
  chmodSync(file, mode);
}

function giveAway(): void {
  writeQueueFile(0o600);
  chownSync(file, 65534, 65534);
}

function linkToQueue(): void {
  writeFileSync(join(base, "elsewhere.json"), writeQueue([anEntry(1)]), { mode: 0o600 });
  symlinkSync(join(base, "elsewhere.json"), file);
}
