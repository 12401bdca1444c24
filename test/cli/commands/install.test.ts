import { spawnSync } from "node:child_process";
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
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { processStart } from "../../../src/host/process-identity.js";
import { CAC, runCac, type Ran } from "../../support/cli/run-cac.js";

const TEXT = '{\r\n\t"model": "opus"\r\n}';
const NO_BUS = "systemd does not answer (systemctl was not found)";

let home: string;
let settings: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "cac-install-")));
  settings = join(home, ".claude", "settings.json");
  mkdirSync(join(home, ".claude"));
  mkdirSync(join(home, "bin"));
  writeFileSync(settings, TEXT);
  claude("2.1.325");
});

afterEach(() => {
  // The daemon that an install has started goes with it.
  cac("uninstall");
  rmSync(home, { recursive: true, force: true });
});

test("install says what it did, does it once, and uninstall leaves the settings as they were", () => {
  const noService = `service:  not installed: ${NO_BUS}; the daemon runs, and the hooks start it again\n`;
  expect(cac("install")).toEqual({
    code: 0,
    out: `hooks:    SessionStart, StopFailure, SessionEnd are now in ${settings}\n          your own file is kept as ${settings}.bak\n${noService}`,
    err: "",
  });
  const once = readFileSync(settings, "utf8");
  expect(once).toContain(`${process.execPath} ${CAC} hook claude-auto-continue`);
  expect(cac("install")).toEqual({
    code: 0,
    out: `hooks:    SessionStart, StopFailure, SessionEnd were already in ${settings}\n${noService}`,
    err: "",
  });
  expect(readFileSync(settings, "utf8")).toBe(once);
  const kept = `kept:     waits and logs in ${join(home, ".claude", "auto-resume")}\n`;
  const { code, out, err } = cac("uninstall");
  expect({ code, out: out.replace(/process \d+/, "process PID"), err }).toEqual({
    code: 0,
    out: `hooks:    taken out of ${settings}\nservice:  there was none\ndaemon:   ended (process PID)\n${kept}`,
    err: "",
  });
  expect(readFileSync(settings, "utf8")).toBe(TEXT);
  expect(readdirSync(join(home, ".claude"))).toEqual(["auto-resume", "settings.json"]);
  expect(cac("uninstall").out).toBe(
    `hooks:    none of ours were in ${settings}\nservice:  there was none\n${kept}`,
  );
});

test("beside an older release", () => {
  mkdirSync(join(home, "old"));
  claude("2.0.72", "old");
  expect(cac("install", "--no-service").out.split("\n").slice(2)).toEqual([
    `left out: StopFailure, because 2.0.72 (${home}/old/claude) would not start with it; the transcripts are watched instead`,
    "service:  not installed: you left it out; the daemon runs, and the hooks start it again",
    "",
  ]);
  const told = cac("doctor");
  expect(told.code).toBe(0);
  expect(told.out).toContain(
    `ok   hooks    SessionStart, SessionEnd in ${settings}\nnote hooks    StopFailure is left out`,
  );
});

describe("--approve", () => {
  const answers =
    "approval: permission prompts are answered by your rules; cac approvals shows each answer\n";

  test("is refused where approval is off, and nothing is changed", () => {
    for (const more of [[], ["--print"], ["--json"]]) {
      expect(cac("install", "--approve", ...more)).toEqual({
        code: 1,
        out: "",
        err: "cac: --approve would approve nothing, because approve.mode is off\nfix: cac config set approve.mode rules\n",
      });
    }
    expect(readFileSync(settings, "utf8")).toBe(TEXT);
    expect(readdirSync(join(home, ".claude"))).toEqual(["settings.json"]);
  });

  test("adds one hook, which stays until --no-approve", () => {
    expect(cac("config", "set", "approve.mode", "rules").code).toBe(0);
    const events = "SessionStart, StopFailure, SessionEnd";
    expect(cac("install", "--approve").out).toContain(
      `hooks:    ${events}, PermissionRequest are now in ${settings}\n          your own file is kept as ${settings}.bak\n${answers}service:`,
    );
    expect(cac("install").out).toContain(
      `hooks:    ${events}, PermissionRequest were already in ${settings}\n${answers}service:`,
    );
    cac("config", "set", "approve.mode", "off");
    expect(cac("install").out).toContain(
      `in ${settings}\napproval: permission prompts are left to you, because approve.mode is off: cac config set approve.mode rules\nservice:`,
    );
    cac("config", "set", "approve.mode", "rules");
    expect(Object.keys((JSON.parse(cac("install", "--print").out) as { hooks: object }).hooks)).toContain(
      "PermissionRequest",
    );
    expect(cac("doctor").out).toContain(`ok   hooks    ${events}, PermissionRequest in ${settings}\n`);
    expect(cac("install", "--no-approve").out).toContain(
      `hooks:    ${events} are now in ${settings}\nservice:`,
    );
    cac("install", "--approve");
    cac("uninstall");
    expect(readFileSync(settings, "utf8")).toBe(TEXT);
    expect(readdirSync(join(home, ".claude", "auto-resume"))).not.toContain("answers-permissions");
  });

  test("says so where an older release stands in the way", () => {
    mkdirSync(join(home, "old"));
    claude("1.0.64", "old");
    cac("config", "set", "approve.mode", "rules");
    const { out } = cac("install", "--approve", "--no-service");
    expect(out).toContain(
      `left out: PermissionRequest, because 1.0.64 (${home}/old/claude) would not start with it; permission prompts are left to you\n`,
    );
    expect(out).not.toContain("approval:");
    expect(readFileSync(settings, "utf8")).not.toContain("PermissionRequest");
    expect(cac("doctor").out).toContain("note hooks    PermissionRequest is left out, because 1.0.64");
  });
});

