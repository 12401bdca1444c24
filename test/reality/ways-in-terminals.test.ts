import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";

import { readScreen } from "../../src/claude/screen/screen-reading.js";
import { kittyTransport } from "../../src/transport/desktop/kitty.js";
import { ttyTransport } from "../../src/transport/tty/tty.js";
import { isAttended, isRefusal, type Transport, type TransportKind } from "../../src/transport/transport.js";
import { x11Transport } from "../../src/transport/desktop/x11.js";
import { ensurePrograms } from "../../src/lab/machine/ensure-programs.js";
import { isolatedHome } from "../../src/lab/machine/isolated-home.js";
import { endTree } from "../../src/lab/machine/process-tree.js";
import { LAB_TIME_ZONE, launchOf } from "../../src/lab/session/start-session.js";
import { replies, StandInApi } from "../../src/lab/api/stand-in-api.js";
import { spawnPty } from "../../src/transport/pty/pty.js";
import { readProcess } from "../../src/host/process-table.js";
import type { TerminalEnv } from "../../src/transport/terminal-locator.js";
import { XServer } from "../support/transport/x-server.js";

const RELEASE = "2.1.325";
const SOON = { timeout: 60_000, interval: 100 };
let x: XServer;

beforeAll(async () => {
  const terminals = { xterm: "xterm", "xfce4-terminal": "xfce4-terminal", kitty: "kitty" };
  ensurePrograms({ Xvfb: "xvfb", xdotool: "xdotool", "dbus-run-session": "dbus-daemon", ...terminals });
  x = await XServer.start();
}, 600_000);

afterAll(() => x?.close());

interface Terminal {
  readonly way: TransportKind;
  /** Starts the command, an absolute path and its arguments, with that environment and nothing else. */
  readonly start: (
    command: readonly string[],
    env: Readonly<Record<string, string>>,
    cwd: string,
  ) => TerminalEnv;
}

const TERMINALS: Readonly<Record<string, Terminal>> = {
  "tty, in a terminal that nobody can ask": {
    way: ttyTransport(),
    start: ([file = "", ...args], env, cwd) => {
      const pty = spawnPty(file, args, { columns: 100, rows: 30, cwd, env: { ...env, TERM: "xterm" } });
      pty.onData(() => undefined);
      onTestFinished(() => endTree(pty.pid));
      return {};
    },
  },
  "x11, in xterm": {
    way: x11Transport(),
    start: (command, env, cwd) => {
      x.run("xterm", ["-e", "env", "-C", cwd, ...command], env);
      return { DISPLAY: x.display };
    },
  },
  "x11, in the hidden tab of xfce4-terminal": {
    way: x11Transport(),
    start: (command, env, cwd) => {
      const tabs = [
        "--working-directory",
        cwd,
        "--command",
        command.join(" "),
        "--tab",
        "--command",
        "sleep 1000",
      ];
      x.run("dbus-run-session", ["--", "xfce4-terminal", "--disable-server", ...tabs], env);
      return { DISPLAY: x.display };
    },
  },
  kitty: {
    way: kittyTransport(),
    start: (command, env, cwd) => {
      const address = `unix:${join(x.directory, "kitty")}`;
      const options = ["--config", "NONE", "--override", "allow_remote_control=socket-only"];
      const args = [...options, "--listen-on", address, "--directory", cwd, ...command];
      x.run("kitty", args, { ...env, LIBGL_ALWAYS_SOFTWARE: "1" });
      return { KITTY_LISTEN_ON: address };
    },
  },
};

test.each(Object.entries(TERMINALS))(
  "%s: real Claude Code gets the prompt, once",
  async (_, { way, start }) => {
    const api = await StandInApi.start(replies({ type: "text", text: "It is done." }));
    onTestFinished(() => api.close());
    const home = await isolatedHome({ release: RELEASE });
    onTestFinished(() => home.remove());
    const { file, args, environment } = await launchOf(home, api, { release: RELEASE, args: ["begin"] });
    const env = start([file, ...args], environment, home.project);
    await vi.waitUntil(() => idlePid(home.home), SOON);
    const pid = idlePid(home.home) ?? 0;
    const live = await readProcess(pid);
    const session = {
      sessionId: "x",
      transcript: undefined,
      cwd: home.project,
      release: RELEASE,
      reach: { process: { pid, start: live?.start }, tty: live?.tty, env },
    };
    const hands = await way.open(session);
    if (isRefusal(hands) || isAttended(hands)) throw new Error(JSON.stringify(hands));
    await expectSeen(hands, { state: "idle", draft: undefined });
    await hands.send("continue");
    await expectSeen(hands, { state: "draft", draft: "continue" });
    // Enter in the same breath would be part of a paste.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await hands.send("\r");
    await vi.waitUntil(() => api.conversation().length === 2, SOON);
    await hands.release();
    const asked = api.conversation().map(({ body }) => (body as Asked).messages.findLast(isUsers));
    expect(asked.map((message) => JSON.stringify(message).includes('"continue"'))).toEqual([false, true]);
    endTree(pid);
  },
);

interface Asked {
  readonly messages: readonly { readonly role: string }[];
}

function isUsers({ role }: { readonly role: string }): boolean {
  return role === "user";
}

/** Where the way is blind there is nothing to see. */
async function expectSeen({ screen: see }: Transport, expected: object): Promise<void> {
  if (see === undefined) return;
  await vi.waitFor(async () => {
    const at = { now: new Date(), timeZone: LAB_TIME_ZONE };
    expect(readScreen(await see(), at)).toMatchObject(expected);
  }, SOON);
}

/** What Claude Code itself says of its process, when a turn has ended and it waits for the next. */
function idlePid(home: string): number | undefined {
  try {
    const directory = join(home, ".claude", "sessions");
    const rows = readdirSync(directory).map((name) =>
      JSON.parse(readFileSync(join(directory, name), "utf8")),
    );
    return (rows as { pid: number; status: string }[]).find(({ status }) => status === "idle")?.pid;
  } catch {
    // Not there yet, or half written.
    return undefined;
  }
}
