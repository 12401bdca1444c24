import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { Surroundings } from "../../../src/host/paths.js";
import { HOST, type HostCall, type HostReply } from "../../../src/persona/host/host-wire.js";
import { askSession, listenForRequests, type ControlReply } from "../../../src/store/rpc/control-protocol.js";
import { callSocket } from "../../../src/store/rpc/rpc-client.js";
import { RpcServer } from "../../../src/store/rpc/rpc-server.js";
import { aRecord } from "../../support/store/records/records.js";

// Everything in these strings was recorded from the processes of 0.1.0, whose lines had no version.
const RECORD = `{"version":1,"id":"k3m9p","pid":4000000,"procStart":"long ago","command":["claude"],"cwd":"/home/ada/project","startedAt":"2026-11-15T12:00:00.000Z","state":"RUNNING","attempts":0,"updatedAt":"2026-11-15T12:00:00.000Z"}`;
const OLD = {
  status: `{"ok":true,"session":${RECORD}}`,
  resume: `{"ok":true,"session":${RECORD},"says":"continues now"}`,
  cancel: `{"ok":false,"code":"NOTHING_TO_DO","says":"this session is not waiting","fix":"cac status shows what each session does"}`,
  unknown: `{"ok":false,"code":"BAD_REQUEST","says":"the request is not one that this session knows","fix":"see that both are the same cac: cac --version"}`,
};
const OLD_ASK = `{"op":"ask","request":{"persona":"tester","question":"what?","projectRoot":"/p"},"login":{"variables":{},"isWithheld":false}}`;
const OLD_HOST = {
  accepted: `{"type":"accepted","againMs":10000}`,
  progress: `{"type":"progress","progress":{"state":"working","message":"Read(x)"}}`,
  asked: `{"type":"asked","asked":{"persona":"tester","answer":"this","sessionId":"0a"}}`,
  status: `{"type":"status","sessions":[],"version":"0.1.0"}`,
  ended: `{"type":"ended","count":1}`,
  fault: `{"type":"fault","fault":{"code":"NO_SUCH_PERSONA","message":"m","fix":"f"}}`,
};

let base: string;
let where: Surroundings;
let closing: { close(): unknown }[];

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "cac-pv-")));
  where = { env: {}, home: base, platform: process.platform };
  closing = [];
});

afterEach(() => {
  for (const each of closing) each.close();
  rmSync(base, { recursive: true, force: true });
});

test.each([
  ["status", { ok: true, session: aRecord(), says: undefined }],
  ["resume", { ok: true, session: aRecord(), says: "continues now" }],
  [
    "cancel",
    {
      ok: false,
      code: "NOTHING_TO_DO",
      says: "this session is not waiting",
      fix: "cac status shows what each session does",
    },
  ],
] as const)("a new cac %s and an old wrapper", async (op, reply) => {
  const { address, received } = await old([OLD[op]]);
  expect(await askSession(address, { op, by: "cac" })).toEqual(reply);
  // An old wrapper reads only "op".
  expect(received()).toEqual([{ op, by: "cac", protocol: 2 }]);
});

test("what an old wrapper does not know: what to restart", async () => {
  const { address } = await old([OLD.unknown]);
  expect(await askSession(address, { op: "answer", prompt: "p1", decision: "yes" })).toEqual({
    ok: false,
    code: "OLDER",
    says: "it runs under an older cac, which cannot do that",
    fix: "do it in its terminal; or end the session, and continue it under this version with cac --continue",
  });
});

test("an old cac and a new wrapper: the lines of before, and fields that it does not read", async () => {
  const prompt = {
    id: "p1",
    title: "Bash command",
    text: "ls",
    question: "Do it?",
    options: ["Yes"],
    since: 1,
  };
  const address = await session({ status: { ok: true, session: aRecord(), prompt, screen: ["$ ls"] } });
  const more = { prompt, screen: ["$ ls"], protocol: 2 };
  expect(await send(address, '{"op":"status"}')).toEqual([{ ...parsed(OLD.status), ...more }]);
  expect(await send(address, '{"op":"resume"}')).toEqual([{ ...parsed(OLD.resume), protocol: 2 }]);
  expect(await send(address, '{"op":"cancel"}')).toEqual([{ ...parsed(OLD.cancel), protocol: 2 }]);
});

