import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { spawnPty, type Pty, type PtyExit } from "../../../src/transport/pty/pty.js";
import { isAlive, scratchFolder, until } from "../../support/wrapper/outer-terminal.js";

const ENVIRONMENT = { PATH: process.env["PATH"], TERM: "xterm-256color", LC_ALL: "C.UTF-8" };

function start(script: string, env: Record<string, string | undefined> = ENVIRONMENT): Pty {
  return spawnPty("/bin/sh", ["-c", script], { columns: 80, rows: 24, cwd: "/", env });
}

async function output(pty: Pty): Promise<{ bytes: Buffer; exit: PtyExit }> {
  const chunks: Buffer[] = [];
  pty.onData((data) => chunks.push(Buffer.from(data)));
  const exit = await new Promise<PtyExit>((resolve) => pty.onExit(resolve));
  return { bytes: Buffer.concat(chunks), exit };
}

function firstOutput(pty: Pty): Promise<void> {
  return new Promise((resolve) => {
    const listening = pty.onData(() => {
      listening.dispose();
      resolve();
    });
  });
}

async function textOf(script: string): Promise<string> {
  return (await output(start(script))).bytes.toString();
}

describe("the child", () => {
  test("gets the environment as it is: nothing added, nothing taken away", async () => {
    const env = {
      PATH: process.env["PATH"],
      TERM: "dumb",
      PWD: "/somewhere",
      TMUX: "a,1,0",
      LINES: "7",
      EMPTY: "",
      NOT: undefined,
    };
    const { bytes } = await output(spawnPty("/usr/bin/env", [], { columns: 80, rows: 24, cwd: "/", env }));
    expect(bytes.toString().split("\r\n").toSorted()).toEqual(
      ["", "EMPTY=", "LINES=7", `PATH=${env.PATH}`, "PWD=/somewhere", "TERM=dumb", "TMUX=a,1,0"].toSorted(),
    );
  });

  test("has a terminal of the size that was asked for, for UTF-8", async () => {
    const settings = await textOf("stty -a");
    expect(settings).toContain("rows 24; columns 80;");
    expect(settings).toMatch(/\biutf8\b/);
    expect(settings).not.toMatch(/-iutf8\b/);
  });

  test("runs in the folder that was asked for, with its arguments as they are", async () => {
    const folder = scratchFolder();
    const pty = spawnPty("/bin/sh", ["-c", 'pwd -P; printf "%s|" "$@"', "sh", "a b", "", "*", "q\"'"], {
      columns: 80,
      rows: 24,
      cwd: folder,
      env: ENVIRONMENT,
    });
    expect((await output(pty)).bytes.toString()).toBe(`${folder}\r\na b||*|q"'|`);
  });

  test("leads a session of its own", async () => {
    const pty = start("ps -o pid=,pgid=,sid= -p $$");
    const [pid, group, session] = (await output(pty)).bytes.toString().trim().split(/\s+/);
    expect([pid, group, session]).toEqual([pid, pid, pid]);
    expect(Number(pid)).toBe(pty.pid);
  });
});

describe("the end", () => {
  test.each([
    ["an exit code", "exit 42", { exitCode: 42 }],
    ["a signal", "kill -SEGV $$", { exitCode: 0, signal: 11 }],
  ])("%s", async (_, script, exit) => {
    expect((await output(start(script))).exit).toEqual(exit);
  });

  test("a command that is not there ends at once", async () => {
    const pty = spawnPty("/does/not/exist", [], { columns: 80, rows: 24, cwd: "/", env: ENVIRONMENT });
    expect((await output(pty)).exit).toEqual({ exitCode: 1 });
  });

  test("comes in the first millisecond, with what was written, 50 times of 50", async () => {
    const results: string[] = [];
    for (let round = 0; round < 50; round++) {
      const pty = spawnPty("/bin/echo", ["x"], { columns: 80, rows: 24, cwd: "/", env: ENVIRONMENT });
      const { bytes, exit } = await output(pty);
      results.push(`${bytes.toString()}${exit.exitCode}`);
    }
    expect(results).toEqual(Array.from({ length: 50 }, () => "x\r\n0"));
  });

  test("is brought about in the child's first moment, 50 times of 50", async () => {
    for (let round = 0; round < 50; round++) {
      const pty = spawnPty("/bin/sleep", ["300"], { columns: 80, rows: 24, cwd: "/", env: ENVIRONMENT });
      pty.kill("SIGKILL");
      expect((await output(pty)).exit).toEqual({ exitCode: 0, signal: 9 });
    }
  });

  test("1 MB and then nothing: all of it, 50 times of 50", async () => {
    const file = join(scratchFolder(), "megabyte");
    const megabyte = Buffer.alloc(1024 * 1024, "0123456789abcdef\x00\xff\n", "latin1");
    writeFileSync(file, megabyte);
    let whole = 0;
    for (let round = 0; round < 50; round++) {
      if ((await output(start(`stty raw; exec cat ${file}`))).bytes.equals(megabyte)) whole++;
    }
    expect(whole).toBe(50);
  });

  test("is not put off by a reader that has paused, and takes nothing from it", async () => {
    const pty = start("printf 'first'; sleep 0.2; printf 'and the last'");
    const chunks: Buffer[] = [];
    pty.onData((data) => {
      chunks.push(Buffer.from(data));
      pty.pause!();
    });
    await new Promise((resolve) => pty.onExit(resolve));
    expect(Buffer.concat(chunks).toString()).toBe("firstand the last");
  });

  test("is told to whoever asks late", async () => {
    const pty = start("exit 5");
    await new Promise((resolve) => pty.onExit(resolve));
    expect(await new Promise((resolve) => pty.onExit(resolve))).toEqual({ exitCode: 5 });
  });

  test("comes though a grandchild floods the terminal for ever", async () => {
    const file = join(scratchFolder(), "pid");
    const pty = start(`setsid yes & echo $! > ${file}; sleep 0.1; exit 4`);
    const { exit } = await output(pty);
    expect(exit).toEqual({ exitCode: 4 });
    const flood = Number(readFileSync(file, "utf8"));
    // The terminal is closed behind it.
    await until(
      () => !isAlive(flood),
      () => "the end of the flood",
    );
  });

  test("of a child that is not ours to signal comes with its terminal's", async () => {
    const kill = vi.spyOn(process, "kill").mockImplementation(() => {
      throw Object.assign(new Error("kill EPERM"), { code: "EPERM" });
    });
    onTestFinished(() => kill.mockRestore());
    const pty = start("printf ready; exec sleep 300");
    const ended = output(pty);
    // A child of this very moment has no terminal yet that could be taken from it.
    await firstOutput(pty);
    pty.kill("SIGTERM");
    pty.kill("SIGHUP");
    expect((await ended).exit).toEqual({ exitCode: 0, signal: 1 });
  });

  test("leaves no descriptor open, and writing is silent", async () => {
    const pty = start("exit 0");
    await output(pty);
    pty.write("late");
    pty.resize(10, 10);
    pty.kill("SIGTERM");
    const open = readdirSync("/proc/self/fd").map(target);
    await output(start("exit 0"));
    expect(readdirSync("/proc/self/fd").map(target).filter(isTerminal)).toEqual(open.filter(isTerminal));
  });
});

