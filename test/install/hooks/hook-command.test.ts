import { spawnSync } from "node:child_process";

import fc from "fast-check";
import { expect, test } from "vitest";

import { hookCommand, isOurCommand, programIn } from "../../../src/install/hooks/hook-command.js";

test.each([
  [
    "linux",
    { node: "/usr/bin/node", script: "/opt/cac/dist/cli/main.js" },
    "/usr/bin/node /opt/cac/dist/cli/main.js hook claude-auto-continue",
  ],
  [
    "darwin",
    { node: "/usr/local/bin/node", script: "/Users/it's me/$HOME/dist/cli/main.js" },
    "/usr/local/bin/node '/Users/it'\\''s me/$HOME/dist/cli/main.js' hook claude-auto-continue",
  ],
  [
    "win32",
    { node: "C:\\Program Files\\nodejs\\node.exe", script: "C:\\cac\\dist\\cli\\main.js" },
    '"C:/Program Files/nodejs/node.exe" "C:/cac/dist/cli/main.js" hook claude-auto-continue',
  ],
] as const)("on %s", (platform, program, expected) => {
  expect(hookCommand(program, platform)).toBe(expected);
});

test.each([
  ["node /elsewhere/dist/cli/main.js hook claude-auto-continue", true],
  ["'/a b/node' '/a b/main.js' hook claude-auto-continue", true],
  ['"C:/node.exe" "C:/main.js" hook claude-auto-continue', true],
  ["node /elsewhere/dist/cli/main.js hook", false],
  ["node /elsewhere/dist/cli/main.js hook claude-auto-continue && say done", false],
  ["cac hook claude-auto-continue", false],
  ["echo hook claude-auto-continue", false],
  ["", false],
])("%j is ours: %j", (command, expected) => {
  expect(isOurCommand(command)).toBe(expected);
});

test("a shell gives the program exactly these words, whatever is in its path", () => {
  const names = fc
    .string({ unit: fc.constantFrom(...Array.from("ab '\"$`\\!*&;|<>()#~%\t")) })
    .map((name) => `/x${name}`);
  fc.assert(
    fc.property(names, (name) => {
      const program = { node: "/usr/bin/printf", script: `${name}/main.js` };
      const command = hookCommand(program, "linux");
      expect(isOurCommand(command)).toBe(true);
      expect(programIn(command)).toEqual(program);
      // printf takes its first word for the format: "%s" shows the words as they arrived.
      const shown = command.replace("/usr/bin/printf", "/usr/bin/printf '%s\\n'");
      const { stdout } = spawnSync("/bin/sh", ["-c", shown], { encoding: "utf8" });
      expect(stdout).toBe(`${program.script}\nhook\nclaude-auto-continue\n`);
    }),
    { numRuns: 60 },
  );
});

test("no program is read from a command of somebody else", () => {
  expect(programIn("node /other/dist/cli/main.js hook")).toBeUndefined();
});
