import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import {
  dropCommand,
  HookDrops,
  type PermissionCall,
  type SessionStart,
} from "../../src/launch/hook-drops.js";

// Well below the poll of 5 s: what comes within it came by notification.
const SOON = { timeout: 4_000, interval: 10 };

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "session-starts-"));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test.skipIf(process.platform === "win32").each(["plain", "with space", 'it\'s $HOME `x` "quoted" \\'])(
  "the hook drops its input in silence, in a directory called %s",
  async (name) => {
    const parent = join(root, name);
    mkdirSync(parent);
    const watch = new HookDrops(parent);
    const starts: SessionStart[] = [];
    watch.onStart((start) => starts.push(start));
    expect(runHook(watch.dropCommand, input("a", "startup"))).toBe("");
    await vi.waitFor(() => expect(starts).toHaveLength(1), SOON);
    expect(starts).toEqual([
      { sessionId: "a", transcriptPath: "/x/a.jsonl", source: "startup", cwd: "/work dir" },
    ]);
    runHook(watch.dropCommand, input("b", "clear"));
    await vi.waitFor(() => expect(starts.map(({ source }) => source)).toEqual(["startup", "clear"]), SOON);
    watch.close();
  },
);

test("starts that came before anybody listened are told, in their order", async () => {
  const watch = new HookDrops(root);
  for (const name of ["c", "a", "b"]) runHook(watch.dropCommand, input(name, "resume"));
  const starts: string[] = [];
  watch.onStart(({ sessionId }) => starts.push(sessionId));
  await vi.waitFor(() => expect(starts).toEqual(["c", "a", "b"]), SOON);
  watch.close();
});

test("a permission that is asked for is told, and one without its input is not", async () => {
  const watch = new HookDrops(root);
  const [requests, starts]: [PermissionCall[], SessionStart[]] = [[], []];
  const asked = {
    session_id: "a",
    cwd: "/work dir",
    hook_event_name: "PermissionRequest",
    tool_name: "Bash",
  };
  runHook(watch.dropCommand, JSON.stringify(asked));
  runHook(watch.dropCommand, JSON.stringify({ ...asked, tool_input: { command: "ls" } }));
  watch.onStart((start) => starts.push(start));
  watch.onRequest((request) => requests.push(request));
  await vi.waitFor(() => expect(requests).toHaveLength(1), SOON);
  expect(requests).toEqual([
    { sessionId: "a", cwd: "/work dir", tool: "Bash", input: { command: "ls" }, inPlan: false },
  ]);
  expect(starts).toEqual([]);
  watch.close();
});

test("the directory is ours alone, and gone at the end", () => {
  const watch = new HookDrops(root);
  const file = watch.writeSettings("{}");
  const [directory = ""] = readdirSync(root);
  expect(statSync(join(root, directory)).mode & 0o777).toBe(0o700);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  watch.close();
  expect(readdirSync(root)).toEqual([]);
});

test("a hook that runs after the end, or cannot write, fails in silence", () => {
  const watch = new HookDrops(root);
  const command = watch.dropCommand;
  watch.close();
  expect(runHook(command, input("a", "startup"))).toBe("");
  expect(readdirSync(root)).toEqual([]);
});

test("what is no hook input does no harm", async () => {
  const watch = new HookDrops(root);
  const starts: SessionStart[] = [];
  watch.onStart((start) => starts.push(start));
  for (const text of ["", "{", "null", '{"hook_event_name":"Stop","session_id":"x"}'])
    runHook(watch.dropCommand, text);
  runHook(watch.dropCommand, input("a", "startup"));
  await vi.waitFor(() => expect(starts.map(({ sessionId }) => sessionId)).toEqual(["a"]), SOON);
  rmSync(root, { recursive: true });
  watch.close();
});

test("several hooks at once leave one drop each", async () => {
  const watch = new HookDrops(root);
  const starts: string[] = [];
  watch.onStart(({ sessionId }) => starts.push(sessionId));
  const names = Array.from({ length: 20 }, (_, index) => `s${index}`);
  await Promise.all(names.map((name) => hookInBackground(watch.dropCommand, input(name, "startup"))));
  await vi.waitFor(() => expect(starts.toSorted()).toEqual(names.toSorted()), SOON);
  watch.close();
});

test("on Windows the hook is a line of node, which works here too", () => {
  const directory = join(root, "with space");
  mkdirSync(directory);
  expect(runHook(dropCommand(directory, "win32", process.execPath), input("a", "startup"))).toBe("");
  const [name = ""] = readdirSync(directory);
  expect(name).toMatch(/^\d+-\d+\.drop$/);
  expect(existsSync(join(directory, name))).toBe(true);
  writeFileSync(join(root, "file"), "");
  expect(runHook(dropCommand(join(root, "file"), "win32", process.execPath), "x")).toBe("");
});

/** As Claude Code runs it; returns all that it prints. */
function runHook(command: string, stdin: string): string {
  return execFileSync("/bin/sh", ["-c", `{ ${command}\n} 2>&1`], { input: stdin, encoding: "utf8" });
}

function hookInBackground(command: string, stdin: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile("/bin/sh", ["-c", command], (error) => (error ? reject(error) : resolve()));
    child.stdin?.end(stdin);
  });
}

function input(id: string, source: string): string {
  return JSON.stringify({
    hook_event_name: "SessionStart",
    session_id: id,
    transcript_path: `/x/${id}.jsonl`,
    cwd: "/work dir",
    source,
  });
}
