import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { approvalFile } from "../../src/driver/approval/approval-log.js";
import { readInboxEvent, type InboxEvent } from "../../src/discover/inbox-event.js";
import { apiError, BANNER, REJECTED } from "../support/claude/transcript-rows.js";
import { loadedModules } from "../support/cli/loaded-modules.js";
import { CAC } from "../support/cli/run-cac.js";

const COMMAND = [process.execPath, CAC, "hook", "claude-auto-continue"] as const;
const SILENT = { code: 0, out: "", err: "" };

let home: string;
let transcript: string;
let env: Record<string, string>;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cli-hook-"));
  transcript = join(home, "session.jsonl");
  env = { HOME: home, PATH: process.env["PATH"] ?? "", TMUX: "/tmp/t,1,0", TMUX_PANE: "%3" };
});

afterEach(() => rmSync(home, { recursive: true }));

describe("a hook leaves one event", () => {
  test("of a limit, with the reset of its row", async () => {
    writeLimit();
    expect(await run(failed("s1"))).toEqual(SILENT);
    expect(events()).toMatchObject([
      {
        event: "limit",
        session: { sessionId: "s1", transcript, cwd: home },
        stop: { kind: "five-hour", resetsAt: new Date(REJECTED.resetsAt * 1000).toISOString() },
      },
    ]);
    expect(readdirSync(autoResume())).toEqual(["inbox"]);
  });

  test("where CLAUDE_CONFIG_DIR says", async () => {
    const elsewhere = join(home, "elsewhere");
    expect(await run(started("s1"), { ...env, CLAUDE_CONFIG_DIR: elsewhere })).toEqual(SILENT);
    expect(events(elsewhere).map(({ event }) => event)).toEqual(["sessionStarted"]);
    expect(existsSync(join(home, ".claude"))).toBe(false);
  });

  test.skipIf(process.platform !== "linux")("with the process that started it", () => {
    copyFileSync(realpathSync("/bin/sh"), join(home, "claude"));
    const script = `echo $$; printf %s '${started("s1")}' | sh -c '"$@"; true' sh "$@"; true`;
    const { stdout } = spawnSync(join(home, "claude"), ["-c", script, "claude", ...COMMAND], { env });
    const pid = Number(stdout.toString());
    const reach = { process: { pid, start: expect.stringMatching(/:\d+$/) as string }, tty: undefined };
    const own = { TMUX: "/tmp/t,1,0", TMUX_PANE: "%3" };
    expect(events().map(({ session }) => session.reach)).toEqual([{ ...reach, env: own }]);
  });

  test("each, when 50 come at once", async () => {
    writeLimit();
    const ids = Array.from({ length: 50 }, (_, number) => `s${number}`);
    expect(await Promise.all(ids.map((id) => run(failed(id))))).toEqual(ids.map(() => SILENT));
    const found = events().map(({ event, session }) => `${event} ${session.sessionId}`);
    expect(found.sort()).toEqual(ids.map((id) => `limit ${id}`).sort());
    expect(existsSync(join(autoResume(), "hook.log"))).toBe(false);
  });

  test("when its input comes in pieces", async () => {
    const input = Buffer.from(started("s1", { note: `ä}${"x".repeat(100_000)}` }));
    const child = start();
    for (let at = 0; at < input.length; at += 9973) {
      child.stdin?.write(input.subarray(at, at + 9973));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    child.stdin?.end();
    expect(await ending(child)).toEqual(SILENT);
    expect(events()).toHaveLength(1);
  });

  test("when its input stays open", async () => {
    const child = start();
    child.stdin?.write(`${started("s1")}\n`);
    expect(await ending(child)).toEqual(SILENT);
    expect(events()).toHaveLength(1);
  });

  test("and nothing is loaded for it that it does not need", async () => {
    const coverage = join(home, "coverage");
    writeLimit();
    await run(failed("s1"), { ...env, NODE_V8_COVERAGE: coverage });
    const loaded = loadedModules(coverage);
    expect(loaded).toContainEqual(expect.stringMatching(/\/discover\/find-limit-row\.js$/));
    expect(
      loaded.filter((url) => /commander|\/zod\/|\/(?:wrapper|driver|terminal|session|policy)\//.test(url)),
    ).toEqual([]);
  });
});

describe("a hook at a permission prompt", () => {
  const yes = '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}';

  beforeEach(() => {
    const config = join(home, ".config", "claude-auto-continue");
    mkdirSync(config, { recursive: true });
    const approve = { mode: "rules", allow: ["Bash(npm test *)"] };
    writeFileSync(join(config, "config.json"), JSON.stringify({ version: 1, approve }));
  });

  test("says yes to what a rule covers", async () => {
    expect(await run(asked("npm test -- --all"))).toEqual({ code: 0, out: `${yes}\n`, err: "" });
    expect(approvals()).toMatchObject([{ session: "s1", verdict: "allow", outcome: "answered" }]);
    expect(statSync(approvalFile(state())).mode & 0o777).toBe(0o600);
    expect(existsSync(autoResume())).toBe(false);
  });

  test("says nothing to all else", async () => {
    expect(await run(asked("npm publish"))).toEqual(SILENT);
    expect(approvals()).toMatchObject([{ verdict: "ask", outcome: "left" }]);
  });

  test("answers each, when several come at once", async () => {
    const numbers = [1, 2, 3, 4, 5];
    const answers = await Promise.all(numbers.map((number) => run(asked(`npm test -- ${number}`))));
    expect(answers).toEqual(numbers.map(() => ({ code: 0, out: `${yes}\n`, err: "" })));
    expect(approvals()).toHaveLength(5);
  });

  test("loads nothing that it does not need", async () => {
    const coverage = join(home, "coverage");
    await run(asked("npm test"), { ...env, NODE_V8_COVERAGE: coverage });
    const loaded = loadedModules(coverage);
    expect(loaded).toContainEqual(expect.stringMatching(/\/policy\/judge\.js$/));
    expect(
      loaded.filter((url) =>
        /commander|\/zod\/|temporal|\/driver\/(?!approval\/)|\/(?:wrapper|terminal|session)\//.test(url),
      ),
    ).toEqual([]);
  });

  test("exits with 0 where nobody takes its answer", async () => {
    const child = start({ shell: '"$@" >&-; test $? = 0 && : >"$HOME/exited-with-0"' });
    child.stdin?.end(asked("npm test"));
    await ending(child);
    const gone = start({ shell: '"$@" | true' });
    gone.stdin?.end(asked("npm test"));
    expect(await ending(gone)).toEqual(SILENT);
    expect(existsSync(join(home, "exited-with-0"))).toBe(true);
  });

  test.skipIf(!mayMount())("says nothing where its log finds no room, or a read-only disk", async () => {
    mkdirSync(join(home, ".local", "state"), { recursive: true });
    const full = `mount -t tmpfs -o size=16k,mode=700 tmpfs "$HOME/.local/state"; head -c 20k /dev/zero >"$HOME/.local/state/filler" 2>/dev/null`;
    const readOnly = 'mount -t tmpfs -o ro,mode=700 tmpfs "$HOME/.local/state"';
    for (const disk of [full, readOnly]) {
      const child = start({ shell: `${disk}; exec "$@"`, unshare: true });
      child.stdin?.end(asked("npm test"));
      expect(await ending(child)).toEqual(SILENT);
    }
  });
});

describe("a hook that can do nothing says nothing, exits with 0 and logs why:", () => {
  test.each<[string, string, string]>([
    ["no input", "", "no hook input on standard input"],
    ["no JSON", "hello\n", "no hook input on standard input"],
    ["torn JSON", '{"hook_event_name":"SessionStart","session_id":"s1"', "no hook input on standard input"],
    ["another's JSON", '{"a":{}}', "no hook input on standard input"],
    ["a session id that is an option", started("--help"), 'the event has a bad "session.sessionId"'],
  ])("%s", async (_, input, why) => {
    expect(await run(input)).toEqual(SILENT);
    expect(events()).toEqual([]);
    expect(log()).toEqual([
      expect.objectContaining({ event: "hookFailed", error: expect.stringContaining(why) }),
    ]);
    expect(statSync(join(autoResume(), "hook.log")).mode & 0o777).toBe(0o600);
  });

  test("a pipe in the transcript's place", async () => {
    execFileSync("mkfifo", [transcript]);
    expect(await run(failed("s1"))).toEqual(SILENT);
    expect(log()).toMatchObject([{ error: expect.stringContaining("is not a regular file") as string }]);
  });

  test("an input that never comes", async () => {
    const child = start();
    expect(await ending(child)).toEqual(SILENT);
    expect(log()).toMatchObject([{ event: "hookFailed" }]);
  });

  test("an input without end", async () => {
    const child = start({ shell: 'exec "$@" </dev/zero' });
    expect(await ending(child)).toEqual(SILENT);
    expect(log()).toMatchObject([{ event: "hookFailed" }]);
  });

  test("a closed input and closed outputs", async () => {
    const child = start({ shell: '"$@" <&- >&- 2>&-; test $? = 0 && : >"$HOME/exited-with-0"' });
    await ending(child);
    expect(existsSync(join(home, "exited-with-0"))).toBe(true);
  });

  test("no place for an inbox, nor for a log", async () => {
    writeFileSync(join(home, ".claude"), "somebody's file");
    expect(await run(started("s1"))).toEqual(SILENT);
  });

  test("a pipe in the log's place", async () => {
    mkdirSync(autoResume(), { recursive: true });
    execFileSync("mkfifo", [join(autoResume(), "hook.log")]);
    expect(await run("")).toEqual(SILENT);
  });

  test.skipIf(process.getuid?.() !== 0)("a home that belongs to somebody else", async () => {
    chownSync(home, 65534, 65534);
    mkdirSync(join(autoResume(), "inbox"), { recursive: true });
    chownSync(join(autoResume(), "inbox"), 65534, 65534);
    expect(await run(started("s1"))).toEqual(SILENT);
    expect(log()).toMatchObject([
      { error: expect.stringContaining("belongs to another user (65534)") as string },
    ]);
  });

  test.skipIf(!mayMount())("a full disk, and one that is read-only", async () => {
    mkdirSync(join(home, ".claude"));
    const full = `mount -t tmpfs -o size=16k,mode=700 tmpfs "$HOME/.claude"; head -c 20k /dev/zero >"$HOME/.claude/filler" 2>/dev/null`;
    const readOnly = 'mount -t tmpfs -o ro,mode=700 tmpfs "$HOME/.claude"';
    for (const disk of [full, readOnly]) {
      const child = start({ shell: `${disk}; exec "$@"`, unshare: true });
      child.stdin?.end(started("s1"));
      expect(await ending(child)).toEqual(SILENT);
    }
  });
});

test("its log does not grow without bound", async () => {
  mkdirSync(autoResume(), { recursive: true });
  writeFileSync(join(autoResume(), "hook.log"), "x\n".repeat(200_000));
  await run("");
  await run("");
  expect(readdirSync(autoResume()).sort()).toEqual(["hook.log", "hook.log.1"]);
  expect(log()).toHaveLength(1);
});

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(input: string, environment = env): Promise<Ran> {
  const child = start({ environment });
  // A hook that gave up before its input came may be gone.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(input);
  return ending(child);
}

interface Circumstances {
  readonly environment?: Record<string, string>;
  /** Runs the hook as "$@". */
  readonly shell?: string;
  /** With mounts of its own. */
  readonly unshare?: boolean;
}

function start({ environment = env, shell, unshare = false }: Circumstances = {}): ChildProcess {
  const inShell = shell === undefined ? COMMAND : ["sh", "-c", shell, "sh", ...COMMAND];
  const [file = "", ...args] = unshare ? ["unshare", "-m", "--", ...inShell] : inShell;
  return spawn(file, args, { env: environment });
}

async function ending(child: ChildProcess): Promise<Ran> {
  let [out, err] = ["", ""];
  child.stdout?.on("data", (chunk) => (out += String(chunk)));
  child.stderr?.on("data", (chunk) => (err += String(chunk)));
  await once(child, "close");
  return { code: child.exitCode, out, err };
}

function started(sessionId: string, more: object = {}): string {
  return hookInput(sessionId, { hook_event_name: "SessionStart", source: "startup", ...more });
}

function failed(sessionId: string): string {
  return hookInput(sessionId, {
    hook_event_name: "StopFailure",
    error: "rate_limit",
    last_assistant_message: BANNER,
  });
}

function asked(command: string): string {
  return hookInput("s1", {
    hook_event_name: "PermissionRequest",
    // Not the home itself: settings inside the project are not to be trusted.
    cwd: join(home, "project"),
    tool_name: "Bash",
    tool_input: { command },
  });
}

function hookInput(sessionId: string, more: object): string {
  return JSON.stringify({ session_id: sessionId, transcript_path: transcript, cwd: home, ...more });
}

function writeLimit(): void {
  const row = { ...apiError(BANNER, { quotaLimits: REJECTED }), timestamp: new Date().toISOString() };
  writeFileSync(transcript, `${JSON.stringify(row)}\n`);
}

function state(): string {
  return join(home, ".local", "state", "claude-auto-continue");
}

function approvals(): object[] {
  const lines = readFileSync(approvalFile(state()), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as object);
}

function autoResume(config = join(home, ".claude")): string {
  return join(config, "auto-resume");
}

function events(config?: string): InboxEvent[] {
  const inbox = join(autoResume(config), "inbox");
  if (!existsSync(inbox)) return [];
  return readdirSync(inbox).map((name) => {
    const read = readInboxEvent(readFileSync(join(inbox, name), "utf8"));
    if (!read.ok) throw new Error(`${name} ${read.says}`);
    return read.event;
  });
}

function log(): object[] {
  const lines = readFileSync(join(autoResume(), "hook.log"), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as object);
}

/** Whether this machine lets us mount something of our own, out of sight of all others. */
function mayMount(): boolean {
  if (process.platform !== "linux") return false;
  return spawnSync("unshare", ["-m", "--", "mount", "-t", "tmpfs", "tmpfs", tmpdir()]).status === 0;
}
