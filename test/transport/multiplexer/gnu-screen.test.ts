import { execFileSync } from "node:child_process";

import { describe, expect, it, onTestFinished, vi } from "vitest";

import { gnuScreenTransport } from "../../../src/transport/multiplexer/gnu-screen.js";
import type { Transport } from "../../../src/transport/transport.js";
import type { ExternalSession, TerminalEnv } from "../../../src/transport/terminal-locator.js";
import { COLUMNS, IDLE, PaneProgram, ROWS, scratch, SOON } from "../../support/transport/pane-program.js";
import { PersonsTerminal, ScreenServer } from "../../support/transport/screen-server.js";
import { DRAWINGS, expectSeen, readingOf, withEnv } from "../../support/transport/seen-pane.js";

interface Window {
  readonly server: ScreenServer;
  readonly program: PaneProgram;
  readonly session: ExternalSession;
  readonly directory: string;
}

async function aWindow(drawing = IDLE, rc = ""): Promise<Window> {
  const directory = scratch();
  const program = new PaneProgram(directory, "first", drawing);
  const server = await ScreenServer.start(directory, program.command, rc);
  return { server, program, session: await program.session(), directory };
}

/** Window 1, which screen then shows. */
async function another({ server, directory }: Window): Promise<[PaneProgram, ExternalSession]> {
  const program = new PaneProgram(directory, "second");
  server.order("screen", ...program.command);
  return [program, await program.session()];
}

async function reached(session: ExternalSession): Promise<Transport> {
  const found = await gnuScreenTransport().open(session);
  if (!("send" in found)) throw new Error(JSON.stringify(found));
  onTestFinished(() => found.release());
  return found;
}

function sizeOf({ reach }: ExternalSession): string {
  return execFileSync("stty", ["-F", reach.tty ?? "", "size"], { encoding: "utf8" }).trim();
}

const BARS = "caption always 'caption %w'\nhardstatus alwayslastline 'status %w'\n";

describe("what GNU screen shows", () => {
  it.each(DRAWINGS)("is seen as it is: %s", async (_, drawing, reading, cursor) => {
    const { session } = await aWindow(drawing);
    const screen = await expectSeen(await reached(session), reading, cursor);
    expect(screen).toMatchObject({ columns: COLUMNS, lines: { length: ROWS } });
  });

  it.each([
    ["no lines of its own", "", ROWS],
    ["a status line", "hardstatus alwayslastline 'status %w'\n", ROWS - 1],
    ["a status line at the top", "hardstatus alwaysfirstline 'status %w'\n", ROWS - 1],
    ["a caption and a status line", BARS, ROWS - 2],
    ["a caption that cannot be seen", "caption always ' '\n", ROWS - 1],
  ])("is seen without what screen adds: %s", async (_, rc, rows) => {
    const window = await aWindow(IDLE, rc);
    const person = new PersonsTerminal(window.server);
    await vi.waitFor(async () => expect(await person.text()).toContain("for shortcuts"), SOON);
    expect(sizeOf(window.session)).toBe(`${rows} ${COLUMNS}`);
    // The person looks at something else.
    await another(window);
    const screen = await (await reached(window.session)).screen?.();
    expect(screen?.lines).toHaveLength(rows);
    // It scrolled up when the person's terminal turned out to have less room.
    expect(screen?.cursor).toEqual({ row: 3 - (ROWS - rows), column: 2 });
    expect(screen?.lines.findLast(({ text }) => text !== "")?.text).toBe("  ? for shortcuts");
    expect(sizeOf(window.session)).toBe(`${rows} ${COLUMNS}`);
  });
});

it("sees a window whose size was changed", async () => {
  const { server, session } = await aWindow();
  const hands = await reached(session);
  server.order("width", "-w", "100", "40");
  await vi.waitFor(() => expect(sizeOf(session)).toBe("40 100"), SOON);
  expect(await hands.isSameProcess()).toBe(true);
  expect(await hands.screen?.()).toMatchObject({ columns: 100, lines: { length: 40 } });
  expect(sizeOf(session)).toBe("40 100");
});

describe("the person at GNU screen", () => {
  it("sees nothing of our looking and typing", async () => {
    const window = await aWindow(IDLE, BARS);
    const person = new PersonsTerminal(window.server);
    await another(window);
    await vi.waitFor(async () => expect(await person.text()).toMatch(/status 0.*1\* /), SOON);
    const [before, bytes] = [await person.text(), person.bytes];
    const hands = await reached(window.session);
    await hands.screen?.();
    await hands.isSameProcess();
    await hands.send("x");
    await vi.waitFor(() => expect(window.program.typed).toBe("x"), SOON);
    await hands.release();
    expect([await person.text(), person.bytes]).toEqual([before, bytes]);
  });

  it("comes back to the window that they left, and can", async () => {
    const window = await aWindow();
    const person = new PersonsTerminal(window.server);
    await vi.waitFor(async () => expect(await person.text()).toContain("for shortcuts"), SOON);
    await another(window);
    await vi.waitFor(() => expect(sizeOf(window.session)).toBe(`${ROWS} ${COLUMNS}`), SOON);
    person.press("\x01d");
    await person.gone;
    expect(window.server.currentWindow).toMatch(/^1 /);
    const hands = await reached(window.session);
    const screen = await hands.screen?.();
    expect(screen && readingOf(screen)).toMatchObject({ state: "idle" });
    // Without being released: it is only kept for so long.
    await vi.waitFor(() => expect(window.server.screen("-ls")).toContain("(Detached)"), SOON);
    expect(window.server.currentWindow).toMatch(/^1 /);
    // And is there again when it is asked for.
    expect(await hands.isSameProcess()).toBe(true);
    await hands.release();
    expect(window.server.currentWindow).toMatch(/^1 /);
  });

  it("is not disturbed in copy mode, where keys would go astray", async () => {
    const { server, program, session } = await aWindow();
    const person = new PersonsTerminal(server);
    await vi.waitFor(async () => expect(await person.text()).toContain("for shortcuts"), SOON);
    const hands = await reached(session);
    person.press("\x01[");
    await vi.waitFor(async () => expect(await person.text()).toContain("Copy mode"), SOON);
    expect(await hands.isSameProcess()).toBe(false);
    expect(await gnuScreenTransport().open(session)).toEqual({
      refused: "gets no answer from window 0: it is in copy mode, or has another number by now",
    });
    // It still is.
    expect(await hands.isSameProcess()).toBe(false);
    person.press("\x1b");
    await vi.waitFor(async () => expect(await hands.isSameProcess()).toBe(true), SOON);
    expect(program.typed).toBe("");
  });
});

