import { rmSync } from "node:fs";
import { posix } from "node:path";

import type { CommandResult } from "../../host/run-command.js";
import { UserError } from "../../errors.js";
import { readServiceFile, writeServiceFile } from "./service-file.js";
import type { Service, ServiceParts, ServiceState } from "./service.js";
import { xmlText } from "./xml-text.js";

const LABEL = "claude-auto-continue.daemon";

/** An agent of the user's own login session. Written by the book, and not yet run on a Mac. */
export class Launchd implements Service {
  readonly kind = "launchd";
  readonly file: string;
  readonly #parts: ServiceParts;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    this.file = posix.join(parts.where.home, "Library", "LaunchAgents", `${LABEL}.plist`);
  }

  async unavailable(): Promise<string | undefined> {
    const asked = await this.#launchctl("print", this.#domain);
    // Over ssh, without anybody at the screen, there is no such domain.
    return asked.ok ? undefined : `has no session of yours at the screen (${asked.says})`;
  }

  async install(): Promise<void> {
    writeServiceFile(this.file, launchdPlist(this.#parts));
    // One that is loaded stays as it was read; one that is not makes no trouble.
    await this.#launchctl("bootout", this.#target);
    await this.#launchctl("enable", this.#target);
    const done = await this.#launchctl("bootstrap", this.#domain, this.file);
    if (done.ok) return;
    throw new UserError("SERVICE_NOT_STARTED", `launchctl bootstrap failed: ${done.says}`, {
      fix: "cac install --no-service leaves the service out: the hooks then start the daemon",
    });
  }

  async uninstall(): Promise<boolean> {
    if (readServiceFile(this.file) === undefined) return false;
    await this.#launchctl("bootout", this.#target);
    rmSync(this.file, { force: true });
    return true;
  }

  async look(): Promise<ServiceState> {
    const written = readServiceFile(this.file);
    if (written === undefined) return { setUp: "no", running: false, lingers: undefined, troubles: [] };
    const shown = await this.#launchctl("print", this.#target);
    const running = shown.ok && /^\s*state = running$/m.test(shown.stdout);
    const load = `launchctl bootstrap ${this.#domain} ${this.file}`;
    return {
      setUp: written === launchdPlist(this.#parts) ? "yes" : "otherwise",
      running,
      lingers: undefined,
      troubles: running
        ? []
        : shown.ok
          ? [{ says: "is stopped", fix: `launchctl kickstart ${this.#target}` }]
          : [{ says: "is not loaded", fix: load }],
    };
  }

  get #domain(): string {
    return `gui/${this.#parts.uid}`;
  }

  get #target(): string {
    return `${this.#domain}/${LABEL}`;
  }

  #launchctl(...args: string[]): Promise<CommandResult> {
    return this.#parts.run("launchctl", args, { timeoutMs: TIMEOUT_MS });
  }
}

function launchdPlist({ command, env }: Pick<ServiceParts, "command" | "env">): string {
  const words = command.map((word) => `    <string>${xmlText(word)}</string>\n`).join("");
  const variables = Object.entries(env)
    .map(([name, value]) => `    <key>${xmlText(name)}</key>\n    <string>${xmlText(value)}</string>\n`)
    .join("");
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Written by cac install; cac uninstall removes it. -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${words}  </array>
  <key>EnvironmentVariables</key>
  <dict>
${variables}  </dict>
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
`;
}

const TIMEOUT_MS = 30_000;
