import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { approvalLine, jsonOfApproval } from "../../../src/cli/views/approvals-view.js";
import type { ApprovalRecord } from "../../../src/driver/approval/approval-log.js";
import { anApproval } from "../../support/driver/approval/approvals.js";
import { CAC, runCac, type Ran } from "../../support/cli/run-cac.js";

const HEAD = "TIME                 PROJECT           VERDICT  OUTCOME   CALL  RULE OR REASON";
const LINE =
  "2026-11-15 15:28:05  project           allow    approved  Bash(npm run test -- --watch)  Bash(npm run test *)";

let home: string;
let file: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cac-approvals-"));
  const state = join(home, ".local", "state", "claude-auto-continue");
  mkdirSync(state, { recursive: true });
  file = join(state, "approvals.jsonl");
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

test("none yet", () => {
  expect(cac()).toEqual({
    code: 0,
    out: "No permission prompt has been judged yet. See cac help policy to start.\n",
    err: "",
  });
  expect(cac("--json")).toEqual({ code: 0, out: "", err: "" });
});

test("a line for each prompt, with what became of it in the end", () => {
  writeFileSync(`${file}.2`, lines(anApproval({ outcome: "pending", pressed: false })));
  writeFileSync(
    `${file}.1`,
    lines(
      anApproval({ id: "b", verdict: "deny", rule: "sudo", outcome: "left", input: { command: "sudo ls" } }),
    ),
  );
  writeFileSync(
    file,
    lines(
      anApproval(),
      anApproval({ id: "c", verdict: "ask", rule: undefined, outcome: "person", why: "No rule allows it." }),
    ),
  );
  expect(cac()).toEqual({
    code: 0,
    out: [
      HEAD,
      LINE,
      "2026-11-15 15:28:05  project           deny     left      Bash(sudo ls)  sudo",
      "2026-11-15 15:28:05  project           ask      person    Bash(npm run test -- --watch)  No rule allows it.",
      "",
    ].join("\n"),
    err: "",
  });
});

test("the last 20 for people, all for programs, as many as asked for", () => {
  const records = Array.from({ length: 30 }, (_, index) => anApproval({ id: String(index) }));
  writeFileSync(file, `not ours\n${lines(...records)}{"id":"torn`);
  expect(cac().out.split("\n")).toHaveLength(1 + 20 + 1);
  expect(idsIn(cac("--json").out)).toEqual(records.map(({ id }) => id));
  expect(idsIn(cac("--json", "--last", "2").out)).toEqual(["28", "29"]);
  expect(cac("--last", "0").out).toBe("");
  expect(cac("--last", "two")).toEqual({
    code: 2,
    out: "",
    err: "cac: option '--last <n>' argument 'two' is invalid. give a whole number, such as 50\nfix: cac help approvals\n",
  });
});

test("--follow goes on with what is added, also what came right before the log moved", async () => {
  writeFileSync(file, lines(anApproval({ id: "0" })));
  const child = spawn(process.execPath, [CAC, "approvals", "--follow", "--json"], { env: { HOME: home } });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  const seen = () => idsIn(out);
  await expect.poll(seen, { timeout: 20_000 }).toEqual(["0"]);
  appendFileSync(file, lines(anApproval({ id: "1", outcome: "pending" }), anApproval({ id: "1" })));
  await expect.poll(seen, { timeout: 20_000 }).toEqual(["0", "1", "1"]);
  appendFileSync(file, lines(anApproval({ id: "2" })));
  renameSync(file, `${file}.1`);
  await expect.poll(seen, { timeout: 20_000 }).toEqual(["0", "1", "1", "2"]);
  writeFileSync(file, lines(anApproval({ id: "3" })));
  await expect.poll(seen, { timeout: 20_000 }).toEqual(["0", "1", "1", "2", "3"]);
  child.kill();
});

test("--follow waits for the first one too", async () => {
  rmSync(join(home, ".local"), { recursive: true });
  const child = spawn(process.execPath, [CAC, "approvals", "-f"], {
    env: { HOME: home, TZ: "America/New_York" },
  });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  await expect.poll(() => out, { timeout: 20_000 }).toBe(`${HEAD}\n`);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, lines(anApproval()));
  await expect.poll(() => out, { timeout: 20_000 }).toBe(`${HEAD}\n${LINE}\n`);
  child.kill();
});

test.each<[Partial<ApprovalRecord>, number | undefined, string]>([
  [{}, undefined, LINE],
  [
    {},
    120,
    "2026-11-15 15:28:05  project           allow    approved  Bash(npm run test -- --watch)         Bash(npm run test *)",
  ],
  [{}, 80, "11-15 15:28  project   allow    approved  Bash(npm run test --…  Bash(npm run t…"],
  [{}, 20, "11-15 15:28  project   allow    approved  Bash(npm ru…  Bash(npm ru…"],
  [
    { tool: "Edit", input: { file_path: "/home/ada/project/src/a.ts" }, rule: "Edit(src/**)" },
    undefined,
    "2026-11-15 15:28:05  project           allow    approved  Edit(src/a.ts)  Edit(src/**)",
  ],
  [
    { tool: "Edit", input: { file_path: "/home/ada/project-2/a.ts" }, rule: "Edit" },
    undefined,
    "2026-11-15 15:28:05  project           allow    approved  Edit(/home/ada/project-2/a.ts)  Edit",
  ],
  [
    { input: { command: "/home/ada/project/a.sh" }, rule: "Bash" },
    undefined,
    "2026-11-15 15:28:05  project           allow    approved  Bash(/home/ada/project/a.sh)  Bash",
  ],
  [
    { cwd: "/", tool: "mcp__a__b", input: {}, rule: undefined, why: "x" },
    undefined,
    "2026-11-15 15:28:05  /                 allow    approved  mcp__a__b  x",
  ],
  [
    { cwd: "/a/a-project-with-a-long-name", input: { command: "a\nb\u001b[2J\u202e" }, rule: "r\u009b" },
    undefined,
    "2026-11-15 15:28:05  a-project-with-…  allow    approved  Bash(a\\nb\\u001b[2J\\u202e)  r\\x9b",
  ],
])("a line of the table: %j in %s columns", (changes, columns, line) => {
  expect(approvalLine(anApproval(changes), { columns, timeZone: "America/New_York" })).toBe(line);
});

test("JSON has every field, and moves no terminal", () => {
  const record = anApproval({ session: undefined, rule: undefined, delayMs: undefined, why: "\u009b" });
  expect(jsonOfApproval(record)).toContain('"why":"\\u009b"');
  expect(JSON.parse(jsonOfApproval(record))).toEqual({ ...record, session: null, rule: null, delayMs: null });
});

function cac(...args: string[]): Ran {
  return runCac(["approvals", ...args], { HOME: home, TZ: "America/New_York" });
}

function lines(...records: readonly ApprovalRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

function idsIn(out: string): unknown[] {
  const rows = out.split("\n").filter((line) => line !== "");
  return rows.map((line) => (JSON.parse(line) as { id: unknown }).id);
}
