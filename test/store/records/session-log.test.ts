import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { logFile, SessionLog } from "../../../src/store/records/session-log.js";
import { built } from "../../support/store/records/records.js";

const now = (): Date => new Date("2026-11-15T20:28:05Z");

let state: string;
let file: string;

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "cac-log-"));
  file = logFile(state, "k3m9p");
});

afterEach(() => rmSync(state, { recursive: true, force: true }));

test("lines of JSON in a private file, in order", async () => {
  const log = new SessionLog(file, { now });
  for (let number = 0; number < 300; number++) log.log("counted", { number, skipped: undefined });
  await log.flush();
  expect(lines()).toEqual(
    Array.from({ length: 300 }, (_, number) => ({
      time: "2026-11-15T20:28:05.000Z",
      event: "counted",
      number,
    })),
  );
  if (process.platform === "win32") return;
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(state, "logs")).mode & 0o777).toBe(0o700);
});

test("a line that comes when the last one was just written", async () => {
  const log = new SessionLog(file, { now });
  log.log("first");
  await log.flush();
  log.log("second");
  await log.flush().then(() => log.log("third"));
  await log.flush();
  expect(lines().map(({ event }) => event)).toEqual(["first", "second", "third"]);
});

test.each([
  ["key sk-ant-api03-AbC_d-9 refused", "key [secret] refused"],
  ["Authorization: Bearer abc.DEF-123==", "Authorization: [secret]"],
  ["x".repeat(600), `${"x".repeat(500)}…`],
  ["a\nb\u001b[2J", "a\nb\u001b[2J"],
])("secrets and floods stay out: %#", async (text, kept) => {
  const log = new SessionLog(file, { now });
  log.log("said", { text });
  await log.flush();
  expect(lines()).toEqual([{ time: "2026-11-15T20:28:05.000Z", event: "said", text: kept }]);
});

test("a log that has grown moves aside, and takes the place of the one before", async () => {
  const log = new SessionLog(file, { now, mostBytes: 1000 });
  for (let number = 0; number < 100; number++) {
    log.log("counted", { number });
    await log.flush();
  }
  expect(readdirSync(join(state, "logs")).toSorted()).toEqual(["k3m9p.log", "k3m9p.log.1"]);
  const [older, newer] = [lines(`${file}.1`), lines()];
  expect(statSync(`${file}.1`).size).toBeLessThan(1100);
  expect([...older, ...newer].map(({ number }) => number)).toEqual(
    Array.from(
      { length: older.length + newer.length },
      (_, index) => 100 - older.length - newer.length + index,
    ),
  );
});

test("a disk that hangs does not fill the memory", async () => {
  const log = new SessionLog(file, { now });
  for (let number = 0; number < 1500; number++) log.log("counted", { number });
  await log.flush();
  expect(lines()).toHaveLength(1001);
  expect(lines().at(-1)).toEqual({ time: "2026-11-15T20:28:05.000Z", event: "linesDropped", count: 500 });
});

test("last words are written before the process ends", () => {
  const script = `
    const { SessionLog } = await import(process.argv[1]);
    const log = new SessionLog(process.argv[2]);
    log.log("first");
    await log.flush();
    log.log("last");
    log.flushNow();
    process.exit();
  `;
  spawnSync(process.execPath, [
    "--input-type=module",
    "-e",
    script,
    built("store/records/session-log.js"),
    file,
  ]);
  expect(lines().map(({ event }) => event)).toEqual(["first", "last"]);
});

test("where it cannot be written, nobody is disturbed", async () => {
  writeFileSync(join(state, "logs"), "no directory");
  const log = new SessionLog(file);
  log.log("lost");
  await log.flush();
  log.flushNow();
  expect(readFileSync(join(state, "logs"), "utf8")).toBe("no directory");
});

test.skipIf(process.platform === "win32")("a link in its place is not followed", async () => {
  const precious = join(state, "precious");
  writeFileSync(precious, "precious");
  const log = new SessionLog(file);
  log.log("first");
  await log.flush();
  rmSync(file);
  symlinkSync(precious, file);
  log.log("second");
  await log.flush();
  log.log("third");
  log.flushNow();
  await log.flush();
  expect(readFileSync(precious, "utf8")).toBe("precious");
  expect(existsSync(file)).toBe(true);
});

function lines(path = file): Record<string, unknown>[] {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
