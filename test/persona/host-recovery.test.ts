import { afterEach, beforeEach, expect, test } from "vitest";

import type { TurnOutcome } from "../../src/driver/turn/open-turn.js";
import type { Progress } from "../../src/persona/session/hosted-session.js";
import { error } from "../../src/persona/host/host-fault.js";
import type { HostFault } from "../../src/persona/host/host-protocol.js";
import { cancelledBy } from "../support/persona/fake-session.js";
import { ECHO, faultOf, HostStage, inMs } from "../support/persona/host-stage.js";

const ENDED: TurnOutcome = { type: "ended", exitCode: 1, signal: undefined };
const HANGS: TurnOutcome = { type: "unresponsive", why: "neither screen nor transcript moves" };

let stage: HostStage;

beforeEach(() => {
  stage = new HostStage();
  stage.persona("tester");
});

afterEach(() => stage.clear());

test("a session that ends in the middle of an answer is started again and asked again", async () => {
  const host = await stage.host();
  let crashes = 1;
  stage.behaviour = (question, session, options) => {
    if (crashes-- <= 0) return ECHO(question, session, options);
    session.exit();
    return ENDED;
  };
  const progress: Progress[] = [];
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  const asked = await host.ask(request, { onProgress: (each) => progress.push(each) });
  expect(asked).toEqual({ persona: "tester", answer: "answer to what?", sessionId: "conversation-1" });
  expect(stage.started.map(({ order, asked: questions }) => [order.resume, questions])).toEqual([
    [undefined, ["what?"]],
    ["conversation-1", ["what?"]],
  ]);
  expect(progress.map(({ state }) => state)).toEqual(["starting", "recovering", "starting"]);
  expect((await stage.memory("tester").read()).exchanges.length).toBe(1);
});

test("one that does not react is interrupted, and asked again where that helped", async () => {
  const host = await stage.host();
  let hangs = 1;
  stage.behaviour = (question, session, options) => {
    session.isBackAfterInterrupt = true;
    return hangs-- > 0 ? HANGS : ECHO(question, session, options);
  };
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  expect((await host.ask(request)).answer).toBe("answer to what?");
  expect(stage.started.map(({ interrupts, asked }) => [interrupts, asked])).toEqual([
    [1, ["what?", "what?"]],
  ]);
});

test("where nothing helps, the error says what was tried and offers the last answer to the same question", async () => {
  const host = await stage.host();
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  await host.ask(request);
  const { timestamp } = (await stage.memory("tester").read()).exchanges[0] ?? {};
  stage.behaviour = (_question, session) => {
    session.isBackAfterInterrupt = session === stage.started[0];
    return HANGS;
  };
  expect(await faultOf(host.ask(request))).toEqual({
    code: "FAILED",
    message:
      "tester does not react: neither screen nor transcript moves; tried: Ctrl+C and Enter, then " +
      "a restart with --resume, then a restart with --resume",
    fix:
      "cac persona chat tester shows its screen; cac persona end tester starts it anew; " +
      `its last answer to the same question, of ${timestamp}, is added`,
    remembered: { answer: "answer to what?", timestamp },
  });
  expect(stage.started.map(({ interrupts, asked }) => [interrupts, asked.length])).toEqual([
    [1, 3],
    [0, 1],
    [0, 1],
  ]);
});

test("the tries come after 2 s, then twice as long each time", async () => {
  const waits: number[] = [];
  const host = await stage.host({ retryMs: 20 });
  let last = performance.now();
  stage.behaviour = (_question, session) => {
    waits.push(performance.now() - last);
    last = performance.now();
    session.exit();
    return ENDED;
  };
  await faultOf(host.ask({ persona: "tester", question: "what?", projectRoot: stage.project }));
  const [, ...between] = waits;
  expect(between.map((ms, index) => ms >= 20 * 2 ** index - 1)).toEqual([true, true, true]);
});

test("a start that fails in the middle of it is one try of several", async () => {
  const host = await stage.host();
  let starts = 0;
  stage.beforeStart = () => {
    starts++;
    if (starts === 2 || starts === 3) throw error("NOT_READY", { message: "not ready", fix: "" });
  };
  stage.behaviour = (question, session, options) => {
    if (session !== stage.started[0]) return ECHO(question, session, options);
    session.exit();
    return ENDED;
  };
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  expect((await host.ask(request)).answer).toBe("answer to what?");
  expect(starts).toBe(4);
});

