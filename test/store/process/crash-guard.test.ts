import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { waitOutCrash } from "../../../src/store/process/crash-guard.js";

const NOW = Date.parse("2026-11-15T20:28:05.000Z");

let directory: string;
let file: string;
let logged: unknown[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "cac-crash-"));
  file = join(directory, ".last-start");
  logged = [];
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

test("the first start: noted, in a private file", async () => {
  expect(await start()).toBe(true);
  expect(readFileSync(file, "utf8")).toBe("2026-11-15T20:28:05.000Z\n");
  expect(logged).toEqual([]);
  if (process.platform === "win32") return;
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a start within 30 s of the last one waits out the rest, and is noted then", async () => {
  note("2026-11-15T20:27:35.100Z");
  expect(await start()).toBe(true);
  expect(logged).toEqual([{ event: "startDelayed", sinceLastStartMs: 29_900, waitsMs: 100 }]);
  expect(readFileSync(file, "utf8")).toBe("2026-11-15T20:28:05.000Z\n");
});

test.each([
  ["30 s ago", "2026-11-15T20:27:35.000Z"],
  ["in the future: the clock was set back", "2026-11-15T21:00:00.000Z"],
  ["rubbish", "x".repeat(20)],
  ["too long", "x".repeat(200)],
  ["empty", ""],
])("no wait: %s", async (_, text) => {
  note(text);
  expect(await start()).toBe(true);
  expect(logged).toEqual([]);
  expect(readFileSync(file, "utf8")).toBe("2026-11-15T20:28:05.000Z\n");
});

test.skipIf(process.platform === "win32")("a link in its place is replaced, not followed", async () => {
  const precious = join(directory, "precious");
  writeFileSync(precious, "2026-11-15T20:28:04.000Z");
  symlinkSync(precious, file);
  expect(await start()).toBe(true);
  expect(logged).toEqual([]);
  expect(readFileSync(precious, "utf8")).toBe("2026-11-15T20:28:04.000Z");
  expect(statSync(file).isFile()).toBe(true);
});

test("ended while it waits: that was no start", async () => {
  note("2026-11-15T20:28:04.000Z");
  const controller = new AbortController();
  const started = start({ signal: controller.signal });
  controller.abort();
  expect(await started).toBe(false);
  expect(readFileSync(file, "utf8")).toBe("2026-11-15T20:28:04.000Z");
});

test("where it cannot be noted there is a daemon all the same", async () => {
  rmSync(directory, { recursive: true });
  expect(await start()).toBe(true);
  expect(logged).toEqual([{ event: "startNotNoted", path: file, code: "ENOENT" }]);
});

function start(more: { signal?: AbortSignal } = {}): Promise<boolean> {
  return waitOutCrash(directory, {
    now: () => NOW,
    log: (event, details) => logged.push({ event, ...details }),
    ...more,
  });
}

function note(text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
}
