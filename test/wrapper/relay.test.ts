import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  OuterTerminal,
  RELAY,
  isAlive,
  relayedScript,
  scratchFolder,
  until,
} from "../support/wrapper/outer-terminal.js";

const ALL_BYTES = Buffer.from(Array.from({ length: 256 * 16 }, (_, index) => (index * 167) % 256));
/** Alternate screen, no cursor, mouse with SGR coordinates, focus, paste, kitty keyboard. */
const EVERYTHING_ON = "\\033[?1049h\\033[?25l\\033[?1002h\\033[?1006h\\033[?1004h\\033[?2004h\\033[>5u";
const EVERYTHING_OFF = "\x1b[<1u\x1b[?1049l\x1b[?1002l\x1b[?1004l\x1b[?1006l\x1b[?2004l\x1b[?25h";

describe("bytes", () => {
  test("all 256 values come out as they went in", async () => {
    const file = join(scratchFolder(), "bytes");
    writeFileSync(file, ALL_BYTES);
    const terminal = relayedScript(`stty raw -echo; cat ${file}`);
    await terminal.exited;
    expect(terminal.bytes).toEqual(ALL_BYTES);
  });

  test("all 256 values reach the child as they were typed", async () => {
    const file = join(scratchFolder(), "bytes");
    const terminal = relayedScript(`stty raw -echo; printf ready; head -c ${ALL_BYTES.length} > ${file}`);
    await terminal.shows("ready");
    terminal.type(ALL_BYTES);
    await terminal.exited;
    expect(readFileSync(file)).toEqual(ALL_BYTES);
  });

  test("a bare LF stays a bare LF", async () => {
    const terminal = relayedScript("stty -opost; printf 'a\\nb\\n\\rc'");
    await terminal.exited;
    expect(terminal.text).toBe("a\nb\n\rc");
  });

  test("a large paste reaches a child that is slow to read it", async () => {
    const file = join(scratchFolder(), "paste");
    const paste = Buffer.alloc(300_000, "0123456789abcdef");
    const terminal = relayedScript(
      `stty raw -echo; printf ready; sleep 1; head -c ${paste.length} > ${file}`,
    );
    await terminal.shows("ready");
    terminal.type(paste);
    await terminal.exited;
    expect(readFileSync(file).equals(paste)).toBe(true);
  });

  test("a child that writes 1 MB and exits at once loses nothing, 50 times of 50", async () => {
    const file = join(scratchFolder(), "megabyte");
    const megabyte = Buffer.alloc(1024 * 1024, ALL_BYTES);
    writeFileSync(file, megabyte);
    let whole = 0;
    for (let round = 0; round < 50; round++) {
      const terminal = relayedScript(`stty raw; exec cat ${file}`);
      await terminal.exited;
      if (terminal.bytes.equals(megabyte)) whole++;
    }
    expect(whole).toBe(50);
  });
});

describe("the end", () => {
  test.each([
    ["an exit code", "exit 7", { exitCode: 7 }],
    ["an end in the first millisecond", "exec true", { exitCode: 0 }],
    ["SIGTERM", "kill -TERM $$", { exitCode: 0, signal: 15 }],
    ["SIGKILL", "kill -KILL $$", { exitCode: 0, signal: 9 }],
    ["SIGINT", "kill -INT $$", { exitCode: 0, signal: 2 }],
    // A Node program cannot die of it, so its number has to do.
    ["SIGPIPE", "kill -PIPE $$", { exitCode: 141 }],
  ])("%s becomes ours", async (_, script, exit) => {
    const terminal = relayedScript(script);
    expect(await terminal.exited).toEqual(exit);
    expect(terminal.text).toBe("");
  });

  test("a grandchild that keeps the terminal open does not keep us", async () => {
    const file = join(scratchFolder(), "pid");
    // Its own session, so that the end of the child's does not end it.
    const terminal = relayedScript(`setsid sleep 600 & echo $! > ${file}; printf done; exit 3`);
    expect(await terminal.exited).toEqual({ exitCode: 3 });
    expect(terminal.text).toBe("done");
    process.kill(Number(readFileSync(file, "utf8")), "SIGKILL");
  });

  test("what a killed child left on is taken back, and nothing else", async () => {
    const terminal = relayedScript(`printf '${EVERYTHING_ON}text'; kill -KILL $$`);
    expect(await terminal.exited).toEqual({ exitCode: 0, signal: 9 });
    expect(terminal.text).toMatch(/text/);
    expect(terminal.text.split("text")[1]).toBe(EVERYTHING_OFF);
  });

  test("a full reset is done where it is asked for", async () => {
    const terminal = new OuterTerminal(process.execPath, [
      RELAY,
      "--full-reset",
      "/bin/sh",
      "-c",
      "printf x",
    ]);
    await terminal.exited;
    expect(terminal.text).toBe("x\x1bc");
  });

  test("our own crash takes everything back before its stack is shown, and hangs the child up", async () => {
    const file = join(scratchFolder(), "pid");
    const terminal = relayedScript(`echo $$ > ${file}; printf '${EVERYTHING_ON}please crash'; sleep 600`);
    expect(await terminal.exited).toEqual({ exitCode: 1 });
    const after = terminal.text.split("please crash")[1]!;
    expect(after.startsWith(EVERYTHING_OFF)).toBe(true);
    expect(after).toContain("Error: crashed as asked\r\n");
    const child = Number(readFileSync(file, "utf8"));
    await until(
      () => !isAlive(child),
      () => "the end of the child",
    );
  });

  test("SIGKILL of ours leaves no orphan", async () => {
    const terminal = relayedScript("echo pid $$ .; sleep 600; sleep 600");
    await terminal.shows(" .");
    const child = Number(/pid (\d+)/.exec(terminal.text)![1]);
    expect(isAlive(child)).toBe(true);
    terminal.pty.kill("SIGKILL");
    expect(await terminal.exited).toEqual({ exitCode: 0, signal: 9 });
    await until(
      () => !isAlive(child),
      () => "the end of the child",
    );
  });

  test("the line settings are as they were, to the bit", async () => {
    const folder = scratchFolder();
    const script = `stty erase ^H -ixon; stty -g > ${folder}/before; ${process.execPath} ${RELAY} /bin/sh -c 'stty -g > ${folder}/child; kill -KILL $$'; stty -g > ${folder}/after; printf over`;
    const terminal = new OuterTerminal("/bin/sh", ["-c", script]);
    await terminal.shows("over");
    const [before, child, after] = ["before", "child", "after"].map((name) =>
      readFileSync(join(folder, name), "utf8"),
    );
    expect(after).toBe(before);
    expect(child).not.toBe(before);
  });
});

