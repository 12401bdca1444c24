import { describe, expect, it, vi } from "vitest";

import { tmuxTransport } from "../../../src/transport/multiplexer/tmux.js";
import type { Transport } from "../../../src/transport/transport.js";
import { textOfScreen } from "../../../src/terminal/emulator/emulated-screen.js";
import type { ExternalSession, TerminalEnv } from "../../../src/transport/terminal-locator.js";
import { IDLE, PaneProgram, scratch, SOON } from "../../support/transport/pane-program.js";
import { DRAWINGS, expectSeen, withEnv } from "../../support/transport/seen-pane.js";
import { TmuxServer } from "../../support/transport/tmux-server.js";

interface Pane {
  readonly server: TmuxServer;
  readonly program: PaneProgram;
  readonly session: ExternalSession;
  readonly directory: string;
}

async function aPane(drawing = IDLE): Promise<Pane> {
  const directory = scratch();
  const program = new PaneProgram(directory, "first", drawing);
  const server = new TmuxServer(directory, program.command);
  return { server, program, session: await program.session(), directory };
}

async function reached(session: ExternalSession): Promise<Transport> {
  const found = await tmuxTransport().open(session);
  if (!("send" in found)) throw new Error(JSON.stringify(found));
  return found;
}

async function refusal(session: ExternalSession): Promise<string> {
  return JSON.stringify(await tmuxTransport().open(session));
}

describe("what tmux shows", () => {
  it.each(DRAWINGS)("is seen as it is: %s", async (_, drawing, reading, cursor) => {
    const { session } = await aPane(drawing);
    await expectSeen(await reached(session), reading, cursor);
  });

  it("is the program's screen, also while somebody scrolls in it", async () => {
    const { server, session } = await aPane();
    const hands = await reached(session);
    const before = await hands.screen?.();
    server.tmux("copy-mode");
    expect(await hands.screen?.()).toEqual(before);
  });
});

describe("what is typed through tmux", () => {
  it("arrives byte for byte", async () => {
    const { program, session } = await aPane();
    const hands = await reached(session);
    const keys = [
      "Enter; $HOME 'x' \"y\" \\ ^C #{pid};",
      "日本 🙂 ß",
      "\x1b[200~a\nb\x1b[201~",
      "\x1b",
      "\x13",
      "\r",
    ];
    for (const key of keys) await hands.send(key);
    await vi.waitFor(() => expect(program.typed).toBe(keys.join("")), SOON);
    expect(await hands.isSameProcess()).toBe(true);
  });

  it("arrives also where it is long", async () => {
    const { program, session } = await aPane();
    const prompt = "go on, please – step by step. ".repeat(500);
    await (await reached(session)).send(prompt);
    await vi.waitFor(() => expect(program.typed).toBe(prompt), SOON);
  });

  it.each([
    ["copy mode", ["copy-mode"]],
    ["a clock", ["clock-mode"]],
    ["a list", ["choose-tree"]],
  ])("is not swallowed by %s", async (_, command) => {
    const { server, program, session } = await aPane();
    const hands = await reached(session);
    server.tmux(...command);
    expect(server.tmux("display-message", "-p", "#{pane_in_mode}")).toBe("1\n");
    await hands.send("continue");
    await vi.waitFor(() => expect(program.typed).toBe("continue"), SOON);
  });

  it("goes to its own pane, whatever is beside it and wherever it was moved", async () => {
    const { server, program, session, directory } = await aPane();
    const other = new PaneProgram(directory, "second");
    server.tmux("split-window", "-h", ...other.command);
    await other.session();
    const hands = await reached(session);
    await hands.send("one ");
    server.tmux("new-session", "-d", "-s", "elsewhere", "sleep 300");
    server.tmux("join-pane", "-s", session.reach.env.TMUX_PANE ?? "", "-t", "elsewhere");
    expect(await hands.isSameProcess()).toBe(true);
    await hands.send("two ");
    await (await reached(session)).send("three");
    await vi.waitFor(() => expect(program.typed).toBe("one two three"), SOON);
    expect(other.typed).toBe("");
  });
});

