import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

import { expect, test } from "vitest";

import { serviceOf, type Service, type ServiceState } from "../../../src/install/service/service.js";
import { taskXml } from "../../../src/install/service/task-scheduler.js";
import type { CommandResult, RunCommand } from "../../../src/host/run-command.js";
import { recordedCommands } from "../../support/install/service/recorded-commands.js";

const program = { node: "C:\\Program Files\\nodejs\\node.exe", script: "C:\\cac\\dist\\cli\\main.js" };
const env = { USERDOMAIN: "PC", USERNAME: "R&D", LOCALAPPDATA: "C:\\Users\\me\\AppData\\Local" };
const where = { env, home: "C:\\Users\\me", platform: "win32" } as const;

test("the task", () => {
  const xml = taskXml({ command: [program.node, program.script, "daemon"], where });
  expect(xml).toContain(`    <LogonTrigger>
      <Repetition>
        <Interval>PT5M</Interval>
        <StopAtDurationEnd>false</StopAtDurationEnd>
      </Repetition>
      <Enabled>true</Enabled>
      <UserId>PC\\R&amp;D</UserId>
    </LogonTrigger>`);
  expect(xml).toContain(`    <Exec>
      <Command>conhost.exe</Command>
      <Arguments>--headless "C:\\Program Files\\nodejs\\node.exe" C:\\cac\\dist\\cli\\main.js daemon</Arguments>
    </Exec>`);
  expect(xml).toContain(`    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>3</Count>
    </RestartOnFailure>`);
  expect(xml).toContain("<MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>");
  expect(xml).toContain("<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>");
});

test("set up", async () => {
  const written: string[] = [];
  const lines: string[] = [];
  const run: RunCommand = (file, args) => {
    lines.push([file, ...args].join(" "));
    const xml = args[args.indexOf("/XML") + 1];
    if (args.includes("/XML")) written.push(readFileSync(xml ?? "", "utf16le"));
    return Promise.resolve({ ok: true, stdout: "", stderr: "" });
  };
  await service(run).install();
  const file = /\/XML (.*) \/F/.exec(lines[0] ?? "")?.[1] ?? "";
  expect(lines).toEqual([
    `schtasks.exe /Create /TN claude-auto-continue /XML ${file} /F`,
    "schtasks.exe /Run /TN claude-auto-continue",
  ]);
  expect(written).toEqual([`\ufeff${taskXml({ command: [program.node, program.script, "daemon"], where })}`]);
  expect(existsSync(dirname(file))).toBe(false);
});

test("taken out", async () => {
  const { run, lines } = recordedCommands();
  expect(await service(run).uninstall()).toBe(true);
  expect(lines).toEqual([
    "schtasks.exe /Query /TN claude-auto-continue",
    "schtasks.exe /End /TN claude-auto-continue",
    "schtasks.exe /Delete /TN claude-auto-continue /F",
  ]);
  const none = recordedCommands({
    "schtasks.exe /Query": { fails: "ERROR: The system cannot find the file" },
  });
  expect(await service(none.run).uninstall()).toBe(false);
});

test("a look", async () => {
  const xml = taskXml({ command: [program.node, program.script, "daemon"], where });
  expect(await look(xml)).toEqual({ setUp: "yes", running: true, lingers: undefined, troubles: [] });
  expect(await look(xml.replace("C:\\cac", "C:\\old"))).toMatchObject({ setUp: "otherwise" });
  expect(await look({ fails: "ERROR" })).toEqual({
    setUp: "no",
    running: false,
    lingers: undefined,
    troubles: [],
  });
  const off = xml.replace(
    "<Enabled>true</Enabled>\n  </Settings>",
    "<Enabled>false</Enabled>\n  </Settings>",
  );
  expect(await look(off)).toEqual({
    setUp: "yes",
    running: false,
    lingers: undefined,
    troubles: [{ says: "is switched off", fix: "schtasks /Change /TN claude-auto-continue /ENABLE" }],
  });
});

test("a machine without it", async () => {
  const gone: CommandResult = {
    ok: false,
    code: undefined,
    says: "schtasks.exe was not found",
    stdout: "",
    stderr: "",
  };
  expect(await service(() => Promise.resolve(gone)).unavailable()).toBe(
    "cannot be asked (schtasks.exe was not found)",
  );
  const { run } = recordedCommands({ schtasks: { fails: "ERROR: no tasks" } });
  expect(await service(run).unavailable()).toBeUndefined();
});

test("no other platform has one", () => {
  expect(serviceOf({ where: { env: {}, home: "/home/me", platform: "freebsd" }, program })).toBeUndefined();
});

function look(shown: string | { fails: string }): Promise<ServiceState> {
  const asked = "schtasks.exe /Query /TN claude-auto-continue /XML ONE";
  return service(recordedCommands({ [asked]: shown }).run).look();
}

function service(run: RunCommand): Service {
  const found = serviceOf({ where, program, run, uid: 0 });
  if (found === undefined) throw new Error("no service for Windows");
  return found;
}
