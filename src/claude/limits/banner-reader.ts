import { AnchorSearch, LONGEST_LOOKBACK, REACH, holdsAnchor, readingStart } from "./banner-anchors.js";
import { bannerOf, breaksOff, endsInToolHeader, joinLines, textLines } from "./banner-line.js";
import type { BannerLine } from "./banner-line.js";
import { readLimit } from "./limit.js";
import type { Limit } from "./limit.js";
import type { Moment } from "./moment.js";
import type { Finding, Search, StreamReader } from "../transcript/stream-reader.js";
import { StreamText, endsOnBackground } from "../screen/stream-text.js";

/**
 * Finds Claude Code's own banners in a stream. It skips from anchor to anchor (banner-anchors.ts), and reads
 * in full only the lines around them. What it finds depends on the stream alone, not on how it is cut.
 */
export class BannerReader implements StreamReader {
  readonly #bytes: boolean;
  readonly #moment: () => Moment;
  /** The end of what was pushed: enough to find the start of a line, and the line above it. */
  #history = "\n";
  /** The part of `history` that was read in full and holds nothing more. */
  #settled = 0;
  /** Set while a line is read in full. */
  #line: StreamText | undefined;
  #above = "";
  /** Of the line: a bracket is open; and how often it was read before its end. */
  #bracket = false;
  #tries = 0;
  #held: { readonly banner: BannerLine; readonly lines: number } | undefined;

  constructor(options: { bytes: boolean; moment: () => Moment }) {
    this.#bytes = options.bytes;
    this.#moment = options.moment;
  }

  get undecided(): boolean {
    return this.#line !== undefined;
  }

  get buffer(): string {
    return textLines(this.#history, this.#bytes).join("\n");
  }

  push(raw: string, search: Search = "thorough"): Finding | undefined {
    // The quick way out: most chunks hold nothing, and are not even joined to what came before.
    if (!this.#line && !holdsAnchor(this.#history, raw, search)) {
      if (raw.length >= HISTORY) this.#settled = 0;
      this.#remember(raw.length < HISTORY ? this.#history + raw : raw);
      return undefined;
    }
    const window = this.#history + raw;
    const anchors = new AnchorSearch(window, search);
    let index = this.#line ? this.#history.length : Math.max(this.#settled, this.#history.length - REACH);
    let until = index;
    while (index < window.length) {
      if (this.#line) {
        const limit = this.#readLine(this.#line, window, index);
        index = this.#line.at;
        if (limit) return { ...finding(limit), rest: window.slice(index) };
        if (index > until && this.#isDone(this.#line)) this.#line = undefined;
        this.#settled = index;
        continue;
      }
      const anchor = anchors.next(index);
      if (anchor === undefined) break;
      until = anchor;
      const start = readingStart(window, anchor);
      index = start?.from ?? anchor + 1;
      if (!start) continue;
      this.#line = new StreamText({ bytes: this.#bytes, column: start.column });
      this.#beginLine(window, index);
    }
    this.#remember(window);
    return undefined;
  }

  settle(): Finding | undefined {
    const limit = this.#line && (this.#openLimit(this.#line) ?? this.#read(this.#held?.banner));
    return limit && { ...finding(limit), rest: "" };
  }

  #remember(window: string): void {
    this.#history = window.slice(-HISTORY);
    this.#settled = Math.max(0, this.#settled - window.length + this.#history.length);
  }

  #beginLine(window: string, index: number): void {
    this.#above = before(window, index);
    this.#bracket = false;
    this.#tries = 0;
  }

  /** Reads to the end of the line or of the window. */
  #readLine(line: StreamText, window: string, from: number): Limit | undefined {
    for (let index = from; index < window.length; index = line.at) {
      switch (line.read(window, index, this.#tries < MOST_TRIES ? "()0123456789" : "")) {
        case "stop": {
          if (!this.#mayComplete(line, window.charAt(line.at - 1))) break;
          this.#tries++;
          const limit = COMPLETE.test(line.text) ? this.#openLimit(line) : undefined;
          if (limit?.resetsAt) return limit;
          break;
        }
        case "line": {
          const limit = this.#endLine(line);
          this.#beginLine(window, line.at);
          return limit;
        }
        case "long":
        case "end":
          return undefined;
      }
    }
    return undefined;
  }

  /** Asked at every bracket and digit, so without looking at the whole line. */
  #mayComplete(line: StreamText, last: string): boolean {
    if (last !== "(" && last !== ")") return EPOCH.test(line.lately(EPOCH_CELLS));
    // The bracket may have been opened on the line before.
    const closes = last === ")" && (this.#bracket || this.#held !== undefined);
    this.#bracket = last === "(";
    return closes;
  }

  /** Nothing more of the line, or of the message, is to come. */
  #isDone(line: StreamText): boolean {
    return this.#held === undefined && (line.ended || line.overlong);
  }

  /** What the line says so far. */
  #openLimit(line: StreamText): Limit | undefined {
    const joined = this.#join(line.text);
    const sentence = joined ?? bannerOf(line.text);
    const limit = this.#read(sentence);
    return limit && (joined || !this.#isQuote(sentence, line)) ? limit : undefined;
  }

  #endLine(line: StreamText): Limit | undefined {
    const text = line.text;
    if (text === "") return undefined;
    const held = this.#held;
    const joined = this.#join(text);
    this.#held = undefined;
    // Another message has begun, so what was held is all of it.
    const whole = joined ? undefined : this.#read(held?.banner);
    if (whole) return whole;
    const sentence = joined ?? bannerOf(text);
    if (!sentence) return undefined;
    const limit = this.#read(sentence);
    const lines = joined && held ? held.lines + 1 : 1;
    const broken = lines < MOST_LINES && breaksOff(sentence.text, limit);
    if ((!limit && !broken) || (!joined && this.#isQuote(sentence, line))) return undefined;
    if (broken) this.#held = { banner: sentence, lines };
    return broken ? undefined : limit;
  }

  #join(text: string): BannerLine | undefined {
    return this.#held && joinLines(this.#held.banner, text, this.#moment());
  }

  /** The output of a tool, or the user's own prompt. */
  #isQuote(sentence: BannerLine | undefined, line: StreamText): boolean {
    if (line.onBackground ?? endsOnBackground(this.#above)) return true;
    return sentence?.sign === "⎿" && endsInToolHeader(this.#above, this.#bytes);
  }

  #read(sentence: BannerLine | undefined): Limit | undefined {
    return sentence && readLimit(sentence.text, this.#moment());
  }
}

function finding(limit: Limit): Omit<Finding, "rest"> {
  return { resetTime: limit.resetsAt ?? null, rawMatch: limit.text };
}

/** What stands before a line, always as much of it, however the stream was cut. */
function before(window: string, index: number): string {
  return window.slice(Math.max(0, index - ABOVE), index);
}

const ABOVE = 1_024;
const HISTORY = LONGEST_LOOKBACK + ABOVE + REACH;
// At 30 columns a weekly banner takes four.
const MOST_LINES = 5;
/** A closed zone bracket or the tenth digit of an epoch completes a message within its line. */
const COMPLETE = /\)$|\|\s?\d{10}$/;
/** The same of the last cells; a blank may be of several bytes there. */
const EPOCH = /\|[^\d|]{0,4}\d{10}$/;
const EPOCH_CELLS = 12;
// No banner has more brackets before its zone's. What comes later is read at the end of the line.
const MOST_TRIES = 4;
