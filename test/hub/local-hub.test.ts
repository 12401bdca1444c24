import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { UserError } from "../../src/errors.js";
import type { HubEvent, HubProblem, HubSource, SessionView } from "../../src/hub/hub.js";
import { LocalHub } from "../../src/hub/local-hub.js";
import { aRecord, aWait } from "../support/store/records/records.js";

let directory: string;
let problems: HubProblem[];
let sessions: readonly SessionView[];
let lists: number;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "cac-hub-"));
  problems = [];
  sessions = [];
  lists = 0;
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

test("every source in its order; one that fails is named, and the rest is listed", async () => {
  const problem = { message: "/x.json does not hold a JSON object", fix: "remove it" };
  const one = view("bbbb2");
  const two = view("cccc2");
  const hub = hubOf(
    source({ list: () => Promise.resolve({ sessions: [one], problems: [problem] }) }),
    source({ name: "the queue", list: () => Promise.reject(new Error("no room")) }),
    source({
      name: "the host",
      list: () => Promise.reject(new UserError("X", "it hangs", { fix: "end it" })),
    }),
    source({ list: () => Promise.resolve({ sessions: [two], problems: [] }) }),
  );
  expect(await hub.list()).toEqual([one, two]);
  expect(problems).toEqual([
    problem,
    { message: "the queue cannot be listed: no room", fix: "cac doctor checks everything" },
    { message: "the host cannot be listed: it hangs", fix: "end it" },
  ]);
});

test("a session of the queue that runs under cac is its wrapper's", async () => {
  const wrapped = { ...view("bbbb2"), record: aWait({ id: "bbbb2" }) };
  const queued = { ...view("0f3c9a4e"), life: "queued", record: aWait({ id: "0f3c9a4e" }) } as const;
  const other = { ...queued, record: aWait({ id: "11111111", claudeSessionId: "other" }) };
  sessions = [wrapped, queued, other];
  expect(await hubOf(source()).list()).toEqual([wrapped, other]);
  const left = { ...wrapped, life: "left" } as const;
  sessions = [left, queued];
  expect(await hubOf(source()).list()).toEqual([left, queued]);
});

test("an action goes to the source of the session, also without a list before", async () => {
  const asked: unknown[] = [];
  sessions = [view("bbbb2")];
  const act: HubSource["act"] = ({ record }, action, by) => {
    asked.push([record.id, action, by]);
    return Promise.resolve({ ok: true, says: "continues now", state: "RESUMING" });
  };
  const hub = hubOf(source({ list: () => Promise.resolve({ sessions: [], problems: [] }) }), source({ act }));
  const done = { ok: true, says: "continues now", state: "RESUMING" };
  expect(await hub.act("bbbb2", { type: "resume" }, "test")).toEqual(done);
  expect(asked).toEqual([["bbbb2", { type: "resume" }, "test"]]);
  expect(await hub.act("nope2", { type: "resume" }, "test")).toEqual({
    ok: false,
    code: "NO_SUCH_SESSION",
    says: 'there is no session "nope2"',
    fix: "cac status shows what there is",
  });
});

test("events: a snapshot, then each change; afterwards nothing runs", async () => {
  sessions = [view("bbbb2")];
  const hub = hubOf(source());
  const { events, subscription } = subscribe(hub, undefined);
  await expect.poll(() => events.map(({ type }) => type)).toEqual(["snapshot"]);
  sessions = [{ ...view("bbbb2"), screen: ["more"] }, view("cccc2")];
  touch();
  await expect.poll(() => events.length, PATIENT).toBe(2);
  expect(events[1]).toMatchObject({ type: "added", session: { record: { id: "cccc2" } } });
  sessions = [{ ...view("bbbb2"), record: aWait({ id: "bbbb2" }) }];
  touch();
  await expect.poll(() => events.length, PATIENT).toBe(4);
  expect(events.slice(2)).toMatchObject([
    { type: "changed", session: { record: { state: "WAITING" } } },
    { type: "removed", id: "cccc2" },
  ]);
  subscription[Symbol.dispose]();
  const before = lists;
  touch();
  // Whoever comes later sees that change in their own listing only.
  const later = subscribe(hub, undefined);
  await expect.poll(() => later.events.length, PATIENT).toBe(1);
  expect(lists).toBe(before + 1);
  expect(events).toHaveLength(4);
  later.subscription[Symbol.dispose]();
});

test("from a cursor: what was missed; from one that nobody knows: a snapshot", async () => {
  const hub = hubOf(source());
  const first = subscribe(hub, undefined);
  await expect.poll(() => first.events.length).toBe(1);
  first.subscription[Symbol.dispose]();
  sessions = [view("bbbb2")];
  const second = subscribe(hub, first.events[0]?.cursor);
  await expect.poll(() => second.events.length).toBe(1);
  expect(second.events).toMatchObject([{ type: "added", session: { record: { id: "bbbb2" } } }]);
  const third = subscribe(hub, second.events[0]?.cursor);
  const fourth = subscribe(hub, "another-1");
  await expect.poll(() => fourth.events.length).toBe(1);
  expect(fourth.events).toMatchObject([{ type: "snapshot", sessions }]);
  expect(third.events).toEqual([]);
  for (const each of [second, third, fourth]) each.subscription[Symbol.dispose]();
});

const PATIENT = { timeout: 10_000 };

function view(id: string): SessionView {
  return { kind: "wrapped", life: "live", answers: true, refusals: [], record: aRecord({ id }) };
}

function hubOf(...sources: readonly HubSource[]): LocalHub {
  return new LocalHub({ sources, onProblem: (problem) => problems.push(problem) });
}

function source(changes: Partial<HubSource> = {}): HubSource {
  return {
    name: "some sessions",
    directories: [directory],
    list: () => {
      lists++;
      return Promise.resolve({ sessions, problems: [] });
    },
    act: () => Promise.reject(new Error("not asked for")),
    ...changes,
  };
}

function subscribe(hub: LocalHub, from: string | undefined) {
  const events: HubEvent[] = [];
  return { events, subscription: hub.subscribe(from, (event) => events.push(event)) };
}

function touch(): void {
  writeFileSync(join(directory, "x"), "");
}
