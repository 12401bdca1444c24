import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { spawnPty } from "../../src/transport/pty/pty.js";
import { loadedModules } from "../support/cli/loaded-modules.js";
import { CAC, runCac, type Ran } from "../support/cli/run-cac.js";

let home: string;
let config: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cac-start-"));
  config = join(home, ".config", "claude-auto-continue", "config.json");
  mkdirSync(join(home, "bin"));
  // Says what it was called with, and how it was asked.
  claude(`echo "claude: $*"; test -t 0 && echo "in a terminal"; exit 7`);
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

test.each([
  [[], "claude: "],
  [["--", "status", "-x"], "claude: status -x"],
  [["plugin", "list"], "claude: plugin list"],
  [["--", "mcp", "list"], "claude: mcp list"],
  [["--", "--help"], "claude: --help"],
  [["run", "--"], "claude: "],
  [["run", "--", "claude", "-c"], "claude: -c"],
])("without a terminal %j reaches claude, and its exit code comes back", (args, says) => {
  expect(cac(args)).toEqual({ code: 7, out: `${says}\n`, err: "" });
});

test.each([
  [["run", "--", "sh", "-c", "echo hello; exit 3"], { code: 3, out: "hello\n", err: "" }],
  [["run", "--no-title", "sh", "-c", "exit 4"], { code: 4, out: "", err: "" }],
  [
    ["run", "--cooldown", "1m", "--", "sh", "-c", "cat; echo oops >&2"],
    { code: 0, out: "input", err: "oops\n" },
  ],
])("without a terminal %j is as if we were not there", (args, ran) => {
  expect(cac(args, "input")).toEqual(ran);
});

test("a signal that ends the command ends us", () => {
  const ran = runCac(["run", "--", "sh", "-c", "kill -TERM $$"], environment());
  expect(ran.code).toBeNull();
});

test("in a terminal it runs in one of its own, and arguments are untouched", async () => {
  const ran = await inTerminal(["a b", "--model", "x"]);
  expect(ran).toEqual({ code: 7, out: "claude: a b --model x\r\nin a terminal\r\n" });
});

test("nothing is loaded for settings and rules where nobody has set any", async () => {
  const coverage = join(home, "coverage");
  await inTerminal([], { NODE_V8_COVERAGE: coverage });
  const loaded = loadedModules(coverage);
  expect(loaded).toContain("dist/cli/run-config.js");
  const unwanted = /dist\/(?:policy\/|config\/(?:load-config|schema|trusted-settings))|\/unbash\/|\/zod\//;
  expect(loaded.filter((name) => unwanted.test(name))).toEqual([]);
});

test("--approve is for this run, and is refused where it is none", () => {
  expect(cac(["run", "--approve", "rules", "--", "claude", "-c"])).toEqual({
    code: 7,
    out: "claude: -c\n",
    err: "",
  });
  expect(cac(["run", "--approve", "everything"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("Allowed choices are off, rules, all.") as unknown,
  });
});

test("warnings come before the session", async () => {
  mkdirSync(dirname(config), { recursive: true });
  writeFileSync(config, '{"titel": false}');
  const { out } = await inTerminal(["hello"]);
  const lines = out.split("\r\n");
  expect(lines.slice(0, 3)).toEqual([
    `cac: warning: ${config}: "titel" is not a setting, did you mean "title"?`,
    "fix: correct the file, or: cac config unset titel",
    "claude: hello",
  ]);
});

test.skipIf(process.platform === "win32")("so does why nothing is approved", async () => {
  mkdirSync(dirname(config), { recursive: true });
  writeFileSync(config, '{"approve": {"mode": "rules"}}');
  expect((await inTerminal(["hello"])).out).toMatch(/^claude: hello\r\n/);
  chmodSync(dirname(config), 0o757);
  const told = [
    `cac: warning: nothing is approved: other users can write to ${dirname(config)} (mode 757), and could change your rules`,
    `fix: chmod o-w ${dirname(config)}`,
  ];
  expect((await inTerminal(["hello"])).out.split("\r\n").slice(0, 3)).toEqual([...told, "claude: hello"]);
  // Where nothing would be approved anyway, there is nothing to say.
  expect((await inTerminal(["run", "--approve", "off", "--", "claude", "x"])).out).toMatch(/^claude: x\r\n/);
  expect(cac(["-p", "hello"]).err).not.toContain("approved");
  const link = join(home, "same");
  symlinkSync(home, link);
  chmodSync(dirname(config), 0o755);
  const inHome = await inTerminal(["hello"], {}, link);
  expect(inHome.out).toContain("contains your home directory");
});

test("so does what becomes of settings to which nothing can be added", async () => {
  claude(`echo "claude: $*"`, "2.1.325");
  const file = join(home, "mine.json");
  writeFileSync(file, JSON.stringify({ permissions: { deny: ["Read(/secrets/**)"] } }));
  const { out } = await inTerminal(["run", "--native", "replace", "--", "claude", "--settings", file]);
  expect(out.split("\r\n").slice(0, 3)).toEqual([
    "cac: warning: the rules in your --settings count from their file, so nothing is added to them: Claude Code's own continue is not switched off, and the screen alone is read",
    "fix: write such paths in full, Read(//home/x), or give the rules elsewhere",
    `claude: --settings ${file}`,
  ]);
});

test("claude that is missing is told with the fix, exit code 127", async () => {
  rmSync(join(home, "bin", "claude"));
  const told =
    "cac: claude was not found on PATH\nfix: npm install -g @anthropic-ai/claude-code, or name it: cac config set claude /path/to/claude\n";
  expect(cac(["--", "mcp", "list"])).toEqual({ code: 127, out: "", err: told });
  expect(await inTerminal([])).toEqual({ code: 127, out: told.replaceAll("\n", "\r\n") });
});

test("a command that cannot be run: exit code 126", () => {
  chmodSync(join(home, "bin", "claude"), 0o644);
  expect(cac(["--", "mcp", "list"])).toMatchObject({ code: 126, out: "" });
});

test
  .skipIf(process.platform === "win32")
  .each([
    [[]],
    [["-p", "hello"]],
    [["run", "--", "true"]],
    [["policy", "check", "Bash(ls)"]],
    [["policy", "allow", "Bash(ls)"]],
    [["persona"]],
    [["persona", "ask", "tester", "what?"]],
    [["persona", "show", "tester"]],
    [["persona", "new", "tester", "--project"]],
    [["persona", "end", "tester"]],
    [["persona", "memory", "tester"]],
    [["doctor"]],
    [["demo"]],
    [["mcp"]],
  ])("a directory that is gone is told, with the fix: %j", (args) => {
  const command = `mkdir "$HOME/gone" && cd "$HOME/gone" && rmdir "$HOME/gone" && exec "$0" "$@"`;
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command, process.execPath, CAC, ...args], {
    env: environment(),
    encoding: "utf8",
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: "",
    stderr: "cac: the current directory has been removed\nfix: cd into another one, and try again: cd ~\n",
  });
});

