import { PatternDetector } from "../../claude/limits/pattern-detector.js";
import type { LimitEvent } from "../../claude/limits/pattern-detector.js";
import type { Search } from "../../claude/transcript/stream-reader.js";
import { requiredWord } from "../../config/pattern/required-word.js";
import { WordSieve } from "./word-sieve.js";

export interface LimitScanOptions {
  readonly timeZone: string;
  /** The user's own wording, looked for besides the known ones. */
  readonly pattern?: RegExp | undefined;
  readonly now: () => Date;
  readonly onLimit: (event: LimitEvent) => void;
}

/** Looks for limits in the bytes of a stream, one after the other. */
export class LimitScan {
  readonly #options: LimitScanOptions;
  readonly #banners: PatternDetector;
  readonly #pattern: PatternDetector | undefined;
  readonly #sieve: WordSieve | undefined;
  #found = 0;
  /** Those that look no further until the next bytes. */
  readonly #sated = new Set<PatternDetector>();
  #last: { readonly rawMatch: string; readonly at: number } | undefined;

  constructor(options: LimitScanOptions) {
    this.#options = options;
    this.#banners = this.#newDetector(undefined);
    if (options.pattern === undefined) return;
    this.#pattern = this.#newDetector(options.pattern);
    const word = requiredWord(options.pattern.source);
    if (word !== undefined) this.#sieve = new WordSieve(word);
  }

  /** Known wordings. */
  pushBanners(bytes: Buffer, search: Search = "thorough"): void {
    this.#feed(this.#banners, bytes, search);
  }

  /** What comes next does not follow upon what was pushed. */
  skipBanners(): void {
    this.#banners.reset();
  }

  /** The user's pattern: 20 MB/s, and far less for some. */
  pushPattern(bytes: Buffer): void {
    if (this.#pattern) this.#feed(this.#pattern, bytes);
  }

  /** The user's pattern in a flood: only where a word stands that it cannot do without. */
  siftPattern(bytes: Buffer): void {
    if (!this.#pattern || !this.#sieve) return;
    const places = this.#sieve.push(bytes);
    const end = performance.now() + LONGEST_SIFT_MS;
    for (const [nth, place] of places.entries()) {
      // The first is always read: on a busy machine the time can be up before anything was done.
      if (nth > 0 && performance.now() > end) return;
      this.#pattern.reset();
      this.#feed(this.#pattern, place);
    }
  }

  dispose(): void {
    for (const detector of [this.#banners, this.#pattern]) {
      detector?.removeAllListeners();
      detector?.reset();
    }
  }

  #feed(detector: PatternDetector, bytes: Buffer, search?: Search): void {
    if (this.#sated.delete(detector)) detector.reset();
    this.#found = 0;
    detector.feed(bytes, search);
  }

  #newDetector(pattern: RegExp | undefined): PatternDetector {
    const { timeZone, now } = this.#options;
    const detector = new PatternDetector({ pattern, timeZone, now });
    detector.on("limit", (event) => {
      // A finding costs 0.1 ms: a text made of banners shall not hold anything up.
      if (++this.#found < MOST_FOUND) detector.reset();
      else this.#sated.add(detector);
      this.#report(event);
    });
    return detector;
  }

  /** A program that redraws shows the same banner with every frame: told once a second at most. */
  #report(event: LimitEvent): void {
    const at = performance.now();
    const last = this.#last;
    if (last?.rawMatch === event.rawMatch && at - last.at < REPEAT_MS) return;
    this.#last = { rawMatch: event.rawMatch, at };
    this.#options.onLimit(event);
  }
}

const REPEAT_MS = 1_000;
const MOST_FOUND = 4;
const LONGEST_SIFT_MS = 1;
