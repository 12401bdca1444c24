import { readProcess } from "../../host/process-table.js";
import type { ExternalSession } from "../terminal-locator.js";

/** Whether that very Claude Code process runs and has its terminal's keyboard. */
export async function isForeground(session: ExternalSession): Promise<boolean> {
  return (await whyNotForeground(session)) === undefined;
}

/**
 * Why that very process does not have its terminal's keyboard, as the rest of a sentence; undefined where it has.
 *
 * A launcher makes no difference: npx, a shell script and a node program that starts another one (npm 11, bash 5.2,
 * node 20) all leave it in their own process group, and that group is what has the keyboard. One in a group of its
 * own that is not in the foreground would be stopped by the kernel as soon as it read a key.
 */
export async function whyNotForeground(
  { reach }: ExternalSession,
  read: typeof readProcess = readProcess,
): Promise<string | undefined> {
  const expected = reach.process;
  if (expected === undefined) return "cannot tell which process it is";
  const found = await read(expected.pid);
  // Without its start, a number that was given away again could not be told from it.
  if (found === undefined || expected.start === undefined || found.start !== expected.start) {
    return `finds no such process any more (${expected.pid})`;
  }
  if (found.tty === undefined) return "finds that it has no terminal";
  if (reach.tty !== undefined && found.tty !== reach.tty) {
    return `finds it on another terminal (${found.tty} instead of ${reach.tty})`;
  }
  if (found.isStopped) return "finds it stopped";
  if (found.group !== found.foregroundGroup) return "finds another program in the foreground of its terminal";
  return undefined;
}

/** The terminal that its process has now; undefined if it has none, or is not there. */
export async function liveTty({ reach }: ExternalSession): Promise<string | undefined> {
  return reach.process === undefined ? undefined : (await readProcess(reach.process.pid))?.tty;
}
