import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/**
 * When the process started, in the platform's own words: with its number it names one process for good.
 * Undefined where there is no such process, or where the platform does not tell (Windows).
 */
export async function processStart(pid: number): Promise<string | undefined> {
  if (process.platform === "linux") return startInProc(pid);
  if (process.platform === "win32") return undefined;
  return startFromPs(pid);
}

/** Whether that very process still runs. */
export async function isAlive(pid: number, procStart: string | undefined): Promise<boolean> {
  if (!exists(pid)) return false;
  if (procStart === undefined || process.platform === "win32") return true;
  return (await processStart(pid)) === procStart;
}

async function startInProc(pid: number): Promise<string | undefined> {
  try {
    const [stat, boot] = await Promise.all([readFile(`/proc/${pid}/stat`, "utf8"), bootId()]);
    // "12 (name) S 1 …", and the name is the program's to choose: ") S 1 (" too.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, ticks] = [fields[0], fields[STARTTIME]];
    // A zombie has ended; without an init that reaps, as in many containers, it stays for ever.
    if (state === undefined || "ZXx".includes(state) || ticks === undefined) return undefined;
    // Ticks are counted from the boot: after another one the same count means another process.
    return `${boot}:${ticks}`;
  } catch {
    // It has ended, or /proc is not to be read: either way nothing is known of it.
    return undefined;
  }
}

// proc(5): field 22, counted here from the state, which is field 3.
const STARTTIME = 19;

async function bootId(): Promise<string> {
  try {
    return (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).slice(0, 8);
  } catch {
    // Sandboxes hide it; the ticks alone are still a good sign.
    return "";
  }
}

async function startFromPs(pid: number): Promise<string | undefined> {
  try {
    // macOS takes what follows a "=" for a heading, commas and all: one -o for each.
    const { stdout } = await promisify(execFile)("ps", ["-o", "stat=", "-o", "lstart=", "-p", String(pid)], {
      // The same words whoever asks.
      env: { ...process.env, LC_ALL: "C", TZ: "UTC" },
      timeout: 5000,
    });
    const [, state, start] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(stdout) ?? [];
    return state?.startsWith("Z") ? undefined : start;
  } catch {
    // ps exits with 1 where there is no such process.
    return undefined;
  }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is there and belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
