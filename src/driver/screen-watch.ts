import { readScreen } from "../claude/screen/screen-reading.js";
import type { ScreenReading } from "../claude/screen/screen-reading.js";
import type { Screen } from "../claude/screen/screen.js";
import { EmulatedScreen } from "../terminal/emulator/emulated-screen.js";
import { changedRows, QUIET_MS, RESTLESS_MS, sampleOf, settle, type Sample, type Sight } from "./settle.js";

export interface ScreenWatchOptions {
  readonly columns: number;
  readonly rows: number;
  readonly timeZone: string;
  readonly now: () => Date;
  /** Whether the session's prompt is in vim mode. */
  readonly vim: () => boolean;
  /** A settled screen whose reading or text changed. */
  readonly onReading: (reading: ScreenReading, screen: Screen) => void;
  /** What a terminal would answer to the program's questions; for a session that has no other. */
  readonly onReply?: (reply: string) => void;
}

/** The session's screen as it is drawn, read whenever it has come to rest. */
export class ScreenWatch {
  readonly #options: ScreenWatchOptions;
  readonly #emulated: EmulatedScreen;
  #isBehind = false;
  #changedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #sampled: Sample | undefined;
  #told: Sample | undefined;
  readonly #disposal = new AbortController();

  constructor(options: ScreenWatchOptions) {
    this.#options = options;
    this.#emulated = new EmulatedScreen(options, options.onReply);
  }

  /** More has come than is drawn: until `rest` the screen is not looked at. */
  expect(): void {
    this.#isBehind = true;
    this.#changedAt = performance.now();
  }

  draw(bytes: Uint8Array): Promise<void> {
    return this.#emulated.write(bytes);
  }

  /** All is drawn: it is read when it has been quiet, or now and then where it never is. */
  rest(): void {
    this.#isBehind = false;
    if (performance.now() - (this.#sampled?.at ?? -Infinity) >= RESTLESS_MS) this.#readRestless();
    this.#settleIn(this.#changedAt + QUIET_MS - performance.now());
  }

  /** Starts anew after a gap. Not while something is being drawn. */
  restart(): void {
    this.#emulated.restart();
  }

  resize(columns: number, rows: number): void {
    this.#emulated.resize(columns, rows);
    this.#changedAt = performance.now();
    if (!this.#isBehind) this.#settleIn(QUIET_MS);
  }

  /** Nothing on the screen may date from before a gap. */
  get isWhole(): boolean {
    return this.#emulated.isWhole;
  }

  /** What the screen shows when it has settled; undefined if it does not within the time. */
  look(timeoutMs: number): Promise<Sight | undefined> {
    return settle(() => this.#sample(), { timeoutMs, everyMs: LOOK_EVERY_MS, signal: this.#disposal.signal });
  }

  /** What is on the screen at this very moment; undefined where that is unknown or half drawn. */
  glance(): ScreenReading | undefined {
    return this.#sample()?.reading;
  }

  dispose(): void {
    this.#disposal.abort();
    clearTimeout(this.#timer);
    this.#emulated.dispose();
  }

  #settleIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), Math.max(1, Math.ceil(ms))).unref();
  }

  #settle(): void {
    const sample = this.#sample();
    if (sample?.isQuiet) this.#tell(sample);
    // Timers may fire a moment early.
    else if (sample) this.#settleIn(this.#changedAt + QUIET_MS - performance.now());
    else if (!this.#isBehind && this.#emulated.updatingSince !== undefined) this.#settleIn(QUIET_MS);
  }

  /** An animation keeps the screen from coming to rest: what two samples a second apart agree on is told too. */
  #readRestless(): void {
    const before = this.#sampled;
    const sample = this.#sample();
    if (!sample) return;
    this.#sampled = sample;
    if (before?.key === sample.key && sample.key !== this.#told?.key) this.#tell(sample);
  }

  #tell(sample: Sample): void {
    this.#sampled = sample;
    if (this.#told?.key === sample.key && changedRows(this.#told, sample) === 0) return;
    this.#told = sample;
    this.#options.onReading(sample.reading, sample.screen);
  }

  /** What the screen shows now; undefined where that is unknown or half drawn. */
  #sample(): Sample | undefined {
    const at = performance.now();
    if (this.#isBehind || !this.#emulated.isWhole) return undefined;
    // A program that dies within an update never closes it.
    if (at - (this.#emulated.updatingSince ?? -Infinity) < LONGEST_UPDATE_MS) return undefined;
    const { now, timeZone, vim } = this.#options;
    const screen = this.#emulated.read();
    const reading = readScreen(screen, { now: now(), timeZone }, { vim: vim() });
    return sampleOf({ screen, reading }, at, at - this.#changedAt >= QUIET_MS);
  }
}

const LOOK_EVERY_MS = 50;
const LONGEST_UPDATE_MS = 1_000;
