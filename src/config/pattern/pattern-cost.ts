import type { PatternNode } from "./pattern-tree.js";

/**
 * Searches the text as a backtracking engine does; "runs away" where it looks at more characters than some
 * squares of the text's length. Counted, not timed: the verdict is the same on every machine, under any load.
 * `spent` adds up the looks of several searches.
 */
export function trySearch(
  root: PatternNode,
  text: string,
  spent = { looks: 0 },
): "found" | "not found" | "runs away" {
  const search = new Search(text);
  try {
    for (let start = 0; start <= text.length; start++) {
      if (search.run(root, start, () => true)) return "found";
    }
    return "not found";
  } catch (error) {
    // A RangeError is the stack: thousands of nested turns, which no honest pattern takes on so short a text.
    if (error instanceof TooExpensive || error instanceof RangeError) return "runs away";
    throw error;
  } finally {
    spent.looks += search.looks;
  }
}

// ".*a|.*b|…" of eight options costs eight squares; ".*.*x" costs twenty and more on 120 characters.
const MOST_SQUARES = 10;

class TooExpensive extends Error {}

type Next = (at: number) => boolean;

/** The classic matcher: each node runs what comes next, and tries its other ways where that fails. */
class Search {
  readonly #text: string;
  readonly #most: number;
  readonly #fits = new Map<string, boolean>();
  looks = 0;

  constructor(text: string) {
    this.#text = text;
    this.#most = MOST_SQUARES * text.length ** 2;
  }

  run(node: PatternNode, at: number, next: Next): boolean {
    switch (node.type) {
      case "character":
        return this.#takes(node.source, at) && next(at + 1);
      case "sequence":
        return this.#sequence(node.parts, 0, at, next);
      case "choice":
        return node.options.some((option) => this.run(option, at, next));
      case "repeat":
        return this.#repeat(node, 0, at, next);
      case "look":
        // A look behind is taken for true: it runs over what was read already.
        if (node.ahead && this.run(node.body, at, () => true) !== node.wanted) return false;
        return next(at);
      case "assertion":
        return this.#holds(node.source, at) && next(at);
    }
  }

  #sequence(parts: readonly PatternNode[], index: number, at: number, next: Next): boolean {
    const part = parts[index];
    if (part === undefined) return next(at);
    return this.run(part, at, (end) => this.#sequence(parts, index + 1, end, next));
  }

  #repeat(node: Extract<PatternNode, { type: "repeat" }>, count: number, at: number, next: Next): boolean {
    const again: Next = (end) => {
      // An empty turn leads nowhere new: engines refuse it, but for the turns that must be.
      if (end === at && count >= node.min) return false;
      return this.#repeat(node, count + 1, end, next);
    };
    if (count < node.max && this.run(node.body, at, again)) return true;
    return count >= node.min && next(at);
  }

  #takes(source: string, at: number): boolean {
    if (++this.looks > this.#most) throw new TooExpensive();
    const sign = this.#text[at];
    if (sign === undefined) return false;
    const key = sign + source;
    let fits = this.#fits.get(key);
    if (fits === undefined) {
      fits = new RegExp(`^${source}$`, "i").test(sign);
      this.#fits.set(key, fits);
    }
    return fits;
  }

  #holds(source: string, at: number): boolean {
    const isWord = (index: number): boolean => /\w/.test(this.#text[index] ?? "");
    if (source === "^") return at === 0;
    if (source === "$") return at === this.#text.length;
    if (source === "\\b") return isWord(at - 1) !== isWord(at);
    if (source === "\\B") return isWord(at - 1) === isWord(at);
    // A back reference counts as empty.
    return true;
  }
}
