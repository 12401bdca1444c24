import { once } from "node:events";
import { request as rawRequest, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { serveOverHttp, type HttpServer } from "../../src/mcp/http.js";
import { newPersonaServer } from "../../src/mcp/server.js";
import type { Asked } from "../../src/persona/host/host-protocol.js";
import { FakeBackend } from "../support/mcp/fake-backend.js";
import { HttpClient, MODERN_META } from "../support/mcp/http-client.js";
import { INITIALIZE } from "../support/mcp/rpc-client.js";

const TOKEN = "t".repeat(43);
const PATIENCE = { timeout: 30_000 };

let backend: FakeBackend;
let server: HttpServer;
let logged: string[];
let signals: AbortSignal[];

beforeEach(async () => {
  backend = new FakeBackend();
  logged = [];
  signals = [];
  server = await listen(0);
});

afterEach(() => server.close());

describe("who is let in", () => {
  test.each([
    ["with the token", {}, 200],
    ["from a page of this machine's, with the token", { origin: "http://localhost:3000" }, 200],
    ["without a token", { authorization: undefined }, 401],
    ["with a wrong token", { authorization: `Bearer ${"u".repeat(43)}` }, 401],
    ["with the token of another scheme", { authorization: `Basic ${TOKEN}` }, 401],
    ["from a foreign page", { origin: "https://evil.example" }, 403],
    ["from a page without an origin", { origin: "null" }, 403],
    ["by a foreign name that leads here", { host: "evil.example" }, 403],
    ["by a foreign name that begins like ours", { host: "localhost.evil.example" }, 403],
  ])("%s", async (_, headers, status) => {
    expect(await statusOf("POST", headers)).toBe(status);
  });

  test.each(["GET", "DELETE", "PUT", "OPTIONS", "HEAD"])("no %s either without the token", async (method) => {
    expect(await statusOf(method, { authorization: undefined })).toBe(401);
    expect(await statusOf(method, { host: "evil.example" })).toBe(403);
    expect(await statusOf(method, { origin: "https://evil.example" })).toBe(403);
  });

  test("who is refused is answered before the body has come, however much is announced", async () => {
    const headers = { "content-type": "application/json", "content-length": "1000000000000" };
    const sent = rawRequest(server.url, { method: "POST", headers });
    // The connection may be cut while we still write.
    sent.on("error", () => undefined);
    sent.write("{");
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    expect(response.statusCode).toBe(401);
    sent.destroy();
  });

  test("a body that does not come keeps nobody else waiting", async () => {
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const slow = Array.from({ length: 20 }, () => {
      const sent = rawRequest(server.url, { method: "POST", headers });
      sent.on("error", () => undefined);
      sent.write('{"jsonrpc":');
      return sent;
    });
    const client = new HttpClient(server.url, TOKEN, MODERN_META);
    expect(await client.call("listPersonas")).toMatchObject({ structuredContent: {} });
    for (const sent of slow) sent.destroy();
  });

  test("what is refused says how to be let in, and not what the token is", async () => {
    const response = await fetch(server.url, { method: "POST" });
    expect(response.headers.get("www-authenticate")).toBe(
      'Bearer realm="claude-auto-continue", error="invalid_token"',
    );
    const text = await response.text();
    expect(text).toContain("fix: send the header Authorization: Bearer TOKEN");
    expect(text).not.toContain(TOKEN);
    expect((await fetch(server.url.replace("/mcp", "/other"))).status).toBe(401);
    expect(logged.join("\n")).not.toContain(TOKEN);
  });

  test("nothing else is served", async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect((await fetch(server.url.replace("/mcp", "/"), { headers })).status).toBe(404);
    expect((await fetch(server.url, { method: "PUT", headers })).status).toBe(405);
    expect((await fetch(server.url, { method: "POST", headers, body: "{" })).status).toBe(406);
  });

  test("a body beyond all measure is not read", async () => {
    const client = new HttpClient(server.url, TOKEN);
    await client.initialize();
    const response = await client.post({
      jsonrpc: "2.0",
      id: 9,
      method: "x",
      params: { x: "x".repeat(17_000_000) },
    });
    expect(response.status).toBe(413);
    await response.body?.cancel();
  });
});