test("a cac of the version after this one: what it adds is not read, what it asks is refused with the reason", async () => {
  const address = await session({ status: { ok: true, session: aRecord() } });
  expect(await send(address, '{"op":"status","protocol":3,"more":1}')).toMatchObject([{ ok: true }]);
  expect(await send(address, '{"op":"rewind","protocol":3}')).toMatchObject([
    { ok: false, code: "OLDER", says: "it runs under an older cac, which cannot do that" },
  ]);
  const newer = await old([`{"done":true,"protocol":3}`]);
  expect(await askSession(newer.address, { op: "status" })).toEqual({ ok: false, code: "NEWER" });
});

test.each([
  ["ask", [OLD_HOST.accepted, OLD_HOST.progress, OLD_HOST.asked]],
  ["ask", [OLD_HOST.accepted, OLD_HOST.fault]],
  ["status", [OLD_HOST.accepted, OLD_HOST.status]],
  ["end", [OLD_HOST.accepted, OLD_HOST.ended]],
] as const)("a new client and an old host: %s", async (op, lines) => {
  const { address, received } = await old(lines);
  const call = op === "ask" ? (parsed(OLD_ASK) as HostCall) : ({ op } as const);
  const notes: unknown[] = [];
  const outcome = await callSocket(address, call, HOST, { onReply: (reply) => notes.push(reply) });
  expect(outcome).toEqual({ type: "last", reply: parsed(lines.at(-1)), version: 1 });
  expect(notes).toEqual(lines.slice(1, -1).map(parsed));
  expect(received()).toEqual([{ ...call, protocol: 2 }]);
});

test("an old client and a new host", async () => {
  const calls: HostCall[] = [];
  const address = await host((call, send) => {
    calls.push(call);
    send({ type: "accepted", againMs: 10_000 });
    send({ type: "progress", progress: { state: "working", message: "Read(x)" } });
    return parsed(OLD_HOST.asked) as HostReply;
  });
  expect(await send(address, OLD_ASK)).toEqual(
    [OLD_HOST.accepted, OLD_HOST.progress, OLD_HOST.asked].map((line) =>
      Object.assign(parsed(line), { protocol: 2 }),
    ),
  );
  expect(calls).toMatchObject([parsed(OLD_ASK)]);
});

test("a client of the version after this one, and a call that this host does not know", async () => {
  const address = await host(() => ({ type: "ended", count: 0 }));
  expect(await send(address, '{"op":"fly","protocol":3}')).toMatchObject([
    { type: "fault", fault: { code: "BAD_REQUEST", message: expect.stringContaining("older cac") } },
  ]);
  const newer = await old([OLD_HOST.accepted, `{"type":"streamed","protocol":3}`]);
  expect(await callSocket(newer.address, { op: "status" }, HOST)).toEqual({ type: "newer" });
});

function parsed(line: string | undefined): object {
  return JSON.parse(line ?? "") as object;
}

/** A process that answers each connection with these lines. */
async function old(lines: readonly string[]) {
  const address = join(base, `x${closing.length}.sock`);
  let text = "";
  const server: Server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      text += String(data);
      if (text.endsWith("\n")) socket.end(lines.map((line) => `${line}\n`).join(""));
    });
  });
  await new Promise<void>((resolve) => server.listen(address, resolve));
  closing.push(server);
  return { address, received: () => text.trimEnd().split("\n").map(parsed) };
}

function answer(reply: ControlReply) {
  return (): Promise<ControlReply> => Promise.resolve(reply);
}

async function session({ status }: { readonly status: ControlReply }): Promise<string> {
  const server = await listenForRequests({
    id: "k3m9p",
    where,
    log: () => undefined,
    requests: {
      status: answer(status),
      resume: answer(parsed(OLD.resume) as ControlReply),
      cancel: answer(parsed(OLD.cancel) as ControlReply),
    },
  });
  if (server === undefined) throw new Error("nobody can listen here");
  closing.push(server);
  return server.address;
}

async function host(
  handle: (call: HostCall, send: (reply: HostReply) => void) => HostReply,
): Promise<string> {
  const server = await RpcServer.listen({
    id: "host",
    where,
    protocol: HOST,
    log: () => undefined,
    handle: (call, caller) => Promise.resolve(handle(call, caller.send)),
  });
  if (server === undefined) throw new Error("nobody can listen here");
  closing.push(server);
  return server.address;
}

/** The lines that come back for this one. */
function send(address: string, line: string): Promise<readonly object[]> {
  return new Promise((resolve) => {
    const socket = connect(address);
    let got = "";
    socket.on("data", (data) => (got += String(data)));
    socket.on("close", () => resolve(got.trimEnd().split("\n").map(parsed)));
    socket.write(`${line}\n`);
  });
}
