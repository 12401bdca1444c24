import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { CAC, runCac } from "./run-cac.js";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

test.each([["--version"], ["-V"]])("%s", (flag) => {
  expect(runCac([flag], {})).toEqual({ code: 0, out: `${version}\n`, err: "" });
});

test.each([[[]], [["--help"]], [["-h"]], [["help"]]])("%j shows the help", (args) => {
  const { code, out, err } = runCac(args, {});
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/^Usage: cac \[options\] \[command\]\n/);
  expect(out).toMatch(/\n {2}config +show and change the settings\n/);
  expect(out).toContain("\nExamples:\n");
});

test("help for one command", () => {
  const { code, out } = runCac(["help", "config"], {});
  expect(code).toBe(0);
  expect(out).toMatch(/^Usage: cac config /);
  expect(runCac(["config", "--help"], {}).out).toBe(out);
});

test.each([
  [["confg"], "unknown command 'confg'", "did you mean config?"],
  [["--versoin"], "unknown option '--versoin'", "did you mean --version?"],
  [["config", "gte"], "unknown command 'gte'", "did you mean get?"],
  [["config", "get", "a", "b"], "too many arguments for 'get'. Expected 1 argument but got 2.", "cac --help"],
  [["config", "set", "pattern"], "missing required argument 'value'", "cac --help"],
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

test("a bug shows its stack and where to report it", () => {
  const sabotage = `Array.prototype.findLast = () => { throw new TypeError("broken on purpose"); };`;
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(sabotage)}`;
  const home = mkdtempSync(join(tmpdir(), "cac-bug-"));
  const { code, out, err } = runCac(["config", "set", "pattern", "quota"], { HOME: home, NODE_OPTIONS });
  rmSync(home, { recursive: true });
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toMatch(/^TypeError: broken on purpose\n {4}at /);
  expect(err).toMatch(
    `\n\ncac: this is a bug in claude-auto-continue ${version}, not in what you did\nfix: please open an issue at the project's repository with the lines above\n`,
  );
});
