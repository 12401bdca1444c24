import { afterEach, beforeEach, expect, test } from "vitest";

import { WHO_ARE_YOU } from "../../../src/persona/session/drift.js";
import type { TurnOutcome } from "../../../src/driver/turn/open-turn.js";
import type { Progress } from "../../../src/persona/session/hosted-session.js";
import { error } from "../../../src/persona/host/host-fault.js";
import { cancelledBy } from "../../support/persona/fake-session.js";
import { ECHO, faultOf, HostStage } from "../../support/persona/host-stage.js";

let stage: HostStage;

beforeEach(() => {
  stage = new HostStage();
  stage.persona("tester");
});

afterEach(() => stage.clear());

test("a session is started on the first question and asked again on the second", async () => {
  const host = await stage.host();
  const progress: Progress[] = [];
  const request = { persona: "tester", question: "one?", projectRoot: stage.project };
  expect(await host.ask(request, { onProgress: (each) => progress.push(each) })).toEqual({
    persona: "tester",
    answer: "answer to one?",
    sessionId: "conversation-1",
  });
  expect((await host.ask({ ...request, question: "two?" })).answer).toBe("answer to two?");
  expect(stage.started.map(({ order, asked }) => ({ order, asked }))).toEqual([
    {
      order: {
        persona: stage.personas.get("tester"),
        projectRoot: stage.project,
        resume: undefined,
        systemPrompt: "You are tester.",
      },
      asked: ["one?", "two?"],
    },
  ]);
  expect(progress).toEqual([{ state: "starting", message: `tester in ${stage.project}` }]);
  const { exchanges } = await stage.memory("tester").read();
  expect(exchanges.map(({ question, response, session }) => ({ question, response, session }))).toEqual([
    { question: "one?", response: "answer to one?", session: "conversation-1" },
    { question: "two?", response: "answer to two?", session: "conversation-1" },
  ]);
});

