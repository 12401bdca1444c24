import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { Surroundings } from "../../src/host/paths.js";
import { askSession, type ControlReply, type ControlServer } from "../../src/store/rpc/control-protocol.js";
import { listenForOrders, orderDaemon } from "../../src/daemon/daemon-control.js";
import { DaemonLock } from "../../src/store/process/daemon-lock.js";
import { sessionId } from "../support/daemon/entries.js";

const DONE: ControlReply = { ok: true, says: "continues now" };

let base: string;
let directory: string;
let where: Surroundings;
let orders: unknown[];
let logged: unknown[];
let server: ControlServer | undefined;
let lock: DaemonLock | undefined;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "cac-order-")));
  directory = join(base, "auto-resume");
  where = { env: {}, home: base, platform: process.platform };
  orders = [];
  logged = [];
});

afterEach(async () => {
  server?.close();
  await lock?.release();
  rmSync(base, { recursive: true, force: true });
});

test("told and answered", async () => {
  await run(DONE);
  expect(await orderDaemon(directory, "resume", sessionId(1))).toEqual(DONE);
  expect(await orderDaemon(directory, "cancel", sessionId(2))).toEqual(DONE);
  expect(orders).toEqual([
    ["resume", sessionId(1)],
    ["cancel", sessionId(2)],
  ]);
  expect(logged).toEqual([
    { event: "ordered", order: "resume", session: sessionId(1) },
    { event: "ordered", order: "cancel", session: sessionId(2) },
  ]);
});

test("a refusal comes with its fix", async () => {
  const refusal = { ok: false, code: "NOTHING_TO_DO", says: "it does not wait", fix: "cac status" } as const;
  await run(refusal);
  expect(await orderDaemon(directory, "resume", sessionId(1))).toEqual(refusal);
});

test.each([[""], ["--help"], ["../x"], ["a b"], ["x".repeat(101)]])("no session: %j", async (session) => {
  await run(DONE);
  expect(await orderDaemon(directory, "cancel", session)).toMatchObject({ ok: false, code: "BAD_REQUEST" });
  expect(orders).toEqual([]);
});

test("whether it runs can be asked too, and disturbs nobody", async () => {
  const { address } = await run(DONE);
  expect(await askSession(address, { op: "status" })).toEqual({ ok: true, says: "the daemon runs" });
  expect(orders).toEqual([]);
});

test("no daemon, one that does not listen, one whose socket is gone, one that says nothing", async () => {
  expect(await orderDaemon(directory, "resume", sessionId(1))).toEqual({ ok: false, code: "NOBODY" });
  lock = await DaemonLock.take(directory);
  const silent = { ok: false, code: "SILENT" };
  expect(await orderDaemon(directory, "resume", sessionId(1))).toEqual(silent);
  const { close } = await listen(() => new Promise(() => undefined));
  expect(await orderDaemon(directory, "resume", sessionId(1), { timeoutMs: 100 })).toEqual(silent);
  close();
  expect(await orderDaemon(directory, "resume", sessionId(1))).toEqual(silent);
});

test("two daemons of one user listen at two places", async () => {
  const { address } = await run(DONE);
  const options = { handle: () => Promise.resolve(DONE), log: () => undefined, where };
  const other = await listenForOrders({ ...options, directory: join(base, "other") });
  expect(other?.address).not.toBe(address);
  other?.close();
});

async function run(reply: ControlReply): Promise<{ address: string; close: () => void }> {
  lock = await DaemonLock.take(directory);
  return listen((order, session) => {
    orders.push([order, session]);
    return Promise.resolve(reply);
  });
}

async function listen(
  handle: (order: string, session: string) => Promise<ControlReply>,
): Promise<{ address: string; close: () => void }> {
  const made = await listenForOrders({ directory, handle, log, where });
  if (made === undefined) throw new Error("nobody can listen here");
  server = made;
  await lock?.tell(made.address);
  return { address: made.address, close: () => made.close() };
}

function log(event: string, details?: object): void {
  logged.push({ event, ...details });
}
