import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";

import { loadConfig, type Config } from "../../src/config/load-config.js";
import { SETTING_KEYS } from "../../src/config/settings-table.js";

let home: string;
let file: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "load-config-"));
  mkdirSync(join(home, ".config", "claude-auto-continue"), { recursive: true });
  file = join(home, ".config", "claude-auto-continue", "config.json");
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

const START_AGAIN = "correct it, or start again with: cac config init --force";

test("no file: the defaults, and nothing to say", () => {
  expect(load()).toEqual({
    pattern: undefined,
    claude: undefined,
    prompt: "continue",
    safetyBufferMs: 5000,
    cooldownMs: 30_000,
    nativeMode: "backstop",
    nativeGraceMs: 180_000,
    escGapMs: 100,
    enterGapMs: 150,
    inputWhileWaiting: "forward",
    title: true,
    notify: true,
    exitReset: "modes",
    approve: { mode: "off", delayMs: 500, allow: [], ask: [], deny: [], without: [] },
    daemon: {
      pollMs: 60_000,
      delayMs: 10_000,
      spreadMs: 2000,
      verifyMs: 30_000,
      verifyPollMs: 2000,
      allowBlind: false,
      whenTerminalGone: "notify",
    },
    persona: { maxSessions: 4, idleMs: 1_800_000 },
    file,
    settings: {
      version: 1,
      pattern: null,
      claude: null,
      "resume.prompt": "continue",
      "resume.safetyBuffer": "5s",
      "resume.cooldown": "30s",
      "resume.escGap": "100ms",
      "resume.enterGap": "150ms",
      "native.mode": "backstop",
      "native.grace": "180s",
      "input.whileWaiting": "forward",
      title: true,
      notify: true,
      exitReset: "modes",
      "approve.mode": "off",
      "approve.delayMs": 500,
      "approve.allow": [],
      "approve.ask": [],
      "approve.deny": [],
      "approve.without": [],
      "daemon.poll": "60s",
      "daemon.delay": "10s",
      "daemon.spread": "2s",
      "daemon.activeVerificationTimeoutMs": 30_000,
      "daemon.activeVerificationPollMs": 2000,
      "daemon.blind": false,
      "daemon.whenTerminalGone": "notify",
      "persona.max": 4,
      "persona.idle": "30m",
    },
    sources: Object.fromEntries(SETTING_KEYS.map((key) => [key, "default"])),
    warnings: [],
  });
});

test("every setting of a file is taken", () => {
  const settings = {
    version: 1,
    pattern: "quota used up",
    claude: "/opt/claude",
    resume: { prompt: "go on", safetyBuffer: "1m30s", cooldown: "0s", escGap: "250ms", enterGap: "1s" },
    native: { mode: "replace", grace: "5m" },
    input: { whileWaiting: "buffer" },
    title: false,
    notify: false,
    exitReset: "full",
    approve: {
      mode: "rules",
      delayMs: 1000,
      allow: ["Bash(npm test)", "Edit(src/**)"],
      ask: ["WebFetch"],
      deny: ["mcp__server"],
      without: ["sudo"],
    },
    daemon: {
      poll: "5m",
      delay: "0s",
      spread: "1s",
      activeVerificationTimeoutMs: 60_000,
      activeVerificationPollMs: 500,
      blind: true,
      whenTerminalGone: "tmux",
    },
    persona: { max: 8, idle: "2h" },
  };
  writeFileSync(file, JSON.stringify(settings));
  const config = load();
  expect(config).toMatchObject({
    pattern: /quota used up/i,
    claude: "/opt/claude",
    prompt: "go on",
    safetyBufferMs: 90_000,
    cooldownMs: 0,
    nativeMode: "replace",
    nativeGraceMs: 300_000,
    escGapMs: 250,
    enterGapMs: 1000,
    inputWhileWaiting: "buffer",
    title: false,
    notify: false,
    exitReset: "full",
    approve: settings.approve,
    daemon: {
      pollMs: 300_000,
      delayMs: 0,
      spreadMs: 1000,
      verifyMs: 60_000,
      verifyPollMs: 500,
      allowBlind: true,
      whenTerminalGone: "tmux",
    },
    persona: { maxSessions: 8, idleMs: 7_200_000 },
    warnings: [],
  });
  expect(config.settings["resume.safetyBuffer"]).toBe("1m30s");
  expect(new Set(Object.values(config.sources))).toEqual(new Set(["file"]));
});

