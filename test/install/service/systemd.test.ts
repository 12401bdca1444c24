import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { serviceOf, type Service } from "../../../src/install/service/service.js";
import { enableLinger, systemdUnit } from "../../../src/install/service/systemd.js";
import type { RunCommand } from "../../../src/host/run-command.js";
import { recordedCommands } from "../../support/install/service/recorded-commands.js";

const UNIT = "claude-auto-continue.service";
const program = { node: "/usr/bin/node", script: "/opt/cac/dist/cli/main.js" };

let home: string;
let unit: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "systemd-"));
  unit = join(home, ".config", "systemd", "user", UNIT);
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

test("the unit", () => {
  const command = ["/usr/bin/node", "/opt/cac/dist/cli/main.js", "daemon"] as const;
  expect(systemdUnit({ command, env: { PATH: "/usr/bin:/bin" } }))
    .toBe(`# Written by cac install; cac uninstall removes it.
[Unit]
Description=Carries Claude Code sessions on after their limits
StartLimitBurst=3
StartLimitIntervalSec=300

[Service]
ExecStart="/usr/bin/node" "/opt/cac/dist/cli/main.js" "daemon"
Environment="PATH=/usr/bin:/bin"
Restart=always
RestartSec=60
MemoryMax=512M
# A session that it revived outlives it.
KillMode=process
# An image of its memory would hold pieces of conversations; the hard limit stays, for what it starts.
LimitCORE=0:infinity

[Install]
WantedBy=default.target
`);
});

test.each([
  ["plain", process.execPath, "/opt/cac/dist/cli/main.js", {}],
  [
    "odd",
    process.execPath,
    '/opt/it\'s $HOME 100%/"a\\b"/main.js',
    { PATH: "/a b:/%h", CLAUDE_CONFIG_DIR: "/c\\d" },
  ],
] as const)("systemd itself has nothing to say about the %s unit", (_, node, script, env) => {
  ensureSystemdAnalyze();
  const file = join(home, UNIT);
  writeFileSync(file, systemdUnit({ command: [node, script, "daemon"], env }));
  // It wants a runtime directory, and looks for other units in the home.
  const verified = spawnSync("systemd-analyze", ["verify", "--user", file], {
    env: { PATH: process.env["PATH"], HOME: home, XDG_RUNTIME_DIR: home },
    encoding: "utf8",
  });
  expect({ status: verified.status, stdout: verified.stdout, stderr: verified.stderr }).toEqual({
    status: 0,
    stdout: "",
    stderr: "",
  });
});

test("set up: written, read, enabled, started", async () => {
  const { run, lines } = recordedCommands();
  await service(run).install();
  expect(lines).toEqual([
    "systemctl --user daemon-reload",
    `systemctl --user enable ${UNIT}`,
    `systemctl --user reset-failed ${UNIT}`,
    `systemctl --user restart ${UNIT}`,
  ]);
  expect(readFileSync(unit, "utf8")).toContain(
    `Environment="PATH=/usr/bin:/bin"\nEnvironment="CAC_CONFIG=/etc/cac.json"\n`,
  );
  expect(statSync(unit).mode & 0o777).toBe(0o600);
});

test("XDG_CONFIG_HOME is where systemd looks too", () => {
  const where = { env: { XDG_CONFIG_HOME: "/elsewhere" }, home, platform: "linux" } as const;
  expect(serviceOf({ where, program })?.file).toBe(`/elsewhere/systemd/user/${UNIT}`);
});

test("a start that fails is told", async () => {
  const { run } = recordedCommands({ "systemctl --user restart": { fails: "Unit is masked." } });
  await expect(service(run).install()).rejects.toMatchObject({
    code: "SERVICE_NOT_STARTED",
    message: `systemctl --user restart ${UNIT} failed: Unit is masked.`,
    fix: "cac install --no-service leaves the service out: the hooks then start the daemon",
  });
});

test("taken out: stopped, removed, forgotten", async () => {
  const { run, lines } = recordedCommands();
  expect(await service(run).uninstall()).toBe(false);
  expect(lines).toEqual([]);
  put(unit, "[Unit]");
  expect(await service(run).uninstall()).toBe(true);
  expect(lines).toEqual([
    `systemctl --user disable --now ${UNIT}`,
    "systemctl --user daemon-reload",
    `systemctl --user reset-failed ${UNIT}`,
  ]);
  expect(existsSync(unit)).toBe(false);
});

