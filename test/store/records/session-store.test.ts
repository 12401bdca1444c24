import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
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
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { writeRecord, type SessionRecord } from "../../../src/store/records/session-record.js";
import { SessionStore, thisOwner } from "../../../src/store/records/session-store.js";
import { aRecord, aWait, built } from "../../support/store/records/records.js";

const NOW = Date.parse("2026-11-15T19:00:00Z");
const isUnix = process.platform !== "win32";
const isRoot = process.geteuid?.() === 0;

let state: string;
let store: SessionStore;

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "cac-store-"));
  store = new SessionStore(state, { now: () => NOW });
});

afterEach(() => rmSync(state, { recursive: true, force: true }));

describe("saving", () => {
  test("a record is a private file in a private directory", async () => {
    expect(await store.save(aWait())).toEqual({ ok: true });
    expect(readFileSync(fileOf("k3m9p"), "utf8")).toBe(writeRecord(aWait()));
    expect(readdirSync(join(state, "sessions"))).toEqual(["k3m9p.json"]);
    if (!isUnix) return;
    expect(statSync(fileOf("k3m9p")).mode & 0o777).toBe(0o600);
    expect(statSync(join(state, "sessions")).mode & 0o777).toBe(0o700);
  });

  test("of many at once the last one stays", async () => {
    const saves = Array.from({ length: 100 }, (_, attempts) => store.save(aWait({ attempts })));
    expect(await Promise.all(saves)).toEqual(saves.map(() => ({ ok: true })));
    expect(readFileSync(fileOf("k3m9p"), "utf8")).toBe(writeRecord(aWait({ attempts: 99 })));
  });

  test("a removal behind a save wins, and one of nothing is no trouble", async () => {
    void store.save(aWait());
    expect(await store.remove("k3m9p")).toEqual({ ok: true });
    expect(await store.remove("k3m9p")).toEqual({ ok: true });
    expect(readdirSync(join(state, "sessions"))).toEqual([]);
  });

  test.skipIf(!isUnix)("a directory that others may enter is closed", async () => {
    mkdirSync(join(state, "sessions"), { mode: 0o755 });
    chmodSync(join(state, "sessions"), 0o777);
    expect(await store.save(aWait())).toEqual({ ok: true });
    expect(statSync(join(state, "sessions")).mode & 0o777).toBe(0o700);
  });

  test("new ids are not those of records", async () => {
    await store.save(aWait());
    const ids = await Promise.all(Array.from({ length: 50 }, () => store.newId()));
    expect(ids).not.toContain("k3m9p");
  });
});

describe("a disk that does not take it", () => {
  test("a file where the directory should be", async () => {
    writeFileSync(join(state, "sessions"), "");
    const path = join(state, "sessions");
    expect(await store.save(aWait())).toEqual({
      ok: false,
      path,
      code: "FOREIGN",
      says: "is not a directory",
      fix: "move it away, or name another place with XDG_STATE_HOME",
    });
    expect(await store.list()).toEqual({ sessions: [], setAside: [] });
  });

  test.skipIf(!isUnix)("a directory that may not be written", () => {
    mkdirSync(join(state, "sessions"), { mode: 0o700 });
    if (isRoot) for (const path of [state, join(state, "sessions")]) chownSync(path, 65534, 65534);
    chmodSync(join(state, "sessions"), 0o500);
    // Root may write everywhere, so that this asks as nobody.
    expect(saveElsewhere(isRoot ? { uid: 65534 } : {})).toMatchObject({ ok: false, code: "EACCES" });
    chmodSync(join(state, "sessions"), 0o700);
    expect(readdirSync(join(state, "sessions"))).toEqual([]);
  });

  test.skipIf(!isUnix)("a limit on the size of files: the old record stays, and no rest", async () => {
    await store.save(aWait());
    expect(saveElsewhere({ shell: "trap '' XFSZ; ulimit -f 0" })).toMatchObject({ ok: false, code: "EFBIG" });
    expect(readFileSync(fileOf("k3m9p"), "utf8")).toBe(writeRecord(aWait()));
    expect(readdirSync(join(state, "sessions"))).toEqual(["k3m9p.json"]);
  });

  test.skipIf(!mayMount())("a full disk, and one that is read-only", () => {
    const small = `mount -t tmpfs -o size=16k,mode=700 tmpfs ${state}; head -c 20k /dev/zero > ${state}/filler || true`;
    expect(saveElsewhere({ shell: small, unshare: true })).toMatchObject({
      ok: false,
      code: "ENOSPC",
      says: "cannot be written (ENOSPC)",
      fix: "free some space on that disk",
    });
    const readOnly = `mount -t tmpfs -o ro,mode=700 tmpfs ${state}`;
    expect(saveElsewhere({ shell: readOnly, unshare: true })).toMatchObject({ ok: false, code: "EROFS" });
  });

  test("what could not be saved is tried again", async () => {
    const patient = new SessionStore(state, { retryMs: 20 });
    writeFileSync(join(state, "sessions"), "");
    expect(await patient.save(aWait({ attempts: 1 }))).toMatchObject({ ok: false });
    expect(await patient.save(aWait({ attempts: 2 }))).toMatchObject({ ok: false });
    rmSync(join(state, "sessions"));
    await expect.poll(() => existsSync(fileOf("k3m9p")), { timeout: 10_000 }).toBe(true);
    expect(readFileSync(fileOf("k3m9p"), "utf8")).toBe(writeRecord(aWait({ attempts: 2 })));
  });
});

