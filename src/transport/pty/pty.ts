import type { Disposable } from "../../terminal/user/listeners.js";
import { spawnUnixPty } from "./unix-pty.js";
import { spawnWindowsPty } from "./windows-pty.js";

/** How a child ended; `signal` is set and not 0 where a signal ended it. */
export interface PtyExit {
  readonly exitCode: number;
  readonly signal?: number | undefined;
}

/** A child in a terminal of its own. The shape is node-pty's, so that whatever looks like an `IPty` fits. */
export interface Pty {
  readonly pid: number;
  /** The child's bytes as they are. Nothing is read before somebody listens. Whoever keeps them takes a copy. */
  onData(listener: (data: Buffer) => void): Disposable;
  /** Called once, at once, after the last byte. */
  onExit(listener: (exit: PtyExit) => void): Disposable;
  /** The child was stopped and waits for SIGCONT. */
  onStop?(listener: () => void): Disposable;
  /** Never blocks and never throws for a child that is gone; what the child does not take yet is kept. */
  write(data: string | Buffer): void;
  /** How many written bytes the child's terminal has not taken yet. */
  readonly backlog?: number;
  /** The backlog is empty again. */
  onDrain?(listener: () => void): Disposable;
  resize(columns: number, rows: number): void;
  /** Leaves the child's output where it is, so that a child that is too fast waits. */
  pause?(): void;
  resume?(): void;
  kill(signal?: string): void;
}

/** What node-pty itself hands out: text instead of bytes. */
export interface TextPty extends Omit<Pty, "onData"> {
  onData(listener: (text: string) => void): Disposable;
}

export interface PtyOptions {
  readonly columns: number;
  readonly rows: number;
  readonly cwd: string;
  /** The child's whole environment; nothing is added and nothing taken away. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type SpawnPty = (command: string, args: readonly string[], options: PtyOptions) => Pty;

/** Starts a command in a new terminal. `command` should be an absolute path that can be executed. */
export const spawnPty: SpawnPty = process.platform === "win32" ? spawnWindowsPty : spawnUnixPty;
