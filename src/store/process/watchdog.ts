export interface WatchdogOptions {
  /** Called once, when too much is held: the daemon ends in order, and its service starts it anew. */
  readonly onTooMuch: (rssBytes: number) => void;
  readonly mostBytes?: number;
  readonly everyMs?: number;
  readonly rss?: () => number;
}

/** Looks at how much memory this process holds, once a minute. Keeps no process alive. */
export class Watchdog {
  readonly #timer: NodeJS.Timeout;

  constructor({ onTooMuch, mostBytes = MOST_BYTES, everyMs = 60_000, rss = ownRss }: WatchdogOptions) {
    this.#timer = setInterval(() => {
      const held = rss();
      if (held <= mostBytes) return;
      this.close();
      onTooMuch(held);
    }, everyMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

const MOST_BYTES = 200 * 1024 * 1024;

// `process.memoryUsage()` walks the heap as well.
function ownRss(): number {
  return process.memoryUsage.rss();
}
