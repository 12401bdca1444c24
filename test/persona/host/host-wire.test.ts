import { connect, createServer, type Socket } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import {
  readCall,
  readChatInput,
  readReply,
  wireBytes,
  type HostReply,
} from "../../../src/persona/host/host-wire.js";
import { LineLink } from "../../../src/store/rpc/line-link.js";

const STATUS = {
  persona: "tester",
  projectRoot: "/p",
  state: "ready",
  pid: 12,
  sessionId: "0a",
  queued: 1,
  questions: 2,
  memoryMb: 300,
  since: "2026-01-01T12:00:00.000Z",
  idleSince: "2026-01-01T12:00:00.000Z",
} as const;

test.each<HostReply>([
  { type: "accepted" },
  { type: "accepted", againMs: 10_000 },
  { type: "gone" },
  { type: "progress", progress: { state: "working", message: "Read(x)" } },
  { type: "asked", asked: { persona: "tester", answer: "\u2028 \x1b[0m ä", sessionId: "0a" } },
  { type: "asked", asked: { persona: "tester", answer: "", sessionId: undefined } },
  { type: "status", sessions: [STATUS, { ...STATUS, pid: undefined, idleSince: undefined }] },
  { type: "status", sessions: [], version: "1.2.3" },
  { type: "ended", count: 3 },
  { type: "fault", fault: { code: "LIMITED", message: "m", fix: "f", limitedUntil: "2026-01-01" } },
  {
    type: "fault",
    fault: { code: "FAILED", message: "m", fix: "f", remembered: { answer: "a", timestamp: "t" } },
  },
])("a reply is read as it was written: %j", (reply) => {
  expect(readReply(JSON.parse(JSON.stringify(reply)))).toEqual(reply);
});

test("a call is read as it was written, and nothing else of it", () => {
  const request = {
    persona: "tester",
    question: "what?",
    projectRoot: "/p",
    context: "c",
    waitForReset: true,
    timeoutMs: 5,
    chain: ["a"],
  };
  expect(readCall({ op: "ask", request: { ...request, more: 1 } })).toEqual({ op: "ask", request });
  const login = { variables: { ANTHROPIC_API_KEY: "placeholder" }, isWithheld: false };
  expect(readCall({ op: "ask", request, login })).toEqual({ op: "ask", request, login });
  expect(readCall({ op: "ask", request: { ...request, timeoutMs: 0 } })).toBe(undefined);
  expect(readCall({ op: "ask", request: { ...request, chain: [1] } })).toBe(undefined);
  const chat = { op: "chat", persona: "a", projectRoot: "/p", columns: 80, rows: 24 };
  expect(readCall(chat)).toEqual(chat);
  expect(readCall({ ...chat, rows: 0 })).toBe(undefined);
  expect(readCall({ ...chat, columns: 1e9 })).toBe(undefined);
});

test("whatever comes is read or refused, never thrown at", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const type of [undefined, "bytes", "resize", "progress", "asked", "status", "fault"]) {
        const given: unknown = type === undefined ? value : { ...Object(value), type };
        readReply(given);
        readChatInput(given);
      }
      for (const op of ["ask", "end", "chat"]) readCall({ op, request: value, persona: value });
      expect(readCall(value)).toBe(undefined);
    }),
  );
});

test("bytes of a terminal come over as they are", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const sent: unknown = JSON.parse(JSON.stringify(wireBytes(Buffer.from(bytes))));
      expect(readChatInput(sent)).toEqual({ type: "bytes", bytes: Buffer.from(bytes) });
      expect(readReply(sent)).toEqual({ type: "bytes", bytes: Buffer.from(bytes) });
    }),
  );
});

test("values come whole whatever the pieces; a line that is too long ends it", async () => {
  const directory = mkdtempSync(join(tmpdir(), "cac-ll-"));
  const address = join(directory, "x.sock");
  const got: unknown[] = [];
  let closed = 0;
  const server = createServer((socket: Socket) => {
    const made = new LineLink(socket, {
      mostBytes: 1000,
      onMessage: (message) => got.push(message),
      onClosed: () => closed++,
    });
    expect(made.backlog).toBe(0);
  });
  await new Promise<void>((resolve) => server.listen(address, resolve));
  try {
    const socket = connect(address);
    for (const byte of Buffer.from('{"a":"ä😀"}\nnot json\n{"b":1}\n')) socket.write(Buffer.of(byte));
    await expect.poll(() => got).toEqual([{ a: "ä😀" }, undefined, { b: 1 }]);
    const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.write("x".repeat(2000));
    socket.on("error", () => undefined);
    await ended;
    await expect.poll(() => closed).toBe(1);
  } finally {
    server.close();
    rmSync(directory, { recursive: true, force: true });
  }
});
