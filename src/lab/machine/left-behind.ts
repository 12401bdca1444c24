import { constants } from "node:os";

/**
 * Runs `undo` when the process ends before the returned function was called. Last in, first out: a session is
 * ended before its home goes. It must be synchronous: a process that exits waits for nothing.
 */
export function undoOnExit(undo: () => void): () => void {
  if (!isWatching) process.on("exit", undoAll);
  isWatching = true;
  // A value of its own, so that the same function can stand here twice.
  const entry = { undo };
  leftBehind.add(entry);
  return () => {
    leftBehind.delete(entry);
  };
}

/**
 * Turns signals that would end the process on the spot into an exit, so that what is left behind is cleaned up.
 * The returned function leaves the signals to somebody else.
 */
export function exitOnSignals(): () => void {
  for (const signal of SIGNALS) process.on(signal, exit);
  return () => {
    for (const signal of SIGNALS) process.off(signal, exit);
  };
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const leftBehind = new Set<{ readonly undo: () => void }>();
let isWatching = false;

function exit(signal: NodeJS.Signals): void {
  process.exit(128 + constants.signals[signal]);
}

function undoAll(): void {
  for (const entry of [...leftBehind].toReversed()) {
    leftBehind.delete(entry);
    try {
      entry.undo();
    } catch (error) {
      // The others must have their turn all the same.
      process.stderr.write(`left behind: ${String(error)}\n`);
    }
  }
}
