import { callSafely } from "../../errors.js";

export interface Disposable {
  dispose(): void;
}

/** A list of callbacks, in the order in which they came. */
export class Listeners<T> {
  // Replaced, never changed: a listener may leave while it is being called.
  #all: readonly ((value: T) => void)[] = [];

  get size(): number {
    return this.#all.length;
  }

  add(listener: (value: T) => void): Disposable {
    this.#all = [...this.#all, listener];
    return { dispose: () => (this.#all = this.#all.filter((other) => other !== listener)) };
  }

  call(value: T): void {
    for (const listener of this.#all) {
      // The exit of a child must reach the one who gives the terminal back.
      callSafely(() => listener(value));
    }
  }
}
