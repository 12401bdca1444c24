import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { TurnOutcome } from "../../src/driver/turn/open-turn.js";
import { StartBlocked } from "../../src/persona/session/hosted-session.js";
import { error } from "../../src/persona/host/host-fault.js";
import { hostDirectory } from "../../src/persona/host/host-process.js";
import { HostError, type HostFault } from "../../src/persona/host/host-protocol.js";
import { DEFAULT_LIMITS } from "../../src/persona/definition/persona.js";
import { realHost } from "../../src/persona/host/real-host.js";
import { ECHO, faultOf, HostStage, inMs } from "../support/persona/host-stage.js";
import { personaPlaces } from "../support/persona/persona-folders.js";

const NOT_READY: HostFault = { code: "NOT_READY", message: "it was not ready", fix: "" };

const ENDED: TurnOutcome = { type: "ended", exitCode: 1, signal: undefined };
const HANGS: TurnOutcome = { type: "unresponsive", why: "nothing moves" };
const LONG_MS = 2 * DEFAULT_LIMITS.idleMs;

const SOON = { timeout: 20_000 };

let stage: HostStage;

beforeEach(() => {
  stage = new HostStage();
  stage.persona("tester");
});

afterEach(() => stage.clear());

test("a conversation is not given up where a new one does not start either", async () => {
  const host = await stage.host();
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  await host.ask(request);
  stage.started[0]?.exit();
  await expect.poll(() => host.isEmpty, SOON).toBe(true);
  const tried: { resume: string | undefined; withinMs: number | undefined }[] = [];
  stage.beforeStart = ({ resume, readyWithinMs }) => {
    tried.push({ resume, withinMs: readyWithinMs });
    throw new HostError(NOT_READY);
  };
  expect(await faultOf(host.ask(request))).toEqual(NOT_READY);
  expect(tried.map(({ resume }) => resume)).toEqual(["conversation-1", undefined]);
  // Both together have the time of one.
  expect(tried[0]?.withinMs).toBe(40_000);
  expect(tried[1]?.withinMs).toBeGreaterThan(20_000);
  expect(tried[1]?.withinMs).toBeLessThanOrEqual(60_000);
  stage.beforeStart = () => undefined;
  expect((await host.ask(request)).sessionId).toBe("conversation-1");
});

test("nor is a new one begun where it is not the conversation that keeps it from starting", async () => {
  const host = await stage.host();
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  await host.ask(request);
  stage.started[0]?.exit();
  await expect.poll(() => host.isEmpty, SOON).toBe(true);
  const tried: (string | undefined)[] = [];
  stage.beforeStart = ({ resume }) => {
    tried.push(resume);
    if (tried.length === 1) throw new StartBlocked(NOT_READY);
  };
  expect(await faultOf(host.ask(request))).toEqual(NOT_READY);
  expect((await host.ask(request)).sessionId).toBe("conversation-1");
  expect(tried).toEqual(["conversation-1", "conversation-1"]);
});

test("where a new one starts, the old one is given up for good", async () => {
  const host = await stage.host();
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  await host.ask(request);
  stage.started[0]?.exit();
  await expect.poll(() => host.isEmpty, SOON).toBe(true);
  stage.beforeStart = ({ resume }) => {
    if (resume === "conversation-1") throw error("NOT_READY", { message: "No conversation found", fix: "" });
  };
  expect((await host.ask(request)).sessionId).toBe("conversation-2");
  stage.started[1]?.exit();
  await expect.poll(() => host.isEmpty, SOON).toBe(true);
  expect((await host.ask(request)).sessionId).toBe("conversation-2");
  expect(stage.logged.filter((event) => event === "notResumed")).toHaveLength(1);
});

test("one that crashes in an answer that took longer than its idle time goes on with its conversation", async () => {
  const host = await stage.host();
  let crashes = 1;
  stage.behaviour = (question, session, options) => {
    if (crashes-- <= 0) return ECHO(question, session, options);
    stage.laterMs += LONG_MS;
    session.exit();
    return ENDED;
  };
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  expect((await host.ask(request)).sessionId).toBe("conversation-1");
  expect(stage.started.map(({ order }) => order.resume)).toEqual([undefined, "conversation-1"]);
});

