import { appendFileSync } from "node:fs";

import { UserError } from "../errors.js";

/** Opened before a session starts, so that a wrong path is told while there is somebody to read it. */
export function openDebugFile(file: string | undefined): (message: string) => void {
  if (file === undefined) return () => undefined;
  const write = (message: string): void =>
    appendFileSync(file, `${new Date().toISOString()} ${message}\n`, { mode: 0o600 });
  try {
    write(`cac ${process.pid} starts`);
  } catch (error) {
    throw new UserError("DEBUG_FILE", `cannot write to ${file}`, {
      fix: "name another file with --debug, in a directory that is there",
      cause: error,
    });
  }
  return (message) => {
    try {
      write(message);
    } catch {
      // The disk is full: the session matters more than its log.
    }
  };
}
