import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { dropEvent, Inbox, inboxDir } from "../../src/discover/inbox.js";
import { writeInboxEvent, type InboxEvent } from "../../src/discover/inbox-event.js";
import { uncaughtDuring } from "../support/uncaught.js";
import { LIMIT, SESSION, STARTED } from "../support/discover/foreign-values.js";

// Far beyond any test: what comes within it came by notification, or by the first look.
const NEVER_MS = 3_600_000;
const SOON = { timeout: 20_000, interval: 10 };

let root: string;
let directory: string;
let inbox: Inbox | undefined;
let told: { event: InboxEvent; done: () => Promise<void> }[];
let bad: [file: string, why: string][];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "inbox-"));
  directory = inboxDir(join(root, "auto-resume"));
});

afterEach(() => {
  inbox?.close();
  inbox = undefined;
  rmSync(root, { recursive: true });
});

test("an event is dropped as one whole file that nobody else can read", async () => {
  await dropEvent(directory, LIMIT);
  const names = readdirSync(directory);
  expect(names).toEqual([expect.stringMatching(/^\d{14}-\d{6}-[0-9a-f]{12}\.json$/)]);
  const file = join(directory, names[0] ?? "");
  expect(readFileSync(file, "utf8")).toBe(writeInboxEvent(LIMIT));
  const modes = [file, directory, join(root, "auto-resume")].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual([0o600, 0o700, 0o700]);
});

test("an inbox that stands open to others is closed", async () => {
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o777);
  await dropEvent(directory, STARTED);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
});

test("an event that cannot be dropped is an error that names the place", async () => {
  writeFileSync(join(root, "auto-resume"), "somebody's file");
  await expect(dropEvent(directory, LIMIT)).rejects.toThrow(`${directory} cannot be written (ENOTDIR)`);
});

test("what lay there before is told in the order of the drops", async () => {
  const events = Array.from({ length: 30 }, (_, number) => numbered(number));
  for (const event of events) await dropEvent(directory, event);
  watch();
  await inbox?.catchUp();
  expect(told.map(({ event }) => event)).toEqual(events);
  expect(bad).toEqual([]);
});

test("what comes later is told at once, also where there was no inbox", async () => {
  watch();
  await inbox?.catchUp();
  await dropEvent(directory, LIMIT);
  await vi.waitFor(() => expect(told.map(({ event }) => event)).toEqual([LIMIT]), SOON);
  await dropEvent(directory, STARTED);
  await vi.waitFor(() => expect(told.map(({ event }) => event)).toEqual([LIMIT, STARTED]), SOON);
});

test("an event is told once; when it is done with, its file is gone", async () => {
  await dropEvent(directory, LIMIT);
  watch();
  await inbox?.catchUp();
  await inbox?.catchUp();
  expect(told).toHaveLength(1);
  expect(readdirSync(directory)).toHaveLength(1);
  await told[0]?.done();
  expect(readdirSync(directory)).toEqual([]);
  await told[0]?.done();
  await inbox?.catchUp();
  expect({ told: told.length, bad }).toEqual({ told: 1, bad: [] });
});

test("one that was not done with is told again by the next inbox", async () => {
  await dropEvent(directory, LIMIT);
  await dropEvent(directory, STARTED);
  watch();
  await inbox?.catchUp();
  await told[1]?.done();
  inbox?.close();
  watch();
  await inbox?.catchUp();
  expect(told.map(({ event }) => event)).toEqual([LIMIT]);
});

test("of 200 drops at once none is lost", async () => {
  watch();
  const events = Array.from({ length: 200 }, (_, number) => numbered(number));
  await Promise.all(events.map((event) => dropEvent(directory, event)));
  await inbox?.catchUp();
  const ids = told.map(({ event }) => event.session.sessionId).sort();
  expect(ids).toEqual(events.map(({ session }) => session.sessionId).sort());
  for (const { done } of told) await done();
  expect(readdirSync(directory)).toEqual([]);
});