test("questions to one session come one at a time, in their order, and say how many are before them", async () => {
  const host = await stage.host();
  const order: string[] = [];
  stage.behaviour = async (question) => {
    order.push(`begin ${question}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push(`end ${question}`);
    return { type: "answered", text: question };
  };
  const progress: string[] = [];
  const asked = ["a", "b", "c"].map((question) =>
    host.ask(
      { persona: "tester", question, projectRoot: stage.project },
      { onProgress: ({ state, message }) => state === "queued" && progress.push(`${question}: ${message}`) },
    ),
  );
  expect((await Promise.all(asked)).map(({ answer }) => answer)).toEqual(["a", "b", "c"]);
  expect(order).toEqual(["begin a", "end a", "begin b", "end b", "begin c", "end c"]);
  expect(progress).toEqual(["b: 1 before it", "c: 2 before it"]);
});

test.each<[string, object, object]>([
  [
    "a path as a name",
    { persona: "../x" },
    {
      code: "BAD_REQUEST",
      message: '"../x" is not a valid persona name',
      fix: "use letters, digits, - and _, at most 64, with a letter or digit first; cac persona list shows all personas",
    },
  ],
  ["an unknown persona", { persona: "nobody" }, { code: "NO_SUCH_PERSONA" }],
  [
    "a mistyped persona",
    { persona: "tetser" },
    {
      code: "NO_SUCH_PERSONA",
      fix: "did you mean tester? cac persona list shows all personas, cac persona new tetser creates it",
    },
  ],
  ["an empty question", { question: " \n" }, { code: "BAD_REQUEST", message: "the question is empty" }],
  [
    "a question over the limit",
    { question: "x".repeat(1024 * 1024), context: "y" },
    { code: "BAD_REQUEST", message: "the question has 1048577 bytes, the limit is 1048576" },
  ],
  ["no such project", { projectRoot: "/no/such/place" }, { message: "/no/such/place is not a directory" }],
  ["a relative project", { projectRoot: "x" }, { message: 'the project root "x" is not an absolute path' }],
  ["itself", { chain: ["tester"] }, { code: "CYCLE", message: "tester would ask itself: tester -> tester" }],
  [
    "too deep",
    { chain: ["a", "b", "c"] },
    {
      code: "CYCLE",
      message: "too many personas ask each other: a -> b -> c -> tester; at most 3 may lead to a question",
    },
  ],
])("%s is refused, and leaves nothing behind", async (_, changes, fault) => {
  const host = await stage.host();
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  expect(await faultOf(host.ask({ ...request, ...changes }))).toMatchObject(fault);
  expect(stage.started).toEqual([]);
  expect(await host.status()).toEqual([]);
});

test("the question reaches the session with its context, and never as a command", async () => {
  const host = await stage.host();
  const request = { persona: "tester", projectRoot: stage.project };
  await host.ask({ ...request, question: "/exit" });
  await host.ask({ ...request, question: "look\r\nat \x1b[201~this", context: "a diff\n" });
  expect(stage.started[0]?.asked).toEqual(["Question: /exit", "look\nat [201~this\n\nContext:\na diff"]);
});

test.each<[string, TurnOutcome, object]>([
  [
    "a failure",
    { type: "failed", text: "API Error: 400 no" },
    { code: "FAILED", fix: "see what Claude Code says there, then ask again" },
  ],
  [
    "a permission prompt",
    { type: "permission", call: "Bash(rm -rf x)", why: "no rule covers it" },
    { code: "PERMISSION", message: "tester asks leave for Bash(rm -rf x): no rule covers it" },
  ],
  [
    "a limit",
    { type: "limited", until: new Date("2026-01-01T12:00:00Z"), text: "limit" },
    {
      code: "LIMITED",
      message: "tester is at a usage limit, limited until 2026-01-01T12:00:00.000Z",
      limitedUntil: "2026-01-01T12:00:00.000Z",
    },
  ],
  ["the session's own end of patience", { type: "timedOut" }, { code: "TIMED_OUT" }],
])("%s comes back as a fault at once, and the session is asked again", async (_, answer, fault) => {
  const host = await stage.host();
  stage.behaviour = () => answer;
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  expect(await faultOf(host.ask(request))).toMatchObject(fault);
  stage.behaviour = ECHO;
  expect((await host.ask(request)).answer).toBe("answer to what?");
  expect(stage.started.length).toBe(1);
});

test("a start that fails is told, and the next question starts again", async () => {
  const host = await stage.host();
  stage.beforeStart = () => {
    throw error("NOT_READY", { message: "it asks whether the folder is trusted", fix: "open it once" });
  };
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  expect(await faultOf(host.ask(request))).toEqual({
    code: "NOT_READY",
    message: "it asks whether the folder is trusted",
    fix: "open it once",
  });
  expect(await host.status()).toEqual([]);
  stage.beforeStart = () => undefined;
  expect((await host.ask(request)).answer).toBe("answer to what?");
});

test("cancelled while it is asked: told at once, the session stops and is asked the next question", async () => {
  const host = await stage.host();
  const cancel = new AbortController();
  let stopped = 0;
  stage.behaviour = async (_question, _session, { signal }) => {
    const answer = await cancelledBy(signal);
    stopped++;
    return answer;
  };
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  const asked = faultOf(host.ask(request, { signal: cancel.signal }));
  await expect.poll(() => stage.started[0]?.asked.length).toBe(1);
  stage.behaviour = ECHO;
  const next = host.ask({ ...request, question: "next?" });
  cancel.abort();
  expect(await asked).toMatchObject({ code: "CANCELLED" });
  expect((await next).answer).toBe("answer to next?");
  expect(stopped).toBe(1);
  expect(stage.started.length).toBe(1);
});

test("cancelled in the queue: it is never asked", async () => {
  const host = await stage.host();
  const cancel = new AbortController();
  const held = new AbortController();
  stage.behaviour = async (question) => {
    await cancelledBy(held.signal);
    return { type: "answered", text: question };
  };
  const request = { persona: "tester", projectRoot: stage.project };
  const first = host.ask({ ...request, question: "first" });
  const second = faultOf(host.ask({ ...request, question: "second" }, { signal: cancel.signal }));
  const third = host.ask({ ...request, question: "third" });
  cancel.abort();
  expect(await second).toMatchObject({ code: "CANCELLED" });
  held.abort();
  expect([(await first).answer, (await third).answer]).toEqual(["first", "third"]);
  expect(stage.started[0]?.asked).toEqual(["first", "third"]);
});

test("a session that is not logged in is ended; the next one has the login of whoever asks then", async () => {
  const host = await stage.host();
  stage.behaviour = () => ({ type: "failed", text: "Not logged in · Please run /login" });
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  expect(await faultOf(host.ask(request, { login: { variables: {}, isWithheld: true } }))).toEqual({
    code: "FAILED",
    message: "tester could not answer: Not logged in · Please run /login",
    fix: "log in with claude and /login, then ask again; where you log in by CLAUDE_CODE_OAUTH_TOKEN, Claude Code keeps it from its MCP servers: ask once from a terminal that has it (cac persona ask tester hello), and ask again here",
  });
  expect(await host.status()).toEqual([]);
  stage.behaviour = ECHO;
  const login = { variables: { CLAUDE_CODE_OAUTH_TOKEN: "placeholder" }, isWithheld: false };
  expect((await host.ask(request, { login })).answer).toBe("answer to what?");
  // It stays as it was started, whoever asks.
  await host.ask(request, { login: { variables: {}, isWithheld: true } });
  expect(stage.started.map(({ order }) => [order.resume, order.login?.variables])).toEqual([
    [undefined, {}],
    ["conversation-1", login.variables],
  ]);
});

test("a session that does not stop when it is told to is given up, and its conversation gone on with", async () => {
  const host = await stage.host({ graceMs: 20 });
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  // Its start is not part of the time.
  await host.ask(request);
  stage.behaviour = () => new Promise(() => undefined);
  expect(await faultOf(host.ask({ ...request, timeoutMs: 1000 }))).toMatchObject({ code: "TIMED_OUT" });
  stage.behaviour = ECHO;
  expect((await host.ask(request)).answer).toBe("answer to what?");
  expect(stage.started.map(({ order, isOver }) => [order.resume, isOver])).toEqual([
    [undefined, true],
    ["conversation-1", false],
  ]);
});

test("ended by the user: those who wait are told, and the next one begins a new conversation with a digest", async () => {
  const host = await stage.host();
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  await host.ask(request);
  stage.behaviour = (_question, _session, { signal }) => cancelledBy(signal);
  const waiting = [host.ask(request), host.ask({ ...request, question: "queued?" })].map(faultOf);
  await expect.poll(() => stage.started[0]?.asked.length).toBe(2);
  expect(await host.end({ persona: "other" })).toBe(0);
  expect(await host.end({ persona: "tester", projectRoot: stage.project })).toBe(1);
  expect(await Promise.all(waiting)).toEqual([
    {
      code: "CANCELLED",
      message: "its session was ended, before tester had answered",
      fix: "ask again",
    },
    {
      code: "CANCELLED",
      message: "its session was ended, before tester had answered",
      fix: "ask again",
    },
  ]);
  expect(await host.status()).toEqual([]);
  stage.behaviour = ECHO;
  await host.ask(request);
  expect(stage.started.map(({ order }) => [order.resume, order.systemPrompt])).toEqual([
    [undefined, "You are tester."],
    [undefined, "You are tester.|what?"],
  ]);
});

test("ended by the user where no session runs: what is kept of it is given up, and nothing else", async () => {
  for (const name of ["other", "third"]) stage.persona(name);
  const first = await stage.host({ maxSessions: 1 });
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  const isReady = async (): Promise<boolean> => (await first.status())[0]?.state === "ready";
  const sessionOf = async (persona: string): Promise<string | undefined> => {
    await expect.poll(isReady).toBe(true);
    return (await first.ask({ ...request, persona })).sessionId;
  };
  await first.ask(request);
  expect(await sessionOf("other")).toBe("conversation-2");
  expect((await first.status()).map(({ persona }) => persona)).toEqual(["other"]);
  expect(await first.end({ persona: "tester", projectRoot: stage.project })).toBe(0);
  expect(await sessionOf("tester")).toBe("conversation-3");
  expect(await sessionOf("other")).toBe("conversation-2");
  await first.shutDown();
  const second = await stage.host();
  await second.ask({ ...request, persona: "third" });
  expect(await second.end({})).toBe(1);
  expect((await second.ask(request)).sessionId).not.toBe("conversation-3");
});

test("an edited persona takes effect with the next question, in the same conversation", async () => {
  const host = await stage.host();
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  await host.ask(request);
  stage.persona("tester", { limits: { idleMs: 5000 } });
  await host.ask(request);
  stage.persona("tester", { identity: "You are someone else." });
  await host.ask(request);
  stage.persona("tester", { identity: "You are someone else.", description: "who looks twice" });
  await host.ask(request);
  expect(stage.started.map(({ order, isOver }) => [order.resume, order.systemPrompt, isOver])).toEqual([
    [undefined, "You are tester.", true],
    ["conversation-1", "You are someone else.", true],
    ["conversation-1", "You are someone else.", false],
  ]);
  expect(stage.started.at(-1)?.order.persona.description).toBe("who looks twice");
});

test("one that forgot who it is is started anew, in the same conversation", async () => {
  const host = await stage.host();
  stage.persona("tester", { limits: { driftEvery: 2 } });
  stage.behaviour = (question) => ({
    type: "answered",
    text: question === WHO_ARE_YOU ? "nobody" : "yes",
  });
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  for (let count = 0; count < 3; count++) expect((await host.ask(request)).answer).toBe("yes");
  expect(stage.started.map(({ asked, order }) => [order.resume, asked])).toEqual([
    [undefined, ["what?", "what?", WHO_ARE_YOU]],
    ["conversation-1", ["what?"]],
  ]);
  expect((await stage.memory("tester").read()).exchanges.length).toBe(3);
});

test("idle for too long it ends, and the next conversation is a new one", async () => {
  const host = await stage.host();
  stage.persona("tester", { limits: { idleMs: 20 } });
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  await host.ask(request);
  await expect.poll(() => host.isEmpty).toBe(true);
  expect(stage.started[0]?.isOver).toBe(true);
  await host.ask(request);
  expect(stage.started[1]?.order).toMatchObject({ resume: undefined, systemPrompt: "You are tester.|what?" });
});

test("the host that follows goes on with the conversations", async () => {
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  const first = await stage.host();
  await first.ask(request);
  await first.shutDown();
  expect(await faultOf(first.ask(request))).toMatchObject({
    code: "CANCELLED",
    message: "the host was ended",
  });
  const second = await stage.host();
  expect((await second.ask(request)).sessionId).toBe("conversation-1");
  expect(stage.started.map(({ order }) => order.resume)).toEqual([undefined, "conversation-1"]);
});

test("where a conversation cannot be gone on with, a new one begins", async () => {
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  await (await stage.host()).ask(request);
  stage.beforeStart = ({ resume }) => {
    if (resume !== undefined) throw error("NOT_READY", { message: "No conversation found", fix: "" });
  };
  expect((await (await stage.host()).ask(request)).answer).toBe("answer to what?");
  expect(stage.started.at(-1)?.order).toMatchObject({
    resume: undefined,
    systemPrompt: "You are tester.|what?",
  });
});

test("status says what each of them does", async () => {
  const host = await stage.host();
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  await host.ask(request);
  await expect.poll(async () => (await host.status())[0]?.state).toBe("ready");
  const [ready] = await host.status();
  expect(ready).toEqual({
    persona: "tester",
    projectRoot: stage.project,
    state: "ready",
    pid: undefined,
    sessionId: "conversation-1",
    queued: 0,
    questions: 1,
    memoryMb: undefined,
    since: ready?.since,
    idleSince: ready?.idleSince,
  });
  expect(ready?.idleSince).toMatch(/Z$/);
  stage.behaviour = (_question, _session, { signal }) => cancelledBy(signal);
  const asked = [host.ask(request), host.ask(request)].map(faultOf);
  await expect.poll(async () => (await host.status())[0]?.queued).toBe(1);
  expect(await host.status()).toMatchObject([{ state: "answering", queued: 1, idleSince: undefined }]);
  await host.end({});
  await Promise.all(asked);
});

test("settings of the user's that have changed take effect with the next question", async () => {
  const host = await stage.host();
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  await host.ask(request);
  stage.settings = "with one more rule";
  await host.ask(request);
  expect(stage.started.map(({ order }) => order.resume)).toEqual([undefined, "conversation-1"]);
});

test("a session that holds too much memory is told of, once for each process", async () => {
  const host = await stage.host({ healthMs: 5, alertMb: 1 });
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  await host.ask(request);
  const [session] = stage.started;
  session!.pid = process.pid;
  await expect
    .poll(() => stage.alerts)
    .toEqual([expect.stringMatching(/^the session of tester uses \d+ MB of memory$/)]);
  await host.ask(request);
  expect(stage.alerts).toHaveLength(1);
  expect(stage.logged.filter((event) => event === "muchMemory")).toHaveLength(1);
});
