import { setTimeout as sleep } from "node:timers/promises";

import type { LimitEvent } from "../claude/pattern-detector.js";
import { readScreen } from "../claude/screen-reading.js";
import type { ScreenReading } from "../claude/screen-reading.js";
import type { Screen } from "../claude/screen.js";
import { EmulatedScreen } from "../terminal/emulated-screen.js";
import { ByteRing } from "./byte-ring.js";
import { LimitScan } from "./limit-scan.js";

export interface ObserverOptions {
  readonly columns: number;
  readonly rows: number;
  readonly timeZone: string;
  readonly pattern?: RegExp | undefined;
  readonly now: () => Date;
  /** Whether the session's prompt is in vim mode. */
  readonly vim: () => boolean;
  /** A settled screen whose reading or text changed. */
  readonly onReading: (reading: ScreenReading, screen: Screen) => void;
  /** A limit in the byte stream; a redraw may report the same one again. */
  readonly onBytesLimit: (event: LimitEvent) => void;
}

export interface Sight {
  readonly reading: ScreenReading;
  readonly screen: Screen;
}

/**
 * Watches a session's output beside its way to the terminal: draws it in short slices between other work, and
 * reads the screen when it has come to rest. Bytes are searched for limits all of them, drawn only as far as
 * drawing keeps up.
 */
export class Observer {
  readonly #options: ObserverOptions;
  readonly #ring = new ByteRing(RING_BYTES);
  readonly #scan: LimitScan;
  readonly #emulated: EmulatedScreen;
  #scanned = 0;
  #drawn = 0;
  #drawing = false;
  #flooded = false;
  #floodEnd = 0;
  #scheduled: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastByteAt = 0;
  #updateSince: number | undefined;
  #sampled: Sample | undefined;
  #told: Sample | undefined;
  #disposed = false;

  constructor(options: ObserverOptions) {
    this.#options = options;
    const { timeZone, pattern, now, onBytesLimit } = options;
    this.#scan = new LimitScan({ timeZone, pattern, now, onLimit: onBytesLimit });
    this.#emulated = new EmulatedScreen(options);
  }

  /** Takes a copy and returns: everything else is done later, after input and output. */
  feed(bytes: Buffer): void {
    if (this.#disposed || bytes.length === 0) return;
    // More than the ring can hold unscanned comes only from a caller that never yields.
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      if (this.#ring.end + piece.length - this.#scanned > RING_BYTES) this.#scanAll();
      this.#ring.push(piece);
    }
    this.#lastByteAt = performance.now();
    if (!this.#flooded && this.#ring.end - this.#drawn > FLOOD_BYTES) this.#beginFlood();
    // In a flood a bigger piece costs less than many small ones.
    if (!this.#flooded || this.#ring.end - this.#scanned >= SCAN_BYTES) this.#wake();
  }

  resize(columns: number, rows: number): void {
    this.#emulated.resize(columns, rows);
    this.#lastByteAt = performance.now();
    this.#settleIn(QUIET_MS);
  }

  /** Something was left out, and the screen was not yet repainted in full: it is unknown. */
  get skipped(): boolean {
    return this.#flooded || !this.#emulated.isWhole;
  }

  /**
   * Two equal readings 300 ms apart, of a quiet screen; of one with an animation on it, a second apart. Undefined
   * where that does not come within the time, or the screen is unknown.
   */
  async look(timeoutMs: number): Promise<Sight | undefined> {
    const deadline = performance.now() + timeoutMs;
    let first: Sample | undefined;
    while (!this.#disposed) {
      const next = this.#sample();
      if (next) {
        if (!first || !agrees(first, next)) first = next;
        else if (next.at - first.at >= (next.quiet && first.quiet ? EQUAL_MS : RESTLESS_MS)) return next;
      }
      if (performance.now() >= deadline) return undefined;
      await sleep(LOOK_EVERY_MS, undefined, { ref: false });
    }
    return undefined;
  }

  dispose(): void {
    this.#disposed = true;
    clearImmediate(this.#scheduled);
    clearTimeout(this.#timer);
    this.#scan.dispose();
    this.#emulated.dispose();
  }

  #wake(): void {
    this.#scheduled ??= setImmediate(() => {
      this.#scheduled = undefined;
      this.#work();
    });
  }

  #work(): void {
    this.#scanAll();
    if (!this.#flooded) this.#draw();
  }

  #scanAll(): void {
    while (this.#scanned < this.#ring.end) {
      const bytes = this.#ring.view(this.#scanned, SCAN_BYTES);
      this.#scanned += bytes.length;
      this.#scan.push(bytes);
    }
  }

  #draw(): void {
    if (this.#drawing || this.#disposed) return;
    const bytes = this.#ring.view(this.#drawn, SLICE_BYTES);
    if (bytes.length === 0) return this.#rest();
    this.#drawn += bytes.length;
    this.#drawing = true;
    void this.#emulated.write(bytes).then(() => {
      this.#drawing = false;
      if (!this.#disposed && !this.#flooded) this.#wake();
    });
  }

