/** How the four character sets are named in ESC sequences. */
const SIGNS = ["(", ")", "*", "+"];
const ASCII = "B";

/** Which letters the four character sets hold, and whether another than the first is in use. */
export class CharsetState {
  #names = SIGNS.map(() => ASCII);
  #isShifted = false;

  /** Returns false where that intermediate names no set. */
  designate(intermediate: number, final: number): boolean {
    const set = SIGNS.indexOf(String.fromCharCode(intermediate));
    if (set >= 0) this.#names[set] = String.fromCharCode(final);
    return set >= 0;
  }

  /** SO and the shifts to the third and fourth set, which last; SI ends them. */
  shift(out: boolean): void {
    this.#isShifted = out;
  }

  clear(): void {
    this.#names.fill(ASCII);
    this.#isShifted = false;
  }

  copyFrom(other: CharsetState): void {
    this.#names = [...other.#names];
    this.#isShifted = other.#isShifted;
  }

  /** What takes back all that is on here or in the other one. */
  undo(other: CharsetState = this): string {
    const shift = this.#isShifted || other.#isShifted ? "\x0f" : "";
    const changed = SIGNS.filter((_, set) => this.#names[set] !== ASCII || other.#names[set] !== ASCII);
    return shift + changed.map((sign) => `\x1b${sign}${ASCII}`).join("");
  }

  redo(): string {
    const changed = SIGNS.map((sign, set) =>
      this.#names[set] === ASCII ? "" : `\x1b${sign}${this.#names[set]}`,
    );
    return changed.join("") + (this.#isShifted ? "\x0e" : "");
  }
}
