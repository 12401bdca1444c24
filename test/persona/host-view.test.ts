import { afterEach, beforeEach, expect, test } from "vitest";

import type { LocalHost } from "../../src/persona/host/host.js";
import { WHO_ARE_YOU } from "../../src/persona/session/drift.js";
import { cancelledBy } from "../support/persona/fake-session.js";
import { ECHO, faultOf, HostStage, inMs } from "../support/persona/host-stage.js";

const SOON = { timeout: 20_000 };

let stage: HostStage;

beforeEach(() => {
  stage = new HostStage();
  stage.persona("tester");
});

afterEach(() => stage.clear());

test("somebody who looks in while a session is being ended is in the one that follows, and so is the next question", async () => {
  const host = await stage.host({ graceMs: 60_000 });
  const mayEnd = new AbortController();
  stage.behaviour = (question, session, options) => {
    if (session !== stage.started[0]) return ECHO(question, session, options);
    session.endsWhen = cancelledBy(mayEnd.signal);
    return { type: "unresponsive", why: "nothing moves" };
  };
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  const asked = host.ask(request);
  await expect.poll(() => stage.started[0]?.isEnding, SOON).toBe(true);
  const viewing = view(host);
  // What would start a second one beside it has had its time.
  await turnsOfTheLoop(20);
  expect(stage.started.length).toBe(1);
  mayEnd.abort();
  const { session, detach } = await viewing;
  await turnsOfTheLoop(20);
  expect(stage.started[1]?.asked).toEqual([]);
  detach();
  expect((await asked).answer).toBe("answer to what?");
  expect((await host.status()).map(({ sessionId }) => sessionId)).toEqual(["conversation-1"]);
  expect((await host.ask({ ...request, question: "and?" })).answer).toBe("answer to and?");
  expect(stage.started.map(({ order, asked: questions }) => [order.resume, questions])).toEqual([
    [undefined, ["what?"]],
    ["conversation-1", ["what?", "and?"]],
  ]);
  expect(session).toBe(stage.started[1]);
});

test("ended while somebody waits for its next session: that one is ended too", async () => {
  const host = await stage.host({ graceMs: 60_000 });
  const mayEnd = new AbortController();
  stage.behaviour = (_question, session) => {
    session.endsWhen = cancelledBy(mayEnd.signal);
    return { type: "failed", text: "Not logged in · Please run /login" };
  };
  const asked = host.ask({ persona: "tester", question: "what?", projectRoot: stage.project });
  await expect.poll(() => stage.started[0]?.isEnding, SOON).toBe(true);
  const viewing = view(host);
  await turnsOfTheLoop(20);
  const ended = host.end({});
  mayEnd.abort();
  await Promise.all([viewing, ended, asked.catch(() => undefined)]);
  expect(stage.started.map(({ isOver }) => isOver)).toEqual([true, true]);
  expect(await host.status()).toEqual([]);
});

test("somebody who looks in while a seat is left gets one that the host knows of", async () => {
  const host = await stage.host({ graceMs: 60_000 });
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  await host.ask(request);
  await expect.poll(async () => (await host.status())[0]?.state, SOON).toBe("ready");
  const mayEnd = new AbortController();
  stage.started[0]!.endsWhen = cancelledBy(mayEnd.signal);
  const ended = host.end({});
  const viewing = view(host);
  await turnsOfTheLoop(20);
  mayEnd.abort();
  const { session, detach } = await viewing;
  expect(await ended).toBe(1);
  expect(session).toBe(stage.started[1]);
  expect(await host.status()).toMatchObject([{ persona: "tester", sessionId: "conversation-2" }]);
  detach();
  expect((await host.ask(request)).sessionId).toBe("conversation-2");
  expect(await host.end({})).toBe(1);
  expect(stage.started.map(({ isOver }) => isOver)).toEqual([true, true]);
});

