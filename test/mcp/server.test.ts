import { afterEach, beforeEach, expect, test } from "vitest";

import type { PersonaStatus } from "../../src/persona/host/host-protocol.js";
import type { RpcClient } from "../support/mcp/rpc-client.js";
import { ServerStage, textOf } from "../support/mcp/server-stage.js";

let stage: ServerStage;

beforeEach(() => {
  stage = new ServerStage();
});

afterEach(() => stage.clear());

test("what it says it is, and what it offers", async () => {
  const client = await stage.connect();
  expect(stage.greeting).toMatchObject({
    protocolVersion: "2025-11-25",
    serverInfo: { name: "claude-auto-continue", title: "Personas", version: "1.2.3" },
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    instructions: expect.stringContaining("listPersonas lists them"),
  });
  expect(await client.result("ping")).toEqual({});
  const { tools } = (await client.result("tools/list")) as { tools: Record<string, unknown>[] };
  expect(tools.map(({ name, annotations }) => [name, annotations])).toEqual([
    ["askPersona", hints({ readOnly: false, destructive: true, idempotent: false, openWorld: true })],
    ["listPersonas", hints({ readOnly: true, destructive: false, idempotent: true, openWorld: false })],
    ["personaStatus", hints({ readOnly: true, destructive: false, idempotent: true, openWorld: false })],
    ["endPersonaSession", hints({ readOnly: false, destructive: true, idempotent: true, openWorld: false })],
    ["readPersonaMemory", hints({ readOnly: true, destructive: false, idempotent: true, openWorld: false })],
  ]);
  const [ask] = tools as { inputSchema: { properties: object; required: string[] }; _meta: object }[];
  expect(Object.keys(ask?.inputSchema.properties ?? {})).toEqual([
    "persona",
    "question",
    "context",
    "projectRoot",
    "waitForReset",
    "timeoutMs",
  ]);
  expect(ask?.inputSchema.required).toEqual(["question"]);
  const { _meta: meta } = ask ?? {};
  expect(meta).toEqual({ "anthropic/maxResultSizeChars": 500_000, "anthropic/alwaysLoad": true });
});

test("listPersonas: also the broken ones, with why", async () => {
  const client = await stage.connect();
  const result = await client.call("listPersonas");
  expect(result["structuredContent"]).toEqual({
    personas: [
      { name: "architect", origin: "global", description: "Knows how it all fits together" },
      { name: "tester", origin: "global", description: "Finds what breaks" },
      { name: "broken", origin: "global", description: "", problem: "CLAUDE.md is missing" },
    ],
  });
  expect(JSON.parse(textOf(result))).toEqual(result["structuredContent"]);
});

test("personaStatus: all, or those of a persona or a project", async () => {
  stage.backend.host.sessions = [
    aSession("tester", stage.folder),
    aSession("architect", stage.folder),
    aSession("tester", "/other"),
  ];
  const client = await stage.connect();
  const shown = async (args: object) => {
    const { sessions } = (await client.call("personaStatus", args))["structuredContent"] as {
      sessions: { persona: string; projectRoot: string }[];
    };
    return sessions.map(({ persona, projectRoot }) => [persona, projectRoot]);
  };
  expect(await shown({})).toHaveLength(3);
  expect(await shown({ persona: "tester" })).toEqual([
    ["tester", stage.folder],
    ["tester", "/other"],
  ]);
  expect(await shown({ persona: "tester", projectRoot: stage.folder })).toEqual([["tester", stage.folder]]);
  expect((await client.call("personaStatus", { persona: "architect" }))["structuredContent"]).toEqual({
    sessions: [
      {
        persona: "architect",
        projectRoot: stage.folder,
        state: "ready",
        pid: 12,
        queued: 0,
        questions: 3,
        memoryMb: 210.5,
        since: "2026-11-16T07:00:00.000Z",
      },
    ],
  });
});

test("endPersonaSession: one, or all, but never all by omission", async () => {
  const client = await stage.connect();
  expect((await client.call("endPersonaSession", { persona: "tester" }))["structuredContent"]).toEqual({
    ended: 2,
  });
  await client.call("endPersonaSession", { all: true });
  await client.call("endPersonaSession", { all: true, projectRoot: stage.folder });
  expect(stage.backend.host.ended).toEqual([
    { persona: "tester", projectRoot: stage.folder },
    {},
    { projectRoot: stage.folder },
  ]);
  for (const args of [{}, { all: false }, { persona: "tester", all: true }]) {
    expect(textOf(await client.call("endPersonaSession", args))).toBe(
      "BAD_REQUEST: the call does not say which session to end\nfix: give either persona or all: true; personaStatus shows what runs",
    );
  }
  expect(stage.backend.host.ended).toHaveLength(3);
});

