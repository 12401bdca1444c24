import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { Surroundings } from "../../../src/host/paths.js";
import {
  askSession,
  listenForRequests,
  type ControlReply,
  type ControlRequest,
  type ControlServer,
  type ControlServerOptions,
  type SessionRequests,
} from "../../../src/store/rpc/control-protocol.js";
import { isListening } from "../../../src/store/rpc/rpc-client.js";
import { listSockets } from "../../../src/store/rpc/socket-address.js";
import { aWait, built } from "../../support/store/records/records.js";

const GENEROUS = { timeout: 20_000, interval: 10 };
const isUnix = process.platform !== "win32";

let base: string;
let where: Surroundings;
let logged: string[];
let servers: ControlServer[];

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "cac-ctl-")));
  where = { env: {}, home: base, platform: process.platform };
  logged = [];
  servers = [];
});

afterEach(() => {
  for (const server of servers) server.close();
  rmSync(base, { recursive: true, force: true });
});

test("asked and answered, by the owner only", async () => {
  const asked: ControlRequest[] = [];
  const server = await listen((request) => {
    asked.push(request);
    return Promise.resolve({ ok: true, session: aWait(), says: "continues now" });
  });
  expect(await askSession(server.address, { op: "resume" })).toEqual({
    ok: true,
    session: aWait(),
    says: "continues now",
  });
  expect(asked).toEqual([{ op: "resume" }]);
  if (!isUnix) return;
  expect(statSync(server.address).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(server.address)).mode & 0o777).toBe(0o700);
  expect(await listSockets(where)).toEqual([server.address]);
});

test("a refusal comes with its fix", async () => {
  const refusal = { ok: false, code: "NOTHING_TO_DO", says: "it does not wait", fix: "cac status" } as const;
  const server = await listen(() => Promise.resolve(refusal));
  expect(await askSession(server.address, { op: "cancel" })).toEqual(refusal);
});

test("the socket is gone when the session ends", async () => {
  const server = await listen(status);
  server.close();
  // A pipe of Windows has no file to look for.
  expect(isUnix && existsSync(server.address)).toBe(false);
  expect(await askSession(server.address, { op: "status" })).toEqual({ ok: false, code: "NOBODY" });
});

test.skipIf(!isUnix)("removed behind our back, it is made again where it was", async () => {
  const server = await listen(status, { lookEveryMs: 10 });
  const { address } = server;
  rmSync(dirname(address), { recursive: true });
  const said = [`the socket was gone and is there again: ${address}`];
  await expect.poll(() => logged, GENEROUS).toEqual(said);
  expect(await askSession(address, { op: "status" })).toMatchObject({ ok: true });
  expect(statSync(address).mode & 0o777).toBe(0o600);
  server.close();
  expect(existsSync(address)).toBe(false);
});

test.skipIf(!isUnix)(
  "where its place is gone for good, as after a logout, it is made elsewhere",
  async () => {
    const runtime = join(base, "runtime");
    mkdirSync(runtime, { mode: 0o700 });
    where = { ...where, env: { XDG_RUNTIME_DIR: runtime } };
    const moved: string[] = [];
    const server = await listen(status, { lookEveryMs: 10, onMoved: (address) => moved.push(address) });
    expect(server.address).toBe(join(runtime, "claude-auto-continue", "k3m9p.sock"));
    rmSync(runtime, { recursive: true });
    await expect.poll(() => moved, GENEROUS).toHaveLength(1);
    expect(moved).toEqual([server.address]);
    expect(existsSync(runtime)).toBe(false);
    expect(await askSession(server.address, { op: "status" })).toMatchObject({ ok: true });
  },
);

test("many ask at once", async () => {
  const server = await listen(status);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => askSession(server.address, { op: "status" })),
  );
  expect(answers).toEqual(answers.map(() => ({ ok: true, session: aWait(), says: undefined })));
});