describe("signals", () => {
  test.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"] as const)(
    "%s is passed on, and the child decides",
    async (signal) => {
      const name = signal.slice(3);
      const terminal = relayedScript(
        `trap 'echo got ${name}; exit 9' ${name}; echo ready; while :; do sleep 0.05; done`,
      );
      await terminal.shows("ready");
      process.kill(terminal.pty.pid, signal);
      expect(await terminal.exited).toEqual({ exitCode: 9 });
      expect(terminal.text).toBe(`ready\r\ngot ${name}\r\n`);
    },
  );

  test("SIGTERM with everything on takes everything back", async () => {
    const terminal = relayedScript(`printf '${EVERYTHING_ON}ready'; exec sleep 600`);
    await terminal.shows("ready");
    process.kill(terminal.pty.pid, "SIGTERM");
    expect(await terminal.exited).toEqual({ exitCode: 0, signal: 15 });
    expect(terminal.text.split("ready")[1]).toBe(EVERYTHING_OFF);
  });

  test.each([
    ["Ctrl+C", "\x03", "INT"],
    ["Ctrl+\\", "\x1c", "QUIT"],
  ])("%s is a key of the child's terminal", async (_, key, name) => {
    const terminal = relayedScript(
      `trap 'echo got ${name}; exit 9' ${name}; echo ready; while :; do sleep 0.05; done`,
    );
    await terminal.shows("ready");
    terminal.type(key);
    expect(await terminal.exited).toEqual({ exitCode: 9 });
    expect(terminal.text).toContain(`got ${name}`);
  });

  test("a new size reaches the child", async () => {
    const terminal = relayedScript("trap 'stty size; exit 0' WINCH; stty size; while :; do sleep 0.05; done");
    await terminal.shows("24 80\r\n");
    terminal.pty.resize(101, 31);
    expect(await terminal.exited).toEqual({ exitCode: 0 });
    expect(terminal.text).toBe("24 80\r\n31 101\r\n");
  });
});

describe("back-pressure", () => {
  test("a terminal that takes nothing holds the child, not the keys, and costs no memory", async () => {
    const file = join(scratchFolder(), "key");
    const terminal = relayedScript(
      `stty raw -echo; printf ready; yes & head -c 1 > ${file}; kill $!; printf END`,
    );
    await terminal.shows("ready");
    terminal.pty.pause!();
    // Enough for a relay without limits to swallow hundreds of megabytes.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const status = readFileSync(`/proc/${terminal.pty.pid}/status`, "utf8");
    expect(Number(/VmRSS:\s+(\d+)/.exec(status)![1])).toBeLessThan(100_000);
    terminal.type("k");
    await until(
      () => isWritten(file),
      () => "the key",
    );
    terminal.pty.resume!();
    expect(await terminal.exited).toEqual({ exitCode: 0 });
    expect(terminal.text.endsWith("END")).toBe(true);
  });
});

function isWritten(file: string): boolean {
  try {
    return readFileSync(file, "utf8") === "k";
  } catch {
    return false;
  }
}

describe("speaking", () => {
  test("waits until the child's sequence, character or update is over", async () => {
    const terminal = relayedScript(
      "stty raw -echo; printf 'please speak\\033[?2026hframe'; sleep 0.3; printf '\\033[3'; sleep 0.3; printf '1mred\\033[m\\033[?2026l'; sleep 0.3",
    );
    await terminal.exited;
    expect(terminal.text).toBe("please speak\x1b[?2026hframe\x1b[31mred\x1b[m\x1b[?2026l\x1b]2;spoken\x07");
  });
});
