import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { vi } from "vitest";

import { whoRuns } from "../../../src/store/process/daemon-lock.js";
import { hostDirectory } from "../../../src/persona/host/host-process.js";

const PROGRAM = fileURLToPath(new URL("../persona/fake-host-program.mjs", import.meta.url));

/** A home with a project, and a persona host in it whose sessions are fakes: `cac persona` finds it. */
export class FakeHost {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), "cac-fh-")));
  readonly project = join(this.home, "project");
  readonly env = { HOME: this.home, PATH: process.env["PATH"] ?? "", TZ: "America/New_York" };
  readonly pid: number;
  readonly exited: Promise<unknown>;

  static async start(): Promise<FakeHost> {
    const host = new FakeHost();
    const where = { env: host.env, home: host.home, platform: process.platform };
    await vi.waitUntil(async () => (await whoRuns(hostDirectory(where)))?.socket, { timeout: 30_000 });
    return host;
  }

  private constructor() {
    mkdirSync(join(this.project, ".git"), { recursive: true });
    const child = spawn(process.execPath, [PROGRAM, "persona-host"], { env: this.env, stdio: "inherit" });
    this.pid = child.pid ?? 0;
    this.exited = once(child, "exit");
  }

  async end(): Promise<void> {
    try {
      process.kill(this.pid, "SIGTERM");
    } catch {
      // It has ended by itself.
    }
    await this.exited;
    rmSync(this.home, { recursive: true, force: true });
  }
}
