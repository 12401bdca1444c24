import { EscapeScanner } from "./escape-scanner.js";
import { ModeState } from "./mode-state.js";

/** Read in pieces of this size: in a flood, one large piece costs much less than many small ones between system calls. */
const PIECE_BYTES = 64 * 1024;

/**
 * What a program has switched on in its terminal, learned from its output, so that exactly that can be taken back.
 * Fast enough for every byte to pass through it. Bytes are read when enough of them have come, or somebody asks.
 */
export class TerminalModes {
  readonly #state = new ModeState();
  readonly #scanner = new EscapeScanner(this.#state);
  readonly #unread = Buffer.allocUnsafeSlow(PIECE_BYTES);
  #unreadLength = 0;

  feed(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const taken = Math.min(bytes.length - at, PIECE_BYTES - this.#unreadLength);
      this.#unread.set(taken === bytes.length ? bytes : bytes.subarray(at, at + taken), this.#unreadLength);
      this.#unreadLength += taken;
      at += taken;
      if (this.#unreadLength === PIECE_BYTES) this.#catchUp();
    }
  }

  /** Not inside an escape sequence, a string, a UTF-8 character or a synchronized update: we may write. */
  get atRest(): boolean {
    this.#catchUp();
    return this.#scanner.atRest && !this.#state.isSynchronized;
  }

  /** The title that the program gave the window last (OSC 0 or 2). */
  get title(): string | undefined {
    this.#catchUp();
    return this.#state.strings.title;
  }

  /** What takes back all that is on, and nothing else; empty where nothing is. The state is as before. */
  undo(): string {
    this.#catchUp();
    return this.#scanner.ending + this.#state.undo();
  }

  /** What brings it all back on a terminal where it was undone. */
  redo(): string {
    this.#catchUp();
    return this.#state.redo();
  }

  #catchUp(): void {
    if (this.#unreadLength === 0) return;
    const piece = this.#unread.subarray(0, this.#unreadLength);
    this.#unreadLength = 0;
    this.#scanner.feed(piece);
  }
}
