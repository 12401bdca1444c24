import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { DaemonLock } from "../../src/store/process/daemon-lock.js";
import { leave } from "../../src/install/hooks/hook-leave.js";
import { ourHooks } from "../../src/install/hooks/hook-text.js";
import { setUp, type SetUp, type SetUpOptions } from "../../src/install/set-up.js";
import { takeDown } from "../../src/install/take-down.js";
import { recordedCommands } from "../support/install/service/recorded-commands.js";

const UNIT = "claude-auto-continue.service";
const program = { node: "/usr/bin/node", script: "/opt/cac/dist/cli/main.js" };
const command = "/usr/bin/node /opt/cac/dist/cli/main.js hook claude-auto-continue";

let home: string;
let settings: string;
let directory: string;
let unit: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "set-up-")));
  settings = join(home, ".claude", "settings.json");
  directory = join(home, ".claude", "auto-resume");
  unit = join(home, ".config", "systemd", "user", UNIT);
  claudes("2.1.325");
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

test("hooks and a service, and both gone again", async () => {
  const { run, lines } = recordedCommands({ loginctl: "Linger=no\n" });
  const done = await install({ run });
  expect(done).toMatchObject({
    hooks: { events: ["SessionStart", "StopFailure", "SessionEnd"], leftOut: [] },
    settings: { file: settings, changed: true, backup: undefined },
    service: { type: "started", kind: "systemd", file: unit, lingers: false },
  });
  expect(hooks()).toEqual(["SessionStart", "StopFailure", "SessionEnd"].map((event) => ({ event, command })));
  expect(existsSync(leave(directory))).toBe(false);
  expect(lines.filter((line) => line.includes("restart"))).toEqual([`systemctl --user restart ${UNIT}`]);
  expect(await uninstall(run)).toEqual({
    settings: { file: settings, removed: 3, backup: undefined },
    service: true,
    ended: undefined,
    kept: undefined,
  });
  expect(readdirSync(join(home, ".claude"))).toEqual([]);
  expect(existsSync(unit)).toBe(false);
});

test("beside an older release, what that one does not know is left out", async () => {
  claudes("2.1.325", "2.0.72");
  const done = await install({ service: false });
  expect(hooks()).toEqual(["SessionStart", "SessionEnd"].map((event) => ({ event, command })));
  expect(done.hooks.leftOut).toEqual([
    {
      event: "StopFailure",
      because: [{ file: versionFile("2.0.72"), release: { major: 2, minor: 0, patch: 72 } }],
    },
  ]);
});

test("an older release that came later takes the hook out again", async () => {
  await install({ service: false });
  claudes("2.1.325", "2.1.75");
  expect((await install({ service: false })).settings).toEqual({
    file: settings,
    changed: true,
    backup: undefined,
  });
  expect(hooks().map(({ event }) => event)).toEqual(["SessionStart", "SessionEnd"]);
});

describe("approval", () => {
  const without = ["SessionStart", "StopFailure", "SessionEnd"];
  const all = [...without, "PermissionRequest"];

  test("is installed when it is asked for, stays until it is taken out, and leaves nothing behind", async () => {
    expect((await install({ service: false })).approval).toBe("nobody");
    expect(events()).toEqual(without);
    expect(await install({ service: false, approve: true })).toMatchObject({
      approval: "hook",
      settings: { changed: true },
    });
    expect(events()).toEqual(all);
    expect(await install({ service: false })).toMatchObject({
      approval: "hook",
      settings: { changed: false },
    });
    expect(await install({ service: false, approve: false })).toMatchObject({
      approval: "nobody",
      settings: { changed: true },
    });
    expect(events()).toEqual(without);
    expect((await install({ service: false })).settings.changed).toBe(false);
    await install({ service: false, approve: true });
    expect((await uninstall()).kept).toBeUndefined();
    expect(readdirSync(join(home, ".claude"))).toEqual([]);
  });

  test("put in, taken out and put in again, the user's file is as it was after uninstall", async () => {
    mkdirSync(join(home, ".claude"));
    const text = '{\r\n\t"hooks": {"PermissionRequest": [ ] },\r\n\t"model": "opus"\r\n}';
    writeFileSync(settings, text);
    for (const approve of [true, undefined, false, true, undefined]) await install({ approve });
    expect(events().toSorted()).toEqual(all.toSorted());
    expect((await uninstall()).settings).toMatchObject({ removed: 4, backup: undefined });
    expect(readFileSync(settings, "utf8")).toBe(text);
    expect(readdirSync(join(home, ".claude"))).toEqual(["settings.json"]);
  });

  test("is left out beside a release that does not know it, and back when that one is gone", async () => {
    claudes("2.0.44");
    const done = await install({ service: false, approve: true });
    expect([done.approval, events()]).toEqual(["nobody", ["SessionStart", "SessionEnd"]]);
    expect(done.hooks.leftOut.map(({ event }) => event)).toEqual(["StopFailure", "PermissionRequest"]);
    rmSync(versionFile("2.0.44"));
    expect((await install({ service: false })).approval).toBe("hook");
    expect(events()).toEqual(all);
  });

  test("can be taken out where no Claude Code is to be found, and the other hooks stay", async () => {
    await install({ service: false, approve: true });
    rmSync(join(home, ".local"), { recursive: true });
    expect((await install({ service: false })).settings.changed).toBe(false);
    expect((await install({ service: false, approve: false })).approval).toBe("nobody");
    expect(events()).toEqual(without);
  });

  test("beside another hook at the same event is shared with it", async () => {
    mkdirSync(join(home, ".claude"));
    const theirs = [{ hooks: [{ type: "command", command: "say hi" }] }];
    writeFileSync(settings, JSON.stringify({ hooks: { PermissionRequest: theirs } }));
    expect((await install({ service: false, approve: true })).approval).toBe("shared");
    expect((await install({ service: false, approve: false })).approval).toBe("nobody");
  });
});

