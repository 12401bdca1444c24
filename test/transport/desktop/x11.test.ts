import { existsSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";

import { runCommand, type RunCommand } from "../../../src/host/run-command.js";
import { isAttended, isRefusal, type Transport } from "../../../src/transport/transport.js";
import { x11Transport } from "../../../src/transport/desktop/x11.js";
import { ensurePrograms } from "../../../src/lab/machine/ensure-programs.js";
import { endTree } from "../../../src/lab/machine/process-tree.js";
import { spawnPty } from "../../../src/transport/pty/pty.js";
import type { ExternalSession, TerminalEnv } from "../../../src/transport/terminal-locator.js";
import { KeyLog, SOON } from "../../support/transport/key-log.js";
import { XServer } from "../../support/transport/x-server.js";

const TERMINALS = { xterm: "xterm", urxvt: "rxvt-unicode", "xfce4-terminal": "xfce4-terminal" };
let x: XServer;

beforeAll(() => {
  ensurePrograms({
    Xvfb: "xvfb",
    xdotool: "xdotool",
    openbox: "openbox",
    "dbus-run-session": "dbus-daemon",
    ...TERMINALS,
  });
}, 600_000);

async function handsOn(session: ExternalSession, run?: RunCommand): Promise<Transport> {
  const found = await x11Transport(run && { run }).open(session);
  if (isRefusal(found) || isAttended(found)) throw new Error(JSON.stringify(found));
  return found;
}

function inXterm(name: string, terminal = "xterm"): KeyLog {
  const log = new KeyLog(x.directory, name);
  x.run(terminal, ["-e", ...log.command]);
  return log;
}

/** One window for each list of names, one tab for each name, all of one process; the last tab of each is shown. */
function inTabs(windows: readonly (readonly string[])[], ...options: string[]): KeyLog[][] {
  const logs = windows.map((names) => names.map((name) => new KeyLog(x.directory, name)));
  const args = logs.flatMap((tabs, index) => [
    ...(index > 0 ? ["--window"] : []),
    ...tabs.flatMap((log, tab) => [...(tab > 0 ? ["--tab"] : []), "--command", log.command.join(" ")]),
  ]);
  x.run("dbus-run-session", ["--", "xfce4-terminal", "--disable-server", ...options, ...args]);
  return logs;
}

/** The person looks at this window. */
async function lookAt(title: string): Promise<string> {
  let window = "";
  await vi.waitFor(() => {
    window = x.ask("search", "--onlyvisible", "--name", title);
    expect(window).toMatch(/^\d+$/);
    x.ask("windowfocus", window);
    expect(x.ask("getwindowfocus")).toBe(window);
  }, SOON);
  return window;
}

describe.each(["no window manager", "openbox"])("%s", (manager) => {
  beforeAll(async () => {
    x = await XServer.start();
    if (manager === "openbox") {
      // Windows that come while it starts it may leave unmapped for good, so it says itself when it has started.
      const started = join(x.directory, "openbox-started");
      x.run("openbox", ["--startup", `touch ${started}`]);
      await vi.waitUntil(() => existsSync(started), SOON);
    }
  }, 60_000);

  afterAll(() => x.close());

  test("xterm: every key arrives in the session's window; focus and title are put back", async () => {
    const [log, other] = [inXterm("xterm-one"), inXterm("xterm-two")];
    const [session] = await Promise.all([log.session(), other.session()]);
    const looked = await lookAt("xterm-two");
    const hands = await handsOn(session);
    expect([hands.name, hands.screen]).toEqual(["x11", undefined]);
    expect(await hands.isSameProcess()).toBe(true);
    const keys = ["\x1b", "\x13", "Continue, $(now) 'a\"\\x41~^|", "\r"];
    for (const key of keys) await hands.send(key);
    await vi.waitFor(() => expect(log.typed).toBe(keys.join("")), SOON);
    await expect(hands.send("größer")).rejects.toThrow('"größer" is not on every keyboard');
    await hands.send("\x1b[200~two\nlines\x1b[201~");
    await vi.waitFor(() => expect(log.typed).toBe(`${keys.join("")}two\nlines`), SOON);
    await hands.release();
    await vi.waitFor(() => expect(x.ask("getwindowfocus")).toBe(looked), SOON);
    expect(other.typed).toBe("");
    expect(x.ask("getwindowname", session.reach.env.WINDOWID ?? "")).toBe("xterm-one");
  });

  test("rxvt, which cannot keep a title, is given the one that its window had", async () => {
    const log = inXterm("rxvt-title", "urxvt");
    const session = await log.session();
    const window = session.reach.env.WINDOWID ?? "";
    await vi.waitFor(() => expect(x.ask("getwindowname", window)).toBe("rxvt-title"), SOON);
    const hands = await handsOn(session);
    await hands.send("continue");
    await vi.waitFor(() => expect(log.typed).toBe("continue"), SOON);
    await hands.release();
    await vi.waitFor(() => expect(x.ask("getwindowname", window)).toBe("rxvt-title"), SOON);
  });

  test("xfce4-terminal: a hidden tab is found by its title; the person's tab and focus are put back", async () => {
    const elsewhere = inXterm("elsewhere");
    const [[first, wanted, third] = []] = inTabs([["tab-first", "tab-wanted", "tab-third"]]);
    const [, session] = await Promise.all([first?.session(), wanted?.session(), third?.session()]);
    if (session === undefined) throw new Error("no session");
    const window = session.reach.env.WINDOWID ?? "";
    await vi.waitFor(() => expect(x.ask("getwindowname", window)).toMatch(/tab-(first|third)$/), SOON);
    const shown = x.ask("getwindowname", window);
    await elsewhere.session();
    const looked = await lookAt("elsewhere");
    const hands = await handsOn(session);
    await hands.send("continue");
    await hands.send("\r");
    await vi.waitFor(() => expect(wanted?.typed).toBe("continue\r"), SOON);
    expect(x.ask("getwindowname", window)).toBe("Terminal - tab-wanted");
    await hands.release();
    await vi.waitFor(() => expect(x.ask("getwindowname", window)).toBe(shown), SOON);
    await vi.waitFor(() => expect(x.ask("getwindowfocus")).toBe(looked), SOON);
    expect([first?.typed, third?.typed, elsewhere.typed]).toEqual(["", "", ""]);
  });

  test("xfce4-terminal: the person turns to another tab meanwhile: nothing more is typed or turned", async () => {
    const [[left, right] = []] = inTabs([["tab-left", "tab-right"]]);
    const [session] = await Promise.all([left?.session(), right?.session()]);
    if (session === undefined) throw new Error("no session");
    const window = session.reach.env.WINDOWID ?? "";
    const hands = await handsOn(session);
    await hands.send("continue");
    await vi.waitFor(() => expect(left?.typed).toBe("continue"), SOON);
    x.ask("key", "--window", x.ask("getwindowfocus", "-f"), "ctrl+Page_Down");
    await vi.waitFor(() => expect(x.ask("getwindowname", window)).toBe("Terminal - tab-right"), SOON);
    await expect(hands.send("\r")).rejects.toThrow("another tab was chosen meanwhile");
    await hands.release();
    expect(x.ask("getwindowname", window)).toBe("Terminal - tab-right");
    expect([left?.typed, right?.typed]).toEqual(["continue", ""]);
  });
});

describe("what cannot be told", () => {
  beforeAll(async () => {
    x = await XServer.start();
  }, 60_000);

  afterAll(() => x.close());

  test("one tab whose title does not show gets no key at all, not even those that turn tabs", async () => {
    const [[log] = []] = inTabs([["untitled"]], "--dynamic-title-mode", "none");
    const session = await log?.session();
    if (session === undefined) throw new Error("no session");
    const hands = await handsOn(session);
    await expect(hands.send("continue")).rejects.toThrow(
      "no window shows the session, or more than one may have it as a tab",
    );
    await hands.release();
    expect(log?.typed).toBe("");
  });

  test("a hidden tab of a terminal with two windows is not searched for; one that is shown is found", async () => {
    const [[hidden, covering] = [], [lone] = []] = inTabs([["hidden", "covering"], ["lone"]]);
    const [session, , shown] = await Promise.all([hidden?.session(), covering?.session(), lone?.session()]);
    if (session === undefined || shown === undefined) throw new Error("no session");
    const hands = await handsOn(session);
    await expect(hands.send("continue")).rejects.toThrow(
      "no window shows the session, or more than one may have it as a tab",
    );
    await hands.release();
    const direct = await handsOn(shown);
    await direct.send("continue");
    await vi.waitFor(() => expect(lone?.typed).toBe("continue"), SOON);
    await direct.release();
    expect([hidden?.typed, covering?.typed]).toEqual(["", ""]);
  });

  test("inside tmux there is no window, whatever the variables of the session say of one", async () => {
    const [shown, inner] = [inXterm("shown"), new KeyLog(x.directory, "inner")];
    const { env } = (await shown.session()).reach;
    const [file = "", ...args] = inner.command;
    const pty = spawnPty(file, args, { columns: 80, rows: 24, cwd: "/", env: x.env });
    pty.onData(() => undefined);
    onTestFinished(() => endTree(pty.pid));
    const session = await inner.session();
    const inside = (more: TerminalEnv) =>
      x11Transport().open({ ...session, reach: { ...session.reach, env: { ...env, ...more } } });
    expect(await inside({ TMUX: "/tmp/tmux-0/default,1,0" })).toEqual({
      refused: "is running inside tmux, which has no window of its own",
    });
    expect(await inside({ STY: "1.pts-0.host" })).toEqual({
      refused: "is running inside GNU screen, which has no window of its own",
    });
    // The window that it claims to have shows another title.
    const claimed = await inside({});
    if (!("send" in claimed)) throw new Error(JSON.stringify(claimed));
    await expect(claimed.send("continue")).rejects.toThrow(
      "no window shows the session, or more than one may have it as a tab",
    );
    expect([shown.typed, inner.typed]).toEqual(["", ""]);
  });

  test("refusals say why", async () => {
    const log = inXterm("refused");
    const session = await log.session();
    const { DISPLAY: _, ...undisplayed } = session.reach.env;
    const refusal = async (env: TerminalEnv, run: RunCommand = runCommand) =>
      x11Transport({ run }).open({ ...session, reach: { ...session.reach, env } });
    expect({
      noDisplay: await refusal(undisplayed),
      gone: await refusal({ ...session.reach.env, DISPLAY: ":4242" }),
      without: await refusal(session.reach.env, without),
      locked: await refusal(session.reach.env, locked),
      elsewhere: await x11Transport({ platform: "darwin" }).open(session),
    }).toEqual({
      noDisplay: { refused: "is not running on an X display" },
      gone: { refused: "cannot be reached on display :4242: xdotool cannot open it" },
      without: { refused: `cannot be reached on display ${x.display}: no-such-xdotool was not found` },
      locked: { refused: "is behind a locked screen, which would get the keys" },
      elsewhere: { refused: "is known to work on Linux only" },
    });
    expect(log.typed).toBe("");
  });
});

const without: RunCommand = (_file, ...rest) => runCommand("no-such-xdotool", ...rest);

const locked: RunCommand = (file, args, options) => {
  if (file !== "loginctl") return runCommand(file, args, options);
  const stdout = args[0] === "show-user" ? "Display=c2\n" : "LockedHint=yes\n";
  return Promise.resolve({ ok: true, stdout, stderr: "" });
};
