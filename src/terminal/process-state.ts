import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Whether a process is stopped (SIGSTOP, SIGTSTP) and waits for SIGCONT; false where it cannot be told. */
export function isStopped(pid: number): boolean {
  return process.platform === "linux" ? linuxStat(pid)?.[0] === "T" : askPs(pid, "stat").startsWith("T");
}

/**
 * Whether our process group may change the terminal that we have as our controlling one.
 * Where there is no such terminal nobody else can have it either: true.
 */
export function isInForeground(): boolean {
  const [group, foreground] =
    process.platform === "linux"
      ? [linuxStat(process.pid)?.[2], linuxStat(process.pid)?.[5]]
      : askPs(process.pid, "pgid,tpgid").split(/\s+/);
  return group === foreground || foreground === undefined || Number(foreground) <= 0;
}

/** The fields of /proc/PID/stat from the third on: state, parent, group, session, terminal, foreground group. */
function linuxStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The second field is the program's name in brackets, which may itself hold blanks and brackets.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    // The process is gone.
    return undefined;
  }
}

function askPs(pid: number, fields: string): string {
  const columns = fields.split(",").flatMap((field) => ["-o", `${field}=`]);
  return (
    spawnSync("ps", [...columns, "-p", String(pid)], { encoding: "utf8", timeout: 2_000 }).stdout ?? ""
  ).trim();
}
