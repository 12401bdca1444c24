import { spawn, type ChildProcess } from "node:child_process";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import { UserError } from "../errors.js";
import { asStarted } from "../launch/as-started.js";

/** How a command ended. `exitCode` is 128 and the signal's number where a signal ended it, as a shell has it. */
export interface RunExit {
  readonly exitCode: number;
  readonly signal?: NodeJS.Signals;
}

export interface ChildOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin: "inherit" | "ignore" | "pipe";
  /** Called for one piece after the other; the next is read when the promise resolves. */
  readonly stdout: "inherit" | ((chunk: Buffer) => Promise<void>);
  readonly stderr: "inherit" | Writable;
}

/** A command on pipes. */
export class Child {
  /** Resolves after its last byte was taken. Rejects with what kept one from being taken. */
  readonly ended: Promise<RunExit>;
  readonly #process: ChildProcess;
  #isTaking = false;
  #lastByteAt = 0;
  #fault: { readonly error: unknown } | undefined;

  /** Throws a UserError where it cannot be started. */
  static async start(options: ChildOptions): Promise<Child> {
    const { command, args, env, cwd, stdin, stdout, stderr } = options;
    const stdio = [
      stdin,
      stdout === "inherit" ? stdout : "pipe",
      stderr === "inherit" ? stderr : "pipe",
    ] as const;
    try {
      const started = asStarted(command, args, { platform: process.platform, env });
      const { windowsVerbatimArguments } = started;
      const how = { env, cwd, stdio: [...stdio], windowsVerbatimArguments };
      const child = new Child(spawn(started.command, started.args, how), options);
      await child.#started();
      return child;
    } catch (error) {
      throw new UserError("NOT_STARTED", `${command} could not be started: ${messageOf(error)}`, {
        fix: "see that it is there and can be run",
        exitCode: 126,
        cause: error,
      });
    }
  }

  private constructor(process: ChildProcess, { stdout, stderr }: ChildOptions) {
    this.#process = process;
    // Without a listener an input that the child has closed would be our crash.
    process.stdin?.on("error", () => undefined);
    if (stderr !== "inherit") process.stderr?.pipe(stderr, { end: false });
    const drained =
      typeof stdout === "function" && process.stdout ? this.#drain(process.stdout, stdout) : undefined;
    this.ended = this.#end(drained);
    // It may come before anybody waits for it, and is theirs to see all the same.
    this.ended.catch(() => undefined);
  }

  /** Its standard input, where it is a pipe. */
  get stdin(): Writable | undefined {
    return this.#process.stdin ?? undefined;
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  /** What it still writes meets a closed pipe, as it would without us in between. */
  closeOutput(): void {
    this.#process.stdout?.destroy();
  }

  #started(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#process.once("spawn", resolve);
      this.#process.once("error", reject);
    });
  }

  async #drain(stdout: Readable, take: (chunk: Buffer) => Promise<void>): Promise<void> {
    try {
      for await (const chunk of stdout as AsyncIterable<Buffer>) {
        this.#isTaking = true;
        try {
          await take(chunk);
        } catch (error) {
          // Told when the command has ended, which meets a closed pipe now.
          this.#fault = { error };
          break;
        } finally {
          this.#isTaking = false;
        }
        this.#lastByteAt = performance.now();
      }
    } catch {
      // Destroyed by us: nobody reads on.
    }
  }

  async #end(drained: Promise<void> | undefined): Promise<RunExit> {
    const closed = new Promise((resolve) => this.#process.once("close", resolve));
    const exit = await new Promise<RunExit>((resolve) => {
      this.#process.once("exit", (code, signal) => resolve(exitOf(code, signal)));
      this.#process.once("error", () => resolve({ exitCode: 126 }));
    });
    this.#lastByteAt = performance.now();
    // A process that it left behind may hold the pipes open: what has come by then is all of its own.
    const linger = setInterval(() => {
      if (this.#isTaking || performance.now() - this.#lastByteAt < LINGER_MS) return;
      this.#process.stdout?.destroy();
      this.#process.stderr?.destroy();
    }, LINGER_MS / 4);
    await Promise.all([closed, drained]);
    clearInterval(linger);
    // An answer with a piece missing must not pass for a whole one.
    if (this.#fault) throw this.#fault.error;
    return exit;
  }
}

const LINGER_MS = 1000;

function exitOf(code: number | null, signal: NodeJS.Signals | null): RunExit {
  if (signal === null) return { exitCode: code ?? 1 };
  return { exitCode: 128 + constants.signals[signal], signal };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