test("without any Claude Code no hook is written, and none taken out", async () => {
  rmSync(join(home, ".local"), { recursive: true });
  expect((await install({ service: false })).settings).toEqual({
    file: settings,
    changed: false,
    backup: undefined,
  });
  expect(existsSync(settings)).toBe(false);
});

test.each([
  [{ service: false }, {}, "you left it out"],
  [{}, { "systemctl --user show": { fails: "no bus" } }, "systemd does not answer (no bus)"],
])("no service (%j): the hooks start the daemon", async (options, answers, why) => {
  const { run, lines } = recordedCommands(answers);
  // There is no program in that place: it is not said to run.
  const problem = { says: "it ended right after its start", fix: "cac daemon, in a terminal, shows why" };
  expect((await install({ run, ...options })).service).toEqual({ type: "none", why, problem });
  expect(lines.filter((line) => !line.includes("show"))).toEqual([]);
  expect(existsSync(leave(directory))).toBe(true);
  expect(existsSync(unit)).toBe(false);
  expect((await uninstall(run)).kept).toBeUndefined();
  expect(existsSync(directory)).toBe(false);
});

test("a service of an earlier install is left out too", async () => {
  await install({});
  const { run, lines } = recordedCommands();
  await install({ run, service: false });
  expect([lines[0], existsSync(unit), existsSync(leave(directory))]).toEqual([
    `systemctl --user disable --now ${UNIT}`,
    false,
    true,
  ]);
});

test("linger, where it was asked for", async () => {
  const { run, lines } = recordedCommands({ "loginctl show-user": "Linger=yes\n" });
  expect((await install({ run, linger: true })).service).toMatchObject({ type: "started", lingers: true });
  expect(lines).toContain("loginctl enable-linger 1000");
});

test("settings that cannot be used: nothing is set up", async () => {
  mkdirSync(join(home, ".claude"));
  writeFileSync(settings, "// mine\n{}\n");
  const { run, lines } = recordedCommands();
  await expect(install({ run })).rejects.toMatchObject({ code: "SETTINGS_UNUSABLE" });
  expect([lines, existsSync(unit)]).toEqual([[], false]);
});

test("CLAUDE_CONFIG_DIR is where it all goes, and the service hears of it", async () => {
  const elsewhere = join(home, "elsewhere");
  await install({ env: { CLAUDE_CONFIG_DIR: elsewhere } });
  expect(readdirSync(elsewhere).toSorted()).toEqual(["auto-resume", "settings.json"]);
  expect(readFileSync(unit, "utf8")).toContain(`Environment="CLAUDE_CONFIG_DIR=${elsewhere}"\n`);
  expect(existsSync(join(home, ".claude"))).toBe(false);
});

test("a daemon that runs already makes room for the service's", async () => {
  const child = await otherDaemon();
  const ended = once(child, "exit");
  await install({});
  expect(await ended).toEqual([null, "SIGTERM"]);
});

test("uninstall ends a daemon that a hook started, and keeps the waits", async () => {
  await install({ service: false });
  writeFileSync(join(directory, "status.json"), "{}");
  const child = await otherDaemon();
  const ended = once(child, "exit");
  expect(await uninstall()).toMatchObject({ ended: child.pid, kept: directory, service: false });
  expect(await ended).toEqual([null, "SIGTERM"]);
});

/** A process that holds the daemon's lock, as far as anybody can see. */
async function otherDaemon() {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  await once(child, "spawn");
  const lock = await DaemonLock.take(directory);
  const file = join(directory, "daemon.lock");
  const note = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  await lock.release();
  const { processStart } = await import("../../src/host/process-identity.js");
  const held = { ...note, pid: child.pid, start: await processStart(child.pid ?? 0) };
  writeFileSync(file, JSON.stringify(held), { mode: 0o600 });
  return child;
}

function install(options: Partial<SetUpOptions> & { env?: Record<string, string> }): Promise<SetUp> {
  const where = { env: options.env ?? {}, home, platform: "linux" } as const;
  const { run } = recordedCommands();
  return setUp({ where, program, service: true, linger: false, run, uid: 1000, ...options });
}

function uninstall(run = recordedCommands().run) {
  return takeDown({ where: { env: {}, home, platform: "linux" }, program, run, uid: 1000 });
}

function claudes(...releases: string[]): void {
  mkdirSync(join(home, ".local/share/claude/versions"), { recursive: true });
  for (const release of releases) writeFileSync(versionFile(release), "a program", { mode: 0o755 });
}

function versionFile(release: string): string {
  return join(home, ".local/share/claude/versions", release);
}

function events(): string[] {
  return hooks().map(({ event }) => event);
}

function hooks(): ReturnType<typeof ourHooks> {
  return ourHooks(JSON.parse(readFileSync(settings, "utf8")));
}