function target(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return "gone";
  }
}

function isTerminal(path: string): boolean {
  return path.includes("/dev/pt");
}

// Of those that were stopped with their whole group at once, one in twenty was not, where sh starts programs by vfork (dash).
test("a child that is just starting a program is stopped all the same, a hundred times of a hundred", async () => {
  for (let time = 0; time < 100; time++) {
    const pty = start("printf ready; while :; do /bin/true; done");
    const ended = output(pty);
    const stopped = new Promise<void>((resolve) => void pty.onStop!(resolve));
    await firstOutput(pty);
    pty.kill("SIGSTOP");
    await stopped;
    pty.kill("SIGKILL");
    expect((await ended).exit).toEqual({ exitCode: 0, signal: 9 });
  }
});

describe("writing", () => {
  test("a child that is slow to read gets everything, in order, and the backlog is known", async () => {
    const file = join(scratchFolder(), "got");
    const bytes = Buffer.from(Array.from({ length: 400_000 }, (_, index) => (index * 7) % 251));
    const pty = start(`stty raw -echo; printf ready; sleep 0.3; head -c ${bytes.length} > ${file}`);
    const result = output(pty);
    await firstOutput(pty);
    const drained = new Promise<void>((resolve) => void pty.onDrain!(resolve));
    for (let at = 0; at < bytes.length; at += 1_000) pty.write(bytes.subarray(at, at + 1_000));
    expect(pty.backlog).toBeGreaterThan(300_000);
    await drained;
    expect(pty.backlog).toBe(0);
    await result;
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test("a child that never reads is no hang", async () => {
    const pty = start("stty raw -echo; printf ready; sleep 0.5; exit 6");
    pty.write(Buffer.alloc(200_000, "x"));
    expect((await output(pty)).exit).toEqual({ exitCode: 6 });
  });
});

test("a stop is told once, and again after it was continued", async () => {
  const file = join(scratchFolder(), "runs");
  const pty = start(`kill -STOP $$; kill -STOP $$; echo over > ${file}`);
  let stops = 0;
  const ended = output(pty);
  pty.onStop!(() => {
    stops++;
    // Not told a second time for the same stop, though other children of ours change.
    setTimeout(() => pty.kill("SIGCONT"), 50);
  });
  await ended;
  expect(stops).toBe(2);
  expect(existsSync(file)).toBe(true);
});

test("a stop right behind a look is not missed", async () => {
  const pty = start("exec sleep 60");
  const stopped = new Promise<void>((resolve) => pty.onStop!(resolve));
  await vi.waitFor(() => expect(readFileSync(`/proc/${pty.pid}/comm`, "utf8")).toBe("sleep\n"), {
    timeout: 20_000,
    interval: 10,
  });
  await new Promise<void>((resolve) =>
    setImmediate(() => {
      // It looks now, sees a child that runs, and is told of the stop before the next turn of the event loop.
      process.emit("SIGCHLD", "SIGCHLD");
      process.kill(pty.pid, "SIGSTOP");
      while (!/\) T /.test(readFileSync(`/proc/${pty.pid}/stat`, "latin1")));
      resolve();
    }),
  );
  await expect(stopped).resolves.toBeUndefined();
  pty.kill("SIGKILL");
});
