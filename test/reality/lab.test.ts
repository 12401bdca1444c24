import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { isolatedHome } from "../../src/lab/machine/isolated-home.js";
import { PtySession } from "../../src/lab/session/pty-session.js";
import { replies, StandInApi } from "../../src/lab/api/stand-in-api.js";
import { startTmuxSession } from "../../src/lab/session/tmux-session.js";

const RELEASE = "2.1.325";

it("runs Claude Code in tmux: screen, keys, transcript and requests", async () => {
  const api = await StandInApi.start(replies({ type: "text", text: "All 12 tests pass." }));
  const session = await startTmuxSession(api, { release: RELEASE });
  try {
    await session.waitFor(/^❯/m);
    await session.settle();
    await session.type("run the tests");
    await session.waitFor(/❯\s+run the tests/);
    await session.press("enter");
    await session.waitFor(/● All 12 tests pass\./);
    await expect
      .poll(async () => (await session.transcript()).map((row) => row["type"]))
      .toEqual(expect.arrayContaining(["user", "assistant"]));
    expect(JSON.stringify(session.requests().find(({ kind }) => kind === "conversation")?.body)).toContain(
      "run the tests",
    );
  } finally {
    await session.close();
    await api.close();
  }
});

it("opens a session in the developer's own terminal, and cleans up after it", async () => {
  const open = fileURLToPath(new URL("../../dist/lab/open.js", import.meta.url));
  const args = [open, "--release", RELEASE, "--limit", "seven_day", "--resets-in", "3d"];
  const unused = await StandInApi.start(replies({ type: "throttle" }));
  const home = await isolatedHome({ release: RELEASE });
  const { PATH = "", HOME = "", CAC_LAB_CACHE = "" } = process.env;
  const environment = { PATH, HOME, CAC_LAB_CACHE, TERM: "xterm-256color", TMPDIR: home.root };
  // The developer's terminal is a PTY of ours; the lab makes a home of its own inside.
  const terminal = new PtySession(home, unused, { file: process.execPath, args, environment });
  try {
    await terminal.waitFor(/^❯/m, { timeoutMs: 120_000 });
    await terminal.settle();
    await terminal.type("do more please");
    await terminal.waitFor(/❯\s+do more please/);
    await terminal.press("enter");
    await terminal.waitFor(/You've hit your weekly limit/);
    await terminal.waitFor(/What do you want to do\?/);
    await terminal.press("escape");
    await terminal.waitFor(/^❯/m);
    await terminal.settle();
    await terminal.type("/exit");
    await terminal.waitFor(/❯\s+\/exit/);
    await terminal.settle();
    await terminal.press("enter");
    expect(await terminal.exited()).toEqual({ exitCode: 0, signal: undefined });
    expect(await readdir(home.root)).toEqual(["home", "project"]);
  } finally {
    await terminal.close();
    await unused.close();
  }
});
