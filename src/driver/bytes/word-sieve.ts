/**
 * Finds the places around a word in a stream that is too fast to be read: a native search, a tenth of what reading
 * costs. A word that is split by an escape sequence passes through.
 */
export class WordSieve {
  readonly #word: RegExp;
  /** The end of what came, not searched yet, and what stands before it. */
  #held = "";
  #searched = 0;

  /** Case is ignored. */
  constructor(word: string) {
    this.#word = new RegExp(word, "gi");
  }

  /** The surroundings of each occurrence, once enough of what follows is there. */
  push(bytes: Buffer): Buffer[] {
    const window = this.#held + bytes.toString("latin1");
    const end = window.length - AFTER;
    const found: Buffer[] = [];
    this.#word.lastIndex = this.#searched;
    for (let match = this.#word.exec(window); match && match.index < end; match = this.#word.exec(window)) {
      const from = Math.max(0, match.index - BEFORE);
      const to = match.index + AFTER;
      found.push(Buffer.from(window.slice(from, to), "latin1"));
      this.#word.lastIndex = to;
      this.#searched = to;
    }
    const kept = Math.max(0, Math.min(end, window.length) - BEFORE);
    this.#searched = Math.max(this.#searched, end, 0) - kept;
    this.#held = window.slice(kept);
    return found;
  }
}

// Longer than the lines in which messages stand.
const BEFORE = 1024;
const AFTER = 1024;
