import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { prepareLaunch, type Launch, type LaunchOptions } from "../../src/launch/claude-launch.js";

let root: string;
let launches: Launch[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "claude-launch-"));
  launches = [];
});

afterEach(() => {
  for (const launch of launches) launch.hookDrops?.close();
  rmSync(root, { recursive: true, force: true });
});

test.each([
  ["1.0.64", ["SessionStart", "Stop"]],
  ["2.0.72", ["SessionStart", "PermissionRequest", "Stop"]],
  // A row of their own tells the end of a turn.
  ["2.1.197", ["SessionStart", "PermissionRequest"]],
])("%s gets a hook for what it would not tell otherwise", async (release, events) => {
  install(release);
  const launch = await prepare({ args: [], tellsPermissions: true, marksStops: true });
  expect(launch.events).toEqual(events);
});

test("an interactive session gets our settings in front, and everything else as it was", async () => {
  const claude = install("2.1.325");
  const launch = await prepare({ args: ["--add-dir", "a", "b", "--", "-p"] });
  const [flag, file = "", ...rest] = launch.args;
  expect({ command: launch.command, isClaude: launch.isClaude, flag, rest }).toEqual({
    command: claude,
    isClaude: true,
    flag: "--settings",
    rest: ["--add-dir", "a", "b", "--", "-p"],
  });
  expect(launch.release).toEqual({ major: 2, minor: 1, patch: 325 });
  expect(settingsIn(file)).toEqual({
    hooks: {
      SessionStart: [{ hooks: [{ type: "command", command: launch.hookDrops?.dropCommand, timeout: 10 }] }],
    },
  });
  launch.hookDrops?.close();
  expect(existsSync(file)).toBe(false);
});

test("native continue is switched off where it is wanted, and known", async () => {
  install("2.1.325");
  expect(settingsOf(await prepare({ nativeOff: true }))).toMatchObject({ autoContinueAtUsageLimit: false });
  install("2.1.197");
  expect(Object.keys(settingsOf(await prepare({ nativeOff: true })))).toEqual(["hooks"]);
});

test.each([
  [
    "apart",
    (file: string) => ["-c", "--settings", file, "hello"],
    (file: string) => ["-c", "--settings", file, "hello"],
  ],
  [
    "attached",
    (file: string) => [`--settings=${file}`, "-c"],
    (file: string) => [`--settings=${file}`, "-c"],
  ],
])("the user's own settings are merged where they stand, %s", async (_, given, expected) => {
  install("2.1.325");
  writeFileSync(join(root, "mine.json"), '{"model": "opus"}');
  const launch = await prepare({ args: given("mine.json") });
  const file = settingsFile(launch);
  expect(launch.args).toEqual(expected(file));
  expect(settingsIn(file)).toMatchObject({ model: "opus", hooks: { SessionStart: [{}] } });
});

test("so is JSON on the command line", async () => {
  install("2.1.325");
  const launch = await prepare({ args: ["--settings", ' {"model": "opus"} '] });
  expect(settingsOf(launch)).toMatchObject({ model: "opus", hooks: { SessionStart: [{}] } });
});

describe("settings of the user's that are bound to their place", () => {
  const BOUND = { permissions: { deny: ["Read(/secrets/**)"] } };

  test.each([
    ["apart", (json: string) => ["-c", "--settings", json, "hello"]],
    ["attached", (json: string) => [`--settings=${json}`, "-c"]],
  ])("given as JSON, %s: they stay JSON, with ours among them", async (_, args) => {
    install("2.1.325");
    const launch = await prepare({ args: args(JSON.stringify(BOUND)), nativeOff: true });
    const hook = { type: "command", command: launch.hookDrops?.dropCommand, timeout: 10 };
    const hooks = { SessionStart: [{ hooks: [hook] }] };
    expect(launch.args).toEqual(args(JSON.stringify({ ...BOUND, hooks, autoContinueAtUsageLimit: false })));
    expect(launch.warnings).toBeUndefined();
  });

  test.each([
    ["as a file", "2.1.325", "mine.json", JSON.stringify(BOUND)],
    [
      "as JSON that is too long for an argument",
      "2.1.325",
      JSON.stringify({ ...BOUND, x: "x".repeat(120_000) }),
      "",
    ],
    ["as JSON, to a release that takes files", "1.0.64", JSON.stringify(BOUND), ""],
  ])("given %s: left alone, and the user is told", async (_, release, value, text) => {
    install(release);
    writeFileSync(join(root, "mine.json"), text);
    const args = ["--settings", value];
    const launch = await prepare({ args });
    expect({ args: launch.args, drops: launch.hookDrops, warnings: launch.warnings }).toEqual({
      args,
      drops: undefined,
      warnings: [
        {
          message:
            "the rules in your --settings count from their file, so nothing is added to them: the screen alone is read",
          fix: "write such paths in full, Read(//home/x), or give the rules elsewhere",
        },
      ],
    });
  });

  test("so is whoever wanted native continue switched off", async () => {
    install("2.1.325");
    writeFileSync(join(root, "mine.json"), JSON.stringify(BOUND));
    const launch = await prepare({ args: ["--settings", "mine.json"], nativeOff: true });
    expect(launch.warnings?.map(({ message }) => message)).toEqual([
      "the rules in your --settings count from their file, so nothing is added to them: Claude Code's own continue is not switched off, and the screen alone is read",
    ]);
  });
});

