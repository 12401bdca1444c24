import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { onTestFinished, vi } from "vitest";

import { ensureScreen } from "../../../src/lab/session/screen-session.js";
import { EmulatedScreen, textOfScreen } from "../../../src/terminal/emulator/emulated-screen.js";
import { spawnPty, type Pty } from "../../../src/transport/pty/pty.js";
import { COLUMNS, ROWS, SOON } from "./pane-program.js";

/** A GNU screen of its own, which goes with the test. */
export class ScreenServer {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
    onTestFinished(() => this.#end());
  }

  /** `rc` is its configuration; nobody is attached yet. */
  static async start(directory: string, command: readonly string[], rc = ""): Promise<ScreenServer> {
    ensureScreen();
    const server = new ScreenServer(join(directory, "screens"));
    mkdirSync(server.directory, { mode: 0o700 });
    const file = join(directory, "screenrc");
    writeFileSync(file, rc);
    server.screen("-c", file, "-U", "-dmS", "test", ...command);
    // It comes back before the server is there.
    await vi.waitUntil(() => server.name !== "", SOON);
    return server;
  }

  get name(): string {
    return readdirSync(this.directory).find((name) => name.endsWith(".test")) ?? "";
  }

  /** A command of screen's own, as from its command line. */
  order(...args: string[]): void {
    this.screen("-S", this.name, "-X", ...args);
  }

  /** The window that somebody would come back to. Only while nobody is attached: it is shown to whoever is. */
  get currentWindow(): string {
    return this.screen("-S", this.name, "-Q", "number");
  }

  screen(...args: string[]): string {
    const env = { ...this.env, TERM: "xterm-256color" };
    return execFileSync("screen", args, { encoding: "utf8", env, stdio: ["ignore", "pipe", "pipe"] });
  }

  get env(): Record<string, string> {
    return { PATH: process.env["PATH"] ?? "", LANG: "C.UTF-8", SHELL: "/bin/sh", SCREENDIR: this.directory };
  }

  #end(): void {
    try {
      this.order("quit");
    } catch {
      // It has ended with its last program.
    }
  }
}

/** A person's terminal, attached to a GNU screen. */
export class PersonsTerminal {
  readonly #pty: Pty;
  readonly #emulated: EmulatedScreen;
  #drawn: Promise<void> = Promise.resolve();
  /** How many bytes have come. */
  bytes = 0;
  readonly gone: Promise<void>;

  constructor(server: ScreenServer, { columns = COLUMNS, rows = ROWS } = {}) {
    this.#emulated = new EmulatedScreen({ columns, rows });
    const env = { ...server.env, TERM: "xterm-256color" };
    this.#pty = spawnPty("/usr/bin/screen", ["-U", "-r", server.name], { columns, rows, cwd: "/", env });
    this.#pty.onData((bytes) => {
      this.bytes += bytes.length;
      this.#drawn = this.#emulated.write(Buffer.from(bytes));
    });
    this.gone = new Promise((resolve) => void this.#pty.onExit(() => resolve()));
    onTestFinished(async () => {
      this.#pty.kill("SIGHUP");
      await this.gone;
    });
  }

  press(keys: string): void {
    this.#pty.write(keys);
  }

  async text(): Promise<string> {
    await this.#drawn;
    return textOfScreen(this.#emulated.read());
  }
}
