import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { HostRecord } from "../../../src/persona/host/host-record.js";

let base: string;
let file: string;
let logged: string[];

const log = (event: string): void => void logged.push(event);

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "cac-hr-"));
  file = join(base, "state", "sessions.json");
  logged = [];
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

test("what is kept is there for the next host, until it was not used for too long, or is forgotten", async () => {
  let now = Date.parse("2026-01-01T12:00:00Z");
  const record = await HostRecord.load(file, { log, now: () => now });
  expect(record.find("tester", "/p", 1000)).toBe(undefined);
  await record.keep("tester", "/p", "0a-1");
  await record.keep("tester", "/q", "0a-2");
  await record.keep("tester", "/p", undefined);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
  const next = await HostRecord.load(file, { log, now: () => now });
  expect([next.find("tester", "/p", 1000), next.find("tester", "/q", 1000)]).toEqual(["0a-1", "0a-2"]);
  expect(next.find("other", "/p", 1000)).toBe(undefined);
  now += 1001;
  expect(next.find("tester", "/p", 1000)).toBe(undefined);
  await next.forget("tester", "/p");
  await next.forget("tester", "/p");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    version: 1,
    held: [{ persona: "tester", projectRoot: "/q", sessionId: "0a-2", lastUsed: "2026-01-01T12:00:00.000Z" }],
  });
  expect(logged).toEqual([]);
});

test("the oldest are forgotten where there are too many", async () => {
  const record = await HostRecord.load(file, { log });
  for (let index = 0; index < 203; index++) await record.keep("tester", `/p${index}`, "0a");
  await record.keep("tester", "/p3", "0b");
  const next = await HostRecord.load(file, { log });
  expect([2, 3, 4].map((index) => next.find("tester", `/p${index}`, 60_000))).toEqual([
    undefined,
    "0b",
    "0a",
  ]);
});

test("what was not used for longer than any idle time may be is not there any more", async () => {
  let now = Date.parse("2026-01-01T12:00:00Z");
  const record = await HostRecord.load(file, { log, now: () => now });
  await record.keep("tester", "/p", "0a");
  const kept = async () => (await HostRecord.load(file, { log, now: () => now })).all({});
  now += 7 * 24 * 60 * 60_000;
  expect(await kept()).toMatchObject([{ projectRoot: "/p" }]);
  now += 1;
  expect(await kept()).toEqual([]);
});

const GOOD = { persona: "tester", projectRoot: "/p", sessionId: "0a", lastUsed: "2026-01-01T12:00:00.000Z" };
const THEN = { log, now: () => Date.parse(GOOD.lastUsed) };

test.each<[string, string]>([
  ["torn", '{"version":1,"held":[{"pers'],
  ["of another version", JSON.stringify({ version: 2, held: [GOOD] })],
  ["no list", JSON.stringify({ version: 1, held: GOOD })],
  ["an option as an id", JSON.stringify({ version: 1, held: [{ ...GOOD, sessionId: "--help" }] })],
  ["a path as a name", JSON.stringify({ version: 1, held: [{ ...GOOD, persona: "../x" }] })],
  ["no time", JSON.stringify({ version: 1, held: [{ ...GOOD, lastUsed: "soon" }] })],
  ["no object", JSON.stringify({ version: 1, held: [null, 1, "x"] })],
])("a file that is none is not used: %s", async (_, text) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o600 });
  const record = await HostRecord.load(file, THEN);
  for (const name of ["tester", "../x"]) expect(record.find(name, "/p", Infinity)).toBe(undefined);
});

test("a file that others may write is not used, and said so", async () => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ version: 1, held: [GOOD] }), { mode: 0o600 });
  expect((await HostRecord.load(file, THEN)).find("tester", "/p", Infinity)).toBe("0a");
  chmodSync(file, 0o666);
  expect((await HostRecord.load(file, THEN)).find("tester", "/p", Infinity)).toBe(undefined);
  expect(logged).toEqual(["recordNotRead"]);
});

test("what cannot be written is said, and known for as long as this host runs", async () => {
  writeFileSync(dirname(file), "a file where the directory should be");
  const record = await HostRecord.load(file, { log });
  await record.keep("tester", "/p", "0a");
  expect(record.find("tester", "/p", 1000)).toBe("0a");
  expect(logged).toContain("recordNotWritten");
});
