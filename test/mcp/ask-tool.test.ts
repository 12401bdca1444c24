import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { UserError } from "../../src/errors.js";
import { HostError, type Asked } from "../../src/persona/host/host-protocol.js";
import { ServerStage, textOf } from "../support/mcp/server-stage.js";

let stage: ServerStage;

beforeEach(() => {
  stage = new ServerStage();
});

afterEach(() => stage.clear());

test("the answer comes back to the letter, and alone", async () => {
  const answer = `\`\`\`ts\nconst a = "ü 🦊";\n\`\`\`\r\n${"x".repeat(20_000)}\n│ > Try "fix" \u001b[31m `;
  stage.backend.host.answer = ({ persona }) => Promise.resolve({ persona, answer, sessionId: "s-7" });
  const client = await stage.connect();
  expect(await client.call("askPersona", { persona: "tester", question: "What breaks?" })).toEqual({
    content: [{ type: "text", text: answer }],
    _meta: { "claude-auto-continue/persona": "tester", "claude-auto-continue/sessionId": "s-7" },
  });
});

test("all that is given reaches the host", async () => {
  const other = join(stage.folder, "other");
  mkdirSync(join(other, ".git"), { recursive: true });
  mkdirSync(join(other, "src"));
  symlinkSync(join(other, "src"), join(stage.folder, "link"));
  const client = await stage.connect({ chain: ["architect"] });
  await client.call("askPersona", {
    persona: "tester",
    question: "a\nb",
    context: "c",
    projectRoot: join(stage.folder, "link"),
    waitForReset: true,
    timeoutMs: 5000,
  });
  expect(stage.backend.host.asked).toEqual([
    {
      persona: "tester",
      question: "a\nb",
      context: "c",
      projectRoot: other,
      waitForReset: true,
      timeoutMs: 5000,
      chain: ["architect"],
    },
  ]);
});

test.each([
  ["the one that PERSONA_NAME names", { persona: "tester" }, "tester"],
  ["the one that is called as the folder", { projectRoot: "/somewhere/architect" }, "architect"],
])("who names nobody asks %s", async (_, defaults, persona) => {
  const client = await stage.connect(defaults);
  await client.call("askPersona", { question: "Who?" });
  expect(stage.backend.host.asked.map((request) => request.persona)).toEqual([persona]);
});

test.each([
  ["a path as name", { persona: "../x", question: "q" }, 'BAD_REQUEST: "../x" is not a valid persona name'],
  ["an empty name", { persona: "", question: "q" }, 'BAD_REQUEST: "" is not a valid persona name'],
  [
    "no name, in a stage.folder that has none to give",
    { question: "q" },
    'BAD_REQUEST: no persona is named, and the default "my project" is not a valid persona name',
  ],
  ["nothing to ask", { persona: "tester", question: " \n" }, "BAD_REQUEST: the question is empty"],
  [
    "too much to ask",
    { persona: "tester", question: "ü".repeat(524_288), context: "x" },
    "BAD_REQUEST: the question has 1048577 bytes, the limit is 1048576",
  ],
  [
    "a context that is too long",
    { persona: "tester", question: "q", context: "x".repeat(1_048_576) },
    "BAD_REQUEST: the question has 1048577 bytes, the limit is 1048576",
  ],
  [
    "nothing but keys",
    { persona: "tester", question: "\u0000\u001b\u0007\u0003\r\n" },
    "BAD_REQUEST: the question is empty",
  ],
  [
    "an absolute path as name",
    { persona: "/etc", question: "q" },
    'BAD_REQUEST: "/etc" is not a valid persona name',
  ],
  [
    "a name of 10 KB",
    { persona: "x".repeat(10_240), question: "q" },
    `BAD_REQUEST: "${"x".repeat(200)}" is not a valid persona name`,
  ],
  [
    "a name with a letter that only looks like one",
    { persona: "t\u0435ster", question: "q" },
    'BAD_REQUEST: "t\u0435ster" is not a valid persona name',
  ],
  [
    "a name with control characters",
    { persona: "tester\u001b[2J\n", question: "q" },
    'BAD_REQUEST: "tester\\u001b[2J\\n" is not a valid persona name',
  ],
  [
    "a file as project",
    { persona: "tester", question: "q", projectRoot: "/etc/passwd" },
    "NO_SUCH_PROJECT: /etc/passwd is not a directory",
  ],
  [
    "a project with a NUL in it",
    { persona: "tester", question: "q", projectRoot: "/tmp\u0000/x" },
    "NO_SUCH_PROJECT: /tmp\u0000/x is not a directory",
  ],
  [
    "a project of 100 KB",
    { persona: "tester", question: "q", projectRoot: `/${"x".repeat(100_000)}` },
    `NO_SUCH_PROJECT: /${"x".repeat(499)} is not a directory`,
  ],
  [
    "a relative project",
    { persona: "tester", question: "q", projectRoot: "../.." },
    'BAD_REQUEST: projectRoot is not an absolute path: "../.."',
  ],
  [
    "a project that is not there",
    { persona: "tester", question: "q", projectRoot: "/nowhere/at/all" },
    "NO_SUCH_PROJECT: /nowhere/at/all is not a directory",
  ],
])("%s is refused, with the fix", async (_, args, message) => {
  const client = await stage.connect({ projectRoot: "/home/me/my project" });
  const result = await client.call("askPersona", args);
  expect(textOf(result).split("\n")[0]).toBe(message);
  expect(textOf(result).split("\n")[1]).toMatch(/^fix: ./);
  expect(result["isError"]).toBe(true);
  expect(stage.backend.host.asked).toEqual([]);
});

