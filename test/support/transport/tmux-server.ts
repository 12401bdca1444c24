import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import { ensureTmux } from "../../../src/lab/session/tmux-session.js";
import { COLUMNS, ROWS } from "./pane-program.js";

/** A tmux server of its own, which goes with the test. */
export class TmuxServer {
  readonly #socket: string;

  constructor(directory: string, command: readonly string[]) {
    ensureTmux();
    this.#socket = join(directory, "tmux");
    this.start(command);
    onTestFinished(() => this.end());
  }

  start(command: readonly string[]): void {
    this.tmux("-f", "/dev/null", "new-session", "-d", "-x", `${COLUMNS}`, "-y", `${ROWS}`, ...command);
    this.tmux("set-option", "-g", "status", "off");
    this.tmux("resize-window", "-x", `${COLUMNS}`, "-y", `${ROWS}`);
  }

  tmux(...args: string[]): string {
    const env = { PATH: process.env["PATH"], LANG: "C.UTF-8", SHELL: "/bin/sh" };
    const stdio = ["ignore", "pipe", "pipe"] as const;
    return execFileSync("tmux", ["-S", this.#socket, ...args], { encoding: "utf8", env, stdio: [...stdio] });
  }

  end(): void {
    try {
      this.tmux("kill-server");
    } catch {
      // It has ended with its last program.
    }
  }
}
