import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { CancelledStops } from "../../../src/daemon/queue/cancelled-stops.js";
import { sessionId } from "../../support/daemon/entries.js";

const DAY = 24 * 60 * 60_000;
const NOW = Date.now();

let base: string;
let directory: string;
let file: string;
let logged: unknown[];

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "cac-cancelled-"));
  directory = join(base, "auto-resume");
  file = join(directory, "cancelled.json");
  logged = [];
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

function load(): Promise<CancelledStops> {
  return CancelledStops.load(directory, (event, details = {}) => void logged.push({ event, ...details }));
}

test("what was cancelled is known to the next daemon, what came later is not", async () => {
  const first = await load();
  expect(first.has(sessionId(1), NOW)).toBe(false);
  await Promise.all([first.add(sessionId(1), NOW), first.add(sessionId(2), NOW - DAY)]);
  for (const stops of [first, await load()]) {
    const times = [NOW - 1, NOW, NOW + 1];
    expect(times.map((at) => stops.has(sessionId(1), at))).toEqual([true, true, false]);
    expect(stops.has(sessionId(2), NOW)).toBe(false);
  }
  expect(logged).toEqual([]);
});

test.skipIf(process.platform === "win32")("its file is for us alone", async () => {
  await (await load()).add(sessionId(1), NOW);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("what no limit outlasts is forgotten", async () => {
  const stops = await load();
  await stops.add(sessionId(1), NOW - 9 * DAY);
  await stops.add(sessionId(2), NOW);
  const next = await load();
  expect([1, 2].map((number) => next.has(sessionId(number), NOW - 9 * DAY))).toEqual([false, true]);
});

test.for([
  "",
  "[]",
  '{"version":2,"stops":{}}',
  '{"version":1}',
  '{"version":1,"stops":{"--help":1}}',
  `{"version":1,"stops":{"${sessionId(1)}":"never"}}`,
  `{"version":1,"stops":{"${sessionId(1)}":1e99}}`,
])("%s is not acted on, and told", async (text) => {
  await (await load()).add(sessionId(2), NOW);
  writeFileSync(file, text);
  const stops = await load();
  expect([1, 2].map((number) => stops.has(sessionId(number), NOW))).toEqual([false, false]);
  expect(logged).toEqual([{ event: "cancelledBad", says: "was not written by cac" }]);
});

test("a place that cannot be written to: this daemon knows it all the same", async () => {
  writeFileSync(directory, "a file");
  const stops = await load();
  await stops.add(sessionId(1), NOW);
  expect(stops.has(sessionId(1), NOW)).toBe(true);
  expect(logged.at(-1)).toMatchObject({ event: "cancelledNotSaved", path: directory });
});
