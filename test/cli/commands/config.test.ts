import { spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { CAC, runCac, type Ran } from "../../support/cli/run-cac.js";

let home: string;
let file: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cac-config-"));
  file = join(home, ".config", "claude-auto-continue", "config.json");
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

test("path", () => {
  expect(cac("path")).toEqual({ code: 0, out: `${file}\n`, err: "" });
  expect(cac("path", "--json")).toEqual({ code: 0, out: `${JSON.stringify({ file })}\n`, err: "" });
});

test("get: a group", () => {
  cac("set", "native.grace", "5m");
  expect(cac("get", "native")).toEqual({
    code: 0,
    out: "native.mode: backstop (default)\nnative.grace: 5m (file)\n",
    err: "",
  });
  expect(JSON.parse(cac("get", "native", "--json").out)).toEqual({
    "native.mode": { value: "backstop", source: "default" },
    "native.grace": { value: "5m", source: "file" },
  });
});

test("init", () => {
  expect(cac("init")).toEqual({ code: 0, out: `wrote ${file}\n`, err: "" });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ version: 1 });
  expect(cac("init")).toEqual({
    code: 1,
    out: "",
    err: `cac: ${file} is there already\nfix: cac config init --force writes a new one and keeps the old one beside it\n`,
  });
  expect(cac("init", "--force", "--json")).toEqual({
    code: 0,
    out: `${JSON.stringify({ file, backup: `${file}.bak` })}\n`,
    err: "",
  });
});

test("set, get, unset", () => {
  expect(cac("set", "pattern", "quota .* used up")).toEqual({
    code: 0,
    out: `set pattern in ${file}\n`,
    err: "",
  });
  expect(cac("get")).toEqual({
    code: 0,
    out: `version: 1 (file)
pattern: quota .* used up (file)
claude: not set (default)
resume.prompt: continue (default)
resume.safetyBuffer: 5s (default)
resume.cooldown: 30s (default)
resume.escGap: 100ms (default)
resume.enterGap: 150ms (default)
native.mode: backstop (default)
native.grace: 180s (default)
input.whileWaiting: forward (default)
title: true (default)
notify: true (default)
exitReset: modes (default)
approve.mode: off (default)
approve.delayMs: 500 (default)
approve.allow: [] (default)
approve.ask: [] (default)
approve.deny: [] (default)
approve.without: [] (default)
daemon.poll: 60s (default)
daemon.delay: 10s (default)
daemon.spread: 2s (default)
daemon.activeVerificationTimeoutMs: 30000 (default)
daemon.activeVerificationPollMs: 2000 (default)
daemon.blind: false (default)
daemon.whenTerminalGone: notify (default)
persona.max: 4 (default)
persona.idle: 30m (default)
`,
    err: "",
  });
  expect(cac("get", "pattern")).toEqual({ code: 0, out: "quota .* used up (file)\n", err: "" });
  expect(JSON.parse(cac("get", "--json").out)).toMatchObject({
    version: { value: 1, source: "file" },
    pattern: { value: "quota .* used up", source: "file" },
    title: { value: true, source: "default" },
  });
  expect(cac("unset", "pattern")).toEqual({ code: 0, out: `took pattern out of ${file}\n`, err: "" });
  expect(cac("unset", "pattern")).toEqual({ code: 0, out: `pattern is not in ${file}\n`, err: "" });
  expect(cac("get", "pattern", "--json").out).toBe('{"value":null,"source":"default"}\n');
});

test("settings in groups, and those that are no text", () => {
  write('{\n  "version": 1\n}\n');
  expect(cac("set", "resume.prompt", "go on").out).toBe(`set resume.prompt in ${file}\n`);
  cac("set", "resume.cooldown", "1m");
  cac("set", "title", "false");
  cac("set", "native.mode", "replace");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    version: 1,
    resume: { prompt: "go on", cooldown: "1m" },
    title: false,
    native: { mode: "replace" },
  });
  expect(cac("get", "resume.cooldown", "--json").out).toBe('{"value":"1m","source":"file"}\n');
  expect(cac("get", "title").out).toBe("false (file)\n");
  cac("unset", "resume.prompt");
  cac("unset", "native");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    version: 1,
    resume: { cooldown: "1m" },
    title: false,
  });
});

test("lists are written as JSON", () => {
  write('{ "version": 1 }');
  expect(cac("set", "approve.allow", '["Bash(npm test)", "Edit(src/**)"]').out).toBe(
    `set approve.allow in ${file}\n`,
  );
  expect(readFileSync(file, "utf8")).toBe(
    '{ "version": 1, "approve": {"allow":["Bash(npm test)","Edit(src/**)"]} }',
  );
  expect(cac("get", "approve.allow").out).toBe('["Bash(npm test)","Edit(src/**)"] (file)\n');
  expect(cac("get", "approve.allow", "--json").out).toBe(
    '{"value":["Bash(npm test)","Edit(src/**)"],"source":"file"}\n',
  );
});

test("the environment wins over the file, and set says so", () => {
  const env = { HOME: home, CAC_PATTERN: "from outside" };
  expect(runCac(["config", "set", "pattern", "from the file"], env)).toEqual({
    code: 0,
    out: `set pattern in ${file}\n`,
    err: "cac: warning: CAC_PATTERN is set and wins over the file\nfix: unset CAC_PATTERN\n",
  });
  expect(runCac(["config", "get", "pattern"], env).out).toBe("from outside (environment)\n");
});

test("a value that begins with a dash goes behind --", () => {
  expect(cac("set", "pattern", "--", "-x").code).toBe(0);
  expect(cac("get", "pattern").out).toBe("-x (file)\n");
});

