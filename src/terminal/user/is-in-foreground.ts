import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Whether our process group may change our controlling terminal. Where there is none, nobody else has it: true. */
export function isInForeground(): boolean {
  const [group, foreground] = process.platform === "linux" ? groupsOnLinux() : groupsByPs();
  return group === foreground || foreground === undefined || Number(foreground) <= 0;
}

/** Our group, and the one in the foreground. */
type Groups = readonly (string | undefined)[];

function groupsOnLinux(): Groups {
  let stat: string;
  try {
    stat = readFileSync("/proc/self/stat", "utf8");
  } catch {
    // Without /proc nobody can tell.
    return [];
  }
  // The second field is the program's name in brackets, which may itself hold blanks and brackets.
  const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return [group, foreground];
}

function groupsByPs(): Groups {
  const args = ["-o", "pgid=", "-o", "tpgid=", "-p", String(process.pid)];
  return spawnSync("ps", args, { encoding: "utf8" }).stdout.trim().split(/\s+/);
}
