import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { DaemonLog } from "../../../src/store/process/daemon-log.js";

const now = (): Date => new Date("2026-11-15T20:28:05Z");

let base: string;
let directory: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "cac-dlog-"));
  directory = join(base, "auto-resume");
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

test("lines of JSON in a private file; the function may be passed on alone", async () => {
  const daemonLog = new DaemonLog(directory, { now });
  const { log } = daemonLog;
  log("looked", { session: "s1", way: undefined, refusals: ["tmux: is not there", "screen: neither"], n: 3 });
  log("odd", { list: [], nested: { a: 1 }, nothing: null, flag: false, call: () => 1 });
  log("bare");
  await daemonLog.flush();
  expect(lines()).toEqual([
    {
      time: "2026-11-15T20:28:05.000Z",
      event: "looked",
      session: "s1",
      refusals: "tmux: is not there; screen: neither",
      n: 3,
    },
    {
      time: "2026-11-15T20:28:05.000Z",
      event: "odd",
      list: "",
      nested: '{"a":1}',
      nothing: null,
      flag: false,
      call: "function",
    },
    { time: "2026-11-15T20:28:05.000Z", event: "bare" },
  ]);
  if (process.platform === "win32") return;
  expect(statSync(join(directory, "daemon.log")).mode & 0o777).toBe(0o600);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
});

test("no secret, nothing that moves a terminal, nothing endless", async () => {
  const log = new DaemonLog(directory, { now });
  log.log("said", {
    text: "sk-ant-api03-AbC and Bearer abc.def",
    evil: "\x1b]0;pwned\x07\u009b2J\u202e\x7f",
    list: ["Bearer x", "\x1b[2J"],
    long: "x".repeat(600),
    "\u009bkey": 1,
    lines: "a\nb",
  });
  log.log("\x1b[2J");
  await log.flush();
  const text = readFileSync(join(directory, "daemon.log"), "utf8");
  expect(text.replaceAll("\n", "")).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/);
  expect(lines()).toMatchObject([
    {
      text: "[secret] and [secret]",
      evil: "\\u001b]0;pwned\\u0007\\u009b2J\\u202e\\u007f",
      list: "[secret]; \\u001b[2J",
      long: `${"x".repeat(500)}…`,
      "\\u009bkey": 1,
      lines: "a\nb",
    },
    { event: "\\u001b[2J" },
  ]);
});

test("a log that has grown moves aside; five are kept, and no line between them is lost", async () => {
  const log = new DaemonLog(directory, { now, mostBytes: 500 });
  for (let number = 0; number < 100; number++) {
    log.log("counted", { number });
    await log.flush();
  }
  const names = ["daemon.log", ...[1, 2, 3, 4, 5].map((age) => `daemon.log.${age}`)];
  // Right after a move there is no newest one yet.
  const there = readdirSync(directory).toSorted();
  expect([names, names.slice(1)]).toContainEqual(there);
  const kept = there.toReversed().filter((name) => name !== "daemon.log");
  const numbers = [...kept, ...there.filter((name) => name === "daemon.log")].flatMap((name) =>
    lines(name).map(({ number }) => Number(number)),
  );
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => 100 - numbers.length + index));
  for (const name of kept) expect(statSync(join(directory, name)).size).toBeLessThan(600);
});

test("last words", async () => {
  mkdirSync(directory);
  const log = new DaemonLog(directory, { now });
  log.log("ended");
  log.flushNow();
  expect(lines()).toEqual([{ time: "2026-11-15T20:28:05.000Z", event: "ended" }]);
  // The directory is still being looked at, and would come back while it is removed.
  await log.flush();
});

function lines(name = "daemon.log"): Record<string, unknown>[] {
  return readFileSync(join(directory, name), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
