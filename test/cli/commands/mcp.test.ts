import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { stateDir, type Surroundings } from "../../../src/host/paths.js";
import { Memory } from "../../../src/persona/memory/memory.js";
import { runHost } from "../../../src/persona/host/run-host.js";
import { HttpClient, MODERN_META } from "../../support/mcp/http-client.js";
import { StdioClient } from "../../support/mcp/stdio-client.js";
import { cancelledBy } from "../../support/persona/fake-session.js";
import { HostStage } from "../../support/persona/host-stage.js";
import { CAC, runCac } from "../../support/cli/run-cac.js";

// The host runs in this process with sessions that are fakes; everything between it and the client is real.
let stage: HostStage;
let where: Surroundings;
let env: Record<string, string>;
let clients: StdioClient[];
let ending: AbortController;
let hosting: Promise<boolean> | undefined;

beforeEach(() => {
  stage = new HostStage();
  const home = stage.folder("home");
  env = { HOME: home, PATH: process.env["PATH"] ?? "" };
  where = { env, home, platform: process.platform };
  clients = [];
  ending = new AbortController();
  hosting = undefined;
  stage.persona("tester");
  writePersona("tester", "You are the tester. You find what breaks.");
});

afterEach(async () => {
  for (const client of clients) {
    client.hangUp();
    await client.exited;
    if (client.strayLines.length > 0) throw new Error(`not JSON-RPC: ${client.strayLines.join("\n")}`);
  }
  ending.abort();
  await hosting;
  await stage.clear();
});

