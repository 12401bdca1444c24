import { readScreen, type ScreenReading } from "../../claude/screen/screen-reading.js";
import type { Screen } from "../../claude/screen/screen.js";

export interface SteadyLookOptions {
  readonly timeZone: string;
  /** Whether the session's prompt is in vim mode. */
  readonly vim: boolean;
  readonly timeoutMs: number;
  /** Ends the look: nobody waits for it any more. */
  readonly signal?: AbortSignal;
}

/**
 * Two equal readings 300 ms apart, of a screen that stood still between them; of one with an animation on it, a second
 * apart. Undefined where that does not come within the time, or the screen cannot be seen.
 */
export async function steadyLook(
  see: () => Promise<Screen>,
  options: SteadyLookOptions,
): Promise<ScreenReading | undefined> {
  const deadline = performance.now() + options.timeoutMs;
  /** The first of those that mean the same, and the first of those that are the same. */
  let [agreed, still]: [Sample?, Sample?] = [];
  for (;;) {
    const next = await sample(see, options);
    if (!next) agreed = still = undefined;
    else {
      if (!agreed || agreed.key !== next.key || changedRows(agreed, next) > ANIMATED_ROWS) agreed = next;
      if (!still || !isSame(still, next)) still = next;
      if (next.at - still.at >= EQUAL_MS || next.at - agreed.at >= RESTLESS_MS) return next.reading;
    }
    if (performance.now() >= deadline || options.signal?.aborted) return undefined;
    // The global timer, which tests replace by one of theirs.
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

interface Sample {
  readonly at: number;
  readonly screen: Screen;
  readonly reading: ScreenReading;
  /** The reading as a text, to compare. */
  readonly key: string;
}

async function sample(
  see: () => Promise<Screen>,
  { timeZone, vim }: SteadyLookOptions,
): Promise<Sample | undefined> {
  let screen: Screen;
  try {
    screen = await see();
  } catch {
    // The terminal is gone, or just now does not answer: nothing is known, and the next sample may tell more.
    return undefined;
  }
  const reading = readScreen(screen, { now: new Date(), timeZone }, { vim });
  return { at: performance.now(), screen, reading, key: JSON.stringify(reading) };
}

function isSame(a: Sample, b: Sample): boolean {
  const [here, there] = [a.screen.cursor, b.screen.cursor];
  const isCursorSame = here?.row === there?.row && here?.column === there?.column;
  return isCursorSame && a.key === b.key && changedRows(a, b) === 0;
}

function changedRows(a: Sample, b: Sample): number {
  const rows = Math.max(a.screen.lines.length, b.screen.lines.length);
  let changed = 0;
  for (let row = 0; row < rows; row++) {
    if (a.screen.lines[row]?.text !== b.screen.lines[row]?.text) changed++;
  }
  return changed;
}

// The same as of a wrapped session's screen; there the bytes tell when it stands still, here only its looks.
const EQUAL_MS = 300;
const RESTLESS_MS = 1_000;
const ANIMATED_ROWS = 2;
const LOOK_EVERY_MS = 75;
