import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { spawn } from "@lydell/node-pty";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { ProcessSupervisor, SessionState, StdinWriter } from "../../src/index.js";
import { clockTime } from "../../src/time/clock-face.js";
import { FakeNodePty, FakeTerminal } from "../support/wrapper/fake-node-pty.js";

const TOMORROW = clockTime(new Date(Date.now() + 36 * 60 * 60_000), new Date(), "UTC");
const BANNER = `You've hit your weekly limit · resets ${TOMORROW} (UTC)\r\n`;

const GENEROUS = { timeout: 20_000, interval: 10 };

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cac-library-"));
  for (const name of ["HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"]) vi.stubEnv(name, home);
});

/** What each supervisor noted. */
const notes: string[][] = [];

afterEach(async () => {
  // The last thing that each does, maybe after the end of its command, is to write its end into its log.
  await vi.waitUntil(() => logs().filter((log) => log.includes('"ended"')).length >= notes.length, GENEROUS);
  notes.length = 0;
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

describe("a supervisor as a library, around whatever looks like node-pty", () => {
  test("starts in RUNNING, and comes to WAITING by a banner", async () => {
    const { supervisor, pty, ended } = start();
    expect(supervisor.state).toBe("RUNNING");
    pty.say("hello\r\n");
    pty.say(BANNER);
    await vi.waitFor(() => expect(supervisor.state).toBe(SessionState.WAITING), GENEROUS);
    pty.exit({ exitCode: 0 });
    expect(await ended).toEqual({ exitCode: 0 });
  });

  test("gets what came in its first moment", async () => {
    const { supervisor, pty, ended } = start();
    pty.say(BANNER);
    await vi.waitFor(() => expect(supervisor.state).toBe("WAITING"), GENEROUS);
    pty.exit({ exitCode: 0 });
    await ended;
  });

  test("passes bytes on, both ways", async () => {
    const { pty, terminal, ended } = start();
    pty.say("é\x1b[31m");
    terminal.type("keys");
    expect(terminal.shown).toBe("é\x1b[31m");
    expect(pty.written).toEqual(["keys"]);
    pty.exit({ exitCode: 0 });
    await ended;
    // The colour was left on.
    expect(terminal.shown).toBe("é\x1b[31m\x1b[m");
  });

  test("is not crashed by a write to a child that is gone", async () => {
    const { pty, terminal, ended } = start();
    pty.write = () => {
      throw Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    };
    terminal.type("keys");
    pty.exit({ exitCode: 0 });
    expect(await ended).toEqual({ exitCode: 0 });
  });

  test("tells of other errors where it was asked to", async () => {
    const { pty, terminal, noted, ended } = start();
    pty.write = () => {
      throw Object.assign(new Error("write EBADF"), { code: "EBADF" });
    };
    terminal.type("keys");
    expect(noted).toContain("could not write to the child: write EBADF");
    pty.exit({ exitCode: 0 });
    await ended;
  });

  test("shutdown ends the command as a closed terminal does", async () => {
    const { supervisor, pty, ended } = start();
    supervisor.shutdown();
    expect(pty.killed).toEqual(["SIGHUP"]);
    pty.exit({ exitCode: 0, signal: 1 });
    expect(await ended).toEqual({ exitCode: 0, signal: 1 });
    supervisor.shutdown();
    expect(pty.killed).toEqual(["SIGHUP"]);
  });

  test("shutdown before the start is nothing", () => {
    const supervisor = new ProcessSupervisor();
    supervisor.shutdown();
    expect(supervisor.state).toBe("RUNNING");
  });

  test("supervises one process", async () => {
    const { supervisor, pty, ended } = start();
    await expect(supervisor.spawn("claude", [])).rejects.toThrow("a supervisor supervises one process");
    pty.exit({ exitCode: 0 });
    await ended;
  });

  test("takes its settings, and the defaults for the rest", async () => {
    const { supervisor, pty, terminal, ended } = start({ settings: { inputWhileWaiting: "discard" } });
    pty.say(BANNER);
    await vi.waitFor(() => expect(supervisor.state).toBe("WAITING"), GENEROUS);
    terminal.type("keys");
    terminal.type("\x03");
    expect(pty.written).toEqual(["\x03"]);
    pty.exit({ exitCode: 0 });
    await ended;
  });

  test.for([["that lived for a while"], ["that ended at once"]])(
    "leaves no listener and no file of a command %s",
    async ([which]) => {
      const before = process.eventNames().map((name) => [name, process.listenerCount(name)]);
      const { pty, ended } = start();
      if (which === "that lived for a while") {
        await vi.waitUntil(() => socketsAndRecords().length === 2, GENEROUS);
      }
      pty.exit({ exitCode: 0 });
      await ended;
      expect(process.eventNames().map((name) => [name, process.listenerCount(name)])).toEqual(before);
      await vi.waitFor(() => expect(socketsAndRecords()).toEqual([]), GENEROUS);
    },
  );

  test("takes node-pty's own spawn", async () => {
    const terminal = new FakeTerminal(join(home, "terminal"));
    const noted: string[] = [];
    notes.push(noted);
    const debug = (note: string): void => void noted.push(note);
    const supervisor = new ProcessSupervisor({ spawnFn: spawn, terminal: terminal.terminal, debug });
    const ended = supervisor.spawn("/bin/sh", ["-c", "stty -echo; stty size; read -r key; exit 3"]);
    // It ends when told to: what a child writes just before its end node-pty can lose.
    await vi.waitFor(() => expect(terminal.shown).toBe("24 80\r\n"), GENEROUS);
    terminal.type("\r");
    expect(await ended).toEqual({ exitCode: 3, signal: 0 });
  });

  test("refuses where the command cannot be started", async () => {
    const supervisor = new ProcessSupervisor({
      terminal: new FakeTerminal(join(home, "terminal")).terminal,
      spawnFn: () => {
        throw new Error("no such terminal");
      },
    });
    await expect(supervisor.spawn("claude", [])).rejects.toThrow("no such terminal");
  });
});

test("the package gives a supervisor that needs no terminal around it", async () => {
  const program = `
    import { ProcessSupervisor, SessionState, StdinWriter } from "claude-auto-continue";
    const listeners = {};
    const pty = {
      pid: 4242, cols: 80, rows: 24, process: "claude", handleFlowControl: false,
      onData: (listener) => void (listeners.data = listener),
      onExit: (listener) => void (listeners.exit = [...(listeners.exit ?? []), listener]),
      write() {}, resize() {}, clear() {}, pause() {}, resume() {},
      kill() { for (const listener of listeners.exit) listener({ exitCode: 0, signal: 1 }); },
    };
    const supervisor = new ProcessSupervisor({ spawnFn: () => pty });
    const states = [supervisor.state];
    const ended = supervisor.spawn("claude", []);
    listeners.data(${JSON.stringify(BANNER)});
    while (supervisor.state !== SessionState.WAITING) await new Promise((resolve) => setTimeout(resolve, 10));
    states.push(supervisor.state);
    supervisor.shutdown();
    console.log(JSON.stringify({ states, exit: await ended, writer: typeof StdinWriter }));
  `;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "-e", program],
    {
      cwd: fileURLToPath(new URL("../..", import.meta.url)),
      env: { ...process.env, HOME: home },
      timeout: 30_000,
    },
  );
  expect(stderr).toBe("");
  const told = { states: ["RUNNING", "WAITING"], exit: { exitCode: 0, signal: 1 }, writer: "function" };
  expect(stdout).toBe(`${BANNER}${JSON.stringify(told)}\n`);
});

