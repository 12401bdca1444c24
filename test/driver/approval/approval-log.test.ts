import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";

import {
  approvalFile,
  ApprovalLog,
  readApproval,
  readApprovals,
  type ApprovalRecord,
} from "../../../src/driver/approval/approval-log.js";
import { anApproval } from "../../support/driver/approval/approvals.js";
import { built } from "../../support/store/records/records.js";

let state: string;

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "cac-approvals-"));
});

afterEach(() => rmSync(state, { recursive: true, force: true }));

test("what is written is what is read, from a private file", async () => {
  const records = [
    anApproval(),
    anApproval({
      id: "b",
      session: undefined,
      rule: undefined,
      delayMs: undefined,
      verdict: "ask",
      outcome: "left",
    }),
  ];
  await write(records);
  expect(await readApprovals(state)).toEqual(records);
  if (process.platform === "win32") return;
  expect(statSync(approvalFile(state)).mode & 0o777).toBe(0o600);
});

test("of the lines about one prompt the last holds, in the place of the first", async () => {
  const first = anApproval({ id: "a", outcome: "pending", pressed: false });
  const other = anApproval({ id: "b" });
  const last = anApproval({ id: "a", outcome: "approved", pressed: true });
  await write([first, other, last]);
  expect(await readApprovals(state)).toEqual([last, other]);
});

test("secrets are masked, wherever they stand, and floods cut", async () => {
  await write([
    anApproval({
      tool: "mcp__db__query",
      input: {
        command: "TOKEN=abc npm publish",
        password: "hunter2",
        nested: { headers: ["Authorization: Bearer abcdef"], api_key: "x", api_key_file: "/run/x" },
        long: "x".repeat(10_000),
        huge: `TOKEN=abc ${"y".repeat(200_000)} TOKEN=abc`,
        many: Array.from({ length: 60 }, (_, index) => index),
        count: 5,
        none: null,
      },
      why: 'the command sets TOKEN="abc"',
      rule: "Bash(curl -H 'Authorization: Bearer abcdef')",
    }),
  ]);
  const [record] = await readApprovals(state);
  expect(record).toMatchObject({
    input: {
      command: "TOKEN=[secret] npm publish",
      password: "[secret]",
      nested: { headers: ["Authorization: Bearer [secret]"], api_key: "[secret]", api_key_file: "/run/x" },
      long: `${"x".repeat(8192)}… (of 10000 characters)`,
      huge: `TOKEN=[secret] ${"y".repeat(8177)}… (of 200020 characters)`,
      many: [...Array.from({ length: 50 }, (_, index) => index), "… (10 more)"],
      count: 5,
      none: null,
    },
    why: "the command sets TOKEN=[secret]",
    rule: "Bash(curl -H 'Authorization: Bearer [secret]')",
  });
});

test("an input of any shape is written as one line that can be read", async () => {
  const log = new ApprovalLog(state);
  const written: string[] = [];
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 12 })), (input) => {
      written.push(String(written.length));
      log.append(anApproval({ id: written.at(-1) ?? "", input }));
    }),
  );
  await log.flush();
  expect((await readApprovals(state)).map(({ id }) => id)).toEqual(written);
});

test("lines that are none of ours are passed over", async () => {
  await write([anApproval()]);
  const good = readFileSync(approvalFile(state), "utf8").trimEnd();
  const row = JSON.parse(good) as Record<string, unknown>;
  const bad = Object.keys(row).filter((key) => !["session", "rule", "delayMs", "pressed"].includes(key));
  for (const key of bad) expect(readApproval(JSON.stringify({ ...row, [key]: 5 }))).toBeUndefined();
  expect(readApproval(JSON.stringify({ ...row, outcome: "perhaps" }))).toBeUndefined();
  expect(readApproval(JSON.stringify({ ...row, time: "yesterday" }))).toBeUndefined();
  expect(readApproval(JSON.stringify({ ...row, pressed: "yes", rule: 1 }))).toEqual(
    anApproval({ pressed: false, rule: undefined }),
  );
  appendFileSync(
    approvalFile(state),
    `{\n[]\nnull\n\n${good.replace("k3m9p-1", "other")}\n${good.slice(0, 40)}`,
  );
  expect((await readApprovals(state)).map(({ id }) => id)).toEqual(["k3m9p-1", "other"]);
});