test("the setting names another file for Claude Code", () => {
  writeFileSync(join(home, "bin", "other"), '#!/bin/sh\necho "other: $*"\n', { mode: 0o755 });
  mkdirSync(dirname(config), { recursive: true });
  writeFileSync(config, JSON.stringify({ claude: join(home, "bin", "other") }));
  expect(cac(["--", "mcp", "list"])).toEqual({ code: 0, out: "other: mcp list\n", err: "" });
  expect(cac(["run", "--", "claude", "mcp", "list"])).toMatchObject({ code: 7 });
});

test.each([
  [["--prompt", "a\nb"], "--prompt must be one line"],
  [["--prompt", ""], "--prompt must not be empty"],
  [["--safety-buffer", "5"], '--safety-buffer needs a unit, such as "90s", "5m" or "500ms", got "5"'],
  [
    ["--native-grace", "soon"],
    '--native-grace must be a duration, such as "90s", "5m" or "1h30m", got "soon"',
  ],
  [["--esc-gap", "1m"], '--esc-gap must be between 20ms and 5s, got "1m"'],
])("refused: run %j", (options, message) => {
  expect(cac(["run", ...options, "--", "true"])).toEqual({
    code: 2,
    out: "",
    err: `cac: ${message}\nfix: cac help run\n`,
  });
});

test("a choice that is none, and an option that is none, are refused with what there is", () => {
  expect(cac(["run", "--native", "off"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("Allowed choices are backstop, replace, ignore.") as unknown,
  });
  expect(cac(["run", "--promt", "x"])).toEqual({
    code: 2,
    out: "",
    err: "cac: unknown option '--promt'\nfix: did you mean --prompt?\n",
  });
});

test("--debug writes to its file, and says so where it cannot", async () => {
  const file = join(home, "debug.log");
  await inTerminal(["run", "--debug", file, "--", "claude", "hello"]);
  expect(readFileSync(file, "utf8")).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z cac \d+ starts\n/);
  const nowhere = join(home, "nowhere", "debug.log");
  const ran = await inTerminal(["run", "--debug", nowhere, "--", "claude"]);
  expect(ran).toEqual({
    code: 1,
    out: `cac: cannot write to ${nowhere}\r\nfix: name another file with --debug, in a directory that is there\r\n`,
  });
});

function cac(args: readonly string[], input = ""): Ran {
  return runCac(args, environment(), input);
}

function environment(): Record<string, string> {
  return { HOME: home, PATH: `${join(home, "bin")}:/usr/bin:/bin`, TERM: "xterm-256color" };
}

function claude(script: string, release = "1.0.0"): void {
  const text = `#!/bin/sh\nif [ "$1" = --version ]; then echo ${release}; exit; fi\n${script}\n`;
  writeFileSync(join(home, "bin", "claude"), text, { mode: 0o755 });
}

function inTerminal(
  args: readonly string[],
  more: Record<string, string> = {},
  cwd = process.cwd(),
): Promise<{ code: number; out: string }> {
  const terminal = spawnPty(process.execPath, [CAC, ...args], {
    env: { ...environment(), ...more },
    columns: 200,
    rows: 24,
    cwd,
  });
  let out = "";
  terminal.onData((data) => (out += data.toString()));
  return new Promise((resolve) => terminal.onExit(({ exitCode }) => resolve({ code: exitCode, out })));
}