test("where no manager answers", async () => {
  const { run } = recordedCommands({ "systemctl --user show": { fails: "Failed to connect to bus" } });
  expect(await service(run).unavailable()).toBe("does not answer (Failed to connect to bus)");
  expect(await service(recordedCommands().run).unavailable()).toBeUndefined();
});

const RUNS =
  "ActiveState=active\nSubState=running\nResult=success\nUnitFileState=enabled\nNeedDaemonReload=no\n";
const LINGERS: Record<string, boolean> = { "Linger=yes\n": true, "Linger=no\n": false };
const again = `systemctl --user reset-failed ${UNIT} && systemctl --user start ${UNIT}`;

test.each([
  ["runs", RUNS, "Linger=yes\n", true, []],
  ["no linger", RUNS, "Linger=no\n", true, []],
  [
    "start limit",
    "ActiveState=failed\nResult=start-limit-hit\nUnitFileState=enabled\nNeedDaemonReload=no\n",
    "Linger=yes\n",
    false,
    [
      {
        says: "gave up after three starts within five minutes",
        fix: `journalctl --user -u ${UNIT} tells why; then: ${again}`,
      },
    ],
  ],
  [
    "failed",
    "ActiveState=failed\nResult=exit-code\nUnitFileState=enabled\n",
    "",
    false,
    [{ says: "has failed", fix: `journalctl --user -u ${UNIT} tells why; then: ${again}` }],
  ],
  [
    "stopped and disabled",
    "ActiveState=inactive\nUnitFileState=disabled\n",
    "",
    false,
    [
      { says: "is stopped", fix: `systemctl --user start ${UNIT}` },
      {
        says: "does not start by itself",
        fix: `systemctl --user unmask ${UNIT} && systemctl --user enable ${UNIT}`,
      },
    ],
  ],
])("a look: %s", async (_, shown, linger, running, troubles) => {
  const { run, lines } = recordedCommands({
    [`systemctl --user show ${UNIT}`]: shown,
    "loginctl show-user": linger,
  });
  await service(run).install();
  lines.length = 0;
  expect(await service(run).look()).toEqual({ setUp: "yes", running, lingers: LINGERS[linger], troubles });
  expect(lines).toEqual([
    `systemctl --user show ${UNIT} --property=ActiveState,SubState,Result,UnitFileState,NeedDaemonReload`,
    "loginctl show-user 1000 --property=Linger",
  ]);
});

test("a look: not there, and written by another version", async () => {
  const { run } = recordedCommands({ [`systemctl --user show ${UNIT}`]: RUNS });
  expect(await service(run).look()).toEqual({
    setUp: "no",
    running: false,
    lingers: undefined,
    troubles: [],
  });
  put(unit, "[Unit]");
  expect(await service(run).look()).toEqual({
    setUp: "otherwise",
    running: true,
    lingers: undefined,
    troubles: [],
  });
});

test("linger", async () => {
  const { run, lines } = recordedCommands();
  await enableLinger({ run, uid: 1000 });
  expect(lines).toEqual(["loginctl enable-linger 1000"]);
  const refused = recordedCommands({ loginctl: { fails: "Access denied" } });
  await expect(enableLinger({ run: refused.run, uid: 1000 })).rejects.toMatchObject({
    code: "NO_LINGER",
    message: "lingering cannot be switched on: Access denied",
    fix: "sudo loginctl enable-linger 1000",
  });
});

function service(run: RunCommand): Service {
  const env = {
    PATH: "/usr/bin:relative:/bin:/usr/bin",
    CAC_CONFIG: "/etc/cac.json",
    ANTHROPIC_API_KEY: "secret",
  };
  const found = serviceOf({ where: { env, home, platform: "linux" }, program, run, uid: 1000 });
  if (found === undefined) throw new Error("no service for Linux");
  return found;
}

function put(file: string, text: string): void {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
}

/** Installs it where it is missing and we may. */
function ensureSystemdAnalyze(): void {
  if (runs("systemd-analyze", "--version")) return;
  if (process.getuid?.() === 0) {
    process.stderr.write("installing systemd with apt-get\n");
    const install = ["install", "-y", "--no-install-recommends", "systemd"];
    // Slim images come without the lists of packages.
    if (!runs("apt-get", ...install) && runs("apt-get", "update")) runs("apt-get", ...install);
    if (runs("systemd-analyze", "--version")) return;
  }
  throw new Error("systemd-analyze is missing: sudo apt-get install systemd");
}

function runs(file: string, ...args: string[]): boolean {
  return spawnSync(file, args, { stdio: "ignore" }).status === 0;
}
