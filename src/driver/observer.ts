import type { LimitEvent } from "../claude/limits/pattern-detector.js";
import type { ScreenReading } from "../claude/screen/screen-reading.js";
import { BannerSearch } from "./bytes/banner-search.js";
import { ByteRing } from "./bytes/byte-ring.js";
import { LimitScan } from "./bytes/limit-scan.js";
import { ScreenWatch, type ScreenWatchOptions } from "./screen-watch.js";
import type { Sight } from "./settle.js";

export interface ObserverOptions extends ScreenWatchOptions {
  /** A wording of the user's own that marks a limit. */
  readonly pattern?: RegExp | undefined;
  /** A limit in the byte stream; a redraw reports the same one again. */
  readonly onBytesLimit: (event: LimitEvent) => void;
}

/**
 * Watches a session's output beside its way to the terminal, in short slices between other work. All bytes are
 * searched for limits. They are drawn as long as drawing keeps up; what comes faster is a flood, of which only the
 * newest part is drawn, when it is over.
 */
export class Observer {
  readonly #ring = new ByteRing(RING_BYTES);
  readonly #limits: LimitScan;
  readonly #banners: BannerSearch;
  readonly #screen: ScreenWatch;
  // Places in the stream: how far the user's pattern was looked for, also in a flood, and how far the screen is drawn.
  #matched: number;
  #sifted: number;
  #drawn = 0;
  #isDrawing = false;
  #isFlooded = false;
  #floodSeen = 0;
  #scheduled: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(options: ObserverOptions) {
    const { timeZone, pattern, now, onBytesLimit } = options;
    this.#limits = new LimitScan({ timeZone, pattern, now, onLimit: onBytesLimit });
    this.#banners = new BannerSearch(this.#ring, this.#limits);
    this.#screen = new ScreenWatch(options);
    this.#matched = this.#sifted = pattern === undefined ? Infinity : 0;
  }

  /** Takes a copy and returns: nearly everything else is done later, after input and output. */
  feed(bytes: Buffer): void {
    if (this.#disposed || bytes.length === 0) return;
    if (bytes.length <= PIECE_BYTES) this.#take(bytes);
    else
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) this.#take(bytes.subarray(at, at + PIECE_BYTES));
    if (this.#isFlooded) return;
    this.#screen.expect();
    this.#wake();
  }

  /** What came before the next bytes was lost on its way here: the screen is unknown until it is repainted. */
  noteGap(): void {
    this.#beginFlood();
  }

  resize(columns: number, rows: number): void {
    this.#screen.resize(columns, rows);
  }

  /** Something was not drawn, and the screen has not been repainted in full since: it is unknown. */
  get skipped(): boolean {
    return this.#isFlooded || !this.#screen.isWhole;
  }

  /** What the screen shows when it has settled; undefined if it does not within the time, or is unknown. */
  look(timeoutMs: number): Promise<Sight | undefined> {
    return this.#screen.look(timeoutMs);
  }

  /** What is on the screen at this very moment; undefined where that is unknown or half drawn. */
  glance(): ScreenReading | undefined {
    return this.#screen.glance();
  }

  dispose(): void {
    this.#disposed = true;
    clearImmediate(this.#scheduled);
    clearTimeout(this.#timer);
    this.#limits.dispose();
    this.#screen.dispose();
  }

  #take(piece: Buffer): void {
    // More than fits comes only from a caller that never yields.
    if (this.#ring.end + piece.length - this.#banners.at > RING_BYTES) this.#banners.read();
    this.#ring.push(piece);
    if (this.#ring.end - Math.min(this.#drawn, this.#matched) > FLOOD_BYTES) this.#beginFlood();
    if (!this.#isFlooded) return;
    if (this.#ring.end - this.#banners.at >= BANNER_BYTES) this.#banners.sift();
    if (this.#ring.end - this.#sifted >= SIFT_BYTES) this.#sift();
  }

  #wake(): void {
    this.#scheduled ??= setImmediate(() => {
      this.#scheduled = undefined;
      if (this.#isFlooded) return;
      this.#banners.read();
      this.#match();
      this.#draw();
    });
  }

  /** A slice, for the user's pattern. */
  #match(): void {
    const end = performance.now() + MATCH_MS;
    while (this.#matched < this.#ring.end && performance.now() < end) {
      const bytes = this.#ring.view(this.#matched, MATCH_BYTES);
      this.#matched += bytes.length;
      this.#limits.pushPattern(bytes);
    }
    if (this.#matched < this.#ring.end) this.#wake();
  }

  /** In a flood: as far as the pattern can be looked for there. In large pieces, which cost less than many small ones. */
  #sift(): void {
    while (this.#sifted < this.#ring.end) {
      const bytes = this.#ring.view(this.#sifted, SIFT_BYTES);
      this.#sifted += bytes.length;
      this.#limits.siftPattern(bytes);
    }
  }

  /** A slice, onto the screen. */
  #draw(): void {
    if (this.#isDrawing) return;
    const bytes = this.#ring.view(this.#drawn, SLICE_BYTES);
    this.#drawn += bytes.length;
    if (bytes.length > 0) void this.#drawOn(bytes);
    else this.#screen.rest();
  }

  async #drawOn(bytes: Buffer): Promise<void> {
    this.#isDrawing = true;
    await this.#screen.draw(bytes);
    this.#isDrawing = false;
    if (!this.#disposed && !this.#isFlooded) this.#wake();
  }

  #beginFlood(): void {
    if (this.#isFlooded) return;
    this.#isFlooded = true;
    this.#screen.expect();
    this.#floodSeen = this.#ring.end;
    this.#sifted = Math.max(this.#sifted, this.#matched);
    this.#timer = setTimeout(() => this.#watchFlood(), FLOOD_CHECK_MS).unref();
  }

  /** Until so little comes that drawing keeps up. */
  #watchFlood(): void {
    const came = this.#ring.end - this.#floodSeen;
    this.#floodSeen = this.#ring.end;
    if (came > FLOOD_OVER_BYTES || this.#isDrawing) {
      this.#timer = setTimeout(() => this.#watchFlood(), FLOOD_CHECK_MS).unref();
      return;
    }
    this.#sift();
    this.#isFlooded = false;
    this.#screen.expect();
    this.#drawn = Math.max(this.#drawn, this.#ring.end - NEWEST_BYTES);
    this.#matched = Math.max(this.#matched, this.#ring.end - NEWEST_BYTES);
    this.#screen.restart();
    this.#wake();
  }
}

const RING_BYTES = 1024 * 1024;
const PIECE_BYTES = 256 * 1024;
const SIFT_BYTES = 64 * 1024;
// Several chunks, which are still in the processor's cache.
const BANNER_BYTES = 16 * 1024;
const MATCH_BYTES = 4 * 1024;
const MATCH_MS = 0.5;
// A quarter of a millisecond.
const SLICE_BYTES = 8 * 1024;

const FLOOD_BYTES = 512 * 1024;
/** Many screenfuls: enough for the screen to be whole again where lines scroll by. */
const NEWEST_BYTES = 128 * 1024;
const FLOOD_CHECK_MS = 50;
// 4 MB/s; in slices of 8 KB about 7 are drawn.
const FLOOD_OVER_BYTES = 200 * 1024;
