import type { Writable } from "node:stream";

/**
 * The way to a stream whose reader may be slow or go away. A write is over when its bytes are with the system, so
 * nothing piles up here. A reader that has gone is no error: `closed` tells, and writes do nothing.
 */
export class OutputSink {
  readonly closed: Promise<void>;
  readonly #stream: Writable;
  /** A stream that is destroyed may never call back; then these are called. */
  readonly #pending = new Set<() => void>();
  #isClosed = false;

  constructor(stream: Writable) {
    this.#stream = stream;
    this.closed = new Promise((resolve) => {
      const close = (): void => {
        this.#isClosed = true;
        resolve();
        for (const done of this.#pending) done();
      };
      stream.on("error", close);
      stream.on("close", close);
    });
  }

  get isClosed(): boolean {
    return this.#isClosed || this.#stream.writableEnded;
  }

  write(bytes: Uint8Array): Promise<void> {
    if (this.isClosed || bytes.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        this.#pending.delete(done);
        resolve();
      };
      this.#pending.add(done);
      this.#stream.write(bytes, done);
    });
  }

  end(): void {
    this.#stream.end();
  }
}