test("so does one that does not react then, and is asked for the first time after long", async () => {
  const host = await stage.host();
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  await host.ask(request);
  stage.laterMs += LONG_MS;
  stage.behaviour = (question, session, options) =>
    session === stage.started[0] ? HANGS : ECHO(question, session, options);
  expect((await host.ask(request)).sessionId).toBe("conversation-1");
  expect(stage.started.map(({ order }) => order.resume)).toEqual([undefined, "conversation-1"]);
});

test("one that ends during a long wait for a reset goes on with its conversation after it", async () => {
  const host = await stage.host({ resetDue: inMs(100) });
  let limits = 1;
  stage.behaviour = (question, session, options) => {
    if (limits-- <= 0) return ECHO(question, session, options);
    return { type: "limited", until: undefined, text: "limit" };
  };
  const request = { persona: "tester", question: "what?", projectRoot: stage.project, waitForReset: true };
  const asked = host.ask(request, {
    onProgress: ({ state }) => {
      if (state !== "waiting") return;
      stage.started[0]?.exit();
      stage.laterMs += LONG_MS;
    },
  });
  expect((await asked).sessionId).toBe("conversation-1");
  expect(stage.started.map(({ order }) => order.resume)).toEqual([undefined, "conversation-1"]);
});

test("a host that dies during a long wait leaves the conversation to the next one", async () => {
  const first = await stage.host({ resetDue: inMs(60_000), healthMs: 5 });
  stage.behaviour = () => ({ type: "limited", until: undefined, text: "limit" });
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  const waiting = faultOf(first.ask({ ...request, waitForReset: true }));
  await expect.poll(async () => (await first.status())[0]?.state, SOON).toBe("limited");
  stage.laterMs += LONG_MS;
  const now = Date.now() + stage.laterMs;
  await expect.poll(() => stage.lastUsed(), SOON).toBeGreaterThanOrEqual(now);
  stage.behaviour = ECHO;
  expect((await (await stage.host()).ask(request)).sessionId).toBe("conversation-1");
  await first.shutDown();
  expect(await waiting).toMatchObject({ code: "CANCELLED" });
});

test("a conversation that a person was in for long is kept when they leave, and when it is edited then", async () => {
  const host = await stage.host();
  const { detach } = await host.view({ name: "tester", projectRoot: stage.project }, () => undefined);
  stage.laterMs += LONG_MS;
  const left = Date.now() + stage.laterMs;
  // By `/clear` it may be another one by now.
  stage.started[0]!.sessionId = "conversation-of-the-chat";
  detach();
  await expect.poll(() => stage.lastUsed(), SOON).toBeGreaterThanOrEqual(left);
  stage.laterMs += LONG_MS;
  stage.persona("tester", { identity: "You are someone else." });
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  expect((await host.ask(request)).sessionId).toBe("conversation-of-the-chat");
  expect(stage.started[1]?.order.resume).toBe("conversation-of-the-chat");
});

test("a Claude Code that is not there for a moment costs no conversation", async () => {
  const places = personaPlaces();
  try {
    places.write("global", "tester", "CLAUDE.md", "You are tester.");
    const where = { ...places.where, env: { PATH: join(places.home, "nothing") } };
    const file = join(hostDirectory(where), "sessions.json");
    const lastUsed = new Date().toISOString();
    const held = [{ persona: "tester", projectRoot: places.project, sessionId: "0a-1", lastUsed }];
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify({ version: 1, held }), { mode: 0o600 });
    const logged: string[] = [];
    const host = await realHost({ where, log: (event) => void logged.push(event) });
    const asked = host.ask({ persona: "tester", question: "what?", projectRoot: places.project });
    expect(await faultOf(asked)).toMatchObject({
      code: "NOT_READY",
      message: "claude was not found on PATH",
    });
    await host.shutDown();
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ version: 1, held });
    expect(logged).not.toContain("notResumed");
  } finally {
    places.remove();
  }
});
