import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { DaemonLock } from "../../../src/store/process/daemon-lock.js";
import { examine, type Finding } from "../../../src/install/doctor/doctor.js";
import { checkWays } from "../../../src/install/doctor/doctor-ways.js";
import { setUp } from "../../../src/install/set-up.js";
import { recordedCommands } from "../../support/install/service/recorded-commands.js";

const RUNS = "ActiveState=active\nUnitFileState=enabled\nNeedDaemonReload=no\nResult=success\n";
const WELL = { "systemctl --user show claude-auto-continue.service": RUNS, loginctl: "Linger=yes\n" };

let home: string;
let settings: string;
let directory: string;
let program: { node: string; script: string };

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "doctor-")));
  settings = join(home, ".claude", "settings.json");
  directory = join(home, ".claude", "auto-resume");
  program = { node: process.execPath, script: join(home, "main.js") };
  writeFileSync(program.script, "");
  claudes("2.1.325");
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

test("all is well after an install", async () => {
  await install();
  const lock = await DaemonLock.take(directory);
  try {
    const found = await look();
    expect(found.map(({ about, state }) => [about, state])).toEqual([
      ["releases", "good"],
      ["hooks", "good"],
      ["service", "good"],
      ["daemon", "good"],
      ["files", "good"],
      ["ways", "good"],
    ]);
    expect(found.slice(0, 3).map(({ says }) => says)).toEqual([
      `2.1.325 at ${versionFile("2.1.325")}`,
      `SessionStart, StopFailure, SessionEnd in ${settings}`,
      "runs under systemd",
    ]);
  } finally {
    await lock.release();
  }
});

test("before an install", async () => {
  expect(await look()).toEqual([
    { about: "releases", state: "good", says: `2.1.325 at ${versionFile("2.1.325")}` },
    {
      about: "hooks",
      state: "note",
      says: `not in ${settings}: SessionStart, StopFailure, SessionEnd`,
      fix: "cac install",
    },
    {
      about: "service",
      state: "note",
      says: "is not set up: nothing starts the daemon",
      fix: "cac install",
    },
    {
      about: "daemon",
      state: "note",
      says: "does not run at the moment",
      fix: "cac install has it started; or start it yourself: cac daemon",
    },
    { about: "files", state: "good", says: "are readable by you alone" },
    { about: "ways", state: "good", says: "ready here: control" },
  ]);
});

test("an older release beside it", async () => {
  claudes("2.0.72");
  await install();
  expect(await about("hooks")).toEqual([
    { about: "hooks", state: "good", says: `SessionStart, SessionEnd in ${settings}` },
    {
      about: "hooks",
      state: "note",
      says: `StopFailure is left out, because 2.0.72 (${versionFile("2.0.72")}) would not start with it; the transcripts are watched instead`,
      fix: "update it, or remove it, and then: cac install",
    },
  ]);
});

test("approval that was asked for", async () => {
  await install(true);
  expect(await about("hooks")).toEqual([
    {
      about: "hooks",
      state: "good",
      says: `SessionStart, StopFailure, SessionEnd, PermissionRequest in ${settings}`,
    },
    {
      about: "hooks",
      state: "note",
      says: "PermissionRequest approves nothing, because approve.mode is off",
      fix: "cac config set approve.mode rules, or take it out: cac install --no-approve",
    },
  ]);
  mkdirSync(join(home, ".config", "claude-auto-continue"), { recursive: true });
  const config = { version: 1, approve: { mode: "rules" } };
  writeFileSync(join(home, ".config", "claude-auto-continue", "config.json"), JSON.stringify(config));
  expect(await about("hooks")).toMatchObject([{ state: "good" }]);
  const value = JSON.parse(readFileSync(settings, "utf8")) as { hooks: { PermissionRequest: object[] } };
  value.hooks.PermissionRequest.push({ hooks: [{ type: "command", command: "say hi" }] });
  writeFileSync(settings, JSON.stringify(value));
  expect((await about("hooks"))[1]).toEqual({
    about: "hooks",
    state: "note",
    says: `another PermissionRequest hook is in ${settings}, and Claude Code takes whichever answer comes first`,
    fix: "where the other one is to refuse calls, take ours out: cac install --no-approve",
  });
});