  #beginFlood(): void {
    this.#flooded = true;
    this.#floodEnd = this.#ring.end;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#watchFlood(), FLOOD_CHECK_MS).unref();
  }

  /** Nothing is drawn until so little comes that drawing keeps up. */
  #watchFlood(): void {
    const came = this.#ring.end - this.#floodEnd;
    this.#floodEnd = this.#ring.end;
    if (came > FLOOD_OVER_BYTES || this.#drawing) {
      this.#timer = setTimeout(() => this.#watchFlood(), FLOOD_CHECK_MS).unref();
      return;
    }
    this.#flooded = false;
    this.#drawn = Math.max(this.#drawn, this.#ring.end - NEWEST_BYTES);
    this.#emulated.restart();
    this.#wake();
  }

  /** All is drawn: read it when it has been quiet, or now and then where it never is. */
  #rest(): void {
    const lately = this.#sampled?.at ?? 0;
    if (performance.now() - lately >= RESTLESS_MS) this.#readRestless();
    this.#settleIn(this.#lastByteAt + QUIET_MS - performance.now());
  }

  #settleIn(ms: number): void {
    if (this.#flooded) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), Math.max(1, Math.ceil(ms))).unref();
  }

  #settle(): void {
    const sample = this.#sample();
    if (sample?.quiet) this.#tell(sample);
    else if (this.#emulated.isUpdating) this.#settleIn(QUIET_MS);
  }

  /** An animation keeps the screen from coming to rest: what two samples in a row agree on is told too. */
  #readRestless(): void {
    const before = this.#sampled;
    const sample = this.#sample();
    if (!sample) return;
    this.#sampled = sample;
    const isNews = sample.key !== this.#told?.key;
    if (before?.key === sample.key && isNews) this.#tell(sample);
  }

  #tell(sample: Sample): void {
    this.#sampled = sample;
    if (this.#told && this.#told.key === sample.key && changedRows(this.#told, sample) === 0) return;
    this.#told = sample;
    this.#options.onReading(sample.reading, sample.screen);
  }

  /** What the screen shows now; undefined where that is unknown or half drawn. */
  #sample(): Sample | undefined {
    const at = performance.now();
    if (this.skipped || this.#drawing || this.#drawn < this.#ring.end) return undefined;
    this.#updateSince = this.#emulated.isUpdating ? (this.#updateSince ?? at) : undefined;
    if (this.#updateSince !== undefined && at - this.#updateSince < LONGEST_UPDATE_MS) return undefined;
    const { now, timeZone, vim } = this.#options;
    const screen = this.#emulated.read();
    const reading = readScreen(screen, { now: now(), timeZone }, { vim: vim() });
    return { at, screen, reading, key: JSON.stringify(reading), quiet: at - this.#lastByteAt >= QUIET_MS };
  }
}

interface Sample extends Sight {
  readonly at: number;
  readonly key: string;
  readonly quiet: boolean;
}

/** The same reading, and no more between the two than an animation and a clock change. */
function agrees(a: Sample, b: Sample): boolean {
  return a.key === b.key && changedRows(a, b) <= ANIMATED_ROWS;
}

function changedRows(a: Sight, b: Sight): number {
  const rows = Math.max(a.screen.lines.length, b.screen.lines.length);
  let changed = 0;
  for (let row = 0; row < rows; row++) {
    if (a.screen.lines[row]?.text !== b.screen.lines[row]?.text) changed++;
  }
  return changed;
}

const RING_BYTES = 1024 * 1024;
const PIECE_BYTES = 256 * 1024;
const SCAN_BYTES = 64 * 1024;
// A quarter of a millisecond.
const SLICE_BYTES = 8 * 1024;
const FLOOD_BYTES = 512 * 1024;
const NEWEST_BYTES = 128 * 1024;
const FLOOD_CHECK_MS = 50;
// 4 MB/s; xterm draws about 8 in slices.
const FLOOD_OVER_BYTES = 200 * 1024;

const QUIET_MS = 150;
const EQUAL_MS = 300;
const RESTLESS_MS = 1_000;
const LOOK_EVERY_MS = 50;
const LONGEST_UPDATE_MS = 1_000;
const ANIMATED_ROWS = 2;
