/** DEC private modes that a program may leave on, in the order in which they are taken back. */
const OFF_BY_DEFAULT = [
  1, 5, 9, 45, 66, 69, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 2031, 2048,
] as const;
/** Autowrap and the cursor: left on by a program that behaves. */
const ON_BY_DEFAULT = [7, 25] as const;

export const ORIGIN = 6;
export const SYNCHRONIZED = 2026;

const SIZE = 2049;
const UNKNOWN = 0;
const OFF = 1;
const ON = 2;
const DEFAULTS = new Uint8Array(SIZE);
for (const mode of [...OFF_BY_DEFAULT, ORIGIN, SYNCHRONIZED]) DEFAULTS[mode] = OFF;
for (const mode of ON_BY_DEFAULT) DEFAULTS[mode] = ON;

/** Which DEC private modes are not as they are by default. Others than those above are not kept. */
export class PrivateModes {
  /** By the mode's number: each frame of a TUI sets some, so it has to be fast. */
  readonly #changed = new Uint8Array(SIZE);

  has(mode: number): boolean {
    return this.#changed[mode] === 1;
  }

  set(mode: number, on: boolean): void {
    if (mode >= SIZE || DEFAULTS[mode] === UNKNOWN) return;
    this.#changed[mode] = on === (DEFAULTS[mode] === ON) ? 0 : 1;
  }

  reset(modes: readonly number[]): void {
    for (const mode of modes) this.#changed[mode] = 0;
  }

  clear(): void {
    this.#changed.fill(0);
  }

  /** What takes back the modes that are on and should be off, or brings them back. */
  sequencesForOn(on: boolean): string {
    return this.#sequences(OFF_BY_DEFAULT, on ? "h" : "l");
  }

  /** What takes back the modes that are off and should be on, or brings them back. */
  sequencesForOff(off: boolean): string {
    return this.#sequences(ON_BY_DEFAULT, off ? "l" : "h");
  }

  #sequences(modes: readonly number[], final: string): string {
    return modes
      .filter((mode) => this.has(mode))
      .map((mode) => `\x1b[?${mode}${final}`)
      .join("");
  }
}
