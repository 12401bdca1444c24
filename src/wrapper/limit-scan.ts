import { PatternDetector } from "../claude/pattern-detector.js";
import type { LimitEvent } from "../claude/pattern-detector.js";

export interface LimitScanOptions {
  readonly timeZone: string;
  /** The user's own wording, looked for besides the known ones. */
  readonly pattern?: RegExp | undefined;
  readonly now: () => Date;
  readonly onLimit: (event: LimitEvent) => void;
}

/** Looks for limits in all bytes of a stream, one after the other. */
export class LimitScan {
  readonly #options: LimitScanOptions;
  readonly #detectors: readonly PatternDetector[];
  #last: { readonly rawMatch: string; readonly at: number } | undefined;

  constructor(options: LimitScanOptions) {
    this.#options = options;
    const patterns = options.pattern === undefined ? [undefined] : [undefined, options.pattern];
    this.#detectors = patterns.map((pattern) => this.#newDetector(pattern));
  }

  push(bytes: Uint8Array): void {
    for (const detector of this.#detectors) detector.feed(bytes);
  }

  dispose(): void {
    for (const detector of this.#detectors) {
      detector.removeAllListeners();
      detector.reset();
    }
  }

  #newDetector(pattern: RegExp | undefined): PatternDetector {
    const { timeZone, now } = this.#options;
    const detector = new PatternDetector({ pattern, timeZone, now });
    detector.on("limit", (event) => {
      detector.reset();
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