test("states are the words of the documents", () => {
  expect(SessionState).toEqual({
    RUNNING: "RUNNING",
    LIMIT_DETECTED: "LIMIT_DETECTED",
    WAITING: "WAITING",
    RESUMING: "RESUMING",
    NEEDS_YOU: "NEEDS_YOU",
  });
});

test("a writer is silent once its child is dead", () => {
  const write = vi.fn();
  const writer = new StdinWriter({ write });
  writer.write("one");
  writer.markDead();
  writer.write("two");
  expect(writer.isDead).toBe(true);
  expect(write.mock.calls).toEqual([["one"]]);
});

function start(options: Partial<ConstructorParameters<typeof ProcessSupervisor>[0]> = {}) {
  const pty = new FakeNodePty();
  const terminal = new FakeTerminal(join(home, "terminal"));
  const noted: string[] = [];
  notes.push(noted);
  const supervisor = new ProcessSupervisor({
    spawnFn: () => pty,
    terminal: terminal.terminal,
    debug: (note) => void noted.push(note),
    ...options,
  });
  return { supervisor, pty, terminal, noted, ended: supervisor.spawn("/usr/bin/claude", []) };
}

function socketsAndRecords(): string[] {
  return files().filter((name) => name.endsWith(".sock") || name.endsWith(".json"));
}

function logs(): string[] {
  const names = files().filter((name) => name.startsWith("logs/"));
  return names.map((name) => readFileSync(join(home, "claude-auto-continue", name), "utf8"));
}

function files(): string[] {
  const own = join(home, "claude-auto-continue");
  return existsSync(own) ? readdirSync(own, { recursive: true, encoding: "utf8" }) : [];
}
