import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isolatedHome, type IsolatedHome } from "../../../src/lab/machine/isolated-home.js";
import type { LabSession, SessionSize } from "../../../src/lab/session/lab-session.js";
import { PtySession } from "../../../src/lab/session/pty-session.js";
import { replies, StandInApi } from "../../../src/lab/api/stand-in-api.js";
import { signalProcess } from "../../../src/lab/machine/process-tree.js";
import { TmuxSession } from "../../../src/lab/session/tmux-session.js";

const SIZE: SessionSize = { columns: 60, rows: 10 };

let api: StandInApi;
let home: IsolatedHome;
let session: LabSession | undefined;

beforeEach(async () => {
  api = await StandInApi.start(replies({ type: "text", text: "unused" }));
  home = await isolatedHome({ release: "2.1.325" });
});

afterEach(async () => {
  await session?.close();
  session = undefined;
  await api.close();
});

const TERMINALS = {
  pty: (launch: Launch) => Promise.resolve(new PtySession(home, api, launch)),
  tmux: async (launch: Launch) => {
    const session = new TmuxSession(home, api, SIZE);
    await session.start(launch);
    return session;
  },
};
type Launch = ConstructorParameters<typeof PtySession>[2];

// A shell stands in for Claude Code: these tests are about the terminal around it.
describe.each(["pty", "tmux"] as const)("a session in %s", (terminal) => {
  async function start(script: string): Promise<LabSession> {
    const environment = { PATH: "/usr/bin:/bin", LANG: "C.UTF-8", ONLY: "this" };
    session = await TERMINALS[terminal]({ file: "/bin/sh", args: ["-c", script], environment, size: SIZE });
    return session;
  }

  it("shows the screen with its dim cells and its cursor, and keeps the bytes", async () => {
    const session = await start("printf '> \\033[2mTry this\\033[0m\\342\\216\\277'; sleep 60");
    await session.waitFor(/⎿/);
    const screen = await session.screen();
    expect(screen.lines[0]).toEqual({ text: "> Try this⎿", solid: ">         ⎿" });
    expect([screen.lines.length, screen.columns, screen.cursor]).toEqual([10, 60, { row: 0, column: 11 }]);
    expect((await session.bytes()).toString()).toContain("Try this");
  });

  it("types text and keys, and sees the program end", async () => {
    const session = await start('read -r line; echo "got <$line>"; exit 7');
    await session.type("Enter the word");
    await session.press("enter");
    await session.waitFor(/got <Enter the word>/);
    expect(await session.exited()).toEqual({ exitCode: 7, signal: undefined });
  });

  it("starts in the project with nothing inherited", async () => {
    const session = await start('pwd; env | cut -d= -f1 | sort | tr "\\n" " "; echo end; sleep 60');
    const text = await session.waitFor(/end/);
    expect(text.replace(/\s+/g, " ")).toMatch(
      /\/project LANG (OLDPWD )?ONLY PATH PWD (SHLVL )?(TERM )?(TMUX TMUX_PANE )?(_ )?end$/,
    );
  });

  it("names the last screen where a condition does not come true", async () => {
    const session = await start("echo something else; sleep 60");
    await session.waitFor(/something/);
    await expect(session.waitFor(/never/, { timeoutMs: 100 })).rejects.toThrow(
      "waited 100 ms for /never/; the last screen was:\nsomething else",
    );
  });

  it("is resized", async () => {
    const session = await start("trap 'stty size' WINCH; echo ready; while :; do sleep 0.1; done");
    await session.waitFor(/ready/);
    await session.resize({ columns: 44, rows: 12 });
    await session.waitFor(/12 44/);
    expect((await session.screen()).columns).toBe(44);
  });

  it("tells all who wait when it is closed, and keeps telling", async () => {
    const session = await start("echo ready; sleep 300");
    await session.waitFor(/ready/);
    const before = session.exited();
    await session.close();
    const killed = { exitCode: undefined, signal: 9 };
    expect([await before, await session.exited()]).toEqual([killed, killed]);
  });

  it("keeps the status of a program that had ended before it is closed", async () => {
    const session = await start("exit 3");
    await session.exited();
    await session.close();
    expect(await session.exited()).toEqual({ exitCode: 3, signal: undefined });
  });

  it("runs in a temporary folder with a blank and a quote in its name", async () => {
    await home.remove();
    const parent = await mkdtemp(join(tmpdir(), "cac it's a test "));
    home = await isolatedHome({ release: "2.1.325", parent });
    const session = await start("echo hello; sleep 300");
    await session.waitFor(/hello/);
    expect((await session.bytes()).toString()).toBe("hello\r\n");
    await session.close();
    await rm(parent, { recursive: true });
  });

  it("ends the program and what it started, and removes its home", async () => {
    // The second child is in a session of its own, as Claude Code's tools are.
    const script =
      "trap '' TERM HUP; sleep 300 & echo in $!; setsid sleep 300 & echo out $!; wait; wait; sleep 300";
    const session = await start(script);
    const text = await session.waitFor(/out \d+/);
    const children = [...text.matchAll(/(?:in|out) (\d+)/g)].map((match) => Number(match[1]));
    expect(children.map((pid) => signalProcess(pid, 0))).toEqual([true, true]);
    await session.close();
    await expect
      .poll(() => children.map((pid) => signalProcess(pid, 0)), { timeout: 30_000 })
      .toEqual([false, false]);
    await expect(access(home.root)).rejects.toMatchObject({ code: "ENOENT" });
  });
});
