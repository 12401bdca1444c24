import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { HOST, type HostReply } from "../../../src/persona/host/host-wire.js";
import { callSocket, type CallOutcome } from "../../../src/store/rpc/rpc-client.js";

const ASKED = { type: "asked", asked: { persona: "tester", answer: "this", sessionId: "0a" } };
const CALL = {
  op: "ask",
  request: { persona: "tester", question: "what?", projectRoot: "/p" },
} as const;

let base: string;
let server: Server;
let taken: number;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "cac-call-"));
  taken = 0;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
});

afterEach(() => {
  vi.useRealTimers();
  server.close();
  rmSync(base, { recursive: true, force: true });
});

test("a host that said how often it speaks, and does not, is silent: neither gone nor not there", async () => {
  const { host, outcome } = await called({ type: "accepted", againMs: 10_000 });
  const closed = new Promise((resolve) => host.once("close", resolve));
  vi.advanceTimersByTime(60_000);
  expect(await outcome).toEqual({ type: "silent" });
  // Where it wakes, it finds that nobody waits any more.
  await closed;
});

test("one that says again that it has the call is waited for, and it is taken once", async () => {
  const { host, outcome, heard } = await called({ type: "accepted", againMs: 10_000 });
  for (let count = 0; count < 20; count++) {
    vi.advanceTimersByTime(50_000);
    write(host, { type: "accepted", againMs: 10_000 }, progress(count));
    await heard(count);
  }
  write(host, ASKED);
  expect(await outcome).toEqual({ type: "last", reply: ASKED, version: 1 });
  expect(taken).toBe(1);
});

test("an older host, which says it once, is waited for", async () => {
  const { host, outcome } = await called({ type: "accepted" });
  vi.advanceTimersByTime(3_600_000);
  write(host, ASKED);
  expect(await outcome).toEqual({ type: "last", reply: ASKED, version: 1 });
});

test("a host that is gone is gone, silent or not", async () => {
  const { host, outcome } = await called({ type: "accepted", againMs: 10_000 });
  vi.advanceTimersByTime(50_000);
  host.destroy();
  expect(await outcome).toEqual({ type: "cut" });
  expect(vi.getTimerCount()).toBe(0);
});

interface Called {
  /** The host's end of it. */
  readonly host: Socket;
  readonly outcome: Promise<CallOutcome<HostReply>>;
  /** Resolves when that progress has come. */
  readonly heard: (count: number) => Promise<void>;
}

/** A call to a host that has said so much. */
async function called(first: object): Promise<Called> {
  const address = join(base, "h.sock");
  server = createServer();
  const connected = new Promise<Socket>((resolve) => server.once("connection", resolve));
  await new Promise<void>((resolve) => server.listen(address, resolve));
  const heard: string[] = [];
  const outcome = callSocket(address, CALL, HOST, {
    over: new AbortController().signal,
    onTaken: () => (taken += 1),
    onReply: (reply) => reply.type === "progress" && heard.push(reply.progress.message),
  });
  const host = await connected;
  host.on("error", () => undefined).resume();
  write(host, first, progress("begun"));
  const until = async (what: string): Promise<void> => {
    while (!heard.includes(what)) await new Promise((resolve) => setImmediate(resolve));
  };
  await until("begun");
  return { host, outcome, heard: (count) => until(`${count}`) };
}

function progress(message: number | string): object {
  return { type: "progress", progress: { state: "working", message: `${message}` } };
}

function write(host: Socket, ...lines: readonly object[]): void {
  host.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}
