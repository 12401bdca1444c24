import { closeSync, fstatSync } from "node:fs";
import { constants } from "node:os";
import { isatty } from "node:tty";
import type { PtyExit } from "../transport/pty/pty.js";

/** Signals that do not end a Node program: it ignores two of them, and opens a debugger at the third. */
const HARMLESS = new Set<string>(["SIGPIPE", "SIGXFSZ", "SIGUSR1"]);
/** A signal to ourselves may reach another thread first; we wait for it instead of racing it to the exit. */
const DEADLY_WITHIN_MS = 1_000;

/**
 * Ends this process the way the child ended: with its exit code, or by its signal, so that whoever started us sees what
 * it would have seen of the child.
 */
export function exitAs(exit: PtyExit): never {
  closeLostTerminals();
  if (!exit.signal) process.exit(exit.exitCode);
  const signal = nameOf(exit.signal);
  if (signal !== undefined && !HARMLESS.has(signal)) {
    // With a listener the signal would only be an event.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, DEADLY_WITHIN_MS);
  }
  process.exit(128 + exit.signal);
}

/**
 * Node aborts at its end where a standard stream is a terminal that has gone meanwhile: it cannot put its settings back
 * (node 20, `ResetStdio`). What is closed it leaves alone.
 */
function closeLostTerminals(): void {
  for (const descriptor of process.platform === "win32" ? [] : [0, 1, 2]) {
    try {
      if (fstatSync(descriptor).isCharacterDevice() && !isatty(descriptor)) closeSync(descriptor);
    } catch {
      // It is closed already.
    }
  }
}

/** Undefined where Node has no name for it (real-time signals). */
function nameOf(number: number): NodeJS.Signals | undefined {
  const names = Object.keys(constants.signals).filter(
    (name): name is NodeJS.Signals => name in constants.signals,
  );
  return names.find((name) => constants.signals[name] === number);
}
