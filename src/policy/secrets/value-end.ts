import { MASK } from "./mask-spans.js";

/** Whether the value is a variable or a substitution: `$TOKEN`, `"${TOKEN}"`, `$(…)`. */
export function isReference(text: string, at: number): boolean {
  REFERENCE.lastIndex = at;
  return REFERENCE.test(text);
}

// Not `$'…'`, which is a string, and not `$2b$10$…`, which is a hash.
const REFERENCE = /\\*"?(?:`|\$(?:[A-Za-z_{(@*#?!$-]|\d(?!\w)))/y;

/**
 * The end of the value at `from` in a shell command, JSON or a settings file, after its closing quote. `enclosing` is the
 * quote that is open around it, which ends it too.
 */
export function endOfValue(text: string, from: number, enclosing?: string): number {
  if (isEscapedQuote(text, from)) return endOfEscaped(text, from);
  let end = text.startsWith(MASK, from) ? from + MASK.length : endOfQuoted(text, from);
  const isQuoted = end > from;
  for (;;) {
    const before = end;
    const plain = isQuoted ? PLAIN_AFTER_QUOTE : PLAIN;
    plain.lastIndex = end;
    end += plain.exec(text)?.[0].length ?? 0;
    end = endOfJoined(text, end, enclosing);
    if (end === before) return end;
  }
}

/** The index of the quote that closes the one at `quote`, with its backslashes. */
export function endInQuotes(text: string, quote: number): number {
  let first = quote;
  while (text[first - 1] === "\\") first -= 1;
  if (first < quote) return beforeQuote(text, endOfEscaped(text, first));
  return beforeQuote(text, endOfQuoted(text, quote), text[quote]);
}

/** The end of the quoted string at `from`; the end of the text if it is not closed; `from` if there is none. */
export function endOfQuoted(text: string, from: number): number {
  const sign = text[from];
  if (sign === "'") {
    const close = text.indexOf("'", from + 1);
    return close < 0 ? text.length : close + 1;
  }
  const quoted = sign === '"' ? DOUBLE : sign === "$" ? DOLLAR : undefined;
  if (quoted === undefined) return from;
  quoted.lastIndex = from;
  return from + (quoted.exec(text)?.[0].length ?? 0);
}

/** JSON inside JSON: `\"` there, `\\\"` one level further in. A string ends at a quote of its own level. */
export function endOfEscaped(text: string, from: number): number {
  QUOTE.lastIndex = from;
  const opening = QUOTE.exec(text);
  if (!opening) return text.length;
  const [{ length: depth }, quote] = [opening[0], opening[0].at(-1)];
  for (let found = QUOTE.exec(text); found !== null; found = QUOTE.exec(text)) {
    const [run] = found;
    if (!run.endsWith(quote ?? "")) continue;
    // More backslashes may be content: each is written as twice as many as the level needs for a quote.
    if (run.length % (2 * depth) === depth) return QUOTE.lastIndex;
    // The outer string ends here.
    if (run.length < depth) return found.index;
  }
  return text.length;
}

function isEscapedQuote(text: string, at: number): boolean {
  ESCAPED_QUOTE.lastIndex = at;
  return ESCAPED_QUOTE.test(text);
}

/** Tells which quote is open at an index. Ask from left to right: the text is read once. */
export class QuoteTracker {
  readonly #text: string;
  #at = 0;
  #opened = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The index of the quote that is open at `index`, or -1. */
  openAt(index: number): number {
    for (; this.#at < index; this.#at += 1) {
      const sign = this.#text[this.#at];
      const open = this.#opened < 0 ? undefined : this.#text[this.#opened];
      if (sign === "\\" && open !== "'") this.#at += 1;
      else if (sign === open) this.#opened = -1;
      else if (open === undefined && (sign === '"' || sign === "'")) this.#opened = this.#at;
    }
    return this.#opened;
  }
}

// Linear time: each pattern either consumes what it reads or stops at the next quote, blank or backslash.
const QUOTE = /(?<!\\)\\*["']/g;
const ESCAPED_QUOTE = /\\+["']/y;
// Before a blank or a separator it closes the string around it instead.
const ESCAPED_OPENING = /\\+["'](?![\s,:;|&<>()[\]{}\\"']|$)/y;
const DOUBLE = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?/y;
const DOLLAR = /\$'[^'\\]*(?:\\[\s\S][^'\\]*)*'?/y;
const PLAIN = /(?:[^\s"'`|;&<>()\\}]|\\[^"'])*/y;
const PLAIN_AFTER_QUOTE = /[^\s"'`|;&<>()\\},\]]*/y;

/** The shell joins 'a'"b c"d to one word. A quote that is not closed, or closed after the enclosing one, does not count. */
function endOfJoined(text: string, at: number, enclosing: string | undefined): number {
  ESCAPED_OPENING.lastIndex = at;
  if (ESCAPED_OPENING.test(text)) return endOfEscaped(text, at);
  const sign = text[at];
  if (sign !== '"' && sign !== "'") return at;
  // After an equals sign it opens a new string: what looked like the enclosing quote was an apostrophe.
  if (sign === enclosing && text[at - 1] !== "=") return at;
  const end = endOfQuoted(text, at);
  const isClosed = end > at + 1 && text[end - 1] === sign;
  const isInside = enclosing === undefined || sign === enclosing || !text.slice(at, end).includes(enclosing);
  return isClosed && isInside ? end : at;
}

function beforeQuote(text: string, end: number, quote?: string): number {
  if (quote !== undefined) return text[end - 1] === quote ? end - 1 : end;
  let start = end;
  if (/["']/.test(text[start - 1] ?? "")) start -= 1;
  while (text[start - 1] === "\\") start -= 1;
  return start;
}
