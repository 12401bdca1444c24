import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { spawnPty, type Pty, type PtyExit } from "../../../src/transport/pty/pty.js";

/** The relay as a program; it runs what is built, which `npm test` does first. */
export const RELAY = fileURLToPath(new URL("relay-program.mjs", import.meta.url));

const GENEROUS_MS = 60_000;

/** The terminal that a person would have in front of them: its bytes are what they would see. */
export class OuterTerminal {
  readonly pty: Pty;
  readonly exited: Promise<PtyExit>;
  #bytes = Buffer.alloc(0);
  #hasExited = false;

  constructor(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
    this.pty = spawnPty(command, args, { columns: 80, rows: 24, cwd: scratchFolder(), env });
    this.pty.onData((data) => (this.#bytes = Buffer.concat([this.#bytes, data])));
    this.exited = new Promise((resolve) => {
      this.pty.onExit((exit) => {
        this.#hasExited = true;
        resolve(exit);
      });
    });
    onTestFinished(async () => {
      if (this.#hasExited) return;
      this.pty.kill("SIGKILL");
      this.pty.resume?.();
      await this.exited;
    });
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  get text(): string {
    return this.#bytes.toString("latin1");
  }

  type(keys: string | Buffer): void {
    this.pty.write(keys);
  }

  /** Resolves as soon as the text has come. */
  async shows(text: string): Promise<void> {
    await until(
      () => this.text.includes(text),
      () => `${JSON.stringify(text)} in ${JSON.stringify(this.text.slice(-2_000))}`,
    );
  }
}

/** The relay in a terminal, with a shell script in it that it obeys. */
export function relayedScript(script: string): OuterTerminal {
  return new OuterTerminal(process.execPath, [RELAY, "--obey", "/bin/sh", "-c", script]);
}

export async function until(condition: () => boolean, what: () => string): Promise<void> {
  const end = Date.now() + GENEROUS_MS;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`did not come within ${GENEROUS_MS / 1_000} s: ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cac-terminal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