test("one setting of a group may come from another place than the next", () => {
  writeFileSync(file, '{"resume": {"prompt": "of the file", "cooldown": "1m"}, "title": false}');
  const config = load({ settings: { resume: { prompt: "of the options" }, title: undefined } });
  expect([config.prompt, config.cooldownMs, config.title]).toEqual(["of the options", 60_000, false]);
  expect([config.sources["resume.prompt"], config.sources["resume.cooldown"], config.sources.title]).toEqual([
    "option",
    "file",
    "file",
  ]);
});

test("options win over the environment, that over the file", () => {
  writeFileSync(file, '{"version": 1, "pattern": "of the file"}');
  const env = { CAC_PATTERN: "of the environment" };
  const settings = { pattern: "of the options" };
  expect(seen(load())).toEqual([/of the file/i, "file"]);
  expect(seen(load({ env }))).toEqual([/of the environment/i, "environment"]);
  expect(seen(load({ env, settings }))).toEqual([/of the options/i, "option"]);
  expect(seen(load({ env: { CAC_PATTERN: "" } }))).toEqual([/of the file/i, "file"]);
});

test("a bad value gives way to the next origin, with a warning", () => {
  writeFileSync(file, '{"version": 1, "pattern": "of the file"}');
  const config = load({ env: { CAC_PATTERN: "(" }, settings: { pattern: "" } });
  expect(seen(config)).toEqual([/of the file/i, "file"]);
  expect(config.warnings).toEqual([
    {
      message: 'options: "pattern" is refused: it is too wide: it matches even an empty text',
      fix: "correct what is passed to loadConfig",
    },
    {
      message: "environment: CAC_PATTERN is refused: it is not a regular expression: unterminated group",
      fix: "correct it, or: unset CAC_PATTERN",
    },
  ]);
});

test.each<[string, string | Uint8Array, string, string]>([
  [
    "not JSON",
    '{\n  "version": 1,\n  pattern: "x"\n}',
    ' is not JSON: line 3, column 3: expected a key in double quotes, got "p"',
    START_AGAIN,
  ],
  ["a list", "[]", " must hold an object, { … }", START_AGAIN],
  ["null", "null", " must hold an object, { … }", START_AGAIN],
  ["empty", "", " is empty", "write {} into it, or start again with: cac config init --force"],
  ["NUL bytes", '{"version": 1}\0\0', " holds NUL bytes", "save it as UTF-8"],
  ["UTF-16", Buffer.from('\ufeff{"version": 1}', "utf16le"), " is not UTF-8 text", "save it as UTF-8"],
  ["huge", " ".repeat(2 ** 20 + 1), " is too large (1048577 bytes, at most 1048576)", START_AGAIN],
  [
    "wrong type",
    '{"pattern": 5}',
    ': "pattern" must be a string, got a number',
    "correct the file, or: cac config unset pattern",
  ],
  [
    "null for a text",
    '{"pattern": null}',
    ': "pattern" must be a string, got null',
    "correct the file, or: cac config unset pattern",
  ],
  [
    "another version",
    '{"version": 2}',
    ': "version" must be 1, got 2',
    "correct the file, or: cac config unset version",
  ],
  [
    "a typo",
    '{"patern": "x"}',
    ': "patern" is not a setting, did you mean "pattern"?',
    "correct the file, or: cac config unset patern",
  ],
  [
    "a key of no meaning",
    '{"it\'s": 1}',
    ': "it\'s" is not a setting',
    "correct the file, or: cac config unset 'it'\\''s'",
  ],
  [
    "__proto__",
    '{"__proto__": {"pattern": "x"}}',
    ': "__proto__" is not a setting',
    "correct the file, or: cac config unset __proto__",
  ],
  [
    "a group that is none",
    '{"resume": "continue"}',
    ': "resume" must be an object, got a string',
    "correct the file, or: cac config unset resume",
  ],
  [
    "a key that is none of the group",
    '{"resume": {"promt": "x"}}',
    ': "resume.promt" is not a setting, did you mean "resume.prompt"?',
    "correct the file, or: cac config unset resume.promt",
  ],
  [
    "a key without its group",
    '{"prompt": "x"}',
    ': "prompt" is not a setting, did you mean "resume.prompt"?',
    "correct the file, or: cac config unset prompt",
  ],
  [
    "several at once: one warning",
    '{"version": "1", "pattern": "[", "x": 1}',
    ': "version" must be 1, got "1"; "pattern" is refused: it is not a regular expression: unterminated character class; "x" is not a setting',
    "correct the file, or: cac config unset version; cac config unset pattern; cac config unset x",
  ],
])("a bad file, %s", (_, content, says, fix) => {
  const defaults = load();
  writeFileSync(file, content);
  expect(load()).toEqual({ ...defaults, warnings: [{ message: `${file}${says}`, fix }] });
});