test("an overload is waited for and asked again in the same session; a wrong request is not", async () => {
  const host = await stage.host();
  const failures = ["API Error: 529 Overloaded", "API Error: 529 Overloaded"];
  stage.behaviour = (question, session, options) => {
    const text = failures.shift();
    return text === undefined ? ECHO(question, session, options) : { type: "failed", text };
  };
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  expect((await host.ask(request)).answer).toBe("answer to what?");
  expect(stage.started.map(({ asked }) => asked.length)).toEqual([3]);
  failures.push("API Error: 400 prompt is too long");
  expect(await faultOf(host.ask(request))).toMatchObject({
    message: "tester could not answer: API Error: 400 prompt is too long",
  });
});

test("one that ends by itself while nobody asks goes on with its conversation at the next question", async () => {
  const host = await stage.host();
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  await host.ask(request);
  stage.started[0]?.exit();
  await expect.poll(() => host.isEmpty).toBe(true);
  expect((await host.ask(request)).sessionId).toBe("conversation-1");
});

test("a fault of our own in a session does not end the host", async () => {
  const host = await stage.host();
  stage.behaviour = (question, session, options) => {
    if (session === stage.started[0]) throw new TypeError("x is not a function");
    return ECHO(question, session, options);
  };
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  expect((await host.ask(request)).answer).toBe("answer to what?");
  expect(stage.logged).toContain("fault");
});

test("a limit is waited for where that is wanted; those who do not wait are told at once", async () => {
  const host = await stage.host();
  let limits = 2;
  const until = new Date(Date.now() + 3_000);
  stage.behaviour = (question, session, options) =>
    limits-- > 0 ? { type: "limited", until, text: "limit" } : ECHO(question, session, options);
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  const progress: string[] = [];
  // The wait is longer than the answer may take.
  const waits = host.ask(
    { ...request, waitForReset: true, timeoutMs: 1_500 },
    { onProgress: ({ state, message }) => progress.push(`${state}: ${message}`) },
  );
  const alsoWaits = host.ask({ ...request, question: "and?", waitForReset: true, timeoutMs: 1_500 });
  const before = faultOf(host.ask(request));
  expect(await before).toMatchObject({ code: "LIMITED", limitedUntil: until.toISOString() });
  expect(await faultOf(host.ask(request))).toMatchObject({ code: "LIMITED" });
  expect(await host.status()).toMatchObject([{ state: "limited", queued: 1 }]);
  expect((await waits).answer).toBe("answer to what?");
  expect((await alsoWaits).answer).toBe("answer to and?");
  expect(Date.now()).toBeGreaterThanOrEqual(until.getTime());
  expect(progress).toContain(`waiting: limited until ${until.toISOString()}`);
});

test("a wait for a reset can be cancelled; one without a known reset is looked at again", async () => {
  const host = await stage.host({ resetDue: inMs(5) });
  let limits = 3;
  stage.behaviour = (question, session, options) =>
    limits-- > 0 ? { type: "limited", until: undefined, text: "limit" } : ECHO(question, session, options);
  const request = { persona: "tester", question: "what?", projectRoot: stage.project, waitForReset: true };
  expect((await host.ask(request)).answer).toBe("answer to what?");
  limits = Infinity;
  const cancel = new AbortController();
  const states: string[] = [];
  const asked = faultOf(
    host.ask(request, { signal: cancel.signal, onProgress: ({ state }) => states.push(state) }),
  );
  await expect.poll(() => states).toContain("waiting");
  cancel.abort();
  expect(await asked).toMatchObject({ code: "CANCELLED" });
});

test("cancelled in the middle of a recovery: nothing is started any more", async () => {
  const host = await stage.host({ retryMs: 60_000 });
  stage.behaviour = (_question, session) => {
    session.exit();
    return ENDED;
  };
  const cancel = new AbortController();
  const states: string[] = [];
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  const asked = faultOf(
    host.ask(request, { signal: cancel.signal, onProgress: ({ state }) => states.push(state) }),
  );
  await expect.poll(() => states).toContain("recovering");
  cancel.abort();
  expect(await asked).toMatchObject({ code: "CANCELLED" });
  await expect.poll(() => host.isEmpty).toBe(true);
  expect(stage.started.length).toBe(1);
});

test("the longest idle one makes room; where all are at work a further one is refused", async () => {
  for (const name of ["one", "two", "three"]) stage.persona(name);
  const host = await stage.host({ maxSessions: 2 });
  const ask = (persona: string) => host.ask({ persona, question: "what?", projectRoot: stage.project });
  await ask("one");
  await ask("two");
  await expect.poll(async () => (await host.status()).map(({ state }) => state)).toEqual(["ready", "ready"]);
  await ask("three");
  expect((await host.status()).map(({ persona }) => persona).toSorted()).toEqual(["three", "two"]);
  // It kept its conversation, and is gone on with when its turn comes again.
  expect((await ask("one")).sessionId).toBe("conversation-1");
  stage.behaviour = (_question, _session, { signal }) => cancelledBy(signal);
  const working = ["one", "three"].map((name) => faultOf(ask(name)));
  await expect
    .poll(async () => (await host.status()).map(({ state }) => state))
    .toEqual(["answering", "answering"]);
  expect(await faultOf(ask("two"))).toMatchObject({ code: "TOO_MANY" });
  expect((await host.status()).length).toBe(2);
  await host.end({});
  await Promise.all(working);
});

