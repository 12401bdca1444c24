/**
 * Writes that follow each other fast: one at a time, and what was overtaken while it waited is left out.
 * Every caller's promise settles with the outcome of a write that held its value or a later one.
 */
export class LatestWrite<Value, Outcome> {
  readonly #write: (value: Value) => Promise<Outcome>;
  #running = false;
  #next: { value: Value; settle: ((outcome: Promise<Outcome>) => void)[] } | undefined;

  constructor(write: (value: Value) => Promise<Outcome>) {
    this.#write = write;
  }

  put(value: Value): Promise<Outcome> {
    return new Promise((settle) => {
      this.#next = { value, settle: [...(this.#next?.settle ?? []), settle] };
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let now = this.#next; now !== undefined; now = this.#next) {
      this.#next = undefined;
      const outcome = this.#write(now.value);
      for (const settle of now.settle) settle(outcome);
      // A failure is the callers' to see; the next write is due all the same.
      await outcome.catch(() => undefined);
    }
    this.#running = false;
  }
}
