import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { writeRelease } from "../support/lab/machine/stub-release.js";

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
  [
    ["--resets-in", "999999999d", "--limit", "five_hour"],
    "error: option '--resets-in <duration>' argument '999999999d' is invalid. Give 36500d at most.\n",
  ],
  [
    ["--limit", "seven_day", "--reply", "slow"],
    "error: --limit and --reply slow contradict each other: give one of them\n",
  ],
  [["--overage", "out_of_credits"], "error: --overage is about a limit: add --limit CLAIM\n"],
  [["--resets-in", "3d", "--reply", "text"], "error: --resets-in is about a limit: add --limit CLAIM\n"],
  [["extra"], 'error: unexpected "extra": arguments for claude go behind a --\n'],
  [
    ["--reply", "slow", "extra", "--", "--model", "x"],
    'error: unexpected "extra": arguments for claude go behind a --\n',
  ],
  [["--bogus"], "error: unknown option '--bogus'\n"],
])("refuses %j and names the fix", (args, stderr) => {
  expect(open(...args)).toEqual({ status: 2, stderr });
});

it("runs claude with what stands behind --, and says that its session is gone", () => {
  const folder = mkdtempSync(join(tmpdir(), "cac-test-"));
  const [cache, temporary] = [join(folder, "cache"), writeRelease(folder, 'echo "$@"; exit 7')];
  const env = { PATH: "/usr/bin:/bin", CAC_LAB_CACHE: cache, TMPDIR: temporary };
  const args = ["--limit", "seven_day", "--reply", "limit", "--", "--model", "x"];
  const { status, stdout, stderr } = spawnSync(process.execPath, [OPEN, ...args], { encoding: "utf8", env });
  expect({ status, stdout, stderr }).toEqual({
    status: 7,
    stdout: "--model x\n",
    stderr: "The lab's home is gone with it: that session cannot be resumed.\n",
  });
  expect(readdirSync(temporary)).toEqual([]);
  rmSync(folder, { recursive: true });
});
