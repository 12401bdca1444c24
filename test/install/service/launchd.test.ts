import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { serviceOf, type Service } from "../../../src/install/service/service.js";
import type { RunCommand } from "../../../src/host/run-command.js";
import { recordedCommands } from "../../support/install/service/recorded-commands.js";

const TARGET = "gui/501/claude-auto-continue.daemon";

let home: string;
let plist: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "launchd-"));
  plist = join(home, "Library", "LaunchAgents", "claude-auto-continue.daemon.plist");
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

test("set up", async () => {
  const { run, lines } = recordedCommands();
  await service(run).install();
  expect(lines).toEqual([
    `launchctl bootout ${TARGET}`,
    `launchctl enable ${TARGET}`,
    `launchctl bootstrap gui/501 ${plist}`,
  ]);
  expect(readFileSync(plist, "utf8")).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Written by cac install; cac uninstall removes it. -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>claude-auto-continue.daemon</string>
  <key>ProgramArguments</key>
  <array>
    <string>/opt/homebrew/bin/node</string>
    <string>/Users/R&amp;D &lt;1&gt;/dist/cli/main.js</string>
    <string>daemon</string>
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>PATH</key>
    <string>/opt/homebrew/bin:/usr/bin</string>
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <true/>
  <!-- Seconds between two starts. -->
  <key>ThrottleInterval</key>
  <integer>60</integer>
  <!-- A session that it revived outlives it. -->
  <key>AbandonProcessGroup</key>
  <true/>
</dict>
</plist>
`);
});

test("one that cannot be loaded is told", async () => {
  const { run } = recordedCommands({
    "launchctl bootstrap": { fails: "Bootstrap failed: 5: Input/output error" },
  });
  await expect(service(run).install()).rejects.toMatchObject({
    code: "SERVICE_NOT_STARTED",
    message: "launchctl bootstrap failed: Bootstrap failed: 5: Input/output error",
  });
});

test("taken out", async () => {
  const { run, lines } = recordedCommands();
  expect(await service(run).uninstall()).toBe(false);
  await service(run).install();
  lines.length = 0;
  expect(await service(run).uninstall()).toBe(true);
  expect(lines).toEqual([`launchctl bootout ${TARGET}`]);
  expect(existsSync(plist)).toBe(false);
});

test("a look", async () => {
  const running = recordedCommands({
    "launchctl print": `${TARGET} = {\n\tactive count = 1\n\tstate = running\n}\n`,
  });
  expect(await service(running.run).look()).toEqual({
    setUp: "no",
    running: false,
    lingers: undefined,
    troubles: [],
  });
  await service(running.run).install();
  expect(await service(running.run).look()).toEqual({
    setUp: "yes",
    running: true,
    lingers: undefined,
    troubles: [],
  });
  const stopped = recordedCommands({ "launchctl print": `${TARGET} = {\n\tstate = waiting\n}\n` });
  expect(await service(stopped.run).look()).toEqual({
    setUp: "yes",
    running: false,
    lingers: undefined,
    troubles: [{ says: "is stopped", fix: `launchctl kickstart ${TARGET}` }],
  });
  const unloaded = recordedCommands({ "launchctl print": { fails: "Could not find service" } });
  expect(await service(unloaded.run).look()).toEqual({
    setUp: "yes",
    running: false,
    lingers: undefined,
    troubles: [{ says: "is not loaded", fix: `launchctl bootstrap gui/501 ${plist}` }],
  });
});

test("over ssh, with nobody at the screen", async () => {
  const { run } = recordedCommands({ "launchctl print gui/501": { fails: "Could not find domain" } });
  expect(await service(run).unavailable()).toBe(
    "has no session of yours at the screen (Could not find domain)",
  );
});

function service(run: RunCommand): Service {
  const program = { node: "/opt/homebrew/bin/node", script: "/Users/R&D <1>/dist/cli/main.js" };
  const env = { PATH: "/opt/homebrew/bin:/usr/bin" };
  const found = serviceOf({ where: { env, home, platform: "darwin" }, program, run, uid: 501 });
  if (found === undefined) throw new Error("no service for macOS");
  return found;
}
