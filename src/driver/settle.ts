import type { ScreenReading } from "../claude/screen/screen-reading.js";
import type { Screen } from "../claude/screen/screen.js";

/** A screen, and what it means. */
export interface Sight {
  readonly reading: ScreenReading;
  readonly screen: Screen;
}

/** A sight at one moment. */
export interface Sample extends Sight {
  readonly at: number;
  /** The reading as a text, to compare. */
  readonly key: string;
  /** Nothing has changed for `QUIET_MS`. */
  readonly isQuiet: boolean;
}

export interface SettleOptions {
  readonly timeoutMs: number;
  readonly everyMs: number;
  /** Ends the look: nobody waits for it any more. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Two equal readings 300 ms apart, of a quiet screen; of one with an animation on it, a second apart. Undefined if that does
 * not come within the time. `take` returns undefined if the screen is unknown or half drawn at that moment.
 */
export async function settle(
  take: () => Sample | undefined | Promise<Sample | undefined>,
  { timeoutMs, everyMs, signal }: SettleOptions,
): Promise<Sample | undefined> {
  const deadline = performance.now() + timeoutMs;
  let first: Sample | undefined;
  for (;;) {
    if (signal?.aborted) return undefined;
    const next = await take();
    // Counted from the first quiet one if it has become quiet.
    if (next && (!first || !agrees(first, next) || (next.isQuiet && !first.isQuiet))) first = next;
    if (next && first && next.at - first.at >= (next.isQuiet ? EQUAL_MS : RESTLESS_MS)) return next;
    if (performance.now() >= deadline) return undefined;
    await new Promise((resolve) => setTimeout(resolve, everyMs).unref());
  }
}

/** Samples of a screen that can only be asked for: whether it is quiet is seen by comparing them. */
export function samplesOf(
  screen: () => Promise<Screen>,
  read: (screen: Screen) => ScreenReading,
): () => Promise<Sample | undefined> {
  let before: Sample | undefined;
  let changedAt = -Infinity;
  return async () => {
    let shown: Screen;
    try {
      shown = await screen();
    } catch {
      // The terminal is gone or does not answer now; the next sample may show more.
      before = undefined;
      changedAt = performance.now();
      return undefined;
    }
    const at = performance.now();
    const next = sampleOf({ screen: shown, reading: read(shown) }, at, false);
    if (before && !isSame(before, next)) changedAt = at;
    before = { ...next, isQuiet: at - changedAt >= QUIET_MS };
    return before;
  };
}

export function sampleOf({ screen, reading }: Sight, at: number, isQuiet: boolean): Sample {
  return { at, screen, reading, key: JSON.stringify(reading), isQuiet };
}

export function changedRows(a: Sight, b: Sight): number {
  const rows = Math.max(a.screen.lines.length, b.screen.lines.length);
  let changed = 0;
  for (let row = 0; row < rows; row++) {
    if (a.screen.lines[row]?.text !== b.screen.lines[row]?.text) changed++;
  }
  return changed;
}

/** The same reading, and no more has changed between the two than an animation and a clock. */
function agrees(a: Sample, b: Sample): boolean {
  return a.key === b.key && changedRows(a, b) <= ANIMATED_ROWS;
}

function isSame(a: Sample, b: Sample): boolean {
  const [here, there] = [a.screen.cursor, b.screen.cursor];
  const isCursorSame = here?.row === there?.row && here?.column === there?.column;
  return isCursorSame && a.key === b.key && changedRows(a, b) === 0;
}

// Between two frames a screen can look like something else, for 40 ms and more (2.1.75, 2.1.197).
export const QUIET_MS = 150;
const EQUAL_MS = 300;
export const RESTLESS_MS = 1_000;
const ANIMATED_ROWS = 2;
