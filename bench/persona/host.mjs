/** A host of our own for the lab's home, which `cac mcp` finds there instead of starting one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const CAC = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

export class BenchHost {
  #child;

  /** Resolves when it listens. */
  static async start({ cwd, env }) {
    const child = spawn(process.execPath, [CAC, "persona-host"], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [said] = await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
    if (!String(said).startsWith("ready")) throw new Error(`cac persona-host: ${said}`);
    return new BenchHost(child);
  }

  constructor(child) {
    this.#child = child;
  }

  /** Its resident memory, without what Claude Code takes. Linux only. */
  memoryMb() {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)[1]) / 1024;
  }

  /** Its sessions end with it. */
  async end() {
    if (this.#child.exitCode !== null) return;
    this.#child.kill("SIGTERM");
    await once(this.#child, "exit");
  }
}
