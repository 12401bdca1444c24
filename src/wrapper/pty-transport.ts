import type { InputGate } from "../driver/input-gate.js";
import type { Disposable } from "../terminal/user/listeners.js";
import type { StdinWriter } from "../terminal/user/stdin-writer.js";
import type { Transport } from "../transport/transport.js";

export interface PtyTransportOptions {
  readonly writer: StdinWriter;
  readonly gate: InputGate;
  readonly size: () => { readonly columns: number; readonly rows: number };
  readonly resize: (columns: number, rows: number) => void;
}

/** The terminal of the session that we started: keys go in, and output comes as it is. */
export class PtyTransport implements Transport {
  readonly name = "pty";
  readonly #options: PtyTransportOptions;
  #listener: ((bytes: Buffer) => void) | undefined;
  /** What came before somebody listened; undefined when nobody will. */
  #early: Buffer[] | undefined = [];
  #earlyBytes = 0;
  #hasGap = false;

  constructor(options: PtyTransportOptions) {
    this.#options = options;
  }

  /** The bytes are reused after the call: whoever wants to keep them copies them. */
  take(bytes: Buffer): void {
    if (this.#listener) return this.#listener(bytes);
    if (this.#early === undefined) return;
    this.#early.push(Buffer.from(bytes));
    this.#earlyBytes += bytes.length;
    // A program that begins with a flood: the newest part of it is what is on the screen.
    for (; this.#earlyBytes > MOST_EARLY_BYTES; this.#hasGap = true) {
      this.#earlyBytes -= this.#early.shift()?.length ?? 0;
    }
  }

  /** Something came before anybody listened that was not kept. */
  get hasGap(): boolean {
    return this.#hasGap;
  }

  /** One listener, which gets what came before it too. */
  readonly onOutput = (listener: (bytes: Buffer) => void): Disposable => {
    for (const bytes of this.#early ?? []) listener(bytes);
    this.#early = undefined;
    this.#listener = listener;
    return { dispose: () => (this.#listener = undefined) };
  };

  isSameProcess(): boolean {
    return !this.#options.writer.isDead;
  }

  send(keys: string): void {
    this.#options.writer.write(keys);
  }

  holdUserKeys(maxMs: number): Disposable {
    return this.#options.gate.hold(maxMs);
  }

  /** A program draws its screen again when its window changes: one row less for a moment. */
  repaint(): void {
    const { size, resize, writer } = this.#options;
    const { columns, rows } = size();
    resize(columns, Math.max(1, rows - 1));
    setTimeout(() => {
      if (!writer.isDead) resize(size().columns, size().rows);
    }, REPAINT_MS).unref();
  }

  /** Nobody listens any more, and nobody will. */
  release(): Promise<void> {
    this.#early = this.#listener = undefined;
    return Promise.resolve();
  }
}

const MOST_EARLY_BYTES = 8 * 1024 * 1024;
const REPAINT_MS = 100;
