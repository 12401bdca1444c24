import { spawn } from "node:child_process";
import { tmpdir } from "node:os";

import {
  desktopCommand,
  terminalNotification,
  type DesktopCommand,
  type Notification,
} from "./notification.js";

export interface NotifierOptions {
  /** Writes a sequence that draws nothing to the user's terminal. */
  readonly speak: (sequence: string) => void;
  readonly log: (message: string) => void;
  /** The program's path among the folders of PATH; undefined where it is not installed. */
  readonly findProgram: (name: string, path: string | undefined) => string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
}

/** Tells the person something: on the desktop, else by their terminal, else not at all. */
export class Notifier {
  readonly #options: Required<NotifierOptions>;

  constructor(options: NotifierOptions) {
    this.#options = { env: process.env, platform: process.platform, ...options };
  }

  /** Returns at once and never throws. What goes wrong is logged, and the terminal is tried instead. */
  notify(notification: Notification): void {
    const { env, platform, findProgram } = this.#options;
    const path = env["PATH"] ?? env["Path"];
    const command = desktopCommand(notification, { platform, env, find: (name) => findProgram(name, path) });
    if (command === undefined) this.#byTerminal(notification);
    else this.#byDesktop(command, notification);
  }

  #byTerminal(notification: Notification): void {
    const sequence = terminalNotification(notification, this.#options.env);
    if (sequence === undefined) return;
    try {
      this.#options.speak(sequence);
    } catch (error) {
      this.#options.log(`notification: ${String(error)}`);
    }
  }

  #byDesktop({ program, args, env }: DesktopCommand, notification: Notification): void {
    const failed = (reason: string): void => {
      this.#options.log(`notification by ${program}: ${reason}`);
      this.#byTerminal(notification);
    };
    try {
      const child = spawn(program, args, {
        // Its own session and no stream of ours: it can neither draw into the screen nor get the person's Ctrl+C.
        detached: this.#options.platform !== "win32",
        stdio: "ignore",
        windowsHide: true,
        env: { ...this.#options.env, ...env },
        // Not the session's directory, which it would keep from being removed.
        cwd: tmpdir(),
      });
      // Not spawn's own timeout, which keeps the process alive.
      const patience = setTimeout(() => child.kill(), LONGEST_MS).unref();
      child.once("error", (error) => failed(error.message));
      child.once("exit", (code, signal) => {
        clearTimeout(patience);
        if (code !== 0) failed(code === null ? `ended by ${signal}` : `exit code ${code}`);
      });
      child.unref();
    } catch (error) {
      failed(String(error));
    }
  }
}

// A desktop that hangs must not gather processes.
const LONGEST_MS = 15_000;
