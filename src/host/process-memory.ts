import { readFile } from "node:fs/promises";

import { runCommand } from "./run-command.js";

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
