import { EventEmitter } from "node:events";
import { describe, expect, test } from "vitest";
import {
  UserTerminal,
  type TerminalInput,
  type TerminalOutput,
} from "../../../src/terminal/user/user-terminal.js";

/** A console as Node shows it on Windows: what is done to it, in order. */
function consoleOf(platform: NodeJS.Platform) {
  const done: string[] = [];
  const handle = {
    reading: true,
    readStop: () => void done.push("reading stopped"),
  };
  const input = Object.assign(new EventEmitter(), {
    fd: -1,
    isTTY: true,
    isRaw: false,
    _handle: handle,
    pause: () => void done.push("paused"),
    resume: () => void done.push("resumed"),
    setRawMode(raw: boolean) {
      this.isRaw = raw;
      done.push(raw ? "raw" : "cooked");
    },
  });
  const output = Object.assign(new EventEmitter(), {
    fd: -1,
    isTTY: true,
    columns: 80,
    rows: 24,
    writableLength: 0,
    write: (bytes: Buffer) => done.push(`written: ${bytes.toString()}`),
  });
  const terminal = new UserTerminal(
    input as unknown as TerminalInput,
    output as unknown as TerminalOutput,
    platform,
  );
  done.length = 0;
  return { terminal, input, handle, done };
}

describe("a console on Windows", () => {
  test("is made raw by Node: there is no stty", () => {
    const { terminal, done } = consoleOf("win32");
    terminal.enter();
    expect(done).toEqual(["raw", "resumed"]);
  });

  test("is no longer read when it leaves raw mode, and can be read again", () => {
    const { terminal, handle, done } = consoleOf("win32");
    terminal.enter();
    terminal.leave();
    expect(done).toEqual(["raw", "resumed", "paused", "reading stopped", "cooked"]);
    // What Node goes by when it is to read on.
    expect(handle.reading).toBe(false);
    terminal.leave();
    expect(done.slice(5)).toEqual(["paused"]);
  });

  test("gets its text through its stream, also the last", () => {
    const { terminal, done } = consoleOf("win32");
    terminal.write("é");
    terminal.writeNow("\x1bc");
    expect(done).toEqual(["written: é", "written: \x1bc"]);
  });
});

test.each([
  ["win32", "\x1b[A"],
  ["linux", "\xe0H"],
  ["darwin", "\xe0H"],
] as const)("scan codes on %s", (platform, passed) => {
  const { terminal, input } = consoleOf(platform);
  const keys: string[] = [];
  terminal.onInput((bytes) => keys.push(bytes.toString("latin1")));
  input.emit("data", Buffer.from("\xe0H", "latin1"));
  expect(keys).toEqual([passed]);
});

test("elsewhere the bytes are passed on as they came, not as a copy", () => {
  const { terminal, input } = consoleOf("linux");
  const typed = Buffer.from("\x00\xe0H", "latin1");
  const keys: Buffer[] = [];
  terminal.onInput((bytes) => keys.push(bytes));
  input.emit("data", typed);
  expect(keys[0]).toBe(typed);
});