test("what a person left it with is not idle: it is neither ended after a while nor for another's sake", async () => {
  stage.persona("tester", { limits: { idleMs: 20 } });
  stage.persona("other");
  const host = await stage.host({ maxSessions: 1 });
  const { detach } = await view(host);
  const [session] = stage.started;
  let [isBusy, looks] = [true, 0];
  Object.defineProperty(session, "isBusy", { get: () => (looks++, isBusy) });
  detach();
  const other = { persona: "other", question: "what?", projectRoot: stage.project };
  expect(await faultOf(host.ask(other))).toMatchObject({ code: "TOO_MANY" });
  // Several times its idle time is over.
  const before = looks;
  await expect.poll(() => looks, SOON).toBeGreaterThan(before + 5);
  expect(await host.status()).toMatchObject([{ persona: "tester", state: "ready", idleSince: undefined }]);
  expect(session?.isOver).toBe(false);
  isBusy = false;
  await expect.poll(() => session?.isOver, SOON).toBe(true);
  expect((await host.ask(other)).answer).toBe("answer to what?");
});

test("it is idle from when that work is done, as far as was looked", async () => {
  const host = await stage.host({ healthMs: 5 });
  const { detach } = await view(host);
  stage.started[0]!.isBusy = true;
  detach();
  const left = Date.now();
  await expect.poll(() => stage.lastUsed(), SOON).toBeGreaterThan(left);
  stage.started[0]!.isBusy = false;
  const [status] = await host.status();
  expect(Date.parse(status?.idleSince ?? "")).toBeGreaterThan(left);
});

test("the session of one who looks in is not started anew for another, nor one that is at work for who left it", async () => {
  const host = await stage.host();
  const first = await view(host);
  stage.persona("tester", { identity: "You are someone else." });
  const second = await view(host);
  expect([second.session, stage.started.length]).toEqual([first.session, 1]);
  stage.started[0]!.isBusy = true;
  first.detach();
  second.detach();
  const third = await view(host);
  expect([third.session, stage.started.length]).toEqual([first.session, 1]);
  stage.started[0]!.isBusy = false;
  third.detach();
  // Nobody needs the old one any more.
  const fourth = await view(host);
  expect([fourth.session, stage.started[0]?.isOver]).toEqual([stage.started[1], true]);
  fourth.detach();
});

test("after the wait for a reset a question does not go into the terminal of who came meanwhile", async () => {
  const host = await stage.host({ resetDue: inMs(5) });
  let limits = 1;
  const came: ReturnType<typeof view>[] = [];
  stage.behaviour = (question, session, options) =>
    limits-- > 0 ? { type: "limited", until: undefined, text: "limit" } : ECHO(question, session, options);
  const told: string[] = [];
  const cancel = new AbortController();
  const request = { persona: "tester", question: "what?", projectRoot: stage.project, waitForReset: true };
  const onProgress = ({ message }: { readonly message: string }): void => {
    told.push(message);
    if (message.startsWith("limited until")) came.push(view(host));
  };
  const asked = host.ask(request, { onProgress });
  await expect.poll(() => told.at(-1), SOON).toBe("somebody is in its terminal (cac persona chat)");
  await turnsOfTheLoop(20);
  expect(stage.started[0]?.asked).toEqual(["what?"]);
  (await came[0]!).detach();
  expect((await asked).answer).toBe("answer to what?");
  // Nor does who waits so have to wait for them.
  limits = 1;
  const cancelled = faultOf(host.ask(request, { onProgress, signal: cancel.signal }));
  await expect.poll(() => came.length, SOON).toBe(2);
  await expect.poll(() => told.at(-1), SOON).toBe("somebody is in its terminal (cac persona chat)");
  cancel.abort();
  expect(await cancelled).toMatchObject({ code: "CANCELLED" });
  await turnsOfTheLoop(20);
  expect(stage.started[0]?.asked).toEqual(["what?", "what?", "what?"]);
  (await came[1]!).detach();
});

test.each([
  ["ended", { type: "ended", exitCode: 1, signal: undefined }],
  ["does not react", { type: "unresponsive", why: "nothing moves" }],
] as const)("who looks in after a session %s is neither interrupted nor ended", async (_, trouble) => {
  const host = await stage.host({ retryMs: 50 });
  const came: ReturnType<typeof view>[] = [];
  stage.behaviour = (question, session, options) => {
    if (session.asked.length > 1 || session !== stage.started[0]) return ECHO(question, session, options);
    if (trouble.type === "ended") session.exit();
    return trouble;
  };
  const told: string[] = [];
  const onProgress = ({ state, message }: { readonly state: string; readonly message: string }): void => {
    told.push(message);
    if (state === "recovering") came.push(view(host));
  };
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  const asked = host.ask(request, { onProgress });
  await expect.poll(() => told.at(-1), SOON).toBe("somebody is in its terminal (cac persona chat)");
  const { session, detach } = await came[0]!;
  expect(session).toMatchObject({ interrupts: 0, isEnding: false });
  detach();
  expect((await asked).answer).toBe("answer to what?");
  expect(session).toBe(stage.started.at(-1));
});

