import { EscapeScanner } from "./escape-scanner.js";
import { ModeState } from "./mode-state.js";

/**
 * What a program has switched on in its terminal, learned from its output, so that exactly that can be taken back.
 * Fast enough for every byte to pass through it. Chunk by chunk is best: it fits into the time in which the program fills
 * its terminal again, which larger pieces would stop (64 KB at a time: 15 % less throughput).
 */
export class TerminalModes {
  readonly #state = new ModeState();
  readonly #scanner = new EscapeScanner(this.#state);

  feed(bytes: Buffer): void {
    this.#scanner.feed(bytes);
  }

  /** Not inside an escape sequence, a string, a UTF-8 character or a synchronized update: we may write. */
  get atRest(): boolean {
    return this.#scanner.atRest && !this.#state.isSynchronized;
  }

  /** The title that the program gave the window last (OSC 0 or 2). */
  get title(): string | undefined {
    return this.#state.strings.title;
  }

  /**
   * What takes back all that is on, and nothing else; empty where nothing is. Colours are not followed one by one: where
   * any may be on, one reset takes back all. The state is as before.
   */
  undo(): string {
    return this.#scanner.ending + this.#state.undo();
  }

  /** What brings it back on a terminal where it was undone; not colours, which a program sets with what it draws. */
  redo(): string {
    return this.#state.redo();
  }
}
