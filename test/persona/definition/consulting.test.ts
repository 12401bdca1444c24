import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";

import { chainOf, consults } from "../../../src/persona/definition/consulting.js";
import { refuseChain, wouldWaitForever } from "../../../src/persona/host/pending-question.js";
import type { LocalHost } from "../../../src/persona/host/host.js";
import type { FakeSession } from "../../support/persona/fake-session.js";
import { faultOf, HostStage } from "../../support/persona/host-stage.js";

let stage: HostStage;

beforeEach(() => {
  stage = new HostStage();
  for (const name of ["a", "b", "c", "d"]) stage.persona(name);
});

afterEach(() => stage.clear());

test.each([
  [{}, []],
  [{ CAC_PERSONA_CHAIN: "" }, []],
  [{ CAC_PERSONA_CHAIN: "tester" }, ["tester"]],
  [{ CAC_PERSONA_CHAIN: "../x,tester" }, ["tester"]],
])("who asks, by the variables of its process: %j", (env, chain) => {
  expect(chainOf(env)).toEqual(chain);
});

test.each([
  [[], false],
  [["Read", "Bash(cac persona ask *)"], false],
  [["mcp__personas__listPersonas"], false],
  [["mcp__other__askPersona"], false],
  [["Read", "mcp__personas__askPersona"], true],
  [["mcp__personas"], true],
  [["mcp__personas__*"], true],
])("who may ask others, by its rules: %j", (allowedTools, expected) => {
  expect(consults({ allowedTools })).toBe(expected);
});

test("whom those who led to it may ask", () => {
  expect(refuseChain("d", [])).toBe(undefined);
  expect(refuseChain("d", ["a", "b"])).toBe(undefined);
  expect(refuseChain("d", ["a", "b", "c"])?.fault.code).toBe("CYCLE");
  expect(refuseChain("b", ["a", "b"])?.message).toBe("b would ask itself: a -> b -> b");
});

test("somebody waits for ever exactly where a way leads back to them", () => {
  const edges = fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 20 });
  fc.assert(
    fc.property(edges, fc.nat(6), fc.nat(6), (pairs, asking, asked) => {
      const waitsFor = (seat: number) => pairs.filter(([from]) => from === seat).map(([, to]) => to);
      // Reached from `asked` in as many steps as there are seats.
      let reached = new Set([asked]);
      for (let step = 0; step < 7; step++) reached = new Set([...reached, ...[...reached].flatMap(waitsFor)]);
      expect(wouldWaitForever(asking, asked, waitsFor)).toBe(reached.has(asking));
    }),
  );
});

test("a persona consults another: its name is enough for the host to know what led to it", async () => {
  const host = await stage.host();
  // Each asks the next one, by the name of its own session alone.
  stage.behaviour = async (question, session) => {
    const { name } = session.order.persona;
    const next = { a: "b", b: "c", c: "d" }[name];
    if (next === undefined) return { type: "answered", text: `${name} knows` };
    return { type: "answered", text: await consult(host, session, next, question) };
  };
  const request = { persona: "a", question: "what?", projectRoot: stage.project };
  expect((await host.ask(request)).answer).toBe(
    "refused: too many personas ask each other: a -> b -> c -> d; at most 3 may lead to a question",
  );
  expect((await host.ask({ ...request, persona: "b" })).answer).toBe("d knows");
});

test("a cycle is refused where it would close, and everybody gets an answer", async () => {
  const host = await stage.host();
  stage.behaviour = async (question, session) => {
    const next = session.order.persona.name === "a" ? "b" : "a";
    return { type: "answered", text: await consult(host, session, next, question) };
  };
  expect((await host.ask({ persona: "a", question: "what?", projectRoot: stage.project })).answer).toBe(
    "refused: a would ask itself: a -> b -> a",
  );
});

test("two that ask each other for different callers do not wait forever", async () => {
  const host = await stage.host();
  const begun = new Set<string>();
  stage.behaviour = async (question, session) => {
    const { name } = session.order.persona;
    begun.add(name);
    await expect.poll(() => begun.size).toBe(2);
    const other = name === "a" ? "b" : "a";
    return { type: "answered", text: await consult(host, session, other, question) };
  };
  const ask = (persona: string) => host.ask({ persona, question: "what?", projectRoot: stage.project });
  const answers = (await Promise.all([ask("a"), ask("b")])).map(({ answer }) => answer);
  const refusals = answers.filter((answer) => answer.includes("both would wait forever"));
  expect(refusals.length).toBeGreaterThanOrEqual(1);
});

/** As `cac mcp` in the session does it. */
async function consult(
  host: LocalHost,
  session: FakeSession,
  persona: string,
  question: string,
): Promise<string> {
  const { name } = session.order.persona;
  const asked = host.ask({ persona, question, projectRoot: session.order.projectRoot, chain: [name] });
  return asked.then(
    ({ answer }) => answer,
    async () => `refused: ${(await faultOf(asked)).message}`,
  );
}
