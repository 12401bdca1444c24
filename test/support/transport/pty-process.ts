import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import { onTestFinished } from "vitest";

import { spawnPty, type Pty } from "../../../src/transport/pty/pty.js";
import { readProcess } from "../../../src/host/process-table.js";
import type { ExternalSession, TerminalEnv } from "../../../src/transport/terminal-locator.js";

/** A process that has a terminal of its own and its keyboard. It ends with the test. */
export class PtyProcess {
  readonly #pid: number;
  readonly tty: string;
  readonly #start: string | undefined;

  private constructor(pid: number, tty: string, start: string | undefined) {
    this.#pid = pid;
    this.tty = tty;
    this.#start = start;
  }

  /** `onOutput` gets what is written to its terminal, as the terminal's program would. */
  static start(onOutput: (text: string) => void = () => undefined): Promise<PtyProcess> {
    const pty: Pty = spawnPty("/bin/sleep", ["600"], { columns: 80, rows: 24, cwd: "/", env: {} });
    pty.onData((data) => onOutput(String(data)));
    onTestFinished(() => pty.kill("SIGKILL"));
    return PtyProcess.#of(pty.pid);
  }

  /** In a terminal that belongs to a program of this command line. */
  static async under(command: string): Promise<PtyProcess> {
    const room = "-".repeat(command.length);
    const holder = spawn(process.execPath, [HOLDER, command, room], { stdio: ["pipe", "pipe", "inherit"] });
    onTestFinished(() => void holder.stdin.end());
    const pid = await new Promise<number>((resolve) =>
      holder.stdout.once("data", (data) => resolve(Number(data))),
    );
    return PtyProcess.#of(pid);
  }

  /** Itself as a session that somebody started. */
  session(env: TerminalEnv): ExternalSession {
    return {
      sessionId: "0f3c9a4e-1111-4222-8333-444455556666",
      transcript: undefined,
      cwd: "/home/ada/project",
      release: "2.1.325",
      reach: { process: { pid: this.#pid, start: this.#start }, tty: this.tty, env },
    };
  }

  /** Ends it, before the test does. */
  async end(): Promise<void> {
    process.kill(this.#pid, "SIGKILL");
    while ((await readProcess(this.#pid)) !== undefined)
      await new Promise((resolve) => setTimeout(resolve, 5));
  }

  static async #of(pid: number): Promise<PtyProcess> {
    for (;;) {
      const found = await readProcess(pid);
      // Between fork and exec it does not have the keyboard yet.
      if (found?.tty !== undefined && found.group === found.foregroundGroup)
        return new PtyProcess(pid, found.tty, found.start);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

const HOLDER = fileURLToPath(new URL("pty-holder.mjs", import.meta.url));
