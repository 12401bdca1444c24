import { commandOf, type CommandWords, type FoundSecret } from "./command-words.js";
import { maskSpans, type Span } from "./mask-spans.js";
import { INPUT_OPTIONS, PRINTERS, type SecretPart } from "./program-secrets.js";
import { FIGURE, isPlainName, isPlainValue, isSecretName } from "./secret-name.js";
import { endOfValue, isReference, QuoteTracker } from "./value-end.js";

/** Masks the secrets on the command lines of known programs, also inside scripts, strings and JSON arrays. */
export function maskArguments(text: string): string {
  return maskSpans(text, new Walk(text).spans());
}

/** The same for a list of arguments. Also masks the values of options such as `--token`. */
export function maskArgumentList(words: readonly string[]): readonly string[] {
  let command: CommandWords | undefined;
  let announced: SecretPart | undefined;
  return words.map((word) => {
    const part = word.startsWith("-") ? undefined : announced;
    announced = undefined;
    if (part !== undefined) return maskPart(word, 0, part);
    const begun = command?.isSettled ? undefined : commandOf(word);
    const found = begun ? undefined : (command?.take(word) ?? namedOption(word));
    if (begun) command = begun;
    else if (found === "over") command = undefined;
    else if (found?.at === "next word") announced = found.part;
    else if (typeof found?.at === "number") return maskPart(word, found.at, found.part);
    return word;
  });
}

function namedOption(word: string): FoundSecret | undefined {
  const [start, name = "", equals] = /^--?([A-Za-z][\w.-]{0,80})(?:(=)|$)/.exec(word) ?? [];
  if (start === undefined || !isSecretName(name)) return undefined;
  return { at: equals ? start.length : "next word", part: "all" };
}

function maskPart(word: string, at: number, part: SecretPart): string {
  const secret = secretIn(word.slice(at), part);
  if (secret === undefined || isReference(word, at + secret.start)) return word;
  return maskSpans(word, [{ start: at + secret.start, end: at + secret.end }]);
}

/**
 * One word or separator. Quotes, brackets and commas separate words too, so that commands in strings and arrays are found.
 * Each character is matched at most once.
 */
