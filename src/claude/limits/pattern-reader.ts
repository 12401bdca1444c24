import { readReset } from "./limit.js";
import type { Moment } from "./moment.js";
import { readResetTime } from "./reset-time.js";
import type { Finding, StreamReader } from "../transcript/stream-reader.js";
import { StreamText } from "../screen/stream-text.js";

/**
 * Finds a user's own pattern. It may match anything anywhere, so every line is decoded, and nothing is held
 * to be a quote. `^` and `$` mean a line's ends; a match may span lines.
 */
export class PatternReader implements StreamReader {
  readonly undecided = false;
  readonly #pattern: RegExp;
  readonly #moment: () => Moment;
  readonly #line: StreamText;
  #lines = "";
  /** How much of `lines` no search has seen. */
  #fresh = 0;
  #searched = "";

  constructor(options: { pattern: RegExp | string; bytes: boolean; moment: () => Moment }) {
    this.#pattern = stateless(options.pattern);
    this.#moment = options.moment;
    this.#line = new StreamText({ bytes: options.bytes, column: 0 });
  }

  get buffer(): string {
    return this.#lines + this.#line.text;
  }

  push(raw: string): Finding | undefined {
    for (let index = 0; index < raw.length; index = this.#line.at) {
      if (this.#line.read(raw, index, "") !== "line") continue;
      const text = this.#line.text;
      if (text === "") continue;
      this.#lines += `${text}\n`;
      this.#fresh += text.length + 1;
      if (this.#fresh < KEPT) continue;
      const found = this.#search(this.#lines, raw.slice(this.#line.at));
      if (found) return found;
    }
    return this.#search(this.#line.ended ? this.#lines : this.buffer, "");
  }

  settle(): undefined {
    return undefined;
  }

  /** A search costs far more than all else, so none is made where nothing changed: by a colour, or in a huge line. */
  #search(text: string, rest: string): Finding | undefined {
    if (text === this.#searched) return undefined;
    const found = this.#match(text, rest);
    // Cut at the start of a line, which is what ^ matches.
    this.#lines = this.#lines.slice(this.#lines.lastIndexOf("\n", this.#lines.length - KEPT - 1) + 1);
    this.#fresh = 0;
    this.#searched = text;
    return found;
  }

  #match(text: string, rest: string): Finding | undefined {
    const match = this.#pattern.exec(text);
    if (!match) return undefined;
    const end = text.indexOf("\n", match.index + match[0].length);
    const line = text.slice(text.lastIndexOf("\n", match.index) + 1, end < 0 ? undefined : end);
    const at = this.#moment();
    const time = match.slice(1).find((group) => group !== undefined && readResetTime(group, at));
    const resetTime =
      time === undefined ? (readReset(match[0], at).at ?? readReset(line, at).at) : readResetTime(time, at);
    return { resetTime: resetTime ?? null, rawMatch: match[0], rest };
  }
}

/** The flags g and y would make the outcome of one search depend on the one before. */
function stateless(pattern: RegExp | string): RegExp {
  if (typeof pattern === "string") return new RegExp(pattern, "im");
  return new RegExp(pattern.source, `${pattern.flags.replace(/[gmy]/g, "")}m`);
}

/**
 * How far back a match may begin before the line being read: ten lines or more. All of it is searched again at
 * every change, because nothing tells which beginning may still become a match. So a pattern whose cost grows
 * with the square of the text, such as `[^q]+ limit`, costs the square of this for each chunk: about 1 ms, and
 * up to 40 ms among lines of 2000 characters.
 */
const KEPT = 1_024;
