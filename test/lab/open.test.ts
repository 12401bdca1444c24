import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

// The built command: `npm test` builds before it tests.
const OPEN = fileURLToPath(new URL("../../dist/lab/open.js", import.meta.url));

function open(...args: string[]): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, [OPEN, ...args], { encoding: "utf8" });
  return { status, stderr };
}

it.each([
  [
    ["--release", "nope"],
    'error: "nope" is not a release of Claude Code\nfix: name one by its three numbers, such as 2.1.325\n',
  ],
  [
    ["--resets-in", "3w"],
    `error: option '--resets-in <duration>' argument '3w' is invalid. Give a number with its unit, such as "90s", "5m", "3h" or "3d".\n`,
  ],
  [
    ["--reply", "what"],
    "error: option '--reply <kind>' argument 'what' is invalid. Allowed choices are text, slow, permission, limit, throttle, overloaded, error, dropped.\n",
  ],
  [["--bogus"], "error: unknown option '--bogus'\n"],
])("refuses %j and names the fix", (args, stderr) => {
  expect(open(...args)).toEqual({ status: 2, stderr });
});