describe("a client of 2025", () => {
  test("finds what there is", async () => {
    const client = await connected();
    const tools = await client.result("tools/list");
    expect((tools["tools"] as { name: string }[]).map(({ name }) => name)).toEqual([
      "askPersona",
      "listPersonas",
      "personaStatus",
      "endPersonaSession",
      "readPersonaMemory",
    ]);
    const personas = [
      { name: "tester", origin: "global", description: "You are the tester." },
      { name: "writer", origin: "project", description: "You write." },
    ];
    writePersona("writer", "You write.", join(stage.project, ".claude", "personas"));
    expect((await client.call("listPersonas"))["structuredContent"]).toEqual({ personas });
    expect(await client.result("resources/read", { uri: "persona://writer" })).toEqual({
      contents: [{ uri: "persona://writer", mimeType: "text/markdown", text: "You write." }],
    });
    expect(await client.result("prompts/list")).toMatchObject({
      prompts: [{ name: "tester" }, { name: "writer" }],
    });
    expect(await client.result("ping")).toEqual({});
  });

  test("in a persona's session: the host is told when the tools are known, and not before", async () => {
    const file = join(stage.folder("run"), "listed");
    const client = await connected({ more: { CAC_MCP_LISTED: file } });
    expect(existsSync(file)).toBe(false);
    await client.result("tools/list");
    await vi.waitUntil(() => existsSync(file), PATIENCE);
    // A second list is no news.
    await client.result("tools/list");
    expect(await client.result("ping")).toEqual({});
  });

  test("is told what it did wrong, and is served on", async () => {
    const client = await connected();
    client.write("{ no json");
    expect((await client.request("no/such/method")).error?.code).toBe(-32_601);
    expect((await client.request("tools/call", { name: "rm" })).error?.code).toBe(-32_602);
    const tooLong = { persona: "tester", question: "x".repeat(12 * 1024 * 1024) };
    expect(await client.call("askPersona", tooLong)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^BAD_REQUEST: the question has 12582912 bytes, /) }],
    });
    expect(await client.call("askPersona", { persona: "../x", question: "q" })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^BAD_REQUEST: "..\/x" is not a valid persona name\nfix: /) }],
    });
    expect(await client.result("ping")).toEqual({});
    expect(client.errors).not.toContain("    at ");
  });

  test("asks, and hears of it meanwhile", async () => {
    const text = `\`\`\`sh\necho "ü 🦊"\n\`\`\`\n${"x".repeat(20_000)}`;
    stage.behaviour = (question, _, { onProgress }) => {
      onProgress({ state: "working", message: "reads files" });
      return { type: "answered", text: `${question}\n${text}` };
    };
    const client = await connected();
    await hostUp();
    const result = await client.call("askPersona", { persona: "tester", question: "What\nbreaks?" }, "t-1");
    expect(result).toEqual({
      content: [{ type: "text", text: `What\nbreaks?\n${text}` }],
      _meta: { "claude-auto-continue/persona": "tester", "claude-auto-continue/sessionId": "conversation-1" },
    });
    const told = client.notifications.map(({ method, params }) => [method, params?.["message"]]);
    expect(told).toContainEqual(["notifications/progress", "reads files"]);
    expect(stage.started.map(({ order }) => order.projectRoot)).toEqual([stage.project]);
    // The answer is on its way before its session is free again.
    await expect.poll(() => statusOf(client), { timeout: 60_000 }).toEqual([["tester", "ready"]]);
    expect((await client.call("endPersonaSession", { persona: "tester" }))["structuredContent"]).toEqual({
      ended: 1,
    });
    expect(await statusOf(client)).toEqual([]);
  });

  test("two servers share one session, and each gets its own answers", async () => {
    await hostUp();
    const both = await Promise.all([connected(), connected()]);
    const answers = await Promise.all(
      both.flatMap((client, which) =>
        [1, 2, 3].map(async (count) => {
          const question = `question ${count} of ${which}`;
          const { content } = await client.call("askPersona", { persona: "tester", question });
          return [question, content];
        }),
      ),
    );
    for (const [question, content] of answers) {
      expect(content).toEqual([{ type: "text", text: `answer to ${String(question)}` }]);
    }
    expect(stage.started).toHaveLength(1);
    expect(stage.started[0]?.asked).toHaveLength(6);
  });

  test("cancels, and the session is interrupted and can be asked again", async () => {
    const signals = hang();
    await hostUp();
    const client = await connected();
    const requestId = client.nextId;
    void client.call("askPersona", { persona: "tester", question: "q" });
    await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([false]), PATIENCE);
    client.notify("notifications/cancelled", { requestId, reason: "AbortError: user-cancel" });
    await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true]), PATIENCE);
    stage.behaviour = () => ({ type: "answered", text: "here" });
    expect(await client.call("askPersona", { persona: "tester", question: "q" })).toMatchObject({
      content: [{ text: "here" }],
    });
    expect(stage.started).toHaveLength(1);
  });

  test("goes in the middle of an answer: the question is cancelled, and the server ends", async () => {
    const signals = hang();
    await hostUp();
    const client = await connected();
    void client.call("askPersona", { persona: "tester", question: "q" });
    await vi.waitFor(() => expect(signals).toHaveLength(1), PATIENCE);
    client.hangUp();
    expect(await client.exited).toEqual([0, null]);
    await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true]), PATIENCE);
    expect(client.errors).toBe("");
  });

  test("a fault of the host's is a result with its fix", async () => {
    stage.behaviour = () => ({ type: "permission", call: "Bash(rm -rf x)", why: "No rule allows it." });
    await hostUp();
    const client = await connected();
    const result = await client.call("askPersona", { persona: "tester", question: "q" });
    expect(result).toMatchObject({
      isError: true,
      content: [
        {
          text: expect.stringMatching(
            /^PERMISSION: tester asks leave for Bash\(rm -rf x\): No rule allows it\.\nfix: ./,
          ),
        },
      ],
      _meta: { "claude-auto-continue/code": "PERMISSION" },
    });
  });
});

test("a client of 2026 finds and asks without a handshake", async () => {
  await hostUp();
  const client = await started();
  const meta = { _meta: MODERN_META };
  expect(await client.result("server/discover", meta)).toMatchObject({
    supportedVersions: expect.arrayContaining(["2026-07-28"]),
    capabilities: { tools: {}, resources: {}, prompts: {} },
  });
  const args = { name: "askPersona", arguments: { persona: "tester", question: "ü" } };
  expect(await client.result("tools/call", { ...args, ...meta })).toMatchObject({
    content: [{ type: "text", text: "answer to ü" }],
  });
});

test("PERSONA_NAME is whom a question means, in the project around", async () => {
  await hostUp();
  mkdirSync(join(stage.project, ".git"));
  const client = await connected({ cwd: stage.folder("project/src"), more: { PERSONA_NAME: "tester" } });
  expect(await client.call("askPersona", { question: "Who?" })).toMatchObject({
    content: [{ text: "answer to Who?" }],
  });
  expect(stage.started.map(({ order }) => order.projectRoot)).toEqual([stage.project]);
});

