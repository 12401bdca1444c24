import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { readFile, readlink } from "node:fs/promises";
import { uptime } from "node:os";

import { processStart } from "./process-identity.js";
import { runCommand, type RunCommand } from "./run-command.js";

/** One process for good: a number alone is given to another one day. */
export interface ProcessId {
  readonly pid: number;
  /** When it started, in the platform's own words; undefined where the platform does not tell. */
  readonly start: string | undefined;
}

/** What is known of a process that is not ours. */
export interface ProcessInfo extends ProcessId {
  readonly parent: number;
  readonly group: number;
  /** Its controlling terminal, as in `/dev/pts/3`; undefined where it has none. */
  readonly tty: string | undefined;
  /** The group that has that terminal's keyboard. */
  readonly foregroundGroup: number;
  readonly isStopped: boolean;
}

/** The system that is asked; a value, so that what is asked of others can be tested on one. */
export interface AskedSystem {
  readonly platform: NodeJS.Platform;
  readonly run: RunCommand;
}

const THIS_SYSTEM: AskedSystem = { platform: process.platform, run: runCommand };

/** Undefined where there is no such process, it has ended, or the platform does not tell (only Linux and macOS do). */
export async function readProcess(pid: number, system = THIS_SYSTEM): Promise<ProcessInfo | undefined> {
  if (system.platform === "linux") return readInProc(pid);
  return system.platform === "darwin" ? readFromPs(pid, system.run) : undefined;
}

/** The instant of a process's start, to a second or so; undefined where its words do not tell. */
export function startedAt(start: string, platform: NodeJS.Platform = process.platform): number | undefined {
  if (platform !== "linux") return instant(Date.parse(`${start} UTC`));
  // Ticks since the boot, which stands before them; a hundred to the second on every architecture of today.
  const ticks = Number(/:(\d+)$/.exec(start)?.[1]);
  return instant(Date.now() - uptime() * 1000 + ticks * 10);
}

/**
 * Whether that very process is there and no zombie, at the price of reading one file. Where the platform keeps no such
 * file, whether its number is in use.
 */
export function isStillRunning({ pid, start }: ProcessId): boolean {
  if (process.platform !== "linux" || start === undefined) return exists(pid);
  try {
    const fields = statFields(readFileSync(`/proc/${pid}/stat`, "latin1"));
    return !"ZXx".includes(fields[0] ?? "Z") && start.endsWith(`:${fields[STARTTIME]}`);
  } catch {
    // It has ended.
    return false;
  }
}

/** The numbers that are in use, at the price of one listing; undefined where the platform does not list them. */
export function listProcesses(proc = "/proc"): ReadonlySet<number> | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return new Set(readdirSync(proc).map(Number).filter(Number.isInteger));
  } catch {
    // It may be hidden from us.
    return undefined;
  }
}

/** Whether the number is in use; a zombie has one too. */
export function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is there and belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

// proc(5): field 22, counted here from the state, which is field 3.
const STARTTIME = 19;

/** From the state on: the name before it, in brackets, is the program's to choose. */
function statFields(stat: string): readonly string[] {
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

async function readInProc(pid: number): Promise<ProcessInfo | undefined> {
  const start = await processStart(pid);
  if (start === undefined) return undefined;
  try {
    const fields = statFields(await readFile(`/proc/${pid}/stat`, "latin1"));
    return {
      pid,
      start,
      parent: Number(fields[1]),
      group: Number(fields[2]),
      tty: fields[4] === "0" ? undefined : await ttyOf(pid, Number(fields[4])),
      foregroundGroup: Number(fields[5]),
      isStopped: fields[0] === "T",
    };
  } catch {
    // It ended between two reads.
    return undefined;
  }
}

/** By the device's number; what is open may be anything. */
async function ttyOf(pid: number, device: number): Promise<string | undefined> {
  const [major, minor] = [(device >> 8) & 0xfff, (device & 0xff) | ((device >> 12) & 0xfff00)];
  // Devices 136 to 143 are the pseudo-terminals.
  if (major >= 136 && major <= 143) return `/dev/pts/${(major - 136) * 256 + minor}`;
  const open = await readlink(`/proc/${pid}/fd/0`).catch(() => "");
  return open.startsWith("/dev/tty") ? open : undefined;
}

// One -o for each: macOS takes what follows a "=" for a heading, commas and all. The start comes last: it has blanks.
const COLUMNS = ["ppid", "pgid", "tpgid", "tty", "stat", "lstart"].flatMap((name) => ["-o", `${name}=`]);

async function readFromPs(pid: number, run: RunCommand): Promise<ProcessInfo | undefined> {
  // The same words whoever asks; `processStart` asks in the same way.
  const asked = await run("ps", [...COLUMNS, "-p", String(pid)], { env: { LC_ALL: "C", TZ: "UTC" } });
  const [, parent, group, foreground, tty, state, start] = (asked.ok && PS_ROW.exec(asked.stdout)) || [];
  if (state === undefined || state.startsWith("Z")) return undefined;
  return {
    pid,
    start,
    parent: Number(parent),
    group: Number(group),
    // "??" on macOS, "?" elsewhere, where there is none.
    tty: tty === undefined || tty.startsWith("?") ? undefined : `/dev/${tty}`,
    foregroundGroup: Number(foreground),
    isStopped: state.startsWith("T"),
  };
}

const PS_ROW = /^\s*(\d+)\s+(\d+)\s+(-?\d+)\s+(\S+)\s+(\S+)\s+(\S.*\S)\s*$/;

function instant(ms: number): number | undefined {
  return Number.isNaN(ms) ? undefined : ms;
}

/** How much memory the process holds; undefined where there is none, or the platform does not tell (Windows). */
export async function processMemoryMb(pid: number): Promise<number | undefined> {
  const kilobytes = await (process.platform === "linux" ? fromProc(pid) : fromPs(pid));
  return kilobytes === undefined || Number.isNaN(kilobytes) ? undefined : Math.round(kilobytes / 1024);
}

async function fromProc(pid: number): Promise<number | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, "latin1");
    // A zombie holds none, and has no such line.
    return Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1]);
  } catch {
    // It has ended.
    return undefined;
  }
}

async function fromPs(pid: number): Promise<number | undefined> {
  if (process.platform === "win32") return undefined;
  const asked = await runCommand("ps", ["-o", "rss=", "-p", String(pid)]);
  return asked.ok ? Number.parseInt(asked.stdout, 10) : undefined;
}

/** Processor time that the process's first thread has had, in ms; undefined where nobody tells (only Linux does). */
export function processWorkMs(pid: number): number | undefined {
  try {
    const ms = Number(readFileSync(`/proc/${pid}/schedstat`, "latin1").split(" ")[0]) / 1e6;
    return Number.isNaN(ms) ? undefined : ms;
  } catch {
    // It has ended, or there is no such file here.
    return undefined;
  }
}

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