test("a handler that fails is a refusal, and logged", async () => {
  const server = await listen(() => Promise.reject(new Error("broken on purpose")));
  expect(await askSession(server.address, { op: "status" })).toMatchObject({ ok: false, code: "FAILED" });
  expect(logged).toEqual([expect.stringContaining("status: Error: broken on purpose")]);
});

test.each([
  ["no JSON", "status\n", "BAD_REQUEST"],
  ["an empty line", "\n", "BAD_REQUEST"],
  ["bytes", Buffer.from([0, 0xff, 0xfe, 10]), "BAD_REQUEST"],
  ["an order that is not known", '{"op":"format"}\n', "BAD_REQUEST"],
  ["a name of Object's", '{"op":"constructor"}\n', "BAD_REQUEST"],
  ["no order", '{"__proto__":{"op":"cancel"}}\n', "BAD_REQUEST"],
  ["65 KB in a line", `"${"x".repeat(65 * 1024)}"\n`, "TOO_LONG"],
  ["more than 64 KB without an end", "x".repeat(70 * 1024), "TOO_LONG"],
  ["a flood", Buffer.alloc(8 * 1024 * 1024, "x"), "TOO_LONG"],
])("refused: %s", async (_, sent, code) => {
  let asked = 0;
  const server = await listen(() => {
    asked++;
    return status();
  });
  expect(JSON.parse(await send(server.address, sent))).toMatchObject({ ok: false, code });
  expect(asked).toBe(0);
  expect(await askSession(server.address, { op: "status" })).toMatchObject({ ok: true });
});

test("half a request: the end of the connection, and nothing else", async () => {
  const server = await listen(status);
  const socket = connect(server.address);
  socket.write('{"op":"sta');
  socket.end();
  await once(socket, "close");
  expect(await askSession(server.address, { op: "status" })).toMatchObject({ ok: true });
});

test("who asks too slowly is sent away", async () => {
  const server = await listen(status, { requestWithinMs: 50 });
  const socket = connect(server.address);
  const drip = setInterval(() => socket.write(" "), 10);
  // What is dripped after the end has nowhere to go.
  socket.on("error", () => undefined).resume();
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(drip);
  expect(await askSession(server.address, { op: "status" })).toMatchObject({ ok: true });
});

test("who leaves before the answer does no harm", async () => {
  const answers: ((reply: ControlReply) => void)[] = [];
  const server = await listen(() => new Promise((resolve) => answers.push(resolve)));
  const socket = connect(server.address);
  socket.write('{"op":"status"}\n');
  await expect.poll(() => answers.length, { timeout: 10_000 }).toBe(1);
  socket.destroy();
  answers[0]?.({ ok: true, session: aWait() });
  expect(await askSession(server.address, { op: "cancel" }, { timeoutMs: 50 })).toEqual({
    ok: false,
    code: "SILENT",
  });
});

test.skipIf(!isUnix)("what a killed session left is replaced, a live one never", async () => {
  const script = `
    const { listenForRequests } = await import(process.argv[1]);
    const where = { env: {}, home: process.argv[2], platform: process.platform };
    const server = await listenForRequests({ id: "k3m9p", where, log: console.error, requests: {} });
    console.log(server.address);
    setInterval(() => {}, 1e6);
  `;
  const args = ["--input-type=module", "-e", script, built("store/rpc/control-protocol.js"), base];
  const other = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(other.stdout, "data")) as [Buffer];
  const address = line.toString().trim();
  expect(await isListening(address)).toBe(true);
  const options = {
    id: "k3m9p",
    where,
    requests: doing(status),
    log: (message: string) => logged.push(message),
  };
  expect(await listenForRequests(options)).toBeUndefined();
  expect(logged).toEqual([expect.stringContaining("EADDRINUSE")]);
  expect(await isListening(address)).toBe(true);
  const exited = once(other, "exit");
  other.kill("SIGKILL");
  await exited;
  expect(existsSync(address)).toBe(true);
  expect(await askSession(address, { op: "status" })).toEqual({ ok: false, code: "NOBODY" });
  const server = await listen(status);
  expect(server.address).toBe(address);
  expect(await askSession(address, { op: "status" })).toMatchObject({ ok: true });
});