test("what is no event is moved away and told, and keeps no other from being told", async () => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const put = (name: string, text: string): void =>
    writeFileSync(join(directory, name), text, { mode: 0o600 });
  put("1.json", "{");
  put("2.json", JSON.stringify({ ...LIMIT, session: { ...SESSION, sessionId: "--help" } }));
  put("3.json", "x".repeat(300_000));
  put("4.json", writeInboxEvent(LIMIT));
  chmodSync(join(directory, "4.json"), 0o622);
  put("target", writeInboxEvent(LIMIT));
  symlinkSync(join(directory, "target"), join(directory, "5.json"));
  execFileSync("mkfifo", [join(directory, "6.json")]);
  mkdirSync(join(directory, "7.json"));
  put("8.json", writeInboxEvent(STARTED));
  watch();
  await inbox?.catchUp();
  expect(bad).toEqual([
    [join(directory, "1.json"), "does not hold a JSON object"],
    [join(directory, "2.json"), 'has a bad "session.sessionId"'],
    [join(directory, "3.json"), "is too large (300000 bytes)"],
    [join(directory, "4.json"), "can be written by others"],
    [join(directory, "5.json"), "is not a regular file"],
    [join(directory, "6.json"), "is not a regular file"],
    [join(directory, "7.json"), "is not a regular file"],
  ]);
  expect(told.map(({ event }) => event)).toEqual([STARTED]);
  expect(readdirSync(directory).sort()).toEqual(["8.json", "bad", "target"]);
  const aside = ["1.json", "2.json", "3.json", "4.json", "5.json", "6.json", "7.json"];
  expect(readdirSync(join(directory, "bad")).sort()).toEqual(aside);
  expect(statSync(join(directory, "bad")).mode & 0o777).toBe(0o700);
});

test.skipIf(process.getuid?.() !== 0)("somebody else's file is moved away", async () => {
  await dropEvent(directory, LIMIT);
  const [name = ""] = readdirSync(directory);
  execFileSync("chown", ["65534", join(directory, name)]);
  watch();
  await inbox?.catchUp();
  expect(bad).toEqual([[join(directory, name), "belongs to another user (65534)"]]);
  expect(told).toEqual([]);
});

test("an event of a later cac stays where it is, and is told of once", async () => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(join(directory, "1.json"), '{"version":2}', { mode: 0o600 });
  watch();
  await inbox?.catchUp();
  await inbox?.catchUp();
  expect(bad).toEqual([[join(directory, "1.json"), "is of version 2, written by a later cac"]]);
  expect(readdirSync(directory)).toEqual(["1.json"]);
});

test("what a killed hook left half written is not told, and cleared away after an hour", async () => {
  await dropEvent(directory, LIMIT);
  const [old, young] = [".cac-0123456789ab.tmp", ".cac-ba9876543210.tmp"];
  for (const name of [old, young]) writeFileSync(join(directory, name), "{");
  const longAgo = Date.now() / 1000 - 2 * 3600;
  utimesSync(join(directory, old), longAgo, longAgo);
  watch();
  await inbox?.catchUp();
  expect([existsSync(join(directory, old)), existsSync(join(directory, young))]).toEqual([false, true]);
  expect({ told: told.length, bad }).toEqual({ told: 1, bad: [] });
});

test("a listener that fails at one event gets the next", async () => {
  await dropEvent(directory, LIMIT);
  await dropEvent(directory, STARTED);
  const seen: string[] = [];
  const errors = await uncaughtDuring(async () => {
    inbox = new Inbox(directory, {
      onEvent: ({ event }) => {
        seen.push(event);
        if (event === "limit") throw new Error("a bug");
      },
      onBad: () => undefined,
      pollMs: NEVER_MS,
    });
    await inbox.catchUp();
  });
  expect(seen).toEqual(["limit", "sessionStarted"]);
  expect(errors).toEqual([new Error("a bug")]);
});

test("nothing is told after close", async () => {
  await dropEvent(directory, LIMIT);
  watch();
  inbox?.close();
  await inbox?.catchUp();
  await dropEvent(directory, STARTED);
  await inbox?.catchUp();
  expect(told).toEqual([]);
});

function watch(): void {
  told = [];
  bad = [];
  inbox = new Inbox(directory, {
    onEvent: (event, done) => told.push({ event, done }),
    onBad: (file, why) => bad.push([file, why]),
    pollMs: NEVER_MS,
  });
}

function numbered(number: number): InboxEvent {
  return { ...LIMIT, session: { ...SESSION, sessionId: `s${number}` } };
}
