import { setTimeout as sleep } from "node:timers/promises";

import type { Key } from "../session/event.js";

export interface KeyboardOptions {
  write(text: string): void;
  /** Esc and a letter in one go are read as Alt+letter. */
  readonly escGapMs: number;
  /** Enter right behind a text is read as part of a paste. */
  readonly enterGapMs: number;
}

/** Our own keys, with the pauses that Claude Code needs to tell them apart. */
export class Keyboard {
  readonly #options: KeyboardOptions;

  constructor(options: KeyboardOptions) {
    this.#options = options;
  }

  type(text: string): void {
    this.#options.write(text);
  }

  async press(key: Key): Promise<void> {
    const { write, escGapMs, enterGapMs } = this.#options;
    switch (key) {
      case "enter":
        await sleep(enterGapMs);
        return write("\r");
      case "escape":
        write("\x1b");
        await sleep(escGapMs);
        return;
      case "clear":
        // Two of them, apart, empty the box of the releases before the stash, however many rows it has (1.0.64).
        write("\x1b");
        await sleep(Math.max(escGapMs, CLEAR_GAP_MS));
        write("\x1b");
        await sleep(escGapMs);
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

const CLEAR_GAP_MS = 600;