const OFF = "; nothing is approved until that is corrected";

test.each<[string, object, string, string]>([
  [
    "a bad rule",
    { approve: { mode: "all", deny: ["WebFetch", "bash(rm *)", "Edit()"] } },
    ': "approve.deny" is refused: "bash(rm *)" names no tool: the tool is called Bash; "Edit()" has nothing in its parentheses: write Edit for every call of it',
    "cac policy remove 'bash(rm *)' 'Edit()'",
  ],
  [
    "no text among the rules",
    { approve: { mode: "all", ask: [1, "bash"] } },
    ': "approve.ask" is refused: 1 is not a string; "bash" names no tool: the tool is called Bash',
    "cac config unset approve.ask",
  ],
  [
    "no list",
    { approve: { mode: "all", allow: "Bash" } },
    ': "approve.allow" must be a list of rules, such as ["Bash(npm test)"], got "Bash"',
    "cac config unset approve.allow",
  ],
  [
    "a mistyped list",
    { approve: { mode: "all", denny: ["Bash"] } },
    ': "approve.denny" is not a setting, did you mean "approve.deny"?',
    "cac config unset approve.denny",
  ],
  [
    "a list outside of its group",
    { approve: { mode: "all" }, "approve.deny": ["Bash"] },
    ': "approve.deny" must be inside its group: "approve": { "deny": … }',
    "cac config unset approve.deny",
  ],
  [
    "a list without its group",
    { approve: { mode: "all" }, deny: ["Bash"] },
    ': "deny" is not a setting, did you mean "approve.deny"?',
    "cac config unset deny",
  ],
  [
    "an unknown built-in rule",
    { approve: { mode: "all", without: ["sudoo"] } },
    ': "approve.without" is refused: "sudoo" is not a built-in rule, did you mean "sudo"?',
    "cac config unset approve.without",
  ],
])("rules that cannot be read switch approval off, whatever else says: %s", (_, settings, says, mend) => {
  writeFileSync(file, JSON.stringify(settings));
  const config = load();
  expect(config.approve.mode).toBe("off");
  expect(config.warnings).toEqual([
    { message: `${file}${says}${OFF}`, fix: `correct the file, or: ${mend}` },
  ]);
  expect(load({ settings: { approve: { mode: "rules" } } }).approve.mode).toBe("off");
});