describe("what is typed through GNU screen", () => {
  it("arrives byte for byte", async () => {
    const { program, session } = await aWindow();
    const hands = await reached(session);
    const keys = [
      "^C $HOME \\n \\015 'x' \"y\" # %n ^[",
      "日本 🙂 ß",
      "\x1b[200~a\nb\x1b[201~",
      "\x1b",
      "\x13",
      "\x01d",
      "\r",
    ];
    for (const key of keys) await hands.send(key);
    await vi.waitFor(() => expect(program.typed).toBe(keys.join("")), SOON);
    expect(await hands.isSameProcess()).toBe(true);
  });

  it("arrives also where it is long", async () => {
    const { program, session } = await aWindow();
    const prompt = "go on, please – step by step. ".repeat(50);
    await (await reached(session)).send(prompt);
    await vi.waitFor(() => expect(program.typed).toBe(prompt), SOON);
  });

  it("goes to its own window, whatever else is in the same screen", async () => {
    const window = await aWindow();
    const [other, otherSession] = await another(window);
    await (await reached(window.session)).send("first");
    await (await reached(otherSession)).send("second");
    await vi.waitFor(() => expect([window.program.typed, other.typed]).toEqual(["first", "second"]), SOON);
  });
});

describe("GNU screen refuses a session", () => {
  it.each<TerminalEnv>([
    { STY: "" },
    { STY: "name" },
    { STY: "12./etc" },
    { WINDOW: "" },
    { WINDOW: "-" },
    { WINDOW: "0 -X quit" },
  ])("that does not say where it is: %j", async (env) => {
    const { session } = await aWindow();
    const found = await gnuScreenTransport().open(withEnv(session, env));
    expect(found).toEqual({ refused: "is not running inside GNU screen" });
  });

  it("whose server is not the one that it names", async () => {
    const { session } = await aWindow();
    const found = await gnuScreenTransport().open(withEnv(session, { STY: `${process.pid}.test` }));
    expect(found).toEqual({ refused: `finds that its terminal is no window of ${process.pid}.test` });
  });

  it("whose window was given another number", async () => {
    const window = await aWindow();
    const [other, otherSession] = await another(window);
    window.server.order("number", "0");
    for (const session of [window.session, otherSession]) {
      expect(await gnuScreenTransport().open(session)).toEqual({
        refused: `gets no answer from window ${session.reach.env.WINDOW}: it is in copy mode, or has another number by now`,
      });
    }
    expect([window.program.typed, other.typed]).toEqual(["", ""]);
  });

  it("whose window's number is nobody's any more", async () => {
    const { server, session } = await aWindow();
    server.order("number", "7");
    expect(await gnuScreenTransport().open(session)).toEqual({ refused: "finds no window 0 any more" });
    expect(sizeOf(session)).toBe(`${ROWS} ${COLUMNS}`);
  });

  it("that has ended to the shell it was started from", async () => {
    const directory = scratch();
    const program = new PaneProgram(directory, "first");
    const server = await ScreenServer.start(directory, ["sh", "-i"]);
    server.order("stuff", `${program.command.map((word) => `'${word}'`).join(" ")}\n`);
    const session = await program.session();
    const hands = await reached(session);
    const { pid } = session.reach.process ?? { pid: 0 };
    process.kill(pid, "SIGTERM");
    await vi.waitFor(async () => expect(await hands.isSameProcess()).toBe(false), SOON);
    expect(await gnuScreenTransport().open(session)).toEqual({
      refused: `finds no such process any more (${pid})`,
    });
  });

  it("that cannot be asked because there is no screen", async () => {
    const { session } = await aWindow();
    vi.stubEnv("PATH", "/nonexistent");
    const found = await gnuScreenTransport().open(session);
    vi.unstubAllEnvs();
    expect(found).toEqual({ refused: "needs the program screen, which is not on the PATH" });
  });
});

it("says that it cannot see once the screen is gone", async () => {
  const { server, session } = await aWindow();
  const hands = await reached(session);
  server.order("quit");
  await vi.waitFor(async () => expect(await hands.isSameProcess()).toBe(false), SOON);
  const seen = (): Promise<unknown> | undefined => hands.screen?.().catch(String);
  await vi.waitFor(async () => expect(await seen()).toMatch(/^Error: GNU screen cannot tell the size/), SOON);
  await expect(hands.send("x")).rejects.toThrow("GNU screen did not take the keys: No screen session found.");
});
