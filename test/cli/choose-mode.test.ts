import { expect, test } from "vitest";

import { chooseMode, type Circumstances } from "../../src/cli/start.js";

const TERMINAL: Circumstances = {
  asks: "session",
  stdinIsTerminal: true,
  stdoutIsTerminal: true,
  platform: "linux",
  env: {},
};
const PIPES = { stdinIsTerminal: false, stdoutIsTerminal: false };

test.each<[string, Partial<Circumstances>, string]>([
  ["a session in a terminal", {}, "terminal"],
  ["an answer, in a terminal", { asks: "print" }, "headless"],
  ["an answer, on pipes", { asks: "print", ...PIPES }, "headless"],
  ["a session, its input a pipe", { stdinIsTerminal: false }, "plain"],
  ["a session, its output a pipe", { stdoutIsTerminal: false }, "headless"],
  ["a subcommand in a terminal", { asks: "other" }, "terminal"],
  ["a subcommand on pipes", { asks: "other", ...PIPES }, "plain"],
  ["another program in a terminal", { asks: undefined }, "terminal"],
  ["another program on pipes", { asks: undefined, ...PIPES }, "plain"],
  ["Windows, in a terminal, from Git Bash", { platform: "win32", env: { MSYSTEM: "MINGW64" } }, "terminal"],
  ["Windows, on pipes", { platform: "win32", ...PIPES }, "headless"],
  [
    "Windows, an answer, in mintty",
    { asks: "print", platform: "win32", env: { TERM_PROGRAM: "mintty" }, ...PIPES },
    "headless",
  ],
  [
    "Windows, a subcommand, in Git Bash",
    { asks: "other", platform: "win32", env: { MSYSTEM: "MINGW64" }, ...PIPES },
    "plain",
  ],
  ["MSYSTEM elsewhere", { env: { MSYSTEM: "MINGW64" }, ...PIPES }, "headless"],
])("%s", (_, stage, way) => {
  expect(chooseMode({ ...TERMINAL, ...stage })).toBe(way);
});

test.each([
  [{ TERM_PROGRAM: "mintty" }, "session"],
  [{ MSYSTEM: "MINGW64" }, "session"],
  [{ MSYSTEM: "UCRT64" }, undefined],
] as const)("mintty (%j) is told, and how to start", (env, asks) => {
  const stage: Circumstances = { ...TERMINAL, ...PIPES, platform: "win32", env, asks };
  expect(() => chooseMode(stage)).toThrow(
    expect.objectContaining({
      code: "NO_TERMINAL",
      message: "this window (mintty) is not a terminal for Windows programs, so it cannot show a session",
      fix: "start it as: winpty cac, or in Windows Terminal; without a terminal use: cac -p PROMPT",
      exitCode: 1,
    }),
  );
});
