import { readFile } from "node:fs/promises";

import { readProcess, type ProcessInfo } from "../../host/process-table.js";
import type { ExternalSession } from "../terminal-locator.js";
import type { RunCommand } from "../../host/run-command.js";

/** The program that has the other end of a session's terminal, and its command line, words apart by blanks. */
export interface TerminalHolder {
  readonly pid: number;
  readonly command: string;
}

/**
 * The nearest process above the session that is not on its terminal. A variable tells where the shell was started
 * from, which may be another terminal: a window that was opened from a pane has the pane's variables too.
 */
export async function terminalHolder(
  { reach }: ExternalSession,
  run: RunCommand,
): Promise<TerminalHolder | undefined> {
  const session = reach.process === undefined ? undefined : await readProcess(reach.process.pid);
  let above = session;
  for (let step = 0; above !== undefined && step < DEEPEST; step++) {
    if (above.tty !== session?.tty) return { pid: above.pid, command: await commandOf(above, run) };
    above = above.parent > 1 ? await readProcess(above.parent) : undefined;
  }
  return undefined;
}

async function commandOf({ pid }: ProcessInfo, run: RunCommand): Promise<string> {
  if (process.platform === "linux") {
    const words = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    return words.replaceAll("\0", " ").trim();
  }
  const told = await run("ps", ["-o", "args=", "-ww", "-p", String(pid)]);
  return told.ok ? told.stdout.trim() : "";
}

// A table that is read while it changes could lead in a circle.
const DEEPEST = 64;
