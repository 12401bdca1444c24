import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { OuterTerminal } from "../support/wrapper/outer-terminal.js";

const PROGRAM = fileURLToPath(new URL("../support/wrapper/windows-relay-program.mjs", import.meta.url));

/** What Windows does is not here; what we do there is, in a terminal whose keyboard stays open to the end. */
async function relayed(...options: readonly string[]): Promise<OuterTerminal> {
  const terminal = new OuterTerminal(process.execPath, [PROGRAM, ...options]);
  await terminal.shows("ready");
  return terminal;
}

describe("on Windows", () => {
  test("scan codes reach the child as the sequences of their keys", async () => {
    const terminal = await relayed();
    terminal.type(Buffer.from("\xe0H", "latin1"));
    await terminal.shows(JSON.stringify("\x1b[A"));
    terminal.type(Buffer.from("\x00\x0f", "latin1"));
    await terminal.shows(JSON.stringify("\x1b[Z"));
    terminal.type("é");
    await terminal.shows(Buffer.from('"é"').toString("latin1"));
    terminal.type("q");
    expect(await terminal.exited).toEqual({ exitCode: 7 });
  });

  test.each([
    ["what was left on is undone", [], "\x1b[?1049l"],
    ["the terminal is reset where that was asked for", ["--full-reset"], "\x1b[?1049l\x1bc"],
  ])("at the end %s, and the child's code is ours", async (_, options, farewell) => {
    const terminal = await relayed(...options);
    terminal.type("q");
    expect(await terminal.exited).toEqual({ exitCode: 7 });
    expect(terminal.bytes.toString()).toBe(`\x1b[?1049hready é${farewell}`);
  });

  test("a child that is hung up ends us as well", async () => {
    const terminal = await relayed();
    terminal.type("k");
    expect(await terminal.exited).toEqual({ exitCode: 1 });
  });
});