test("a key with a dot in its name can be taken out", () => {
  write('{"a.b": 1, "c": {"d": 2}}');
  cac("unset", "a.b");
  cac("unset", "c.d");
  expect(readFileSync(file, "utf8")).toBe('{"c": {}}');
});

test("a home that is none does not put the settings where the user stands", () => {
  const cwd = join(home, "work");
  mkdirSync(cwd);
  const expected = join(userInfo().homedir, ".config", "claude-auto-continue", "config.json");
  for (const HOME of ["", "rel"]) {
    const { stdout } = spawnSync(process.execPath, [CAC, "config", "path"], {
      cwd,
      env: { HOME },
      encoding: "utf8",
    });
    expect(stdout).toBe(`${expected}\n`);
  }
});

test("~ in CAC_CONFIG is the home", () => {
  const env = { HOME: home, CAC_CONFIG: "~/x.json" };
  expect(runCac(["config", "init"], env).out).toBe(`wrote ${join(home, "x.json")}\n`);
  expect(readdirSync(home)).toEqual(["x.json"]);
});

test.skipIf(process.platform === "win32")("a named pipe in the file's place is refused at once", () => {
  const pipe = join(home, "pipe");
  spawnSync("mkfifo", [pipe]);
  for (const args of [["init"], ["init", "--force"], ["set", "pattern", "quota"]]) {
    expect(runCac(["config", ...args], { HOME: home, CAC_CONFIG: pipe })).toEqual({
      code: 1,
      out: "",
      err: `cac: ${pipe} is not a regular file; it was left as it is\nfix: name a regular file\n`,
    });
  }
  expect(lstatSync(pipe).isFIFO()).toBe(true);
});

const ALL =
  "the settings are: version, pattern, claude, resume.prompt, resume.safetyBuffer, resume.cooldown, resume.escGap, resume.enterGap, native.mode, native.grace, input.whileWaiting, title, notify, exitReset, approve.mode, approve.delayMs, approve.allow, approve.ask, approve.deny, approve.without, daemon.poll, daemon.delay, daemon.spread, daemon.activeVerificationTimeoutMs, daemon.activeVerificationPollMs, daemon.blind, daemon.whenTerminalGone, persona.max, persona.idle";

test.each([
  [["get", "constructor"], '"constructor" is not a setting', ALL],
  [["get", "toString"], '"toString" is not a setting', ALL],
  [["get", "__proto__"], '"__proto__" is not a setting', ALL],
  [["set", "constructor", "x"], '"constructor" is not a setting', ALL],
  [["set", "patern", "x"], '"patern" is not a setting', "did you mean pattern?"],
  [["set", "colour", "x"], '"colour" is not a setting', ALL],
  [["get", "patern"], '"patern" is not a setting', "did you mean pattern?"],
  [["get", "resum"], '"resum" is not a setting', ALL],
  [["set", "prompt", "x"], '"prompt" is not a setting', "did you mean resume.prompt?"],
  [["set", "resume.promt", "x"], '"resume.promt" is not a setting', "did you mean resume.prompt?"],
])("no such setting: %j", (args, message, fix) => {
  expect(cac(...args)).toEqual({ code: 2, out: "", err: `cac: ${message}\nfix: ${fix}\n` });
  expect(readdirSync(home)).toEqual([]);
});

test.each([
  [
    ["set", "pattern", "("],
    '"pattern" is refused: it is not a regular expression: unterminated group',
    "give another value; nothing was changed",
  ],
  [["set", "version", "2"], '"version" must be 1, got 2', "give another value; nothing was changed"],
  [
    ["set", "resume.cooldown", "90"],
    '"resume.cooldown" needs a unit, such as "90s", "5m" or "500ms", got 90',
    "give another value; nothing was changed",
  ],
  [
    ["set", "approve.deny", "Bash(rm *)"],
    '"approve.deny" must be a list of rules, such as ["Bash(npm test)"], got "Bash(rm *)"',
    "give another value; nothing was changed",
  ],
  [
    ["set", "approve.deny", '["bash(rm *)"]'],
    '"approve.deny" is refused: "bash(rm *)" names no tool: the tool is called Bash',
    "give another value; nothing was changed",
  ],
  [
    ["set", "title", "yes"],
    '"title" must be true or false, got "yes"',
    "give another value; nothing was changed",
  ],
])("refused: %j", (args, message, fix) => {
  expect(cac(...args)).toEqual({ code: 1, out: "", err: `cac: ${message}\nfix: ${fix}\n` });
  expect(readdirSync(home)).toEqual([]);
});

test("a bad file: one warning, and the command goes on", () => {
  write('{"pattern": "x"');
  expect(cac("get", "pattern")).toEqual({
    code: 0,
    out: "not set (default)\n",
    err: `cac: warning: ${file} is not JSON: line 1, column 16: expected "," or "}", got the end of the file\nfix: correct it, or start again with: cac config init --force\n`,
  });
});

test.skipIf(process.platform === "win32")(
  "a write that fails half-way leaves the old file, and no rest",
  () => {
    write('{"version": 1, "pattern": "precious"}');
    // A process that may not make any file grow fails as one on a full disk does.
    const { status, stderr } = spawnSync(
      "bash",
      ["-c", `trap '' XFSZ; ulimit -f 0; exec "$0" "$1" config set pattern other`, process.execPath, CAC],
      { env: { HOME: home }, encoding: "utf8" },
    );
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `cac: ${file} cannot be written (EFBIG)\nfix: see that the path is right, or name another file with CAC_CONFIG\n`,
    });
    expect(readFileSync(file, "utf8")).toBe('{"version": 1, "pattern": "precious"}');
    expect(readdirSync(dirname(file))).toEqual(["config.json"]);
  },
);

function cac(...args: string[]): Ran {
  return runCac(["config", ...args], { HOME: home });
}

function write(text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