describe("the list", () => {
  test("no directory, no sessions", async () => {
    expect(await store.list()).toEqual({ sessions: [], setAside: [] });
    expect(readdirSync(state)).toEqual([]);
  });

  test("live ones, left ones, those on another machine; the oldest first", async () => {
    const live = aRecord({ id: "bbbb2", ...(await thisOwner()), startedAt: "2026-11-15T13:00:00.000Z" });
    const left = aWait({ id: "cccc2", startedAt: "2026-11-15T12:00:00.000Z" });
    const far = aRecord({ id: "dddd2", machine: "another", startedAt: "2026-11-15T11:00:00.000Z" });
    for (const record of [live, left, far]) await store.save(record);
    const { sessions, setAside } = await store.list();
    expect(setAside).toEqual([]);
    const machine = (await thisOwner()).machine;
    expect(sessions).toEqual([
      // Where a machine cannot tell itself from others, all records count as its own.
      ...(machine === undefined ? [] : [{ record: far, life: "elsewhere" }]),
      { record: left, life: "left" },
      { record: live, life: "live" },
    ]);
  });

  test("a wait whose command has ended is left, also while its wrapper lives", async () => {
    const ended = { at: "2026-11-15T18:00:00.000Z", exitCode: 1 };
    await store.save(aWait({ ...(await thisOwner()), ended }));
    expect((await store.list()).sessions.map(({ life }) => life)).toEqual(["left"]);
  });

  test("a record without a wait goes with its wrapper, an old one in any case", async () => {
    await store.save(aRecord({ id: "bbbb2" }));
    await store.save(aWait({ id: "cccc2", updatedAt: "2026-10-01T00:00:00.000Z", dueAt: undefined }));
    await store.save(
      aWait({ id: "dddd2", updatedAt: "2026-10-01T00:00:00.000Z", dueAt: "2026-11-01T00:00:00.000Z" }),
    );
    expect((await store.list()).sessions.map(({ record }) => record.id)).toEqual(["dddd2"]);
    expect(readdirSync(join(state, "sessions"))).toEqual(["dddd2.json"]);
  });

  test("what a killed writer did not finish goes after an hour", async () => {
    await store.save(aWait());
    const [fresh, old] = [".cac-0123456789ab.tmp", ".cac-ba9876543210.tmp"].map((name) =>
      join(state, "sessions", name),
    );
    for (const file of [fresh ?? "", old ?? ""]) writeFileSync(file, "{");
    const hourAgo = Date.now() / 1000 - 3700;
    utimesSync(old ?? "", hourAgo, hourAgo);
    expect((await store.list()).sessions).toHaveLength(1);
    expect(readdirSync(join(state, "sessions")).toSorted()).toEqual([".cac-0123456789ab.tmp", "k3m9p.json"]);
  });

  test("logs to which nothing was added for 30 days go", async () => {
    mkdirSync(join(state, "logs"));
    for (const name of ["bbbb2.log", "cccc2.log"]) writeFileSync(join(state, "logs", name), "");
    const longAgo = Date.now() / 1000 - 31 * 86_400;
    utimesSync(join(state, "logs", "bbbb2.log"), longAgo, longAgo);
    await store.list();
    expect(readdirSync(join(state, "logs"))).toEqual(["cccc2.log"]);
  });
});

