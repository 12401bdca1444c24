import { setTimeout as sleep } from "node:timers/promises";

import type { Screen } from "../../claude/screen/screen.js";
import { EmulatedScreen } from "../../terminal/emulator/emulated-screen.js";
import { spawnPty, type Pty } from "../pty/pty.js";
import { commandEnvironment } from "../../host/run-command.js";

export interface DisplayOptions {
  /** An absolute path. */
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly columns: number;
  readonly rows: number;
}

/**
 * A display of our own on somebody's GNU screen: what a person would see who came with another terminal. Nothing is
 * ever typed on it, and it goes when we go: the kernel hangs up.
 */
export class ScreenDisplay {
  readonly #pty: Pty;
  readonly #emulated: EmulatedScreen;
  #drawn: Promise<void> = Promise.resolve();
  /** The newest bytes, in which a mark is looked for. */
  #tail = "";
  #changedAt = Infinity;
  #isOver = false;

  constructor({ program, args, env, columns, rows }: DisplayOptions) {
    // Without answers to a terminal's questions: they would be typed into the window.
    this.#emulated = new EmulatedScreen({ columns, rows });
    this.#pty = spawnPty(program, args, {
      columns,
      rows,
      cwd: "/",
      env: commandEnvironment({ ...env, TERM: "xterm-256color" }),
    });
    this.#pty.onData((bytes) => this.#take(bytes));
    this.#pty.onExit(() => (this.#isOver = true));
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  async read(): Promise<Screen> {
    await this.#drawn;
    return this.#emulated.read();
  }

  /** Whether the mark came through; what was written before it has then been drawn. */
  hasSeen(mark: string): boolean {
    return this.#tail.includes(mark);
  }

  /** Resolves when something has come and no more follows, or after the time. */
  async settle(timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (!this.#isOver && performance.now() < deadline) {
      if (performance.now() - this.#changedAt >= QUIET_MS) return;
      await sleep(STEP_MS);
    }
  }

  resize(columns: number, rows: number): void {
    this.#pty.resize(columns, rows);
    this.#emulated.resize(columns, rows);
  }

  /** Detaches, as a terminal does that is closed. */
  async leave(): Promise<void> {
    const isGone = new Promise<void>((resolve) => void this.#pty.onExit(() => resolve()));
    if (!this.#isOver) this.#pty.kill("SIGHUP");
    await Promise.race([isGone, sleep(LONGEST_LEAVE_MS, undefined, { ref: false })]);
    if (!this.#isOver) this.#pty.kill("SIGKILL");
    await this.#drawn;
    this.#emulated.dispose();
  }

  #take(bytes: Buffer): void {
    // The buffer is reused after this call.
    this.#drawn = this.#emulated.write(Buffer.from(bytes));
    this.#tail = (this.#tail + bytes.toString("latin1")).slice(-TAIL_LENGTH);
    this.#changedAt = performance.now();
  }
}

const QUIET_MS = 60;
const STEP_MS = 10;
const LONGEST_LEAVE_MS = 2_000;
const TAIL_LENGTH = 16_384;