describe("tmux refuses a session", () => {
  it.each<TerminalEnv>([
    { TMUX: "" },
    { TMUX: "nonsense" },
    { TMUX: "relative,1,0" },
    { TMUX_PANE: "" },
    { TMUX_PANE: "0" },
    { TMUX_PANE: "%1;kill-server" },
  ])("that does not say where it is: %j", async (env) => {
    const { session } = await aPane();
    expect(await refusal(withEnv(session, env))).toBe('{"refused":"is not running inside tmux"}');
  });

  it("whose server does not answer", async () => {
    const { session } = await aPane();
    const found = await refusal(withEnv(session, { TMUX: "/nonexistent/tmux,1,0" }));
    expect(found).toMatch(
      /"cannot ask its server: (?:no server running on|error connecting to) \/nonexistent\/tmux/,
    );
  });

  it("whose server was started anew", async () => {
    const { session } = await aPane();
    const [socket] = (session.reach.env.TMUX ?? "").split(",");
    const found = await refusal(withEnv(session, { TMUX: `${socket},1,0` }));
    expect(found).toBe(`{"refused":"finds another server at ${socket}: the session's own has ended"}`);
  });

  it("whose pane is gone", async () => {
    const { session } = await aPane();
    const found = await refusal(withEnv(session, { TMUX_PANE: "%99" }));
    expect(found).toBe('{"refused":"finds no pane %99 any more"}');
  });

  it("whose pane is another program's", async () => {
    const { server, session, directory } = await aPane();
    const other = new PaneProgram(directory, "second");
    server.tmux("split-window", "-h", ...other.command);
    const { reach } = await other.session();
    const found = await refusal(withEnv(session, { TMUX_PANE: reach.env.TMUX_PANE ?? "" }));
    const { tty } = session.reach;
    expect(found).toBe(`{"refused":"finds another terminal in its pane (${reach.tty} instead of ${tty})"}`);
  });

  it.each([
    [
      "synchronized",
      ["set-option", "-w", "synchronize-panes", "on"],
      "finds its pane %0 synchronized with others",
    ],
    ["switched off", ["select-pane", "-d"], "finds the keyboard of its pane %0 switched off"],
  ])("whose pane is %s, also once it is held", async (_, command, refused) => {
    const { server, session } = await aPane();
    const hands = await reached(session);
    server.tmux(...command);
    expect(await tmuxTransport().open(session)).toEqual({ refused });
    expect(await hands.isSameProcess()).toBe(false);
  });

  it("that has ended to the shell it was started from", async () => {
    const directory = scratch();
    const program = new PaneProgram(directory, "first");
    const server = new TmuxServer(directory, ["sh", "-i"]);
    server.tmux("send-keys", "-l", program.command.map((word) => `'${word}'`).join(" "));
    server.tmux("send-keys", "Enter");
    const session = await program.session();
    const hands = await reached(session);
    const { pid } = session.reach.process ?? { pid: 0 };
    process.kill(pid, "SIGTERM");
    await vi.waitFor(async () => expect(await hands.isSameProcess()).toBe(false), SOON);
    expect(await tmuxTransport().open(session)).toEqual({
      refused: `finds no such process any more (${pid})`,
    });
  });

  it("that cannot be asked because there is no tmux", async () => {
    const { session } = await aPane();
    vi.stubEnv("PATH", "/nonexistent");
    const found = await tmuxTransport().open(session);
    vi.unstubAllEnvs();
    expect(found).toEqual({ refused: "cannot ask its server: tmux was not found" });
  });
});

it("says that it cannot type or see once the server is gone", async () => {
  const { server, session } = await aPane();
  const hands = await reached(session);
  server.end();
  await expect(hands.send("x")).rejects.toThrow(/^tmux did not take the keys: /);
  await expect(hands.screen?.()).rejects.toThrow(/^tmux does not show the pane: /);
  await vi.waitFor(async () => expect(await hands.isSameProcess()).toBe(false), SOON);
  await hands.release();
});

it("shows the rows of a screen as wide as the pane without breaking them", async () => {
  const { session } = await aPane();
  const screen = await (await reached(session)).screen?.();
  expect(screen && textOfScreen(screen).split("\n")).toHaveLength(6);
});
