import { EventEmitter } from "node:events";

import { BannerReader } from "./banner-reader.js";
import type { Moment } from "./moment.js";
import { PatternReader } from "./pattern-reader.js";
import type { Finding, Search, StreamReader } from "../transcript/stream-reader.js";

export interface LimitEvent {
  /** When the limit resets; null where the message does not say, or says that waiting does not help. */
  readonly resetTime: Date | null;
  /** The message as text, on one line. */
  readonly rawMatch: string;
}

export interface PatternDetectorOptions {
  /** Replaces the built-in wordings. A string ignores case. It is not vetted: `loadConfig` vets the user's. */
  readonly pattern?: RegExp | string | undefined;
  /** Writes what was read last to stderr, at every chunk. */
  readonly debug?: boolean | undefined;
  readonly now?: (() => Date) | undefined;
  /** The zone of a time that names none. */
  readonly timeZone?: string | undefined;
}

/**
 * Watches a terminal's output for a usage limit, and emits `limit` at most once until `reset()`: within the
 * `feed` that completes the message (its zone's bracket, the tenth digit of an epoch, the end of its line, a
 * match of the user's pattern), else after a short quiet.
 */
export class PatternDetector extends EventEmitter<{ limit: [LimitEvent] }> {
  readonly #options: PatternDetectorOptions;
  /** Whether the stream comes as bytes: the first chunk decides it, later ones of the other sort are turned. */
  #bytes: boolean | undefined;
  #decoder = new TextDecoder();
  #reader: StreamReader | undefined;
  #found = false;
  #quiet: NodeJS.Timeout | undefined;

  constructor(options: PatternDetectorOptions = {}) {
    super();
    this.#options = options;
    // An invalid pattern is refused here, not in the middle of a session.
    if (options.pattern !== undefined) this.#newReader(false);
  }

  /** Takes the next piece of output, cut anywhere: inside a word, an escape sequence or a UTF-8 character. */
  feed(chunk: string | Uint8Array, search: Search = "thorough"): void {
    if (this.#found || chunk.length === 0) return;
    clearTimeout(this.#quiet);
    let rest = this.#raw(chunk);
    // A listener may call reset(), and then the rest of the chunk is watched anew.
    while (rest !== "" && !this.#found) {
      const reader = (this.#reader ??= this.#newReader(this.#bytes ?? false));
      const finding = reader.push(rest, search);
      rest = finding?.rest ?? "";
      if (this.#options.debug)
        process.stderr.write(`[PatternDetector] ${JSON.stringify(reader.buffer.slice(-200))}\n`);
      if (finding) this.#report(finding);
      else if (reader.undecided) this.#waitForQuiet(reader);
    }
  }

  /**
   * Forgets everything and watches anew, as from the beginning of a line. A program that redraws its screen shows the
   * old banner again, and that fires again: compare `rawMatch` with the last one.
   */
  reset(): void {
    clearTimeout(this.#quiet);
    this.#reader = undefined;
    this.#decoder = new TextDecoder();
    this.#found = false;
  }

  #report({ resetTime, rawMatch }: Finding): void {
    this.#found = true;
    this.#reader = undefined;
    this.emit("limit", { resetTime, rawMatch });
  }

  #waitForQuiet(reader: StreamReader): void {
    this.#quiet = setTimeout(() => {
      const finding = reader.settle();
      if (finding) this.#report(finding);
    }, QUIET_MS).unref();
  }

  #newReader(bytes: boolean): StreamReader {
    const { pattern, now = () => new Date(), timeZone } = this.#options;
    const moment = (): Moment => ({
      now: now(),
      // Asked for only where a message names a time without a zone: finding it out costs more than all else.
      get timeZone() {
        return timeZone ?? machineZone();
      },
    });
    return pattern === undefined
      ? new BannerReader({ bytes, moment })
      : new PatternReader({ pattern, bytes, moment });
  }

  #raw(chunk: string | Uint8Array): string {
    this.#bytes ??= typeof chunk !== "string";
    if (typeof chunk === "string") return this.#bytes ? Buffer.from(chunk).toString("latin1") : chunk;
    if (!this.#bytes) return this.#decoder.decode(chunk, { stream: true });
    return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("latin1");
  }
}

// Long enough for the next chunk of the same frame, short enough for nobody to notice.
const QUIET_MS = 150;

/** With an empty TZ, Node 20 calls it "Etc/Unknown"; with one that names no zone it has no name. Both show UTC. */
function machineZone(): string {
  const found: { readonly timeZone?: string } = Intl.DateTimeFormat().resolvedOptions();
  return found.timeZone === undefined || found.timeZone === "Etc/Unknown" ? "UTC" : found.timeZone;
}
