import { closeSync, openSync, readFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { onTestFinished } from "vitest";

import type { PtyExit } from "../../../src/transport/pty/pty.js";
import {
  UserTerminal,
  type TerminalInput,
  type TerminalOutput,
} from "../../../src/terminal/user/user-terminal.js";

/** As node-pty is: text instead of bytes, and no more than its own methods. */
export class FakeNodePty {
  readonly pid = 4242;
  readonly written: string[] = [];
  readonly killed: (string | undefined)[] = [];
  readonly #data: ((text: string) => void)[] = [];
  readonly #exit: ((exit: PtyExit) => void)[] = [];

  onData(listener: (text: string) => void) {
    this.#data.push(listener);
    return { dispose: () => void this.#data.splice(this.#data.indexOf(listener), 1) };
  }

  onExit(listener: (exit: PtyExit) => void) {
    this.#exit.push(listener);
    return { dispose: () => void this.#exit.splice(this.#exit.indexOf(listener), 1) };
  }

  write(data: string | Buffer): void {
    this.written.push(data.toString());
  }

  resize(): void {}

  kill(signal?: string): void {
    this.killed.push(signal);
  }

  say(text: string): void {
    for (const listener of this.#data) listener(text);
  }

  exit(exit: PtyExit): void {
    for (const listener of this.#exit) listener(exit);
  }
}

/** The person's terminal: keys as they are told, output as a file. */
export class FakeTerminal {
  readonly terminal: UserTerminal;
  readonly #input = Object.assign(new PassThrough(), { fd: -1, isTTY: false });
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    const fd = openSync(file, "w");
    const output = Object.assign(new PassThrough(), { fd, isTTY: false, columns: 80, rows: 24 });
    this.terminal = new UserTerminal(
      this.#input as unknown as TerminalInput,
      output as unknown as TerminalOutput,
    );
    onTestFinished(() => closeSync(fd));
  }

  get shown(): string {
    return readFileSync(this.#file, "utf8");
  }

  type(keys: string): void {
    this.#input.emit("data", Buffer.from(keys));
  }
}