test("approval by settings that can be trusted, and by others", async () => {
  const file = join(home, ".config", "claude-auto-continue", "config.json");
  mkdirSync(join(home, ".config", "claude-auto-continue"), { recursive: true });
  writeFileSync(file, '{"approve": {"mode": "all"}}');
  expect(await about("approval")).toEqual([
    { about: "approval", state: "good", says: `mode all, by the rules in ${file}` },
  ]);
  const there = await examine({ where: where(), program, run: recordedCommands(WELL).run, project: home });
  expect(there.filter((finding) => finding.about === "approval")).toEqual([
    {
      about: "approval",
      state: "note",
      says: `nothing is approved here: the project ${home} contains your home directory, and so your settings`,
      fix: "cd into a folder below your home, and start the session there",
    },
  ]);
  chmodSync(file, 0o646);
  expect(await about("approval")).toEqual([
    {
      about: "approval",
      state: "bad",
      says: `nothing is approved: other users can write to ${file} (mode 646), and could change your rules`,
      fix: `chmod o-w ${file}`,
    },
  ]);
  writeFileSync(file, '{"version": 7, "approve": {"mode": "all"}}');
  expect(await about("approval")).toEqual([
    {
      about: "approval",
      state: "bad",
      says: `${file}: "version" must be 1, got 7; nothing is approved until that is corrected`,
      fix: "correct the file, or: cac config unset version",
    },
  ]);
});

test("approval that is left out for an older release", async () => {
  claudes("2.0.44");
  await install(true);
  expect(await about("hooks")).toContainEqual({
    about: "hooks",
    state: "note",
    says: `PermissionRequest is left out, because 2.0.44 (${versionFile("2.0.44")}) would not start with it; permission prompts are left to you`,
    fix: "update it, or remove it, and then: cac install",
  });
  rmSync(versionFile("2.0.44"));
  expect(await about("hooks")).toMatchObject([
    { state: "note", says: `not in ${settings}: StopFailure, PermissionRequest`, fix: "cac install" },
  ]);
});

test("an older release that came after the install", async () => {
  await install();
  claudes("2.1.75");
  expect(await about("hooks")).toContainEqual({
    about: "hooks",
    state: "bad",
    says: `StopFailure in ${settings} breaks the settings of 2.1.75 (${versionFile("2.1.75")})`,
    fix: "cac install",
  });
});

test("no Claude Code, and one that does not say what it is", async () => {
  rmSync(join(home, ".local"), { recursive: true });
  expect(await about("releases")).toMatchObject([{ state: "bad", says: "no Claude Code was found" }]);
  const odd = join(home, ".local", "bin", "claude");
  mkdirSync(join(home, ".local", "bin"), { recursive: true });
  writeFileSync(odd, "#!/bin/sh\n", { mode: 0o755 });
  expect(await about("releases")).toEqual([
    {
      about: "releases",
      state: "note",
      says: `${odd} does not say which release it is, and is taken for the oldest`,
      fix: `see what it answers: ${odd} --version`,
    },
  ]);
});

test("a package that has moved, and one that is gone", async () => {
  await install();
  const old = program.script;
  program = { ...program, script: join(home, "new", "main.js") };
  expect((await about("hooks"))[1]).toMatchObject({
    state: "note",
    says: `the hooks call another cac: ${process.execPath} ${old} hook claude-auto-continue`,
    fix: "cac install makes them call this one",
  });
  rmSync(old);
  expect(await about("hooks")).toEqual([
    { about: "hooks", state: "bad", says: `the hooks call ${old}, which is not there`, fix: "cac install" },
  ]);
});

test("hooks that are switched off, and settings that are broken", async () => {
  mkdirSync(join(home, ".claude"));
  writeFileSync(settings, '{"disableAllHooks": true}');
  await install();
  expect(await about("hooks")).toContainEqual({
    about: "hooks",
    state: "bad",
    says: "disableAllHooks is true in the settings: no hook runs",
    fix: "take it out, or set it to false",
  });
  writeFileSync(settings, "{");
  expect(await about("hooks")).toMatchObject([
    { state: "bad", says: expect.stringContaining("is not JSON: line 1, column 2") as string },
  ]);
});

test("a service at its start limit, one that only starts at the login, one that cannot be had", async () => {
  await install();
  const unit = "systemctl --user show claude-auto-continue.service";
  expect(await about("service", { [unit]: "ActiveState=failed\nResult=start-limit-hit\n" })).toMatchObject([
    { state: "bad", says: "gave up after three starts within five minutes" },
  ]);
  expect(await about("service", { [unit]: RUNS, loginctl: "Linger=no\n" })).toEqual([
    { about: "service", state: "good", says: "runs under systemd" },
    {
      about: "service",
      state: "note",
      says: "starts when you log in, not with the machine",
      fix: "cac install --linger",
    },
  ]);
  const noBus = { "systemctl --user show --property": { fails: "no bus" } };
  expect(await about("service", noBus)).toEqual([
    {
      about: "service",
      state: "note",
      says: "systemd does not answer (no bus): nothing starts the daemon",
      fix: "cac install",
    },
  ]);
  program = { ...program, node: "/elsewhere/node" };
  expect(await about("service", WELL)).toMatchObject([
    {
      state: "note",
      says: "was set up by another version, or changed by hand",
      fix: "cac install writes it anew",
    },
  ]);
});

