import type { Key } from "../session/life/life.js";

export interface KeyboardOptions {
  /** Resolves when the keys are on their way. */
  readonly write: (text: string) => void | Promise<void>;
  /** Esc and a letter in one go are read as Alt+letter. */
  readonly escGapMs: number;
  /** Enter right behind a text is read as part of a paste. */
  readonly enterGapMs: number;
}

export type ArrowKey = "up" | "down";

/** Our own keys, with the pauses that Claude Code needs to tell them apart. */
export class Keyboard {
  readonly #options: KeyboardOptions;
  #typedAt = -Infinity;

  constructor(options: KeyboardOptions) {
    this.#options = options;
  }

  /** Several lines go in as a paste: typed, each line break would be an Enter. */
  async type(text: string): Promise<void> {
    this.#typedAt = performance.now();
    await this.#options.write(text.includes("\n") ? `\x1b[200~${text}\x1b[201~` : text);
  }

  /** Moves the cursor of a menu by one option. `isRight` as for `press`. */
  async move(key: ArrowKey, isRight: () => boolean | Promise<boolean>): Promise<void> {
    if (await isRight()) await this.#options.write(key === "up" ? "\x1b[A" : "\x1b[B");
  }

  /** `isRight` is asked right before the first byte: what was seen when the key was chosen may be gone. */
  async press(key: Key, isRight: () => boolean | Promise<boolean> = () => true): Promise<void> {
    const { escGapMs, enterGapMs } = this.#options;
    const { write } = this.#options;
    if (!(await isRight())) return;
    switch (key) {
      case "enter":
        await pause(Math.max(0, this.#typedAt + enterGapMs - performance.now()));
        if (!(await isRight())) return;
        await write("\r");
        // The person's keys that were held back must not be read with it either.
        await pause(enterGapMs);
        return;
      case "escape":
        await write("\x1b");
        await pause(escGapMs);
        return;
      case "clear":
        // Two of them, apart, empty the box of the releases before the stash, however many rows it has (1.0.64).
        await write("\x1b");
        await pause(Math.max(escGapMs, CLEAR_GAP_MS));
        // A dialog that came up since would be answered by it.
        if (!(await isRight())) return;
        await write("\x1b");
        await pause(escGapMs);
        return;
      case "stash":
        return write("\x13");
      case "insert":
        return write("i");
      default:
        return key satisfies never;
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const CLEAR_GAP_MS = 600;
