/** What a `StdinWriter` writes to: a PTY, or whatever has its `write`. */
export interface StdinTarget {
  write(data: string | Buffer): void;
}

/** The one way to a child's keyboard. A dead child is no error: from `markDead()` on, writes are silent. */
export class StdinWriter {
  readonly #target: StdinTarget;
  readonly #log: (message: string) => void;
  #isDead = false;

  constructor(
    target: StdinTarget,
    log: (message: string) => void = (message) => process.stderr.write(`${message}\n`),
  ) {
    this.#target = target;
    this.#log = log;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Never throws. EPIPE is a child that has just gone, whose exit has not been told yet; other errors are logged. */
  write(data: string | Buffer): void {
    if (this.#isDead) return;
    try {
      this.#target.write(data);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "EPIPE") return;
      this.#log(`could not write to the child: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  markDead(): void {
    this.#isDead = true;
  }
}