test("where the hooks start the daemon", async () => {
  const noBus = { "systemctl --user show --property": { fails: "no bus" } };
  const { run } = recordedCommands(noBus);
  await setUp({ where: where(), program, service: true, linger: false, run, uid: 1000 });
  const found = await look(noBus);
  expect(found.filter((finding) => finding.about === "service" || finding.about === "daemon")).toEqual([
    {
      about: "service",
      state: "note",
      says: "systemd does not answer (no bus): the hooks start the daemon",
      fix: "run cac install again where it answers: in a login session, not after su or in a container",
    },
    {
      about: "daemon",
      state: "note",
      says: "does not run at the moment",
      fix: "the next session's hook starts it; or start it yourself: cac daemon",
    },
  ]);
});

test("files that others can read", async () => {
  await install();
  const inbox = join(directory, "inbox");
  mkdirSync(inbox, { mode: 0o755 });
  writeFileSync(join(inbox, "event it's.json"), "{}");
  chmodSync(inbox, 0o755);
  chmodSync(join(inbox, "event it's.json"), 0o644);
  expect(await about("files")).toEqual([
    {
      about: "files",
      state: "bad",
      says: `${inbox} is open to others (mode 755)`,
      fix: `chmod go= ${inbox}`,
    },
    {
      about: "files",
      state: "bad",
      says: `${inbox}/event it's.json is open to others (mode 644)`,
      fix: `chmod go= '${inbox}/event it'\\''s.json'`,
    },
  ]);
});

test("the ways of a desktop", () => {
  const bin = join(home, "bin");
  mkdirSync(bin);
  for (const name of ["tmux", "kitten", "perl"]) writeFileSync(join(bin, name), "", { mode: 0o755 });
  const ways = (platform: NodeJS.Platform, env: Record<string, string>, uid = 1000): Finding[] =>
    checkWays({ env: { PATH: bin, ...env }, home, platform }, uid);
  expect(ways("linux", {})).toEqual([
    { about: "ways", state: "good", says: "ready here: control, tmux, kitty" },
  ]);
  expect(ways("linux", { DISPLAY: ":0" }, 0)).toEqual([
    { about: "ways", state: "good", says: "ready here: control, tmux, kitty, tty" },
    {
      about: "ways",
      state: "note",
      says: "a plain terminal window under X11 cannot be reached",
      fix: "install xdotool, or run claude in tmux, or as cac",
    },
  ]);
  expect(ways("linux", { DISPLAY: ":0", WAYLAND_DISPLAY: "wayland-0" })[1]).toMatchObject({
    says: "a plain terminal window under Wayland cannot be reached",
  });
  for (const name of ["osascript", "xdotool"]) writeFileSync(join(bin, name), "", { mode: 0o755 });
  expect(ways("darwin", {})[0]?.says).toBe("ready here: control, tmux, kitty, iterm, terminal-app");
  expect(ways("linux", { DISPLAY: ":0" })).toEqual([
    { about: "ways", state: "good", says: "ready here: control, tmux, kitty, x11" },
  ]);
});

async function install(approve?: boolean): Promise<void> {
  const { run } = recordedCommands(WELL);
  await setUp({ where: where(), program, service: true, linger: false, approve, run, uid: 1000 });
}

async function look(answers: Parameters<typeof recordedCommands>[0] = WELL): Promise<readonly Finding[]> {
  return examine({ where: where(), program, run: recordedCommands(answers).run, uid: 1000 });
}

async function about(
  topic: Finding["about"],
  answers?: Parameters<typeof recordedCommands>[0],
): Promise<Finding[]> {
  return (await look(answers)).filter((finding) => finding.about === topic);
}

function where() {
  return { env: {}, home, platform: "linux" } as const;
}

function claudes(...releases: string[]): void {
  mkdirSync(join(home, ".local/share/claude/versions"), { recursive: true });
  for (const release of releases) writeFileSync(versionFile(release), "a program", { mode: 0o755 });
}

function versionFile(release: string): string {
  return join(home, ".local/share/claude/versions", release);
}