test("it moves aside at 1 MB; five are kept and read, the oldest first", async () => {
  const log = new ApprovalLog(state);
  const big = "x".repeat(8000);
  for (let number = 0; number < 1100; number++) {
    log.append(anApproval({ id: String(number), input: { command: big } }));
    if (number % 20 === 0) await log.flush();
  }
  await log.flush();
  expect(readdirSync(state).toSorted()).toEqual(
    ["", ".1", ".2", ".3", ".4", ".5"].map((end) => `approvals.jsonl${end}`),
  );
  for (const name of readdirSync(state))
    expect(statSync(join(state, name)).size).toBeLessThan(1.5 * 1024 * 1024);
  const ids = (await readApprovals(state)).map(({ id }) => Number(id));
  expect(ids.length).toBeGreaterThan(600);
  expect(ids).toEqual(Array.from({ length: ids.length }, (_, index) => 1100 - ids.length + index));
});

test("several processes write to it at once, and nothing is lost while it moves", async () => {
  const script = `
    const { ApprovalLog } = await import(process.argv[1]);
    const record = JSON.parse(process.argv[4]);
    const log = new ApprovalLog(process.argv[2]);
    for (let number = 0; number < 60; number++) {
      log.append({ ...record, id: process.argv[3] + "-" + number });
      await log.flush();
    }`;
  const record = JSON.stringify(anApproval({ input: { command: "x".repeat(8000) } }));
  const children = ["a", "b", "c", "d"].map((name) =>
    spawn(process.execPath, [
      "--input-type=module",
      "-e",
      script,
      built("driver/approval/approval-log.js"),
      state,
      name,
      record,
    ]),
  );
  await Promise.all(children.map((child) => once(child, "exit")));
  const ids = (await readApprovals(state)).map(({ id }) => id).toSorted();
  const all = ["a", "b", "c", "d"].flatMap((name) =>
    Array.from({ length: 60 }, (_, number) => `${name}-${number}`),
  );
  expect(ids).toEqual(all.toSorted());
});

test("a line that was torn takes no other with it", async () => {
  writeFileSync(approvalFile(state), '{"id":"torn', { mode: 0o600 });
  const log = new ApprovalLog(state);
  for (const id of ["a", "b"]) {
    log.append(anApproval({ id }));
    expect(await log.isWhole()).toBe(true);
  }
  expect((await readApprovals(state)).map(({ id }) => id)).toEqual(["a", "b"]);
  expect(readFileSync(approvalFile(state), "utf8").split("\n")).toHaveLength(4);
});

test.skipIf(process.platform === "win32")("a pipe in its place is no log", async () => {
  execFileSync("mkfifo", [approvalFile(state)]);
  const log = new ApprovalLog(state);
  log.append(anApproval());
  expect(await log.isWhole()).toBe(false);
});

test("no log is no approvals; nor is one that others may write", async () => {
  expect(await readApprovals(state)).toEqual([]);
  if (process.platform === "win32") return;
  await write([anApproval()]);
  chmodSync(approvalFile(state), 0o666);
  expect(await readApprovals(state)).toEqual([]);
});

test("where it cannot be written, nobody is disturbed", async () => {
  const file = join(state, "taken");
  writeFileSync(file, "no directory");
  const log = new ApprovalLog(file);
  log.append(anApproval());
  expect(await log.isWhole()).toBe(false);
  log.flushNow();
  expect(readFileSync(file, "utf8")).toBe("no directory");
});

test("whether a record is on disk is told of each, also after trouble that has passed", async () => {
  const log = new ApprovalLog(state);
  log.append(anApproval());
  expect(await log.isWhole()).toBe(true);
  rmSync(approvalFile(state));
  mkdirSync(approvalFile(state));
  log.append(anApproval({ id: "lost" }));
  expect(await log.isWhole()).toBe(false);
  rmSync(approvalFile(state), { recursive: true });
  log.append(anApproval({ id: "kept" }));
  expect(await log.isWhole()).toBe(true);
  expect((await readApprovals(state)).map(({ id }) => id)).toEqual(["kept"]);
  for (let number = 0; number < 1001; number++) log.append(anApproval({ id: String(number) }));
  expect(await log.isWhole()).toBe(false);
});

async function write(records: readonly ApprovalRecord[]): Promise<void> {
  const log = new ApprovalLog(state);
  for (const record of records) log.append(record);
  await log.flush();
}
