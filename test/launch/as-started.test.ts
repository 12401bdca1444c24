import { describe, expect, it } from "vitest";

import { asStarted } from "../../src/launch/as-started.js";

const windows = { platform: "win32", env: { ComSpec: "C:\\Windows\\cmd.exe" } } as const;

/** What the shell makes of a line: a sign behind a caret is that sign. */
const shellReads = (line: string): string => line.replace(/\^(.)/g, "$1");

describe("a command, as it is started", () => {
  it.each(["linux", "darwin"] as const)("is itself on %s", (platform) => {
    const started = asStarted("/usr/bin/claude.cmd", ["-p", "a & b"], { platform, env: {} });
    expect(started).toEqual({
      command: "/usr/bin/claude.cmd",
      args: ["-p", "a & b"],
      windowsVerbatimArguments: false,
    });
  });

  it("is itself on Windows where it is a program", () => {
    expect(asStarted("C:\\claude.exe", ["-p"], windows)).toMatchObject({ command: "C:\\claude.exe" });
  });

  it("is the shell's where it is a batch file", () => {
    const { command, args, windowsVerbatimArguments } = asStarted("C:\\npm\\claude.cmd", ["-p"], windows);
    expect({ command, args, windowsVerbatimArguments }).toEqual({
      command: "C:\\Windows\\cmd.exe",
      args: ["/d", "/s", "/c", '"C:\\npm\\claude.cmd ^^^"-p^^^""'],
      windowsVerbatimArguments: true,
    });
  });

  it.each([
    ["plain", '"plain"'],
    ["two words", '"two words"'],
    ["a & del *", '"a & del *"'],
    ["%PATH%", '"%PATH%"'],
    ['say "hi"', '"say \\"hi\\""'],
    ["ends in \\", '"ends in \\\\"'],
    ['quote \\" inside', '"quote \\\\\\" inside"'],
    ["two\r\nlines", '"two lines"'],
    ["", '""'],
  ])("gives %j on as %s, after two readings", (arg, expected) => {
    const line = asStarted("c.cmd", [arg], windows).args[3]?.slice(1 + "c.cmd ".length, -1) ?? "";
    expect(shellReads(shellReads(line))).toBe(expected);
    // No sign of the shell's own stands without a caret, in either reading.
    for (const read of [line, shellReads(line)]) expect(read.replace(/\^./g, "")).not.toMatch(/[&|<>"%*]/);
  });
});
