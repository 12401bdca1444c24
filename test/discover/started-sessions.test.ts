import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { ExternalSession } from "../../src/transport/terminal-locator.js";
import { StartedSessions } from "../../src/discover/started-sessions.js";
import { SESSION } from "../support/discover/foreign-values.js";

let top: string;
let directory: string;
let logged: string[];
let started: StartedSessions;

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "cac-started-"));
  directory = join(top, "auto-resume", "sessions");
  logged = [];
  started = new StartedSessions(directory, (message) => logged.push(message));
});

afterEach(() => rmSync(top, { recursive: true }));

test("what is saved is read again, by another one too, for us alone", async () => {
  expect(await started.read()).toEqual([]);
  expect(await started.save(SESSION)).toBeUndefined();
  expect(await started.read()).toEqual([SESSION]);
  expect(await new StartedSessions(directory, fail).read()).toEqual([SESSION]);
  expect(readdirSync(directory)).toEqual(["4711.json"]);
  expect(statSync(join(directory, "4711.json")).mode & 0o777).toBe(0o600);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
});

test("the last word of a process counts, and others stay", async () => {
  const other: ExternalSession = {
    ...SESSION,
    sessionId: "other",
    reach: { ...SESSION.reach, process: { pid: 12, start: "1" } },
  };
  await started.save(SESSION);
  await started.save(other);
  const cleared = { ...SESSION, sessionId: "after-clear" };
  await started.save(cleared);
  expect(await started.read()).toEqual([other, cleared]);
  expect(await started.remove(4711)).toBeUndefined();
  expect(await started.remove(4711)).toBeUndefined();
  expect(await started.read()).toEqual([other]);
});

test("a session without a process is not kept", async () => {
  expect(await started.save({ ...SESSION, reach: { ...SESSION.reach, process: undefined } })).toBeUndefined();
  expect(await started.read()).toEqual([]);
});

test("what does not hold is left aside and told of", async () => {
  await started.save(SESSION);
  put("1.json", "not JSON");
  put("2.json", JSON.stringify({ version: 2, session: SESSION }));
  put("3.json", JSON.stringify({ version: 1, session: SESSION }));
  put("4.json", JSON.stringify({ version: 1, session: { ...SESSION, sessionId: "--resume" } }));
  put("5.json", `${" ".repeat(70_000)}{}`);
  put("6.json", JSON.stringify({ version: 1, session: SESSION }));
  chmodSync(join(directory, "6.json"), 0o622);
  symlinkSync("4711.json", join(directory, "7.json"));
  put("not-a-number.json", "{}");
  expect(await started.read()).toEqual([SESSION]);
  expect(logged.map((message) => message.slice(directory.length + 1)).sort()).toEqual([
    "1.json does not hold a JSON object: left aside",
    "2.json was written by a later cac: left aside",
    "3.json is about another process than its name: left aside",
    '4.json has a bad "session.sessionId": left aside',
    "5.json is too large (70002 bytes): left aside",
    "6.json can be written by others: left aside",
    "7.json is not a regular file: left aside",
  ]);
});

test("where nothing can be written, it says so", async () => {
  writeFileSync(join(top, "auto-resume"), "");
  expect(await started.save(SESSION)).toMatchObject({ path: directory, code: "ENOTDIR" });
});

function put(name: string, text: string): void {
  writeFileSync(join(directory, name), text, { mode: 0o600 });
}

function fail(message: string): void {
  throw new Error(message);
}