describe("what is no record of ours is set aside and never acted on", () => {
  test.each<Strange>([
    ["torn", "bbbb2.json", (file) => writeFileSync(file, '{"version":1,'), "does not hold a JSON object"],
    ["empty", "bbbb2.json", (file) => writeFileSync(file, ""), "does not hold a JSON object"],
    [
      "binary",
      "bbbb2.json",
      (file) => writeFileSync(file, Buffer.from([0xff, 0, 0xfe])),
      "does not hold a JSON object",
    ],
    [
      "another's id",
      "bbbb2.json",
      (file) => writeFileSync(file, writeRecord(aWait())),
      "holds the record of k3m9p",
    ],
    [
      "a bad field",
      "bbbb2.json",
      (file) => writeFileSync(file, '{"version":1,"id":"bbbb2"}'),
      'has a bad "pid"',
    ],
    [
      "a name of its own",
      "notes.json",
      (file) => writeFileSync(file, writeRecord(aWait())),
      "is not named like a session",
    ],
    [
      "huge",
      "bbbb2.json",
      (file) => writeFileSync(file, Buffer.alloc(5_000_000, " ")),
      "is too large (5000000 bytes)",
    ],
    ["a directory", "bbbb2.json", (file) => mkdirSync(file), "is not a regular file"],
    ...(isUnix
      ? ([
          ["a link", "bbbb2.json", (file) => symlinkSync("/etc/hostname", file), "is not a regular file"],
          ["a pipe", "bbbb2.json", (file) => void spawnSync("mkfifo", [file]), "is not a regular file"],
          ["open to others", "bbbb2.json", (file) => makeOpen(file), "can be written by others"],
        ] satisfies Strange[])
      : []),
    ...(isRoot
      ? ([["another user's", "bbbb2.json", giveAway, "belongs to another user (65534)"]] satisfies Strange[])
      : []),
  ])("%s", async (_, name, make, says) => {
    await store.save(aWait());
    const file = join(state, "sessions", name);
    make(file);
    const { sessions, setAside } = await store.list();
    expect(sessions.map(({ record }) => record.id)).toEqual(["k3m9p"]);
    expect(setAside).toEqual([{ file, says, movedTo: setAside[0]?.movedTo }]);
    expect(setAside[0]?.movedTo).toMatch(new RegExp(`set-aside.[-\\d.TZ]+-${name}$`));
    expect(readdirSync(join(state, "sessions"))).toEqual(["k3m9p.json"]);
    // Told once: it is out of the way.
    expect((await store.list()).setAside).toEqual([]);
  });

  test("a record of a later version stays where it is", async () => {
    await store.save(aWait());
    const file = fileOf("bbbb2");
    writeFileSync(file, '{"version": 2}');
    const told = { file, says: "is of version 2, written by a later cac", movedTo: undefined };
    expect((await store.list()).setAside).toEqual([told]);
    expect((await store.list()).setAside).toEqual([told]);
  });

  test("a path in a record does not lead to a file being removed", async () => {
    const precious = join(state, "k3m9p.sock");
    writeFileSync(precious, "precious");
    await store.save(aWait({ socket: precious }));
    await store.list();
    expect(readFileSync(precious, "utf8")).toBe("precious");
  });
});