const PIECE = /\[secret\]|<<<|[|;&\n]|\\(?:\r\n|[\s\S])?|[^\s"'`|;&<>()\\,[\]{}]+/g;

/** From an option to its value: a blank, or the comma of an array. */
const GAP = /\\*["']?(?:[ \t]*,\s*|(?:[ \t]|\\\r?\n)+)/y;

class Walk {
  readonly #text: string;
  readonly #quotes: QuoteTracker;
  readonly #spans: Span[] = [];
  #command: CommandWords | undefined;
  /** The index of the open quote, and the command that it is an argument of. */
  #quote = -1;
  #outside: CommandWords | undefined;
  #readsInput = false;
  /** What `echo` or `printf` prints, and what is piped into the current command. */
  #printer: string | undefined;
  #printed: Span[] = [];
  #input: Span[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#quotes = new QuoteTracker(text);
  }

  spans(): readonly Span[] {
    PIECE.lastIndex = 0;
    for (let found = PIECE.exec(this.#text); found !== null; found = PIECE.exec(this.#text)) {
      const [word] = found;
      this.#enter(this.#quotes.openAt(found.index));
      if (SEPARATORS.has(word)) this.#end(word);
      else if (word === "<<<") PIECE.lastIndex = this.#takeHereString(PIECE.lastIndex);
      else if (!word.startsWith("\\")) PIECE.lastIndex = this.#take(word, found.index);
    }
    return this.#spans;
  }

  /** A separator inside a string ends the command in the string, not the one around it. */
  #enter(quote: number): void {
    if (quote === this.#quote) return;
    if (this.#quote >= 0) this.#command = this.#outside ?? this.#command;
    this.#outside = quote >= 0 ? this.#command : undefined;
    this.#quote = quote;
  }

  #end(separator: string): void {
    // The first operand of printf is the format.
    const printed = this.#printed.slice(this.#printer === "printf" && this.#printed.length > 1 ? 1 : 0);
    this.#input = separator === "|" ? printed : [];
    this.#command = undefined;
    this.#readsInput = false;
    this.#printer = undefined;
    this.#printed = [];
  }

  /** Returns where to continue. */
  #take(word: string, at: number): number {
    const end = at + word.length;
    const begun = this.#command?.isSettled ? undefined : commandOf(word);
    const found = begun ? undefined : this.#command?.take(word);
    if (begun || found === "over") this.#command = begun;
    if (this.#command === undefined) this.#print(word, at);
    this.#readsInput ||= INPUT_OPTIONS.has(word) || this.#command?.readsInput === true;
    if (this.#readsInput) this.#spans.push(...this.#input.splice(0));
    if (found === undefined || found === "over") return end;
    const start = typeof found.at === "number" ? this.#startOf(at, found.at) : this.#next(end, found.at);
    return start === undefined ? end : Math.max(end, this.#mask(start, found.part));
  }

  #print(word: string, at: number): void {
    if (PRINTERS.has(word)) {
      this.#printer = word;
      this.#printed = [];
    } else if (this.#printer !== undefined && !word.startsWith("-") && this.#printed.length < MOST_PRINTED) {
      const start = this.#startOf(at, 0);
      if (!isReference(this.#text, start)) this.#printed.push({ start, end: this.#endOf(start) });
    }
  }

  #takeHereString(at: number): number {
    BLANKS.lastIndex = at;
    const start = at + (BLANKS.exec(this.#text)?.[0].length ?? 0);
    return this.#readsInput ? this.#mask(start, "all") : at;
  }

  /** Includes the quote of a quoted operand. */
  #startOf(at: number, index: number): number {
    return index === 0 && this.#quote >= 0 && this.#quote === at - 1 ? this.#quote : at + index;
  }

  /** Where the value after an option starts; undefined if there is none. */
  #next(end: number, where: "attached" | "next word"): number | undefined {
    GAP.lastIndex = end;
    const gap = GAP.exec(this.#text)?.[0].length;
    const isQuote = OPENING_QUOTE.test(this.#text.slice(end, end + 20));
    if (gap === undefined ? !isQuote : where === "attached") return undefined;
    const start = end + (gap ?? 0);
    OPTION.lastIndex = start;
    return OPTION.test(this.#text) ? undefined : start;
  }

  /** Returns the end of the value, masked or not, so that nothing is read twice. */
  #mask(start: number, part: SecretPart): number {
    const isWhole = part === "all" || part === "bare" || part === "cookie";
    if (isWhole && isReference(this.#text, start)) return start;
    const end = this.#endOf(start);
    const [opening, closing] = quotesOf(this.#text.slice(start, end));
    const secret = secretIn(this.#text.slice(start + opening, end - closing), part);
    if (secret === undefined) return end;
    const span = { start: start + opening + secret.start, end: start + opening + secret.end };
    if (isWhole) this.#spans.push({ start, end });
    else if (!isReference(this.#text, span.start)) this.#spans.push(span);
    return end;
  }

  #endOf(start: number): number {
    const open = start === this.#quote ? -1 : this.#quotes.openAt(start);
    return endOfValue(this.#text, start, this.#text[open]);
  }
}

const SEPARATORS: ReadonlySet<string> = new Set(["|", ";", "&", "\n", "\\n"]);
// A quote that closes the option itself, as in an array, is followed by a separator.
const OPENING_QUOTE = /^\\{0,15}["'][^\s,:;|&<>()[\]{}\\]/;
const BLANKS = /[ \t]*/y;
const OPTION = /\\*["']?-/y;
const MOST_PRINTED = 16;

/** How long the opening and the closing quote are, with their backslashes. */
function quotesOf(value: string): readonly [number, number] {
  const opening = /^\$?\\*["']/.exec(value)?.[0].length ?? 0;
  const isClosed = opening > 0 && value.length > opening && value.endsWith(value.charAt(opening - 1));
  return [opening, isClosed ? opening : 0];
}

function secretIn(value: string, part: SecretPart): Span | undefined {
  switch (part) {
    case "all":
      return value === "" || PORTS.test(value) ? undefined : { start: 0, end: value.length };
    case "bare":
      return value === "" || value.includes("=") ? undefined : { start: 0, end: value.length };
    case "cookie":
      return value.includes("=") ? { start: 0, end: value.length } : undefined;
    case "setting": {
      const [name = "", rest = ""] = value.split("=", 2);
      const isPlain = isPlainName(name) || isPlainValue(name, rest) || FIGURE.test(rest);
      return isPlain ? undefined : behind(value, "=");
    }
    case "slash": {
      const host = value.lastIndexOf("@");
      return behind(value.slice(0, host < 0 ? undefined : host), "/");
    }
    case "colon":
      return behind(value, ":") ?? userAlone(value);
    default:
      return behind(value, SIGNS[part]);
  }
}

const SIGNS = { equals: "=", comma: ",", percent: "%" } as const;

function behind(value: string, sign: string): Span | undefined {
  const start = value.indexOf(sign) + 1;
  return start === 0 || start === value.length ? undefined : { start, end: value.length };
}

/** `KEY:`, for services that take an API key as the user name, with an empty password. */
function userAlone(value: string): Span | undefined {
  const end = value.length - 1;
  return end >= 16 && value.indexOf(":") === end ? { start: 0, end } : undefined;
}

/** `-p 8080:80` publishes a port. */
const PORTS = /^(?:[\d.]{7,15}:|localhost:)?\d{1,5}(?:-\d{1,5})?:\d{1,5}(?:-\d{1,5})?(?:\/(?:tcp|udp))?$/;
