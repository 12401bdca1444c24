/** Since when nobody has needed something, and what is done about it when that has lasted. */
export class IdleClock {
  #since: Date | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Undefined while somebody needs it. */
  get since(): Date | undefined {
    return this.#since;
  }

  /** From now on nobody does; `onOver` is called after `ms` of that. */
  start(ms: number, onOver: () => void): void {
    this.stop();
    this.#since = new Date();
    this.#timer = setTimeout(onOver, Math.min(ms, LONGEST_MS));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#since = undefined;
  }
}

// setTimeout overflows past 2^31 ms, and then fires at once.
const LONGEST_MS = 2 ** 31 - 1;
