import { constants } from "node:fs";
import { open } from "node:fs/promises";

import type { RunCommand } from "../../host/run-command.js";

export interface TtySize {
  readonly columns: number;
  readonly rows: number;
}

/** How large the program on that terminal believes it to be; undefined where that cannot be told. */
export async function ttySize(tty: string, run: RunCommand): Promise<TtySize | undefined> {
  const flag = process.platform === "linux" ? "-F" : "-f";
  const told = await run("stty", [flag, tty, "size"]);
  const [rows, columns] = told.stdout.split(" ").map(Number);
  return rows && columns ? { columns, rows } : undefined;
}

/** Writes as the program on that terminal would. Whether all of it was taken: one whose output is held up is full. */
export async function writeToTty(tty: string, sequence: string): Promise<boolean> {
  try {
    // Not to become its session leader's; not to hang where its output is stopped.
    const file = await open(tty, constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
    try {
      if (!(await file.stat()).isCharacterDevice()) return false;
      const { bytesWritten } = await file.write(sequence);
      return bytesWritten === Buffer.byteLength(sequence);
    } finally {
      await file.close();
    }
  } catch {
    // It is gone, not ours, or full.
    return false;
  }
}
