import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";

const SIGTSTP_BIT = 1n << 19n;

/** Whether a process is stopped and waits for SIGCONT; false where it cannot be told. */
export async function isStopped(pid: number): Promise<boolean> {
  if (process.platform === "linux") return linuxStat(pid)[0] === "T";
  return new Promise((resolve) => {
    execFile("ps", ["-o", "stat=", "-p", String(pid)], (_, stdout) => resolve(stdout.trim().startsWith("T")));
  });
}

/** Whether SIGTSTP would stop the process: it neither catches nor ignores it. True where it cannot be told. */
export function isStoppable(pid: number): boolean {
  if (process.platform !== "linux") return true;
  const masks = readProc(pid, "status").matchAll(/^Sig(?:Ign|Cgt):\s*([0-9a-f]+)$/gm);
  return [...masks].every(([, mask]) => (BigInt(`0x${mask}`) & SIGTSTP_BIT) === 0n);
}

/** The fields of /proc/PID/stat from the third on: state, parent, group, session, terminal, foreground group. */
function linuxStat(pid: number): readonly (string | undefined)[] {
  const stat = readProc(pid, "stat");
  // The second field is the program's name in brackets, which may itself hold blanks and brackets.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Empty for a process that is gone. */
function readProc(pid: number, file: "stat" | "status"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}
