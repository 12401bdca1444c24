import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { MODERN_META } from "../support/mcp/http-client.js";
import { INITIALIZE } from "../support/mcp/rpc-client.js";
import { StdioClient } from "../support/mcp/stdio-client.js";

// Over stdio, what scripts/mcp-conformance.mjs holds the HTTP server to. Its other scenarios are about HTTP itself: sessions,
// headers, Host and Origin.
let home: string;
let client: StdioClient;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "cac-protocol-")));
  const folder = join(home, ".config", "claude-auto-continue", "personas", "tester");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "CLAUDE.md"), "You are the tester.");
  client = new StdioClient({ env: { HOME: home, PATH: process.env["PATH"] ?? "" }, cwd: home });
});

afterEach(async () => {
  client.hangUp();
  await client.exited;
  if (client.strayLines.length > 0) throw new Error(`not JSON-RPC: ${client.strayLines.join("\n")}`);
  rmSync(home, { recursive: true, force: true });
});

const TOOLS = ["askPersona", "listPersonas", "personaStatus", "endPersonaSession", "readPersonaMemory"];
const TESTER = { name: "tester", description: "You are the tester." };

describe("2025-11-25", () => {
  // server-initialize
  test.each([
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["1900-01-01", "2025-11-25"],
  ])("a client of %s is greeted with %s", async (protocolVersion, agreed) => {
    expect(await client.result("initialize", { ...INITIALIZE, protocolVersion })).toMatchObject({
      protocolVersion: agreed,
      serverInfo: { name: "claude-auto-continue" },
      capabilities: { tools: {}, resources: {}, prompts: {} },
    });
  });

  // ping, tools-list, resources-list, prompts-list
  test("lists", async () => {
    await client.initialize();
    expect(await client.result("ping")).toEqual({});
    expect(namesIn(await client.result("tools/list"), "tools")).toEqual(TOOLS);
    expect(await client.result("resources/list")).toMatchObject({
      resources: [{ ...TESTER, uri: "persona://tester" }],
    });
    expect(await client.result("prompts/list")).toMatchObject({ prompts: [TESTER] });
  });

  // server-sse-multiple-streams
  test("many requests at once, each with its own answer", async () => {
    await client.initialize();
    expect(await askAtOnce()).toEqual(NOBODIES.map((uri) => `Resource not found: ${uri}`));
  });
});

describe("2026-07-28", () => {
  const meta = { _meta: MODERN_META };

  // server-stateless, caching
  test("is discovered, and serves whatever comes first, with how long it holds", async () => {
    const cached = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
    const tools = await client.result("tools/list", meta);
    expect(namesIn(tools, "tools")).toEqual(TOOLS);
    expect(tools).toMatchObject(cached);
    expect(await client.result("server/discover", meta)).toMatchObject({
      ...cached,
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {}, resources: {}, prompts: {} },
    });
    expect(await client.result("resources/list", meta)).toMatchObject({ ...cached, resources: [TESTER] });
    expect(await client.result("prompts/list", meta)).toMatchObject({ ...cached, prompts: [TESTER] });
    expect(await client.result("resources/read", { uri: "persona://tester", ...meta })).toMatchObject({
      ...cached,
      contents: [{ text: "You are the tester." }],
    });
    // What the revision has taken away.
    expect((await client.request("ping", meta)).error?.code).toBe(-32_601);
  });

  // server-sse-multiple-streams
  test("many requests at once, each with its own answer", async () => {
    expect(await askAtOnce(meta)).toEqual(NOBODIES.map((uri) => `Resource not found: ${uri}`));
  });

  // sep-2164-resource-not-found
  test("a resource that is not there", async () => {
    const { error } = await client.request("resources/read", { uri: "persona://nobody", ...meta });
    expect(error).toEqual({
      code: -32_602,
      message: "Resource not found: persona://nobody",
      data: { uri: "persona://nobody" },
    });
  });
});

describe("what a stranger sends", () => {
  test("that is no message is skipped, with one line about it on standard error", async () => {
    await client.initialize();
    const lines = [
      "",
      "null",
      "7",
      "[]",
      '"x"',
      "{",
      "\u0000\u0001\u00ff",
      '{"jsonrpc":"1.0","id":4,"method":"ping"}',
    ];
    for (const line of lines) client.write(line);
    client.notify("notifications/whatever", { x: 1 });
    expect(await client.result("ping")).toEqual({});
    const told = client.errors.split("\n").filter((line) => line !== "");
    expect(new Set(told)).toEqual(new Set(["cac mcp: received something that is not a protocol message"]));
    expect(told.length).toBeLessThanOrEqual(lines.length);
  });

  test("half of, and goes", async () => {
    await client.initialize();
    client.process.stdin?.write('{"jsonrpc":"2.0","id":9,"method":"pi');
    client.hangUp();
    expect(await client.exited).toEqual([0, null]);
    expect(client.errors).toBe("");
  });
});

function namesIn(result: Record<string, unknown>, key: string): string[] {
  return (result[key] as { name: string }[]).map(({ name }) => name);
}

const NOBODIES = Array.from({ length: 50 }, (_, at) => `persona://nobody-${at}`);

/** What is said of each of them. */
async function askAtOnce(meta: object = {}): Promise<(string | undefined)[]> {
  const asked = NOBODIES.map((uri) => client.request("resources/read", { uri, ...meta }));
  return (await Promise.all(asked)).map(({ error }) => error?.message);
}