test("it keeps no process alive", () => {
  const script = `
    const { listenForRequests } = await import(process.argv[1]);
    const where = { env: {}, home: process.argv[2], platform: process.platform };
    await listenForRequests({ id: "k3m9p", where, log: console.error, requests: {} });
    console.log("listens");
  `;
  const args = ["--input-type=module", "-e", script, built("store/rpc/control-protocol.js"), base];
  const { status, stdout, signal } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 30_000 });
  expect({ status, stdout, signal }).toEqual({ status: 0, stdout: "listens\n", signal: null });
});

test.skipIf(!isUnix)("no place to listen: the session goes on without", async () => {
  const options = {
    id: "x".repeat(120),
    where,
    requests: doing(status),
    log: (line: string) => logged.push(line),
  };
  expect(await listenForRequests(options)).toBeUndefined();
  expect(logged).toEqual([
    "there is no private directory for a socket: other processes cannot reach this one",
  ]);
});

test.skipIf(!isUnix)("a socket in a directory that others may enter is not asked", async () => {
  const open = join(base, "open");
  mkdirSync(open);
  chmodSync(open, 0o755);
  const address = join(open, "k3m9p.sock");
  let connections = 0;
  const stranger = createServer(() => connections++).listen(address);
  await once(stranger, "listening");
  expect(await askSession(address, { op: "status" })).toEqual({ ok: false, code: "NOBODY" });
  expect(connections).toBe(0);
  stranger.close();
});

test.skipIf(!isUnix).each([
  ["nothing", ""],
  ["no JSON", "hello\n"],
  ["a yes without a session or a word", '{"ok":true}\n'],
  ["a session that is none", '{"ok":true,"session":{"version":1}}\n'],
  ["a no without a reason", '{"ok":false}\n'],
])("whoever answers with %s is silent", async (_, answer) => {
  const directory = join(base, "closed");
  mkdirSync(directory, { mode: 0o700 });
  const address = join(directory, "k3m9p.sock");
  const stranger = createServer((socket) => socket.end(answer)).listen(address);
  await once(stranger, "listening");
  expect(await askSession(address, { op: "status" })).toEqual({ ok: false, code: "SILENT" });
  stranger.close();
});

test.skipIf(!isUnix)("who accepts and says nothing is given up", async () => {
  const directory = join(base, "closed");
  mkdirSync(directory, { mode: 0o700 });
  const address = join(directory, "k3m9p.sock");
  const stranger = createServer().listen(address);
  await once(stranger, "listening");
  expect(await askSession(address, { op: "status" }, { timeoutMs: 50 })).toEqual({
    ok: false,
    code: "SILENT",
  });
  stranger.close();
});

function status(): Promise<ControlReply> {
  return Promise.resolve({ ok: true, session: aWait() });
}

async function listen(
  handle: (request: ControlRequest) => Promise<ControlReply>,
  more: Partial<ControlServerOptions> = {},
): Promise<ControlServer> {
  const log = (message: string): void => void logged.push(message);
  const server = await listenForRequests({ id: "k3m9p", where, requests: doing(handle), log, ...more });
  if (server === undefined) throw new Error(`cannot listen: ${logged.join("; ")}`);
  servers.push(server);
  return server;
}

function doing(handle: (request: ControlRequest) => Promise<ControlReply>): SessionRequests {
  return { status: handle, resume: handle, cancel: handle };
}

function send(address: string, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(address);
    let got = "";
    socket.on("data", (chunk: Buffer) => (got += chunk.toString()));
    // Whoever sends too much may find the door closed while still sending.
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(got));
    socket.write(bytes);
  });
}
