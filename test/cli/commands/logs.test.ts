import { spawn } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { jsonLine, readableLine } from "../../../src/cli/views/logs-view.js";
import { CAC, runCac, type Ran } from "../../support/cli/run-cac.js";

const FIRST =
  '{"time":"2026-11-15T20:28:05.000Z","event":"life","state":"WAITING","because":"limit seen","count":2}';
const READ = '2026-11-15 15:28:05 life state=WAITING because="limit seen" count=2';

let home: string;
let logs: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cac-logs-"));
  logs = join(home, ".local", "state", "claude-auto-continue", "logs");
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

test("no log yet", () => {
  expect(cac()).toEqual({
    code: 1,
    out: "",
    err: `cac: there is no log in ${logs}\nfix: a session writes one: cac\n`,
  });
});

test("the newest by default, others by the beginning of their id", () => {
  write("bbbb2.log", FIRST, "2026-11-15");
  write("cccc2.log", FIRST.replace("WAITING", "RUNNING"), "2026-11-16");
  write("cccd2.log", FIRST.replace("WAITING", "RESUMING"), "2026-11-14");
  expect(cac()).toEqual({ code: 0, out: `${READ.replace("WAITING", "RUNNING")}\n`, err: "" });
  expect(cac("b").out).toBe(`${READ}\n`);
  expect(cac("CCCD2").out).toBe(`${READ.replace("WAITING", "RESUMING")}\n`);
  expect(cac("ccc")).toEqual({
    code: 2,
    out: "",
    err: 'cac: "ccc" may be any of 2 sessions\nfix: say which: cccc2, cccd2\n',
  });
  expect(cac("../x")).toEqual({
    code: 1,
    out: "",
    err: 'cac: there is no log of "../x"\nfix: cac status shows the sessions; cac logs without an id shows the newest\n',
  });
});

test("what moved aside comes first", () => {
  write("bbbb2.log.1", FIRST, "2026-11-14");
  write("bbbb2.log", FIRST.replace("WAITING", "RUNNING"), "2026-11-15");
  expect(cac().out).toBe(`${READ}\n${READ.replace("WAITING", "RUNNING")}\n`);
});

test("the daemon's: all of it, what it did for one session, and where there is no other", () => {
  const line = (session: string, state: string): string =>
    FIRST.replace('"state":"WAITING"', `"session":"${session}","state":"${state}"`);
  const read = (session: string, state: string): string =>
    READ.replace("state=WAITING", `session=${session} state=${state}`);
  daemon("daemon.log.2", line("aaaa1111-1", "WAITING"));
  daemon("daemon.log.1", line("aaaa2222-2", "WAITING"));
  daemon("daemon.log", `${line("aaaa1111-1", "RESUMING")}\n${FIRST}`);
  const all = [
    read("aaaa1111-1", "WAITING"),
    read("aaaa2222-2", "WAITING"),
    read("aaaa1111-1", "RESUMING"),
    READ,
  ];
  expect(cac("daemon")).toEqual({ code: 0, out: `${all.join("\n")}\n`, err: "" });
  expect(cac().out).toBe(`${all.join("\n")}\n`);
  expect(cac("AAAA1").out).toBe(`${all[0]}\n${all[2]}\n`);
  expect(cac("aaaa2222-2").out).toBe(`${all[1]}\n`);
  expect(cac("aaaa")).toEqual({
    code: 2,
    out: "",
    err: 'cac: "aaaa" may be any of 2 sessions\nfix: say which: aaaa1111-1, aaaa2222-2\n',
  });
  for (const id of ["", "bbbb"]) expect(cac(id).code).toBe(1);
  // A wrapper's comes first.
  write("bbbb2.log", FIRST, "2026-11-15");
  expect(cac().out).toBe(`${READ}\n`);
});

