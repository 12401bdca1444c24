const MOST_PUSHED = 64;

/** The kitty keyboard protocol's flags on one screen: the ones in force, and those below them on the stack. */
export class KeyboardFlags {
  #pushed: number[] = [];
  #current = 0;

  get isPlain(): boolean {
    return this.#pushed.length === 0 && this.#current === 0;
  }

  clear(): void {
    this.#pushed = [];
    this.#current = 0;
  }

  push(flags: number): void {
    this.#pushed.push(this.#current);
    // Terminals forget the oldest, at 8 entries or more.
    if (this.#pushed.length > MOST_PUSHED) this.#pushed.shift();
    this.#current = flags;
  }

  pop(count: number): void {
    for (let popped = 0; popped < count && !this.isPlain; popped++) this.#current = this.#pushed.pop() ?? 0;
  }

  /** `how`: 1 the flags are these, 2 these as well, 3 without these. */
  set(flags: number, how: number): void {
    if (how === 1) this.#current = flags;
    if (how === 2) this.#current |= flags;
    if (how === 3) this.#current &= ~flags;
  }

  undo(): string {
    const pop = this.#pushed.length > 0 ? `\x1b[<${this.#pushed.length}u` : "";
    return (this.#pushed[0] ?? this.#current) === 0 ? pop : `${pop}\x1b[=0;1u`;
  }

  redo(): string {
    const [base, ...above] = [...this.#pushed, this.#current];
    return (base === 0 ? "" : `\x1b[=${base};1u`) + above.map((flags) => `\x1b[>${flags}u`).join("");
  }
}
