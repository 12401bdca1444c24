import type { Writable } from "node:stream";

/**
 * The way to our standard output. A write is over when its bytes are with the system, so that a slow reader slows
 * the child and nothing piles up here. A reader that goes away is no error: `closed` tells, and writes do nothing.
 */
export class Outlet {
  readonly closed: Promise<void>;
  readonly #stream: Writable;
  #isClosed = false;

  constructor(stream: Writable) {
    this.#stream = stream;
    this.closed = new Promise((resolve) => {
      const close = (): void => {
        this.#isClosed = true;
        resolve();
      };
      stream.on("error", close);
      stream.on("close", close);
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  write(bytes: Uint8Array): Promise<void> {
    if (this.#isClosed || bytes.length === 0) return Promise.resolve();
    // The callback may never come from a stream that was destroyed under it.
    const written = new Promise<void>((resolve) => void this.#stream.write(bytes, () => resolve()));
    return Promise.race([written, this.closed]);
  }
}