test("exactly 1 MB is asked", async () => {
  const question = "ü".repeat(524_288);
  const client = await stage.connect();
  const result = await client.call("askPersona", { persona: "tester", question });
  expect(textOf(result)).toBe(`tester: ${question}`);
});

test("arguments of the wrong kind are told", async () => {
  const client = await stage.connect();
  const result = await client.call("askPersona", { question: 7, timeoutMs: 1 });
  expect(result["isError"]).toBe(true);
  expect(textOf(result)).toContain("question");
  expect(textOf(result)).toContain("timeoutMs");
});

test.each([0, -1, 999, 1000.5, 86_400_001, 1e300, "5s", null])(
  "a timeoutMs of %j is refused",
  async (timeoutMs) => {
    const client = await stage.connect();
    const result = await client.call("askPersona", { persona: "tester", question: "q", timeoutMs });
    expect(result["isError"]).toBe(true);
    expect(textOf(result)).toContain("timeoutMs");
    expect(stage.backend.host.asked).toEqual([]);
  },
);

test("what the host cannot do is a result with the fix, and what is remembered is offered as such", async () => {
  stage.backend.host.answer = () =>
    Promise.reject(
      new HostError({
        code: "LIMITED",
        message: "tester is at a usage limit",
        fix: "ask again then",
        limitedUntil: "2026-11-16T12:00:00.000Z",
        remembered: { answer: "Nothing\nbreaks.", timestamp: "2026-11-15T09:00:00.000Z" },
      }),
    );
  const client = await stage.connect();
  expect(await client.call("askPersona", { persona: "tester", question: "q" })).toEqual({
    isError: true,
    content: [
      {
        type: "text",
        text: [
          "LIMITED: tester is at a usage limit",
          "fix: ask again then",
          "",
          "The answer to the same question of 2026-11-15T09:00:00.000Z, from memory; it may be out of date:",
          "",
          "Nothing\nbreaks.",
        ].join("\n"),
      },
    ],
    _meta: {
      "claude-auto-continue/code": "LIMITED",
      "claude-auto-continue/limitedUntil": "2026-11-16T12:00:00.000Z",
    },
  });
});

test("errors for the user keep their fix; a bug is told as one, its stack on standard error", async () => {
  const client = await stage.connect();
  stage.backend.host.answer = () => Promise.reject(new UserError("NO_HOST", "no host", { fix: "look" }));
  expect(textOf(await client.call("askPersona", { persona: "tester", question: "q" }))).toBe(
    "NO_HOST: no host\nfix: look",
  );
  expect(stage.logged).toEqual([]);
  stage.backend.host.answer = () => Promise.reject(new TypeError("x is not a function"));
  const result = await client.call("askPersona", { persona: "tester", question: "q" });
  expect(textOf(result)).toMatch(/^FAILED: a bug in claude-auto-continue: x is not a function\nfix: /);
  expect(stage.logged.join("\n")).toContain("TypeError: x is not a function\n    at ");
});

test("progress is told to who asked for it, each time with a greater number", async () => {
  stage.backend.host.answer = ({ persona }, { onProgress }) => {
    onProgress?.({ state: "starting", message: "starting tester" });
    onProgress?.({ state: "working", message: "working" });
    onProgress?.({ state: "working", message: "working" });
    return Promise.resolve({ persona, answer: "done", sessionId: undefined });
  };
  const client = await stage.connect();
  await client.call("askPersona", { persona: "tester", question: "q" });
  expect(client.notifications).toEqual([]);
  await client.call("askPersona", { persona: "tester", question: "q" }, "t-1");
  expect(client.notifications.map(({ method, params }) => [method, params])).toEqual([
    ["notifications/progress", { progressToken: "t-1", progress: 1, message: "starting tester" }],
    ["notifications/progress", { progressToken: "t-1", progress: 2, message: "working" }],
  ]);
});

test("a call that is cancelled interrupts the question", async () => {
  const signals: (AbortSignal | undefined)[] = [];
  stage.backend.host.answer = (_, { signal }) => {
    signals.push(signal);
    return new Promise<Asked>(() => undefined);
  };
  const client = await stage.connect();
  const requestId = client.nextId;
  void client.call("askPersona", { persona: "tester", question: "q" });
  await vi.waitFor(() => expect(signals.map((signal) => signal?.aborted)).toEqual([false]), PATIENCE);
  client.notify("notifications/cancelled", { requestId, reason: "enough" });
  await vi.waitFor(() => expect(signals.map((signal) => signal?.aborted)).toEqual([true]), PATIENCE);
});

const PATIENCE = { timeout: 30_000 };
