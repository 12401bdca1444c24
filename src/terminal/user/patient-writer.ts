import { writeSync } from "node:fs";
import { systemCode } from "../../errors.js";
import { Listeners } from "./listeners.js";

const QUICK_TRIES = 20;
const LONGEST_REST_MS = 16;

/**
 * Writes to a descriptor that does not block, and keeps what it does not take yet.
 * libuv cannot do this for the master of a PTY: where it cannot reopen a terminal by name it writes in a loop until all
 * is taken (libuv 1.46), so a child that is itself blocked by its output would hang us both.
 */
export class PatientWriter {
  readonly drained = new Listeners<void>();
  readonly #descriptor: number;
  #waiting: Buffer[] = [];
  #backlog = 0;
  #tries = 0;
  #cancelRetry: () => void = () => {};
  #isRetrying = false;
  #isClosed = false;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  get backlog(): number {
    return this.#backlog;
  }

  write(bytes: Buffer): void {
    if (this.#isClosed || bytes.length === 0) return;
    const taken = this.#waiting.length === 0 ? this.#offer(bytes) : 0;
    if (taken === bytes.length) return;
    this.#waiting.push(bytes.subarray(taken));
    this.#backlog += bytes.length - taken;
    this.#lookAgain();
  }

  /** What is still waiting is dropped; the descriptor stays open. */
  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
    this.#backlog = 0;
    this.#cancelRetry();
  }

  #flush(): void {
    this.#isRetrying = false;
    const all = this.#waiting.length === 1 ? this.#waiting[0]! : Buffer.concat(this.#waiting);
    const taken = this.#offer(all);
    if (this.#isClosed) return;
    if (taken > 0) this.#tries = 0;
    this.#backlog = all.length - taken;
    this.#waiting = this.#backlog === 0 ? [] : [all.subarray(taken)];
    if (this.#backlog === 0) this.drained.call();
    else this.#lookAgain();
  }

  /** Nothing tells us when there is room again, so it is tried: at once while the reader is busy reading, then more rarely. */
  #lookAgain(): void {
    if (this.#isRetrying) return;
    this.#isRetrying = true;
    const flush = () => this.#flush();
    if (this.#tries++ < QUICK_TRIES) {
      const retry = setImmediate(flush);
      this.#cancelRetry = () => clearImmediate(retry);
    } else {
      const retry = setTimeout(flush, Math.min(this.#tries - QUICK_TRIES, LONGEST_REST_MS));
      this.#cancelRetry = () => clearTimeout(retry);
    }
  }

  /** Returns how many bytes were taken. */
  #offer(bytes: Buffer): number {
    try {
      return writeSync(this.#descriptor, bytes);
    } catch (error) {
      const code = systemCode(error);
      if (code === "EAGAIN" || code === "EINTR") return 0;
      // EIO, EPIPE, EBADF: nobody will ever read this.
      this.close();
      return 0;
    }
  }
}