test("readPersonaMemory: what was said, without asking", async () => {
  stage.backend.exchanges = [
    { timestamp: "2026-11-16T07:00:00.000Z", question: "q", context: "c", response: "r" },
    { timestamp: "2026-11-15T07:00:00.000Z", question: "q2", response: "r2" },
  ];
  const client = await stage.connect();
  const result = await client.call("readPersonaMemory", { persona: "tester", search: "r", limit: 3 });
  expect(result["structuredContent"]).toEqual({ exchanges: stage.backend.exchanges });
  await client.call("readPersonaMemory", { persona: "tester" });
  expect(stage.backend.queries).toEqual([
    { persona: "tester", projectRoot: stage.folder, search: "r", most: 3 },
    { persona: "tester", projectRoot: stage.folder, search: undefined, most: 10 },
  ]);
  stage.backend.exchanges = [];
  expect(await client.call("readPersonaMemory", { persona: "tester" })).toMatchObject({
    structuredContent: { exchanges: [] },
  });
  expect(textOf(await client.call("readPersonaMemory", { persona: "testre" }))).toBe(
    `NO_SUCH_PERSONA: there is no persona "testre" in ${stage.folder}\nfix: listPersonas lists all personas`,
  );
  const refused = await client.call("readPersonaMemory", { persona: "../../etc" });
  expect(textOf(refused)).toMatch(/^BAD_REQUEST: "..\/..\/etc" is not a valid persona name\n/);
});

test("personas are resources", async () => {
  const client = await stage.connect();
  expect(await client.result("resources/list")).toEqual({
    resources: [
      {
        ...RESOURCE,
        uri: "persona://architect",
        name: "architect",
        description: "Knows how it all fits together",
      },
      { ...RESOURCE, uri: "persona://tester", name: "tester", description: "Finds what breaks" },
    ],
  });
  expect(await client.result("resources/read", { uri: "persona://tester" })).toEqual({
    contents: [{ uri: "persona://tester", mimeType: "text/markdown", text: "You are the tester." }],
  });
  for (const uri of ["persona://nobody", "persona://..%2Fx", "persona://../x", "file:///etc/passwd"]) {
    const { error, result } = await client.request("resources/read", { uri });
    expect([uri, result, error?.code]).toEqual([uri, undefined, -32_602]);
  }
  const { error } = await client.request("resources/read", { uri: "persona://broken" });
  expect(error).toMatchObject({
    code: -32_603,
    message: "the persona broken cannot be used: CLAUDE.md is missing; fix: write it",
  });
  expect(
    await client.result("completion/complete", {
      ref: { type: "ref/resource", uri: "persona://{name}" },
      argument: { name: "name", value: "te" },
    }),
  ).toEqual({ completion: { values: ["tester"], total: 1, hasMore: false } });
});

test("personas are prompts, also one that came after the client", async () => {
  const client = await stage.connect();
  const names = async () =>
    ((await client.result("prompts/list")) as { prompts: { name: string }[] }).prompts.map(
      ({ name }) => name,
    );
  expect(await names()).toEqual(["architect", "tester"]);
  stage.backend.personas = stage.backend.personas.slice(1);
  expect(await names()).toEqual(["tester"]);
  expect(await promptOf(client, { name: "tester" })).toMatch(
    /^Consult the persona "tester" with the tool askPersona about what we are working on\. /,
  );
  expect(await promptOf(client, { name: "tester", arguments: { about: "src/login.ts" } })).toMatch(
    /^Consult the persona "tester" with the tool askPersona about src\/login\.ts\. /,
  );
  const { error } = await client.request("prompts/get", { name: "architect" });
  expect(error).toEqual({
    code: -32_602,
    message: 'there is no persona "architect"; cac persona list shows them',
  });
});

const RESOURCE = { title: "A persona", mimeType: "text/markdown" };

function aSession(persona: string, projectRoot: string): PersonaStatus {
  return {
    persona,
    projectRoot,
    state: "ready",
    pid: 12,
    sessionId: undefined,
    queued: 0,
    questions: 3,
    memoryMb: 210.5,
    since: "2026-11-16T07:00:00.000Z",
    idleSince: undefined,
  };
}

async function promptOf(client: RpcClient, params: object): Promise<string> {
  const { messages } = (await client.result("prompts/get", params)) as {
    messages: { role: string; content: { type: string; text: string } }[];
  };
  expect(messages.map(({ role }) => role)).toEqual(["user"]);
  return messages[0]?.content.text ?? "";
}

function hints(of: {
  readOnly: boolean;
  destructive: boolean;
  idempotent: boolean;
  openWorld: boolean;
}): object {
  return {
    readOnlyHint: of.readOnly,
    destructiveHint: of.destructive,
    idempotentHint: of.idempotent,
    openWorldHint: of.openWorld,
  };
}
