/** Those who have a session's terminal in front of them. */
export class Viewers {
  readonly #all = new Set<() => void>();
  #onLeft: () => void = () => undefined;

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  /** `onGone` is called when the session is. Returns what takes them away again; it returns whether they were there. */
  add(onGone: () => void): () => boolean {
    this.#all.add(onGone);
    return () => {
      const wasThere = this.#all.delete(onGone);
      if (wasThere) this.#onLeft();
      return wasThere;
    };
  }

  /** The session is gone. */
  dismiss(): void {
    const all = [...this.#all];
    this.#all.clear();
    for (const onGone of all) onGone();
    this.#onLeft();
  }

  /** Resolves when the next of them has left, or all were dismissed. */
  left(): Promise<void> {
    return new Promise((resolve) => (this.#onLeft = resolve));
  }
}