test("nobody is asked who they are while a person is in the terminal", async () => {
  stage.persona("tester", { limits: { driftEvery: 1 } });
  const host = await stage.host();
  const came: ReturnType<typeof view>[] = [];
  stage.behaviour = (question, session, options) => {
    if (question === "what?") came.push(view(host));
    return ECHO(question, session, options);
  };
  await host.ask({ persona: "tester", question: "what?", projectRoot: stage.project });
  await expect.poll(() => stage.logged, SOON).toContain("served");
  expect(stage.started[0]?.asked).toEqual(["what?"]);
  (await came[0]!).detach();
});

test("nor is a session ended that has forgotten who it is, under a person who came while it was asked", async () => {
  stage.persona("tester", { limits: { driftEvery: 1 } });
  const host = await stage.host();
  const came: Awaited<ReturnType<typeof view>>[] = [];
  stage.behaviour = async (question, session, options) => {
    if (question !== WHO_ARE_YOU) return ECHO(question, session, options);
    came.push(await view(host));
    return { type: "answered", text: "nobody" };
  };
  await host.ask({ persona: "tester", question: "what?", projectRoot: stage.project });
  await expect.poll(() => stage.logged, SOON).toContain("served");
  expect(stage.started.map(({ asked, isOver }) => [asked, isOver])).toEqual([
    [["what?", WHO_ARE_YOU], false],
  ]);
  came[0]!.detach();
});

test("a question does not go into the terminal of who came while its session was started", async () => {
  const host = await stage.host();
  const came: ReturnType<typeof view>[] = [];
  stage.beforeStart = () => void came.push(view(host));
  const told: string[] = [];
  const onProgress = ({ message }: { readonly message: string }): void => void told.push(message);
  const asked = host.ask(
    { persona: "tester", question: "what?", projectRoot: stage.project },
    { onProgress },
  );
  await expect.poll(() => told.at(-1), SOON).toBe("somebody is in its terminal (cac persona chat)");
  const { session, detach } = await came[0]!;
  expect([session, stage.started[0]?.asked]).toEqual([stage.started[0], []]);
  detach();
  expect((await asked).answer).toBe("answer to what?");
});

test("a question to one that is still at work on what a person left is asked in that very session", async () => {
  const host = await stage.host();
  const { session, detach } = await view(host);
  stage.started[0]!.isBusy = true;
  detach();
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  expect((await host.ask(request)).answer).toBe("answer to what?");
  expect(stage.started).toEqual([session]);
});

test("one that was edited is not started anew in the middle of what a person left it with", async () => {
  const host = await stage.host();
  const { session, detach } = await view(host);
  stage.started[0]!.isBusy = true;
  detach();
  stage.persona("tester", { identity: "You are someone else." });
  const told: string[] = [];
  const onProgress = ({ message }: { readonly message: string }): void => void told.push(message);
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  const cancel = new AbortController();
  const cancelled = faultOf(host.ask(request, { onProgress, signal: cancel.signal }));
  const waits = "it works on what a person left";
  await expect.poll(() => told, SOON).toEqual([waits]);
  cancel.abort();
  expect(await cancelled).toMatchObject({ code: "CANCELLED" });
  const asked = host.ask(request, { onProgress });
  await expect.poll(() => told, SOON).toEqual([waits, waits]);
  // They look in again, and leave it at rest.
  const again = await view(host);
  stage.started[0]!.isBusy = false;
  await expect
    .poll(() => told, SOON)
    .toEqual([waits, waits, "somebody is in its terminal (cac persona chat)"]);
  expect([again.session, stage.started[0]?.isOver]).toEqual([session, false]);
  again.detach();
  expect((await asked).answer).toBe("answer to what?");
  expect(stage.started.map(({ order, asked: questions }) => [order.persona.identity, questions])).toEqual([
    ["You are tester.", []],
    ["You are someone else.", ["what?"]],
  ]);
});

function view(host: LocalHost): Promise<{ session: unknown; detach: () => void }> {
  return host.view({ name: "tester", projectRoot: stage.project }, () => undefined);
}

async function turnsOfTheLoop(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}