test("JSON", () => {
  expect(JSON.parse(cac("install", "--json").out)).toEqual({
    releases: [{ file: `${home}/bin/claude`, release: "2.1.325" }],
    hooks: ["SessionStart", "StopFailure", "SessionEnd"],
    leftOut: [],
    settings: { file: settings, changed: true, backup: `${settings}.bak` },
    approval: "nobody",
    service: { type: "none", why: NO_BUS },
  });
  expect(JSON.parse(cac("doctor", "--json").out)).toContainEqual({
    about: "hooks",
    state: "good",
    says: `SessionStart, StopFailure, SessionEnd in ${settings}`,
  });
  expect(JSON.parse(cac("uninstall", "--json").out)).toEqual({
    settings: { file: settings, removed: 3 },
    service: false,
    ended: expect.any(Number) as number,
    kept: join(home, ".claude", "auto-resume"),
  });
});

test("--print changes nothing", () => {
  const { code, out } = cac("install", "--print");
  expect(code).toBe(0);
  expect(Object.keys((JSON.parse(out) as { hooks: object }).hooks)).toEqual([
    "SessionStart",
    "StopFailure",
    "SessionEnd",
  ]);
  expect(readFileSync(settings, "utf8")).toBe(TEXT);
  expect(readdirSync(join(home, ".claude"))).toEqual(["settings.json"]);
});

test("comments are refused with what to do, and nothing is touched", () => {
  writeFileSync(settings, '{\n  // mine\n  "model": "opus"\n}\n');
  expect(cac("install")).toEqual({
    code: 1,
    out: "",
    err: `cac: ${settings} is not JSON: line 2, column 3: comments are not allowed; it was left as it is\nfix: correct it, or put the hooks there yourself: cac install --print shows them\n`,
  });
  expect(readdirSync(join(home, ".claude"))).toEqual(["settings.json"]);
});

test("--linger without a service is refused", () => {
  expect(cac("install", "--no-service", "--linger")).toEqual({
    code: 2,
    out: "",
    err: "cac: --linger needs the systemd service, which will not be installed\nfix: leave it out\n",
  });
  expect(readFileSync(settings, "utf8")).toBe(TEXT);
});

test.skipIf(!mayMount())("a full disk, and one that is read-only: all is as it was", () => {
  const small = 'mount -t tmpfs -o size=16k,mode=700 tmpfs "$HOME/.claude"';
  // No room for the copy of them; for the record; for what is to replace them.
  for (const bytes of [9000, 5000, 4000]) {
    const written = `${small}; printf '{"x": "%*s"}' ${bytes} "" >"$HOME/.claude/settings.json"`;
    expect(onDisk(written)).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/ENOSPC/) as string,
    });
  }
  const readOnly = `${small}; echo '{}' >"$HOME/.claude/settings.json"; mount -o remount,ro "$HOME/.claude"`;
  expect(onDisk(readOnly)).toMatchObject({ code: 1, out: "", err: expect.stringMatching(/EROFS/) as string });
});

describe.skipIf(!mayMount())("on a disk that takes nothing", () => {
  test.each([["install"], ["install", "--no-service"], ["install", "--json"]])(
    "full: nobody is told that the daemon runs (%s %s)",
    (...args) => {
      expect(onOwnDisk("size=64k", "cp /dev/zero fill 2>/dev/null", args)).toEqual(
        notWritten("ENOSPC", "free some space on that disk"),
      );
    },
  );

  test("read-only: that is said, and not that something is missing", () => {
    const readOnly = (...args: string[]): Ran => onOwnDisk("size=64k", `mount -o remount,ro ${home}`, args);
    const fix = "that disk is read-only: name another place with CLAUDE_CONFIG_DIR";
    for (const verb of ["install", "daemon"]) expect(readOnly(verb)).toEqual(notWritten("EROFS", fix));
    const file = join(home, ".config", "claude-auto-continue", "config.json");
    expect(readOnly("config", "set", "title", "false")).toEqual({
      code: 1,
      out: "",
      err: `cac: ${file} cannot be written (EROFS)\nfix: that disk is read-only: name another file with CAC_CONFIG\n`,
    });
    expect(readOnly("persona", "new", "ada").err).toBe(
      `cac: ${join(home, ".config", "claude-auto-continue", "personas", "ada")} cannot be created (EROFS)\nfix: that disk is read-only: create it elsewhere: --project puts it into the project\n`,
    );
    const { code, out } = readOnly("doctor");
    expect(code).toBe(1);
    expect(out).toContain(
      `BAD  files    ${home}/.claude/auto-resume cannot be written (EROFS)\n              fix: ${fix}\n`,
    );
  });
});

