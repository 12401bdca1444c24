import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { CommandResult } from "../../host/run-command.js";
import { UserError } from "../../errors.js";
import type { Service, ServiceParts, ServiceState } from "./service.js";
import { xmlText } from "./xml-text.js";

const TASK = "claude-auto-continue";

/** A task that runs while the user is logged in. Written by the book, and not yet run on Windows. */
export class TaskScheduler implements Service {
  readonly kind = "Task Scheduler";
  readonly file = undefined;
  readonly #parts: ServiceParts;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  async unavailable(): Promise<string | undefined> {
    const asked = await this.#schtasks("/Query", "/FO", "LIST");
    // It fails with 1 where there is no task at all, too; that it ran is what counts.
    return asked.ok || asked.code !== undefined ? undefined : `cannot be asked (${asked.says})`;
  }

  async install(): Promise<void> {
    const directory = mkdtempSync(join(tmpdir(), "cac-task-"));
    const file = join(directory, "task.xml");
    try {
      // schtasks takes no other encoding for certain.
      writeFileSync(file, Buffer.from(`\ufeff${taskXml(this.#parts)}`, "utf16le"));
      await this.#must("/Create", "/TN", TASK, "/XML", file, "/F");
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
    await this.#must("/Run", "/TN", TASK);
  }

  async uninstall(): Promise<boolean> {
    if (!(await this.#schtasks("/Query", "/TN", TASK)).ok) return false;
    await this.#schtasks("/End", "/TN", TASK);
    await this.#must("/Delete", "/TN", TASK, "/F");
    return true;
  }

  async look(): Promise<ServiceState> {
    const shown = await this.#schtasks("/Query", "/TN", TASK, "/XML", "ONE");
    if (!shown.ok) return { setUp: "no", running: false, lingers: undefined, troubles: [] };
    // Windows writes the task anew, in its own order and with its own defaults: the command is what must agree.
    const { command } = this.#parts;
    const isSame = command.slice(0, 2).every((word) => shown.stdout.includes(xmlText(word)));
    const isOff = /<Settings>[^]*<Enabled>false<\/Enabled>[^]*<\/Settings>/.test(shown.stdout);
    return {
      setUp: isSame ? "yes" : "otherwise",
      running: !isOff,
      lingers: undefined,
      troubles: isOff ? [{ says: "is switched off", fix: `schtasks /Change /TN ${TASK} /ENABLE` }] : [],
    };
  }

  async #must(...args: string[]): Promise<void> {
    const done = await this.#schtasks(...args);
    if (done.ok) return;
    throw new UserError("SERVICE_NOT_STARTED", `schtasks ${args[0]} failed: ${done.says}`, {
      fix: "cac install --no-service leaves the service out: the hooks then start the daemon",
    });
  }

  #schtasks(...args: string[]): Promise<CommandResult> {
    return this.#parts.run("schtasks.exe", args, { timeoutMs: TIMEOUT_MS });
  }
}

/**
 * At the log-on, and every five minutes while it does not run: the scheduler starts again what could not be started,
 * but not what has ended. conhost keeps a console window from showing.
 */
export function taskXml({ command, where }: Pick<ServiceParts, "command" | "where">): string {
  const { USERDOMAIN: domain, USERNAME: name = "" } = where.env;
  const user = xmlText(domain ? `${domain}\\${name}` : name);
  const words = ["--headless", ...command.map((word) => (/\s/.test(word) ? `"${word}"` : word))];
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>Carries Claude Code sessions on after their limits</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <Repetition>
        <Interval>PT5M</Interval>
        <StopAtDurationEnd>false</StopAtDurationEnd>
      </Repetition>
      <Enabled>true</Enabled>
      <UserId>${user}</UserId>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${user}</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>3</Count>
    </RestartOnFailure>
    <Enabled>true</Enabled>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>conhost.exe</Command>
      <Arguments>${xmlText(words.join(" "))}</Arguments>
    </Exec>
  </Actions>
</Task>
`;
}

const TIMEOUT_MS = 30_000;
