import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { orderDaemon, listenForOrders } from "../../src/daemon/daemon-control.js";
import type { ControlServer } from "../../src/store/rpc/control-protocol.js";
import { waitOutCrash } from "../../src/store/process/crash-guard.js";
import { DaemonLock } from "../../src/store/process/daemon-lock.js";
import { DaemonLog } from "../../src/store/process/daemon-log.js";
import { QueueFile } from "../../src/daemon/queue/queue-file.js";
import { built } from "../support/store/records/records.js";
import { anEntry, sessionId } from "../support/daemon/entries.js";

const NOBODY = 65534;

let base: string;
let directory: string;
let lock: DaemonLock;
let server: ControlServer;
let orders: string[];

// Only root can become somebody else.
const isRoot = process.geteuid?.() === 0;

beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "cac-second-")));
  // As a home directory is on many systems: others may enter.
  chmodSync(base, 0o755);
  directory = join(base, "auto-resume");
  orders = [];
  lock = await DaemonLock.take(directory);
  const log = new DaemonLog(directory);
  log.log("started");
  await waitOutCrash(directory, { log: log.log });
  await (await QueueFile.load(directory, log.log)).put(anEntry());
  const made = await listenForOrders({
    directory,
    handle: (order) => {
      orders.push(order);
      return Promise.resolve({ ok: true, says: "continues now" });
    },
    log: log.log,
    where: { env: {}, home: base, platform: process.platform },
  });
  if (made === undefined) throw new Error("nobody can listen here");
  server = made;
  await lock.tell(server.address);
  await log.flush();
});

afterAll(async () => {
  server.close();
  await lock.release();
  rmSync(base, { recursive: true, force: true });
});

test("its owner can do all of it", async () => {
  expect(readdirSync(directory).toSorted()).toEqual([
    ".last-start",
    "daemon.lock",
    "daemon.log",
    "status.json",
  ]);
  expect(await orderDaemon(directory, "resume", sessionId(1))).toEqual({ ok: true, says: "continues now" });
  expect(orders).toEqual(["resume"]);
});

test.skipIf(!isRoot).each([
  ["the directory is not listed", "readdirSync(directory)"],
  ["the queue is not read", 'readFileSync(directory + "/status.json")'],
  ["the lock is not read", 'readFileSync(directory + "/daemon.lock")'],
  ["the log is not read", 'readFileSync(directory + "/daemon.log")'],
  ["the last start is not read", 'readFileSync(directory + "/.last-start")'],
  ["the queue is not written", 'writeFileSync(directory + "/status.json", "{}")'],
  ["nothing is put beside it", 'writeFileSync(directory + "/status.json.new", "{}")'],
  ["nothing is renamed over it", 'renameSync(mine, directory + "/status.json")'],
  ["the lock is not removed", 'unlinkSync(directory + "/daemon.lock")'],
  ["the directory is not moved away", 'renameSync(directory, directory + "-old")'],
  ["its rights are not changed", "chmodSync(directory, 0o777)"],
  ["no link is laid into it", 'symlinkSync(mine, directory + "/daemon.log.1")'],
  ["the socket is not listed", "readdirSync(dirname(socket))"],
  ["the socket is not replaced", "unlinkSync(socket)"],
])("to a second user %s", (_, act) => {
  const before = contents();
  expect(asNobody(`try { ${act}; say("done"); } catch ({ code }) { say(code); }`)).toMatch(
    /^(?:EACCES|EPERM)$/,
  );
  expect(contents()).toEqual(before);
});

test.skipIf(!isRoot)(
  "the daemon of one is not steered by another, by its socket or by our own client",
  () => {
    orders = [];
    const connecting = `connect(socket).once("connect", () => say("in")).once("error", ({ code }) => say(code));`;
    expect(asNobody(connecting)).toBe("EACCES");
    const ordering = `
    const { orderDaemon } = await import(folder + "/daemon/daemon-control.js");
    say(JSON.stringify(await orderDaemon(directory, "cancel", "${sessionId(1)}")));`;
    expect(asNobody(ordering)).toBe('{"ok":false,"code":"NOBODY"}');
    const queueing = `
    const { QueueFile, lookAtQueue } = await import(folder + "/daemon/queue/queue-file.js");
    const queue = await QueueFile.load(directory, () => {});
    say(JSON.stringify([queue.entries, (await queue.put(${JSON.stringify(anEntry(9))})).code]));`;
    expect(asNobody(queueing)).toBe('[[],"FOREIGN"]');
    const locking = `
    const { DaemonLock } = await import(folder + "/store/process/daemon-lock.js");
    await DaemonLock.take(directory).then(() => say("taken"), ({ code }) => say(code));`;
    expect(asNobody(locking)).toBe("NO_LOCK");
    expect(orders).toEqual([]);
  },
);

function contents(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), "utf8")]),
  );
}

/** What a process of another user says that tries this. */
function asNobody(act: string): string {
  const script = `
    import { chmodSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, unlinkSync,
      writeFileSync, writeSync } from "node:fs";
    import { connect } from "node:net";
    import { dirname } from "node:path";
    const [folder, directory, socket] = process.argv.slice(1);
    const say = (text) => writeSync(1, text);
    const own = mkdtempSync("/tmp/cac-nobody-");
    const mine = own + "/mine";
    writeFileSync(mine, "mine");
    process.once("exit", () => rmSync(own, { recursive: true }));
    ${act}`;
  const args = ["--input-type=module", "-e", script, built("."), directory, server.address];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    timeout: 30_000,
    cwd: dirname(base),
    uid: NOBODY,
    gid: NOBODY,
  });
  return stdout === "" ? stderr : stdout;
}