test("doctor exits with 1 where something is wrong", () => {
  writeFileSync(settings, "{");
  const { code, out } = cac("doctor");
  expect(code).toBe(1);
  expect(out).toContain(`BAD  hooks    ${settings} is not JSON: line 1, column 2`);
});

test("a Claude Code that the settings name counts too", () => {
  rmSync(join(home, "bin"), { recursive: true });
  expect(cac("install").out).toContain("hooks:    none, because no Claude Code was found");
  mkdirSync(join(home, "bin"));
  mkdirSync(join(home, "own"));
  claude("2.1.75", "own");
  const file = join(home, "config.json");
  writeFileSync(file, JSON.stringify({ version: 1, claude: join(home, "own", "claude") }));
  const { out } = runCac(["install"], { HOME: home, PATH: join(home, "bin"), CAC_CONFIG: file });
  expect(out).toContain(`hooks:    SessionStart, SessionEnd are now in ${settings}`);
});

test("the hook that was written starts the daemon where no service does, and uninstall ends it", async () => {
  cac("install", "--no-service");
  const input = JSON.stringify({
    hook_event_name: "SessionStart",
    session_id: "7d0a1c1e-4f0e-4d0a-9b51-0a4f4f1b2c3d",
    transcript_path: join(home, ".claude", "projects", "-x", "7d0a1c1e-4f0e-4d0a-9b51-0a4f4f1b2c3d.jsonl"),
    cwd: home,
    source: "startup",
  });
  const env = { HOME: home, PATH: join(home, "bin") };
  expect(runCac(["hook", "claude-auto-continue"], env, input)).toEqual({ code: 0, out: "", err: "" });
  const lock = join(home, ".claude", "auto-resume", "daemon.lock");
  await expect.poll(() => existsSync(lock), { timeout: 30_000 }).toBe(true);
  const { pid } = JSON.parse(readFileSync(lock, "utf8")) as { pid: number };
  expect(cac("uninstall").out).toContain(`daemon:   ended (process ${pid})\n`);
  // Its lock is gone a moment before it is itself.
  await expect.poll(() => processStart(pid), { timeout: 30_000 }).toBeUndefined();
});

function cac(...args: string[]): Ran {
  // Nothing of this machine's: no systemctl either.
  return runCac(args, { HOME: home, PATH: [join(home, "bin"), join(home, "old")].join(":") });
}

/** Installs on a disk that the shell lines make, and throws where that changed a thing. */
function onDisk(lines: string): Ran {
  const look = 'ls "$HOME/.claude"/settings*; cat "$HOME/.claude/settings.json"';
  const script = `${lines} || exit 99; before=$(${look}); "$@"; code=$?; [ "$(${look})" = "$before" ] || exit 98; exit $code`;
  const env = { HOME: home, PATH: `${join(home, "bin")}:/usr/bin:/bin` };
  const args = ["-m", "--", "sh", "-c", script, "sh", process.execPath, CAC, "install", "--no-service"];
  const { status, stdout, stderr } = spawnSync("unshare", args, { env, encoding: "utf8" });
  return { code: status, out: stdout, err: stderr };
}

function notWritten(code: string, fix: string): Ran {
  const err = `cac: ${home}/.claude/auto-resume cannot be written (${code})\nfix: ${fix}\n`;
  return { code: 1, out: "", err };
}

/** In an empty home on a disk of its own, which nobody else sees. */
function onOwnDisk(options: string, prepare: string, args: readonly string[]): Ran {
  const script = `mount -t tmpfs -o mode=700,${options} tmpfs ${home} && cd ${home} && { ${prepare}; cd /; exec "$0" "$@"; }`;
  const env = { HOME: home, PATH: "/usr/sbin:/usr/bin:/sbin:/bin" };
  const ran = spawnSync("unshare", ["-m", "--", "sh", "-c", script, process.execPath, CAC, ...args], {
    env,
    encoding: "utf8",
  });
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}

/** Whether this machine lets us mount something of our own, out of sight of all others. */
function mayMount(): boolean {
  if (process.platform !== "linux") return false;
  return spawnSync("unshare", ["-m", "--", "mount", "-t", "tmpfs", "tmpfs", tmpdir()]).status === 0;
}

function claude(release: string, folder = "bin"): void {
  writeFileSync(join(home, folder, "claude"), `#!/bin/sh\necho '${release} (Claude Code)'\n`, {
    mode: 0o755,
  });
}
