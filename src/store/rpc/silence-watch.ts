/** Told of every line that comes from the other side, which is known to say something every `againMs`. */
export interface SilenceWatch {
  readonly heard: () => void;
  readonly end: () => void;
}

/**
 * Calls `onSilent` when nothing was heard for six times as long. It is counted in ticks, not by the clock: a machine that
 * slept, or a process that stood still, makes one of them, and so does the other side, which then says something again.
 */
export function watchForSilence(againMs: number, onSilent: () => void): SilenceWatch {
  let ticks = 0;
  const isSilent = (): boolean => ticks >= MOST_TICKS;
  const timer = setInterval(() => {
    ticks++;
    // Timers come first: what arrived while we stood still is read after them.
    if (isSilent()) setImmediate(() => isSilent() && onSilent());
  }, againMs);
  return { heard: () => (ticks = 0), end: () => clearInterval(timer) };
}

const MOST_TICKS = 6;
