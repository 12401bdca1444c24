/** Reads again as long as something has changed since the last read began, and never twice at the same time. */
export class CatchUp {
  readonly #read: () => Promise<void>;
  #running: Promise<void> | undefined;
  #isAsked = false;
  #isStopped = false;

  /** `read` reads everything that is there. */
  constructor(read: () => Promise<void>) {
    this.#read = read;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Resolves when everything that is there now has been read. Called during a read: it is followed by another. */
  run(): Promise<void> {
    this.#isAsked = true;
    this.#running ??= this.#readAll();
    return this.#running;
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #readAll(): Promise<void> {
    try {
      while (this.#isAsked && !this.#isStopped) {
        this.#isAsked = false;
        await this.#read();
      }
    } finally {
      // In the same turn as the last look at `isAsked`: a call that comes now starts a new run.
      this.#running = undefined;
    }
  }
}