test("so do rules that cannot be found, where an option asks for approval", () => {
  const asked = { settings: { approve: { mode: "all" } } } as const;
  expect(load(asked).approve.mode).toBe("all");
  for (const text of ["{", '{"aprove": {"deny": ["Bash"]}}', '{"approve": ["Bash"]}']) {
    writeFileSync(file, text);
    const { approve, warnings } = load(asked);
    expect(approve.mode).toBe("off");
    expect(warnings.map(({ message }) => message.endsWith(OFF))).toEqual([true]);
    expect(load().warnings[0]?.message.endsWith(OFF)).toBe(false);
  }
  // What has nothing to do with it leaves it on.
  writeFileSync(file, '{"titel": 1, "approve": {"deny": ["Bash"]}}');
  expect(load(asked).approve).toMatchObject({ mode: "all", deny: ["Bash"] });
});

test("one bad key leaves the others in effect", () => {
  writeFileSync(file, '{"version": 3, "pattern": "quota used up"}');
  expect(seen(load())).toEqual([/quota used up/i, "file"]);
});

test("the version's own source is told", () => {
  writeFileSync(file, '{"version": 1}');
  expect(load().sources).toMatchObject({ version: "file", pattern: "default" });
  writeFileSync(file, '{"version": 2, "pattern": "quota used up"}');
  expect(load().sources).toMatchObject({ version: "default", pattern: "file" });
});

test("a byte order mark is no mistake", () => {
  writeFileSync(file, '\ufeff{"pattern": "quota used up"}');
  expect(load().warnings).toEqual([]);
});

test("things that are no file", () => {
  mkdirSync(file);
  expect(load().warnings).toEqual([
    { message: `${file} is a directory`, fix: "name a file, or move the directory away" },
  ]);
  const loop = join(home, "loop.json");
  symlinkSync(loop, loop);
  expect(load({ env: { CAC_CONFIG: loop } }).warnings).toEqual([
    { message: `${loop} cannot be read (ELOOP)`, fix: "the link leads in a circle: remove it" },
  ]);
  expect(load({ env: { CAC_CONFIG: join(loop, "x") } }).warnings).toEqual([
    { message: `${join(loop, "x")} cannot be read (ELOOP)`, fix: "the link leads in a circle: remove it" },
  ]);
  // Only read, never written to.
  expect(load({ env: { CAC_CONFIG: "/dev/null" } }).warnings).toEqual([]);
});

test.skipIf(process.platform === "win32")("a named pipe does not hold it up", () => {
  execFileSync("mkfifo", [file]);
  expect(load().warnings).toEqual([{ message: `${file} is not a regular file`, fix: "name a regular file" }]);
});

test("whatever the file holds, it never throws and never says more than one thing", () => {
  const keys = fc.constantFrom(
    "version",
    "pattern",
    "resume",
    "title",
    "a",
    "__proto__",
    "constructor",
    "toString",
  );
  const objects = fc
    .dictionary(keys, fc.oneof(fc.jsonValue(), fc.constant(1)))
    .map((value) => JSON.stringify(value));
  const contents = fc.oneof(fc.uint8Array(), fc.string(), fc.json(), objects);
  fc.assert(
    fc.property(contents, (content) => {
      writeFileSync(file, content);
      const { warnings, pattern } = load();
      expect(warnings.length).toBeLessThanOrEqual(1);
      expect(pattern === undefined || pattern.flags === "i").toBe(true);
    }),
    { numRuns: 300 },
  );
});

// It takes about 50 ms to load, and a session waits for its settings.
test("the settings do without the schema library", () => {
  const files = readdirSync("src/config", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  expect(files.filter((name) => readFileSync(join("src/config", name), "utf8").includes('"zod"'))).toEqual(
    [],
  );
});

function load(options: Parameters<typeof loadConfig>[0] = {}): Config {
  return loadConfig({ env: {}, home, platform: "linux", ...options });
}

function seen(config: Config): unknown[] {
  return [config.pattern, config.sources.pattern];
}