describe("a client of 2025", () => {
  test("has a session, in which it asks", async () => {
    const client = new HttpClient(server.url, TOKEN);
    await client.initialize();
    expect(client.sessionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await client.call("askPersona", { persona: "tester", question: "What breaks?" })).toMatchObject({
      content: [{ type: "text", text: "tester: What breaks?" }],
    });
    const refused = await client.call("askPersona", { persona: "../x", question: "q" });
    expect(refused).toMatchObject({ isError: true });
  });

  test("hears of progress, and cancels with a second request", async () => {
    hang();
    const client = new HttpClient(server.url, TOKEN);
    await client.initialize();
    const requestId = client.nextId;
    const call = client.call("askPersona", { persona: "tester", question: "q" }, "t-1").catch(String);
    await vi.waitFor(
      () => expect(client.notifications.map(({ params }) => params?.["message"])).toEqual(["working"]),
      PATIENCE,
    );
    client.notify("notifications/cancelled", { requestId });
    await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true]), PATIENCE);
    await client.close();
    await call;
  });

  test("is killed in the middle of a call: the question is given up, the session makes room, and is there still", async () => {
    await server.close();
    server = await listen(0, 1);
    hang();
    const client = new HttpClient(server.url, TOKEN);
    await client.initialize();
    const call = client.call("askPersona", { persona: "tester", question: "q" }).catch(String);
    const ping = await client.result("ping");
    await vi.waitFor(() => expect(signals).toHaveLength(1), PATIENCE);
    expect([ping, signals[0]?.aborted]).toEqual([{}, false]);
    client.hangUp();
    await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true]), PATIENCE);
    await call;
    expect(await statusOf("POST", { "mcp-session-id": client.sessionId }, "ping")).toBe(200);
    expect(await statusOf("POST", {})).toBe(200);
  });

  test("hangs up on one call of several: the others go on", async () => {
    hang();
    const [first, second] = [new HttpClient(server.url, TOKEN), new HttpClient(server.url, TOKEN)];
    await first.initialize();
    second.sessionId = first.sessionId;
    const asked = { name: "askPersona", arguments: { persona: "tester", question: "q" } };
    const kept = first.post({ jsonrpc: "2.0", id: "kept", method: "tools/call", params: asked });
    await vi.waitFor(() => expect(signals).toHaveLength(1), PATIENCE);
    const left = second.post({ jsonrpc: "2.0", id: "left", method: "tools/call", params: asked });
    await vi.waitFor(() => expect(signals).toHaveLength(2), PATIENCE);
    second.hangUp();
    await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]), PATIENCE);
    await left.catch(String);
    await first.close();
    await (await kept).body?.cancel();
  });

  test("of a session that is not known begins anew", async () => {
    const client = new HttpClient(server.url, TOKEN);
    await client.initialize();
    await client.close();
    expect((await client.post({ jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(404);
  });

  test("of a session whose name is guessed gets nowhere, whatever it wants there", async () => {
    const client = new HttpClient(server.url, TOKEN);
    await client.initialize();
    const { sessionId = "" } = client;
    for (const id of [
      sessionId.replace(/^./, (first) => (first === "0" ? "1" : "0")),
      "x",
      "../x",
      `${sessionId}x`,
    ]) {
      for (const method of ["POST", "GET", "DELETE"]) {
        expect([id, method, await statusOf(method, { "mcp-session-id": id })]).toEqual([id, method, 404]);
      }
    }
    expect(await client.result("ping")).toEqual({});
  });

  test("where all sessions are at work is told to come again, and none is given up", async () => {
    await server.close();
    server = await listen(0, 3);
    hang();
    const busy = await Promise.all(
      [1, 2, 3].map(async () => {
        const client = new HttpClient(server.url, TOKEN);
        await client.initialize();
        return {
          client,
          call: client.call("askPersona", { persona: "tester", question: "q" }).catch(String),
        };
      }),
    );
    await vi.waitFor(() => expect(signals).toHaveLength(3), PATIENCE);
    expect(await statusOf("POST", {})).toBe(503);
    expect(signals.some(({ aborted }) => aborted)).toBe(false);
    await busy[0]?.client.close();
    expect(await statusOf("POST", {})).toBe(200);
    for (const { client } of busy.slice(1)) await client.close();
    await Promise.all(busy.map(({ call }) => call));
  });

  test("without a session is told so", async () => {
    const response = await new HttpClient(server.url, TOKEN).post({ jsonrpc: "2.0", id: 1, method: "ping" });
    expect(response.status).toBe(400);
  });

  test("many clients: the one that rested longest makes room, one with a question under way does not", async () => {
    hang();
    const busy = new HttpClient(server.url, TOKEN);
    await busy.initialize();
    const call = busy.call("askPersona", { persona: "tester", question: "q" }).catch(String);
    await vi.waitFor(() => expect(signals).toHaveLength(1), PATIENCE);
    const first = new HttpClient(server.url, TOKEN);
    await first.initialize();
    for (let count = 0; count < 63; count++) await new HttpClient(server.url, TOKEN).initialize();
    expect((await first.post({ jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(404);
    expect((await busy.post({ jsonrpc: "2.0", id: 90, method: "ping" })).status).toBe(200);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    await busy.close();
    await call;
  });
});

describe("a client of 2026", () => {
  test("asks without a session", async () => {
    const client = new HttpClient(server.url, TOKEN, MODERN_META);
    expect(await client.call("askPersona", { persona: "tester", question: "ü" })).toMatchObject({
      content: [{ type: "text", text: "tester: ü" }],
    });
    expect(client.sessionId).toBeUndefined();
  });

  test("hears of progress, and cancels by hanging up", async () => {
    hang();
    const client = new HttpClient(server.url, TOKEN, MODERN_META);
    const call = client.call("askPersona", { persona: "tester", question: "q" }, "t-1").catch(String);
    await vi.waitFor(
      () => expect(client.notifications.map(({ params }) => params?.["message"])).toEqual(["working"]),
      PATIENCE,
    );
    client.hangUp();
    await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true]), PATIENCE);
    await call;
  });
});

test("the end interrupts what is under way, of both kinds of clients", async () => {
  hang();
  const old = new HttpClient(server.url, TOKEN);
  await old.initialize();
  const calls = [old, new HttpClient(server.url, TOKEN, MODERN_META)].map((client) =>
    client.call("askPersona", { persona: "tester", question: "q" }).catch(String),
  );
  await vi.waitFor(() => expect(signals).toHaveLength(2), PATIENCE);
  await server.close();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  await Promise.all(calls);
  await expect(fetch(server.url)).rejects.toThrow("fetch failed");
});

test("a port that is taken is told with the fix", async () => {
  const port = Number(new URL(server.url).port);
  await expect(listen(port)).rejects.toMatchObject({
    code: "PORT_TAKEN",
    message: `port ${port} on 127.0.0.1 is in use`,
    fix: "choose another one with --port N; 0 takes any free one",
  });
});

function listen(port: number, mostSessions?: number): Promise<HttpServer> {
  const tools = {
    backend,
    defaults: { projectRoot: tmpdir(), persona: undefined, chain: [], home: "/home/me" },
    log: (text: string) => void logged.push(text),
  };
  const newServer = () => newPersonaServer(tools, { version: "1.2.3" });
  return serveOverHttp({
    newServer,
    port,
    token: TOKEN,
    ...(mostSessions !== undefined && { mostSessions }),
    log: tools.log,
  });
}

/** From now on no question is answered. */
function hang(): void {
  backend.host.answer = (_, { signal, onProgress }) => {
    if (signal) signals.push(signal);
    onProgress?.({ state: "working", message: "working" });
    return new Promise<Asked>((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new Error("cancelled")));
    });
  };
}

/** By hand: `fetch` sets Host and Origin itself. */
function statusOf(
  method: string,
  headers: Record<string, string | undefined>,
  asked = "initialize",
): Promise<number | undefined> {
  const all = {
    authorization: `Bearer ${TOKEN}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const params = asked === "initialize" ? INITIALIZE : {};
  return new Promise((resolve, reject) => {
    const sent = rawRequest(server.url, { method, headers: given }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode));
    });
    sent.on("error", reject);
    sent.end(
      method === "POST" ? JSON.stringify({ jsonrpc: "2.0", id: 1, method: asked, params }) : undefined,
    );
  });
}