describe("adopting", () => {
  const CLAUDE = "0f3c9a4e-1111-4222-8333-444455556666";

  test("the wait of a wrapper that was killed, by exactly one", async () => {
    const wrapper = spawn(process.execPath, ["--input-type=module", "-e", HOLD, built("."), state]);
    await once(wrapper.stdout, "data");
    expect((await store.list()).sessions).toMatchObject([{ life: "live" }]);
    expect(await store.adopt(CLAUDE, await thisOwner())).toBeUndefined();
    const exited = once(wrapper, "exit");
    wrapper.kill("SIGKILL");
    await exited;
    const [{ record: left } = { record: aRecord() }] = (await store.list()).sessions;
    expect(left).toMatchObject({ pid: wrapper.pid, state: "WAITING" });
    const owner = await thisOwner();
    const takers = Array.from({ length: 8 }, () => new SessionStore(state).adopt(CLAUDE, owner));
    const taken = (await Promise.all(takers)).filter((record) => record !== undefined);
    expect(taken).toEqual([{ ...left, ...owner, socket: undefined, ended: undefined }]);
    // It has an owner now.
    expect((await store.list()).sessions.map(({ life }) => life)).toEqual(["live"]);
    expect(readdirSync(join(state, "sessions"))).toEqual(["k3m9p.json"]);
  });

  test.each<[string, Partial<SessionRecord>]>([
    ["another conversation's", { claudeSessionId: "another" }],
    ["one that needed the person", { state: "NEEDS_YOU" }],
  ])("not %s", async (_, changes) => {
    await store.save(aWait(changes));
    expect(await store.adopt(CLAUDE, await thisOwner())).toBeUndefined();
  });

  test("the newest of several", async () => {
    await store.save(aWait({ id: "bbbb2", startedAt: "2026-11-14T00:00:00.000Z" }));
    await store.save(aWait({ id: "cccc2", startedAt: "2026-11-15T00:00:00.000Z" }));
    expect(await store.adopt(CLAUDE, await thisOwner())).toMatchObject({ id: "cccc2" });
  });

  test("a claim is respected, and outlived", async () => {
    await store.save(aWait());
    const claim = join(state, "sessions", ".claim-k3m9p");
    writeFileSync(claim, "");
    expect(await store.adopt(CLAUDE, await thisOwner())).toBeUndefined();
    const before = Date.now() / 1000 - 11;
    utimesSync(claim, before, before);
    expect(await store.adopt(CLAUDE, await thisOwner())).toMatchObject({ id: "k3m9p" });
  });
});

type Strange = [what: string, name: string, make: (file: string) => void, says: string];

/** A wrapper that waits: it saves its record and stays. */
const HOLD = `
const { SessionStore, thisOwner } = await import(process.argv[1] + "/store/records/session-store.js");
const record = ${JSON.stringify(aWait())};
await new SessionStore(process.argv[2]).save({ ...record, ...(await thisOwner()) });
console.log("saved");
setInterval(() => {}, 1e6);
`;

const SAVE = `
const { SessionStore } = await import(process.argv[1] + "/store/records/session-store.js");
const saved = await new SessionStore(process.argv[2]).save(${JSON.stringify(aWait({ attempts: 7 }))});
process.stderr.write(JSON.stringify(saved));
`;

/** Saves from a process of its own, in circumstances that a test should not put itself in. */
function saveElsewhere(how: { uid?: number; shell?: string; unshare?: boolean }): unknown {
  const node = [process.execPath, "--input-type=module", "-e", SAVE, built("."), state];
  const inShell = how.shell ? ["bash", "-c", `${how.shell}; exec "$@"`, "bash", ...node] : node;
  const [file = "", ...args] = how.unshare ? ["unshare", "-m", "--", ...inShell] : inShell;
  const { stderr } = spawnSync(file, args, {
    encoding: "utf8",
    ...(how.uid && { uid: how.uid, gid: how.uid }),
  });
  const [json = ""] = /\{.*\}$/s.exec(stderr) ?? [];
  return json ? JSON.parse(json) : stderr;
}

/** Whether this machine lets us mount something of our own, out of sight of all others. */
function mayMount(): boolean {
  if (process.platform !== "linux") return false;
  const { status } = spawnSync("unshare", ["-m", "--", "mount", "-t", "tmpfs", "tmpfs", tmpdir()]);
  return status === 0;
}

function fileOf(id: string): string {
  return join(state, "sessions", `${id}.json`);
}

function makeOpen(file: string): void {
  writeFileSync(file, writeRecord(aWait({ id: "bbbb2" })));
  chmodSync(file, 0o666);
}

function giveAway(file: string): void {
  writeFileSync(file, writeRecord(aWait({ id: "bbbb2" })), { mode: 0o600 });
  chownSync(file, 65534, 65534);
}
