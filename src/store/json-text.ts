/** A value's place in the text: `start` on its first character, `end` behind its last. */
export interface JsonNode {
  readonly start: number;
  readonly end: number;
  /** The members of an object, in the order of the text; undefined for any other value. */
  readonly members: readonly JsonMember[] | undefined;
  /** The items of an array, in the order of the text; undefined for any other value. */
  readonly items: readonly JsonNode[] | undefined;
}

export interface JsonMember {
  readonly key: string;
  /** Where the key's opening quote stands. */
  readonly start: number;
  readonly value: JsonNode;
}

export type JsonText =
  | { readonly ok: true; readonly value: unknown; readonly root: JsonNode }
  | { readonly ok: false; readonly reason: string; readonly line: number; readonly column: number };

/**
 * JSON.parse that knows places: a mistake comes with its line and column (JSON.parse of Node 20 names neither
 * for most mistakes), a good text with the span of each value, so that it can be edited without being rewritten.
 */
export function readJson(text: string): JsonText {
  const scanner = new Scanner(text);
  try {
    const root = scanner.document();
    return { ok: true, value: JSON.parse(text) as unknown, root };
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    const before = text.slice(0, error.at).split("\n");
    return {
      ok: false,
      reason: error.message,
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
    };
  }
}

// Far deeper than any settings file, far from the end of the stack.
const DEEPEST = 200;
const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;

class Mistake extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonNode {
    this.#take(SPACE);
    const root = this.#value(0);
    this.#take(SPACE);
    if (this.#at < this.#text.length) this.#fail("expected the end of the file");
    return root;
  }

  #value(depth: number): JsonNode {
    if (depth > DEEPEST) this.#fail(`nested deeper than ${DEEPEST} levels`);
    const start = this.#at;
    const sign = this.#text[start];
    if (sign === "{") return { start, members: this.#members(depth), items: undefined, end: this.#at };
    if (sign === "[") return { start, members: undefined, items: this.#items(depth), end: this.#at };
    if (!(this.#take(STRING) || this.#take(NUMBER) || this.#take(WORD))) this.#fail("expected a value");
    return { start, members: undefined, items: undefined, end: this.#at };
  }

  #members(depth: number): JsonMember[] {
    const members: JsonMember[] = [];
    this.#list("}", () => {
      const start = this.#at;
      const quoted = this.#take(STRING);
      if (quoted === undefined) this.#fail("expected a key in double quotes");
      this.#take(SPACE);
      if (!this.#sign(":")) this.#fail('expected ":" after the key');
      this.#take(SPACE);
      members.push({ key: String(JSON.parse(quoted)), start, value: this.#value(depth + 1) });
    });
    return members;
  }

  #items(depth: number): JsonNode[] {
    const items: JsonNode[] = [];
    this.#list("]", () => void items.push(this.#value(depth + 1)));
    return items;
  }

  #list(closing: string, item: () => void): void {
    this.#at += 1;
    this.#take(SPACE);
    if (this.#sign(closing)) return;
    for (;;) {
      item();
      this.#take(SPACE);
      if (this.#sign(closing)) return;
      const comma = this.#at;
      if (!this.#sign(",")) this.#fail(`expected "," or "${closing}"`);
      this.#take(SPACE);
      if (this.#text[this.#at] === closing)
        throw new Mistake(comma, `a comma before "${closing}" is not allowed`);
    }
  }

  #sign(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #take(token: RegExp): string | undefined {
    token.lastIndex = this.#at;
    const found = token.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #fail(expected: string): never {
    const rest = this.#text.slice(this.#at);
    if (/^\/[/*]/.test(rest)) throw new Mistake(this.#at, "comments are not allowed");
    // A broken string is reported where it begins; "got" would only show its quote.
    const got =
      rest === "" ? "the end of the file" : JSON.stringify(String.fromCodePoint(rest.codePointAt(0) ?? 0));
    throw new Mistake(this.#at, `${expected}, got ${rest.startsWith('"') ? "a broken string" : got}`);
  }
}
