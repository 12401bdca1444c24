import { rmSync } from "node:fs";
import { posix } from "node:path";

import type { CommandResult } from "../../host/run-command.js";
import { UserError } from "../../errors.js";
import { readServiceFile, writeServiceFile } from "./service-file.js";
import type { Service, ServiceParts, ServiceState } from "./service.js";

const UNIT = "claude-auto-continue.service";

/** A unit of the user's own manager. */
export class Systemd implements Service {
  readonly kind = "systemd";
  readonly file: string;
  readonly #parts: ServiceParts;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    const { env, home } = parts.where;
    const named = env["XDG_CONFIG_HOME"];
    const config = named && posix.isAbsolute(named) ? named : posix.join(home, ".config");
    this.file = posix.join(config, "systemd", "user", UNIT);
  }

  async unavailable(): Promise<string | undefined> {
    // Without a login session there is no bus to the user's manager: in containers, and after `su`.
    const asked = await this.#systemctl("show", "--property=Version");
    return asked.ok ? undefined : `does not answer (${asked.says})`;
  }

  async install(): Promise<void> {
    writeServiceFile(this.file, systemdUnit(this.#parts));
    for (const args of [["daemon-reload"], ["enable", UNIT], ["reset-failed", UNIT], ["restart", UNIT]]) {
      const done = await this.#systemctl(...args);
      // A unit that never failed cannot be reset on some versions, and need not be.
      if (!done.ok && args[0] !== "reset-failed") throw notStarted(args, done.says);
    }
  }

  async uninstall(): Promise<boolean> {
    if (readServiceFile(this.file) === undefined) return false;
    // Where the manager does not answer, nothing runs under it, and the file is all there is.
    await this.#systemctl("disable", "--now", UNIT);
    rmSync(this.file, { force: true });
    await this.#systemctl("daemon-reload");
    await this.#systemctl("reset-failed", UNIT);
    return true;
  }

  async look(): Promise<ServiceState> {
    const written = readServiceFile(this.file);
    if (written === undefined) return { setUp: "no", running: false, lingers: undefined, troubles: [] };
    const shown = properties(await this.#systemctl("show", UNIT, `--property=${PROPERTIES.join(",")}`));
    return {
      setUp: written === systemdUnit(this.#parts) ? "yes" : "otherwise",
      running: shown["ActiveState"] === "active",
      lingers: await this.#lingers(),
      troubles: TROUBLES.filter(({ isSo }) => isSo(shown)).map(({ says, fix }) => ({ says, fix })),
    };
  }

  async #lingers(): Promise<boolean | undefined> {
    const { run, uid } = this.#parts;
    const { Linger } = properties(await run("loginctl", ["show-user", String(uid), "--property=Linger"]));
    return Linger === undefined ? undefined : Linger === "yes";
  }

  #systemctl(...args: string[]): Promise<CommandResult> {
    const { XDG_RUNTIME_DIR, DBUS_SESSION_BUS_ADDRESS } = this.#parts.where.env;
    const env = { XDG_RUNTIME_DIR, DBUS_SESSION_BUS_ADDRESS };
    return this.#parts.run("systemctl", ["--user", ...args], { env, timeoutMs: TIMEOUT_MS });
  }
}

/** Has it run after a reboot, without a login. */
export async function enableLinger({ run, uid }: Pick<ServiceParts, "run" | "uid">): Promise<void> {
  const done = await run("loginctl", ["enable-linger", String(uid)], { timeoutMs: TIMEOUT_MS });
  if (done.ok) return;
  throw new UserError("NO_LINGER", `lingering cannot be switched on: ${done.says}`, {
    fix: `sudo loginctl enable-linger ${uid}`,
  });
}

/**
 * What the daemon starts, a session of Claude Code above all, inherits whatever is set here: so no NoNewPrivileges
 * (sudo; GNU screen is setgid), no UMask, and nothing that hides /tmp, /dev or the home.
 */
export function systemdUnit({ command, env }: Pick<ServiceParts, "command" | "env">): string {
  const variables = Object.entries(env).map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`);
  return `# Written by cac install; cac uninstall removes it.
[Unit]
Description=Carries Claude Code sessions on after their limits
StartLimitBurst=3
StartLimitIntervalSec=300

[Service]
ExecStart=${command.map((word) => quoted(word).replaceAll("$", "$$$$")).join(" ")}
${variables.map((line) => `${line}\n`).join("")}Restart=always
RestartSec=60
MemoryMax=512M
# A session that it revived outlives it.
KillMode=process
# An image of its memory would hold pieces of conversations; the hard limit stays, for what it starts.
LimitCORE=0:infinity

[Install]
WantedBy=default.target
`;
}

/** systemd.syntax(7): C escapes inside the quotes; `%` is a specifier everywhere. */
function quoted(text: string): string {
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t")
    .replaceAll("%", "%%");
  return `"${escaped}"`;
}

const TIMEOUT_MS = 30_000;
const PROPERTIES = ["ActiveState", "SubState", "Result", "UnitFileState", "NeedDaemonReload"];

type Properties = Readonly<Record<string, string>>;

function properties(shown: CommandResult): Properties {
  return Object.fromEntries(
    (shown.ok ? shown.stdout : "").split("\n").map((line) => {
      const at = line.indexOf("=");
      return [line.slice(0, at), line.slice(at + 1).trim()];
    }),
  );
}

const START_AGAIN = `systemctl --user reset-failed ${UNIT} && systemctl --user start ${UNIT}`;

const TROUBLES: readonly {
  readonly isSo: (shown: Properties) => boolean;
  readonly says: string;
  readonly fix: string;
}[] = [
  {
    isSo: ({ Result }) => Result === "start-limit-hit",
    says: "gave up after three starts within five minutes",
    fix: `journalctl --user -u ${UNIT} tells why; then: ${START_AGAIN}`,
  },
  {
    isSo: ({ ActiveState, Result }) => ActiveState === "failed" && Result !== "start-limit-hit",
    says: "has failed",
    fix: `journalctl --user -u ${UNIT} tells why; then: ${START_AGAIN}`,
  },
  {
    isSo: ({ ActiveState }) => ActiveState === "inactive",
    says: "is stopped",
    fix: `systemctl --user start ${UNIT}`,
  },
  {
    isSo: ({ UnitFileState }) => UnitFileState === "disabled" || UnitFileState === "masked",
    says: "does not start by itself",
    fix: `systemctl --user unmask ${UNIT} && systemctl --user enable ${UNIT}`,
  },
  {
    isSo: ({ NeedDaemonReload }) => NeedDaemonReload === "yes",
    says: "was changed and not read again",
    fix: `systemctl --user daemon-reload && systemctl --user restart ${UNIT}`,
  },
];

function notStarted(args: readonly string[], says: string): UserError {
  return new UserError("SERVICE_NOT_STARTED", `systemctl --user ${args.join(" ")} failed: ${says}`, {
    fix: "cac install --no-service leaves the service out: the hooks then start the daemon",
  });
}
