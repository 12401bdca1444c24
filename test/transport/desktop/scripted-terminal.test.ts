import { describe, expect, it } from "vitest";

import { itermTransport } from "../../../src/transport/desktop/iterm.js";
import { terminalAppTransport } from "../../../src/transport/desktop/terminal-app.js";
import {
  isAttended,
  isRefusal,
  type Transport,
  type TransportKind,
} from "../../../src/transport/transport.js";
import type { ExternalSession } from "../../../src/transport/terminal-locator.js";
import { PtyProcess } from "../../support/transport/pty-process.js";
import { recorded, type RecordedPrograms } from "../../support/transport/recorded-program.js";

const WAYS = [
  {
    make: itermTransport,
    env: { ITERM_SESSION_ID: "w0t0p0:5C" },
    name: "iTerm2",
    id: "com.googlecode.iterm2",
  },
  {
    make: terminalAppTransport,
    env: { TERM_PROGRAM: "Apple_Terminal" },
    name: "Terminal",
    id: "com.apple.Terminal",
  },
] as const;

async function hands(way: TransportKind, session: ExternalSession): Promise<Transport> {
  const found = await way.open(session);
  if (isRefusal(found) || isAttended(found)) throw new Error(JSON.stringify(found));
  return found;
}

/** As osascript answers: the result and a line break. */
function osascript(): RecordedPrograms {
  return recorded({
    osascript: [
      { when: /^- find /, stdout: "80\n" },
      { when: /^- read /, stdout: "80\n> Try\n  done \n\n" },
      { when: /^- send /, stdout: "80\n" },
    ],
  });
}

describe.each(WAYS)("the way into $name", ({ make, env, name, id }) => {
  it("hands values to a fixed script, and never puts them into its text", async () => {
    const programs = osascript();
    const process = await PtyProcess.start();
    const reached = await hands(make({ run: programs.run, platform: "darwin" }), process.session(env));
    expect(await reached.isSameProcess()).toBe(true);
    expect(await reached.screen?.()).toEqual({
      columns: 80,
      cursor: undefined,
      lines: [
        { text: "> Try", solid: "> Try" },
        { text: "  done", solid: "  done" },
        { text: "", solid: "" },
      ],
    });
    await reached.send('"; do shell script "id');
    const calls = programs.calls();
    expect(calls.map(({ args }) => args.slice(0, 3))).toEqual([
      ["-", "find", process.tty],
      ["-", "find", process.tty],
      ["-", "read", process.tty],
      ["-", "send", process.tty],
    ]);
    const [script, ...others] = new Set(calls.map(({ stdin }) => stdin));
    expect(others).toEqual([]);
    expect(script).toContain(`if application id "${id}" is not running then error`);
    expect(script).not.toContain("do shell script");
    expect(script).not.toContain(process.tty);
  });

  it("lets go when the terminal is not there any more, or the process", async () => {
    const programs = osascript();
    const process = await PtyProcess.start();
    const reached = await hands(make({ run: programs.run, platform: "darwin" }), process.session(env));
    const stderr = `640:701: execution error: none of them has the terminal ${process.tty} (-2700)\n`;
    programs.answer("osascript", [{ when: /./, stderr, exit: 1 }]);
    expect(await reached.isSameProcess()).toBe(false);
    await expect(reached.screen?.()).rejects.toThrow(
      `${name} did not show its terminal: none of them has the terminal ${process.tty}`,
    );
    await expect(reached.send("x")).rejects.toThrow(
      `${name} did not take the keys: none of them has the terminal ${process.tty}`,
    );
    programs.answer("osascript", [{ when: /./, stdout: "80\n" }]);
    expect(await reached.isSameProcess()).toBe(true);
    await process.end();
    expect(await reached.isSameProcess()).toBe(false);
  });

  it.each([
    ["20:30: execution error: Not authorized to send Apple events to it. (-1743)", NOT_ALLOWED],
    ["20:30: execution error: osascript is not allowed to send keystrokes. (1002)", NOT_ALLOWED],
    [`20:30: execution error: ${name} is not running (-2700)`, `${name} is not running`],
    ["something else", "something else"],
  ])("tells what macOS says: %s", async (stderr, says) => {
    const { run } = recorded({ osascript: [{ when: /./, stderr: `${stderr}\n`, exit: 1 }] });
    const session = (await PtyProcess.start()).session(env);
    expect(await make({ run, platform: "darwin" }).open(session)).toEqual({
      refused: `cannot be reached: ${says}`,
    });
  });

  it.each([
    [{}, "darwin", `is not running inside ${name}`],
    [env, "linux", "is there on macOS only"],
  ] as const)("refuses %j on %s", async (variables, platform, refused) => {
    const programs = osascript();
    const session = (await PtyProcess.start()).session(variables);
    expect(await make({ run: programs.run, platform }).open(session)).toEqual({ refused });
    expect(programs.calls()).toEqual([]);
  });
});

const NOT_ALLOWED =
  "macOS does not allow it yet (System Settings, Privacy & Security, Automation and Accessibility)";

describe("keys", () => {
  it("go to iTerm2 as they are", async () => {
    const programs = osascript();
    const reached = await hands(
      itermTransport({ run: programs.run, platform: "darwin" }),
      (await PtyProcess.start()).session({ TERM_PROGRAM: "iTerm.app" }),
    );
    programs.takeArgs();
    await reached.send("-weiter für\x1b");
    expect(programs.takeArgs().map((args) => args.slice(4))).toEqual([["-weiter für\x1b"]]);
  });

  it.each([
    ["continue", ["text", "continue"]],
    ["\r", ["code", "36"]],
    ["\x1b", ["code", "53"]],
    ["\x13", ["control", "s"]],
    ["\x1b[200~a\nb\x1b[201~", ["text", "a", "control", "j", "text", "b"]],
  ])("go to Terminal as presses: %j", async (keys, strokes) => {
    const programs = osascript();
    const reached = await hands(
      terminalAppTransport({ run: programs.run, platform: "darwin" }),
      (await PtyProcess.start()).session({ TERM_PROGRAM: "Apple_Terminal" }),
    );
    programs.takeArgs();
    await reached.send(keys);
    expect(programs.takeArgs().map((args) => args.slice(4))).toEqual([strokes]);
  });

  it("are not pressed in Terminal where a keyboard may not have them", async () => {
    const programs = osascript();
    const reached = await hands(
      terminalAppTransport({ run: programs.run, platform: "darwin" }),
      (await PtyProcess.start()).session({ TERM_PROGRAM: "Apple_Terminal" }),
    );
    programs.takeArgs();
    await expect(reached.send("für")).rejects.toThrow('"für" is not on every keyboard');
    expect(programs.takeArgs()).toEqual([]);
  });
});