test("--follow of one of the daemon's sessions, across a move of the log", async () => {
  daemon("daemon.log", lineOf("aaaa1111", 1).trimEnd());
  const child = spawn(process.execPath, [CAC, "logs", "aaaa1", "-f", "--json"], { env: { HOME: home } });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  await expect.poll(() => out, { timeout: 20_000 }).toBe(lineOf("aaaa1111", 1));
  const file = join(home, ".claude", "auto-resume", "daemon.log");
  appendFileSync(file, lineOf("bbbb", 2) + lineOf("aaaa1111", 3));
  await expect.poll(() => out, { timeout: 20_000 }).toBe(lineOf("aaaa1111", 1) + lineOf("aaaa1111", 3));
  renameSync(file, `${file}.1`);
  writeFileSync(file, lineOf("aaaa1111", 4));
  await expect
    .poll(() => out, { timeout: 20_000 })
    .toBe([1, 3, 4].map((n) => lineOf("aaaa1111", n)).join(""));
  child.kill();
});

test("as JSON, line by line", () => {
  write("bbbb2.log", `${FIRST}\nnot ours\n`, "2026-11-15");
  expect(cac("--json").out).toBe(`${FIRST}\n`);
  expect(cac().out).toBe(`${READ}\nnot ours\n`);
});

test("--follow goes on with what is added, also in a new file", async () => {
  write("bbbb2.log", FIRST, "2026-11-15");
  const child = spawn(process.execPath, [CAC, "logs", "--follow", "--json"], { env: { HOME: home } });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  await expect.poll(() => out, { timeout: 20_000 }).toBe(`${FIRST}\n`);
  appendFileSync(join(logs, "bbbb2.log"), '{"event":"second"}\n');
  await expect.poll(() => out, { timeout: 20_000 }).toBe(`${FIRST}\n{"event":"second"}\n`);
  renameSync(join(logs, "bbbb2.log"), join(logs, "bbbb2.log.1"));
  writeFileSync(join(logs, "bbbb2.log"), '{"event":"third"}\n');
  await expect.poll(() => out, { timeout: 20_000 }).toBe(`${FIRST}\n{"event":"second"}\n{"event":"third"}\n`);
  child.kill();
});

test.each([
  [FIRST, READ],
  ["", ""],
  ["{", "{"],
  ['{"event":"x"}', '{"event":"x"}'],
  ['{"time":"never","event":"x"}', '{"time":"never","event":"x"}'],
  [
    '{"time":"2026-11-15T20:28:05Z","event":"x","n":null,"t":"","e":"a=b","l":[1]}',
    '2026-11-15 15:28:05 x n=null t="" e="a=b" l=[1]',
  ],
  [
    '{"time":"2026-11-15T20:28:05Z","event":"\\u001b[2J","\\u009b":1}',
    "2026-11-15 15:28:05 \\x1b[2J \\x9b=1",
  ],
  ["\x1b[2J", "\\x1b[2J"],
  ["/home/\u202eevil", "/home/\\u202eevil"],
])("%j is shown as %j", (line, shown) => {
  expect(readableLine(line, "America/New_York")).toBe(shown);
});

test("JSON that moves no terminal", () => {
  expect(jsonLine('{"a":"\\u001b\u009b\u202e"}')).toBe('{"a":"\\u001b\\u009b\\u202e"}');
  expect(jsonLine("[]")).toBeUndefined();
});

function cac(...args: string[]): Ran {
  return runCac(["logs", ...args], { HOME: home, TZ: "America/New_York" });
}

function lineOf(session: string, n: number): string {
  return `{"event":"x","session":"${session}","n":${n}}\n`;
}

function daemon(name: string, text: string): void {
  const directory = join(home, ".claude", "auto-resume");
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, name), `${text}\n`);
}

function write(name: string, text: string, day: string): void {
  mkdirSync(logs, { recursive: true });
  writeFileSync(join(logs, name), `${text}\n`);
  const time = Date.parse(day) / 1000;
  utimesSync(join(logs, name), time, time);
}
