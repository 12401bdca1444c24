/** For how long the same has been asked of whoever is there. */
export class Standing {
  #since = 0;
  #what: string | undefined;

  /** Undefined where nothing is asked. */
  get what(): string | undefined {
    return this.#what;
  }

  get ms(): number {
    return this.#what === undefined ? 0 : performance.now() - this.#since;
  }

  see(what: string | undefined): void {
    if (what === this.#what) return;
    this.#what = what;
    this.#since = performance.now();
  }
}
