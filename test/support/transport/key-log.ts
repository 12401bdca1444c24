import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { vi } from "vitest";

import { readProcess } from "../../../src/host/process-table.js";
import type { ExternalSession, TerminalEnv } from "../../../src/transport/terminal-locator.js";

const PROGRAM = fileURLToPath(new URL("key-log.mjs", import.meta.url));

/** Starting a terminal, or a display, on a busy machine. */
export const SOON = { timeout: 30_000, interval: 50 };

/** A program that writes down what is typed to it, to be run in some terminal. */
export class KeyLog {
  /** Also the title that it gives its terminal. */
  readonly name: string;
  readonly #file: string;

  constructor(directory: string, name: string) {
    this.name = name;
    this.#file = join(directory, name);
  }

  get command(): readonly string[] {
    return [process.execPath, PROGRAM, this.#file, this.name];
  }

  /** Itself as a session that somebody started, when it is ready. */
  async session(): Promise<ExternalSession> {
    await vi.waitUntil(() => existsSync(`${this.#file}.json`), SOON);
    const { pid, env } = JSON.parse(readFileSync(`${this.#file}.json`, "utf8")) as {
      pid: number;
      env: TerminalEnv;
    };
    const live = await readProcess(pid);
    if (live === undefined) throw new Error(`${this.name} has ended`);
    const { start, tty } = live;
    return {
      sessionId: this.name,
      transcript: undefined,
      cwd: "/",
      release: undefined,
      reach: { process: { pid, start }, tty, env },
    };
  }

  /** Draws on its terminal what the program itself would have drawn. */
  async show(text: string): Promise<void> {
    const { tty } = (await this.session()).reach;
    if (tty !== undefined) writeFileSync(tty, text);
  }

  /** Every byte that it was given. */
  get typed(): string {
    return readFileSync(this.#file, "utf8");
  }
}
