import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { CAC, runCac } from "../support/cli/run-cac.js";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

test.each([["--version"], ["-V"]])("%s", (flag) => {
  expect(runCac([flag], {})).toEqual({ code: 0, out: `${version}\n`, err: "" });
});

test.each([[["--help"]], [["-h"]], [["help"]]])("%j shows the help", (args) => {
  const { code, out, err } = runCac(args, {});
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/^Usage: cac \[claude arguments\.\.\.\]\n +cac COMMAND\n/);
  expect(out).toMatch(/\nClaude Code's own help and version: cac -- --help, cac -- --version\n/);
  expect(out).toMatch(/\n {2}config +show and change the settings\n/);
  expect(out).toContain("\nExamples:\n");
});

test("help for one command", () => {
  const { code, out } = runCac(["help", "config"], {});
  expect(code).toBe(0);
  expect(out).toMatch(/^Usage: cac config /);
  expect(runCac(["config", "--help"], {}).out).toBe(out);
});

test("help for a command of a command", () => {
  const { code, out } = runCac(["help", "config", "set"], {});
  expect(code).toBe(0);
  expect(out).toMatch(/^Usage: cac config set /);
  expect(out).toContain("\nExamples:\n  cac config set pattern ");
  expect(runCac(["config", "set", "--help"], {}).out).toBe(out);
  expect(runCac(["config", "help", "set"], {}).out).toBe(out);
});

test.each([
  [["confg"], "unknown command 'confg'", "did you mean cac config? To send it to Claude Code: cac -- confg"],
  [["config", "gte"], "unknown command 'gte'", "did you mean get?"],
  [
    ["config", "get", "a", "b"],
    "too many arguments for 'get'. Expected 1 argument but got 2.",
    "cac help config get",
  ],
  [["config", "set", "pattern"], "missing required argument 'value'", "cac help config set"],
  [
    ["config", "set", "pattern", "-x"],
    "unknown option '-x'",
    'cac help config set; to pass a value that begins with "-", put -- before it: -- -x',
  ],
  [
    ["detect", "a", "b"],
    "too many arguments for 'detect'. Expected 1 argument but got 2.",
    "cac help detect",
  ],
  [["detect", "--js"], "unknown option '--js'", "did you mean --json?"],
  [["help", "nope"], "unknown command 'nope'", "cac --help"],
  [["help", "confg"], "unknown command 'confg'", "did you mean config?"],
  [["help", "config", "nope"], "unknown command 'nope'", "cac help config"],
  [["help", "config", "gett"], "unknown command 'gett'", "did you mean get?"],
  [["config", "help", "nope"], "unknown command 'nope'", "cac help config"],
])("usage: %j exits with 2 and says what to do", (args, message, fix) => {
  expect(runCac(args, {})).toEqual({ code: 2, out: "", err: `cac: ${message}\nfix: ${fix}\n` });
});

test("a command that needs another word shows its help, as an error", () => {
  const { code, out, err } = runCac(["config"], {});
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(/^Usage: cac config /);
});

test.skipIf(process.platform === "win32")("a reader that leaves early is no error", () => {
  const command = `"${process.execPath}" "${CAC}" --help | true; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", command], { encoding: "utf8" });
  expect({ stdout, stderr }).toEqual({ stdout: "0\n", stderr: "" });
});

// Writing into it fails as on a full disk.
test.skipIf(!existsSync("/dev/full"))("output that cannot be written is told", () => {
  expect(runInShell("--help > /dev/full")).toEqual({
    status: 1,
    stdout: "",
    stderr:
      "cac: cannot write to standard output: ENOSPC: no space left on device, write\nfix: free some space there, or send it elsewhere\n",
  });
  expect(runInShell("confg 2> /dev/full")).toEqual({ status: 2, stdout: "", stderr: "" });
});

test("a bug shows its stack and where to report it", () => {
  const sabotage = `Array.prototype.findLast = () => { throw new TypeError("broken on purpose"); };`;
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(sabotage)}`;
  const home = mkdtempSync(join(tmpdir(), "cac-bug-"));
  const { code, out, err } = runCac(["config", "set", "pattern", "quota"], { HOME: home, NODE_OPTIONS });
  rmSync(home, { recursive: true });
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toMatch(/^TypeError: broken on purpose\n {4}at /);
  expect(err).toMatch(
    `\n\ncac: this is a bug in claude-auto-continue ${version}, not a mistake of yours\nfix: please open an issue at the project's repository with the lines above\n`,
  );
});

function runInShell(redirected: string): unknown {
  const command = `exec "${process.execPath}" "${CAC}" ${redirected}`;
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { encoding: "utf8", env: {} });
  return { status, stdout, stderr };
}
