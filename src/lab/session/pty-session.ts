import type { Screen } from "../../claude/screen/screen.js";
import { EmulatedScreen } from "../../terminal/emulator/emulated-screen.js";
import { spawnPty, type Pty } from "../../transport/pty/pty.js";
import { endTree } from "../machine/process-tree.js";
import type { IsolatedHome } from "../machine/isolated-home.js";
import { undoOnExit } from "../machine/left-behind.js";
import { DEFAULT_SIZE, type ExitStatus, type SessionSize } from "./lab-session.js";
import type { StandInApi } from "../api/stand-in-api.js";
import { TerminalSession } from "./terminal-session.js";

export interface LabLaunch {
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly size?: SessionSize;
  /** Gets the program's bytes as they come. */
  readonly watch?: (bytes: Buffer) => void;
}

/** A program of the lab in a PTY of ours, its bytes kept and its screen emulated. */
export class PtySession extends TerminalSession {
  readonly #pty: Pty;
  readonly #emulated: EmulatedScreen;
  readonly #chunks: Buffer[] = [];
  readonly #exited: Promise<ExitStatus>;
  #written: Promise<void> = Promise.resolve();
  #byteCount = 0;
  #hasExited = false;

  constructor(home: IsolatedHome, api: StandInApi, launch: LabLaunch) {
    super(home, api);
    const size = launch.size ?? DEFAULT_SIZE;
    this.#emulated = new EmulatedScreen(size, (reply) => this.#write(reply));
    this.#pty = spawnPty(launch.file, launch.args, { ...size, cwd: home.project, env: launch.environment });
    const isOver = undoOnExit(() => endTree(this.pid));
    this.#pty.onData((data) => {
      const chunk = Buffer.from(data);
      this.#take(chunk);
      launch.watch?.(chunk);
    });
    this.#exited = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode, signal }) => {
        this.#hasExited = true;
        // From here on the number may be another process's.
        isOver();
        // What a signal ended has no exit code; the PTY says 0.
        resolve(signal ? { exitCode: undefined, signal } : { exitCode, signal: undefined });
      });
    });
  }

  get pid(): number {
    return this.#pty.pid;
  }

  async screen(): Promise<Screen> {
    await this.#written;
    return this.#emulated.read();
  }

  bytes(): Promise<Buffer> {
    return Promise.resolve(Buffer.concat(this.#chunks));
  }

  type(text: string): Promise<void> {
    this.#write(text);
    return Promise.resolve();
  }

  resize(size: SessionSize): Promise<void> {
    this.#pty.resize(size.columns, size.rows);
    this.#emulated.resize(size.columns, size.rows);
    return Promise.resolve();
  }

  protected byteCount(): Promise<number> {
    return Promise.resolve(this.#byteCount);
  }

  exited(): Promise<ExitStatus> {
    return this.#exited;
  }

  async close(): Promise<void> {
    try {
      if (!this.#hasExited) {
        endTree(this.pid);
        await this.#exited;
      }
    } finally {
      this.#emulated.dispose();
      await this.home.remove();
    }
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#byteCount += chunk.length;
    this.#written = this.#emulated.write(chunk);
  }

  #write(text: string): void {
    if (!this.#hasExited) this.#pty.write(text);
  }
}
