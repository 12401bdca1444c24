import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Readable } from "node:stream";

import { undoOnExit } from "../../../src/lab/machine/left-behind.js";
import { endTree } from "../../../src/lab/machine/process-tree.js";

/** An X display without a screen, and the programs that were started on it. */
export class XServer {
  readonly display: string;
  /** A directory of its own, which is also everybody's home. */
  readonly directory: string;
  readonly #started: ChildProcess[];
  readonly #isClosed = undoOnExit(() => this.close());

  private constructor(display: string, directory: string, server: ChildProcess) {
    this.display = display;
    this.directory = directory;
    this.#started = [server];
  }

  static async start(): Promise<XServer> {
    const args = ["-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"];
    const server = spawn("Xvfb", args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
    // It finds a number that is free, tells it when it listens, and closes.
    const number = await text(server.stdio[3] as Readable);
    if (!/^\d+\n$/.test(number)) throw new Error("Xvfb did not start");
    return new XServer(`:${number.trim()}`, mkdtempSync(join(tmpdir(), "x-server-")), server);
  }

  get env(): Record<string, string> {
    const { PATH = "" } = process.env;
    return { PATH, HOME: this.directory, LANG: "C.UTF-8", DISPLAY: this.display, NO_AT_BRIDGE: "1" };
  }

  run(file: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
    const started = spawn(file, args, { env: { ...this.env, ...env }, stdio: "ignore" });
    this.#started.push(started);
    return started;
  }

  /** What xdotool says, of whatever the test wants to know for itself. */
  ask(...args: string[]): string {
    return spawnSync("xdotool", args, { env: this.env, encoding: "utf8" }).stdout.trim();
  }

  close(): void {
    this.#isClosed();
    // The display goes last: without it the others would complain.
    for (const { pid } of this.#started.toReversed()) if (pid !== undefined) endTree(pid);
    rmSync(this.directory, { recursive: true, force: true });
  }
}