test("a persona's memory is read without a host", async () => {
  const [persona, projectRoot] = ["tester", stage.project];
  const memory = new Memory({ stateDirectory: stateDir(where), persona, projectRoot, mostBytes: 1_000_000 });
  const exchange = (question: string, day: number) =>
    memory.append({
      question,
      response: `to ${question}`,
      timestamp: `2026-11-0${day}T00:00:00.000Z`,
      session: "s",
    });
  await exchange("old cache", 1);
  await exchange("new cache", 2);
  await exchange("other", 3);
  const client = await connected();
  expect((await client.call("readPersonaMemory", { persona, search: "CACHE" }))["structuredContent"]).toEqual(
    {
      exchanges: [
        { timestamp: "2026-11-02T00:00:00.000Z", question: "new cache", response: "to new cache" },
        { timestamp: "2026-11-01T00:00:00.000Z", question: "old cache", response: "to old cache" },
      ],
    },
  );
  expect(await statusOf(client)).toEqual([]);
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s ends it in order", async (signal) => {
  const client = await connected();
  client.process.kill(signal);
  expect(await client.exited).toEqual([0, null]);
  expect(client.errors).toBe("");
});

test("over HTTP: the address and where the token is are told, the token is not", async () => {
  await hostUp();
  const child = spawn(process.execPath, [CAC, "mcp", "--http", "--port", "0"], { env, cwd: stage.project });
  const exited = once(child, "exit");
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  await vi.waitFor(() => expect(lines).toHaveLength(3), PATIENCE);
  const file = join(stateDir(where), "mcp-token");
  const token = readFileSync(file, "utf8").trim();
  const url = /http:\S+(?=;)/.exec(lines[0] ?? "")?.[0] ?? "";
  expect(lines).toEqual([
    `listening at ${url}; Ctrl+C ends it`,
    `the token is in ${file}`,
    `claude mcp add-json personas '{"type":"http","url":"${url}","headersHelper":"cac mcp --headers"}'`,
  ]);
  const headers = spawnSync(process.execPath, [CAC, "mcp", "--headers"], { env, encoding: "utf8" }).stdout;
  expect(JSON.parse(headers)).toEqual({ Authorization: `Bearer ${token}` });
  expect(new URL(url).hostname).toBe("127.0.0.1");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const client = new HttpClient(url, token);
  await client.initialize();
  expect(await client.call("askPersona", { persona: "tester", question: "q" })).toMatchObject({
    content: [{ text: "answer to q" }],
  });
  child.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
});

test.each([
  [
    ["mcp", "add", "x", "--", "a b"],
    "cac: cac mcp takes no argument \"add\"\nfix: for Claude Code's own command: cac -- mcp add x 'a b'\n",
  ],
  [["mcp", "--port", "1"], "cac: --port needs --http\nfix: cac mcp --http --port N\n"],
  [
    ["mcp", "--http", "--port", "65536"],
    "cac: option '--port <n>' argument '65536' is invalid. give a number from 0 to 65535\nfix: cac help mcp\n",
  ],
])("%j is called the wrong way", (args, err) => {
  expect(runCac(args, env)).toEqual({ code: 2, out: "", err });
});

const PATIENCE = { timeout: 30_000 };

async function hostUp(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    hosting = runHost({ where, makeHost: () => stage.host(), signal: ending.signal, onReady: resolve });
    hosting.catch(reject);
  });
}

async function started({ cwd = stage.project, more = {} } = {}): Promise<StdioClient> {
  const client = new StdioClient({ env: { ...env, ...more }, cwd });
  clients.push(client);
  await once(client.process, "spawn");
  return client;
}

async function connected(options: Parameters<typeof started>[0] = {}): Promise<StdioClient> {
  const client = await started(options);
  await client.initialize();
  return client;
}

async function statusOf(client: StdioClient): Promise<string[][]> {
  const { sessions } = (await client.call("personaStatus"))["structuredContent"] as {
    sessions: { persona: string; state: string }[];
  };
  return sessions.map(({ persona, state }) => [persona, state]);
}

/** From now on no question is answered; what each is cancelled by. */
function hang(): AbortSignal[] {
  const signals: AbortSignal[] = [];
  stage.behaviour = (_question, _session, { signal }) => {
    signals.push(signal);
    return cancelledBy(signal);
  };
  return signals;
}

function writePersona(
  name: string,
  identity: string,
  directory = join(where.home, ".config", "claude-auto-continue", "personas"),
): void {
  mkdirSync(join(directory, name), { recursive: true });
  writeFileSync(join(directory, name, "CLAUDE.md"), identity);
}