test.each([
  ["ended", ENDED],
  ["hangs, and is started anew", HANGS],
])("a question in recovery keeps its place: its session %s", async (_, trouble) => {
  stage.persona("other");
  const host = await stage.host({ maxSessions: 1 });
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  const other = { ...request, persona: "other" };
  const others: Promise<HostFault>[] = [];
  let starts = 0;
  stage.beforeStart = () => {
    starts++;
    if (starts !== 2 && starts !== 3) return;
    others.push(faultOf(host.ask(other)));
    // A start that fails is one try of several.
    throw error("NOT_READY", { message: "not ready", fix: "" });
  };
  stage.behaviour = (question, session, options) => {
    if (session !== stage.started[0]) return ECHO(question, session, options);
    if (trouble === ENDED) session.exit();
    return trouble;
  };
  const onProgress = ({ state }: Progress): void => {
    if (state === "recovering") others.push(faultOf(host.ask(other)));
  };
  expect((await host.ask(request, { onProgress })).answer).toBe("answer to what?");
  const codes = (await Promise.all(others)).map(({ code }) => code);
  expect(codes).toEqual(["TOO_MANY", "TOO_MANY", "TOO_MANY", "TOO_MANY"]);
  // Others have it when nothing is left to be done there.
  await expect.poll(async () => (await host.status())[0]?.state).toBe("ready");
  stage.beforeStart = () => undefined;
  expect((await host.ask(other)).answer).toBe("answer to what?");
});

test("a question that failed gives its place up, with whatever it was tried", async () => {
  stage.persona("other");
  const host = await stage.host({ maxSessions: 1, tries: 1 });
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  stage.behaviour = (question, session, options) => {
    if (session.order.persona.name === "other") return ECHO(question, session, options);
    session.exit();
    return ENDED;
  };
  expect(await faultOf(host.ask(request))).toMatchObject({ code: "FAILED" });
  await expect.poll(() => host.isEmpty).toBe(true);
  expect((await host.ask({ ...request, persona: "other" })).answer).toBe("answer to what?");
});

test("a place whose session is just being ended is waited for", async () => {
  stage.persona("other");
  const host = await stage.host({ maxSessions: 1, graceMs: 60_000 });
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  await host.ask(request);
  const mayEnd = new AbortController();
  stage.started[0]!.endsWhen = cancelledBy(mayEnd.signal);
  const ended = host.end({});
  const other = host.ask({ ...request, persona: "other" });
  await expect.poll(async () => (await host.status()).length).toBe(2);
  await new Promise((resolve) => setImmediate(resolve));
  mayEnd.abort();
  expect((await other).answer).toBe("answer to what?");
  expect(await ended).toBe(1);
});

test("a session that cannot even be ended or interrupted keeps nobody from their answer", async () => {
  const host = await stage.host();
  stage.behaviour = (question, session, options) => {
    if (session !== stage.started[0]) return ECHO(question, session, options);
    session.interrupt = () => Promise.reject(new Error("no interrupt"));
    session.end = () => Promise.reject(new Error("no end"));
    return HANGS;
  };
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  expect((await host.ask(request)).answer).toBe("answer to what?");
  expect(stage.logged.filter((event) => event === "fault").length).toBe(2);
});

test("a question that is asked in the very moment in which the last one is answered is not forgotten", async () => {
  const host = await stage.host();
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  // After each number of steps of the queue of microtasks.
  for (let steps = 0; steps < 40; steps++) {
    const first = host.ask(request);
    const second = first.then(async () => {
      for (let step = 0; step < steps; step++) await Promise.resolve();
      return host.ask({ ...request, question: `and ${steps}?` });
    });
    expect((await second).answer).toBe(`answer to and ${steps}?`);
  }
});

test("one that is cancelled by whoever hears of its progress leaves the seat in order", async () => {
  const host = await stage.host();
  const request = { persona: "tester", question: "what?", projectRoot: stage.project };
  const first = host.ask(request);
  const cancel = new AbortController();
  const second = faultOf(host.ask(request, { signal: cancel.signal, onProgress: () => cancel.abort() }));
  expect(await second).toMatchObject({ code: "CANCELLED" });
  expect((await first).answer).toBe("answer to what?");
  expect((await host.ask(request)).answer).toBe("answer to what?");
});