test.each([
  ["a file that is not there", ["--settings", "nothing.json"]],
  ["what is no JSON", ["--settings", "{broken}"]],
  ["two of them", ["--settings", "{}", "--settings", "{}"]],
  ["a subcommand", ["mcp", "list"]],
  ["the version", ["--version"]],
  ["an answer on standard output", ["-p", "hello"]],
])("untouched: %s", async (_, args) => {
  install("2.1.325");
  const launch = await prepare({ args });
  expect({ args: launch.args, starts: launch.hookDrops }).toEqual({ args, starts: undefined });
});

test("a release without that hook, or of which nothing is known, gets nothing", async () => {
  install("1.0.61");
  expect((await prepare({})).args).toEqual([]);
  install(undefined);
  expect((await prepare({})).args).toEqual([]);
});

test("where no private directory can be had, the session starts without the hook", async () => {
  install("2.1.325");
  writeFileSync(join(root, "state"), "a file in its place");
  const env = { PATH: join(root, "bin"), XDG_STATE_HOME: join(root, "state") };
  const launch = await prepare({ where: { env, home: root, platform: "linux" } });
  expect({ args: launch.args, starts: launch.hookDrops }).toEqual({ args: [], starts: undefined });
});

test("any other command is run as it is", async () => {
  program("bin/tool", "");
  expect(await prepare({ command: "tool", args: ["--settings", "x"] })).toEqual({
    command: join(root, "bin", "tool"),
    args: ["--settings", "x"],
    env: { PATH: join(root, "bin") },
    isClaude: false,
    release: undefined,
  });
});

test("the setting names another file for Claude Code", async () => {
  const claude = program("opt/cc-beta", "#!/bin/sh\necho 2.1.300\n");
  const launch = await prepare({ claude });
  expect({ command: launch.command, isClaude: launch.isClaude, release: launch.release?.patch }).toEqual({
    command: claude,
    isClaude: true,
    release: 300,
  });
});

test("its installers' places are looked at where PATH has none", async () => {
  const claude = program(".claude/local/claude", "#!/bin/sh\necho 2.1.300\n");
  expect((await prepare({})).command).toBe(claude);
});

test("claude that is ourselves is passed over: a link, a script, a shim", async () => {
  const real = program("real/claude", "#!/bin/sh\necho 2.1.300\n");
  const ourselves = process.argv[1] ?? "";
  mkdirSync(join(root, "one"));
  symlinkSync(ourselves, join(root, "one", "claude"));
  program("two/claude", '#!/bin/sh\nexec cac "$@"\n');
  program("three/claude", '#!/bin/sh\nexec node /x/claude-auto-continue/dist/cli/main.js "$@"\n');
  const PATH = ["one", "two", "three", "real"].map((name) => join(root, name)).join(":");
  const launch = await prepare({ where: { env: { PATH }, home: root, platform: "linux" } });
  expect(launch.command).toBe(real);
});

test.each([
  [
    {},
    {
      code: "CLAUDE_NOT_FOUND",
      message: "claude was not found on PATH",
      fix: "npm install -g @anthropic-ai/claude-code, or name it: cac config set claude /path/to/claude",
      exitCode: 127,
    },
  ],
  [
    { command: "nope" },
    {
      code: "COMMAND_NOT_FOUND",
      message: "nope was not found",
      fix: "see that it is installed and on PATH",
      exitCode: 127,
    },
  ],
  [
    { command: "./nope" },
    {
      code: "COMMAND_NOT_FOUND",
      message: "./nope was not found",
      fix: "see that the path is right",
      exitCode: 127,
    },
  ],
  [
    { claude: "/opt/nope" },
    {
      code: "COMMAND_NOT_FOUND",
      message: "/opt/nope was not found",
      fix: "see that the path is right, or: cac config unset claude",
      exitCode: 127,
    },
  ],
])("not found: %j", async (options, error) => {
  await expect(prepare(options)).rejects.toMatchObject(error);
});

async function prepare(options: Partial<LaunchOptions>): Promise<Launch> {
  const env = { PATH: join(root, "bin") };
  const launch = await prepareLaunch({
    command: undefined,
    args: [],
    where: { env, home: root, platform: "linux" },
    cwd: root,
    nativeOff: false,
    tellsPermissions: false,
    ...options,
  });
  launches.push(launch);
  return launch;
}

/** A claude on PATH of that release; undefined: one that does not say. */
function install(release: string | undefined): string {
  rmSync(join(root, "bin"), { recursive: true, force: true });
  return program(
    "bin/claude",
    release === undefined ? "#!/bin/sh\nexit 1\n" : `#!/bin/sh\necho ${release}\n`,
  );
}

function program(name: string, text: string): string {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o755 });
  return file;
}

function settingsFile(launch: Launch): string {
  return (
    launch.args.map((arg) => arg.replace("--settings=", "")).find((arg) => arg.endsWith("settings.json")) ??
    ""
  );
}

function settingsOf(launch: Launch): object {
  return settingsIn(settingsFile(launch));
}

function settingsIn(file: string): object {
  return JSON.parse(readFileSync(file, "utf8")) as object;
}
