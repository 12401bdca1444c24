import type { SessionEvent } from "../session/life/event.js";

export type LimitSeen = Extract<SessionEvent, { type: "limitSeen" }>;

/**
 * Limits in the bytes of which nobody knows yet whether they are news: Claude Code draws an old conversation, banners
 * included, before its screen can be read. Each is told after a while, unless they were dropped by then.
 */
export class DoubtfulLimits {
  readonly #tell: (seen: LimitSeen) => void;
  /** By their texts: a redraw of one is not another. */
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(tell: (seen: LimitSeen) => void) {
    this.#tell = tell;
  }

  hold(seen: LimitSeen): void {
    const { text } = seen.limit;
    if (this.#timers.has(text)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(text);
      this.#tell(seen);
    }, DOUBT_MS);
    this.#timers.set(text, timer.unref());
  }

  /** Something better tells of them. */
  drop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}

/** A screen with an animation on it is read after two seconds; a limit lasts for minutes at least. */
const DOUBT_MS = 3000;
