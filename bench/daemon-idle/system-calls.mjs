// How many system calls a process makes, all its threads counted. perf disturbs it less; strace is there more often.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Resolves to `{ calls, counter }`, over that many seconds. */
export async function systemCalls(pid, seconds) {
  const folder = mkdtempSync(join(tmpdir(), "cac-calls-"));
  const file = join(folder, "counted");
  try {
    const counter = canPerf() ? "perf" : "strace";
    await COUNTERS[counter].run(pid, seconds, file);
    return { calls: COUNTERS[counter].read(readFileSync(file, "utf8")), counter };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const PERF = ["stat", "-x,", "-e", "raw_syscalls:sys_enter"];

const COUNTERS = {
  perf: {
    run: (pid, seconds, file) =>
      ended(spawn("perf", [...PERF, "-o", file, "-p", String(pid), "--", "sleep", String(seconds)])),
    // A process that did not run at all has "<not counted>".
    read: (text) => Number(/^(\d+),.*sys_enter/m.exec(text)?.[1] ?? 0),
  },
  strace: {
    run: (pid, seconds, file) =>
      ended(
        spawn("timeout", ["-s", "INT", String(seconds), "strace", "-c", "-f", "-o", file, "-p", String(pid)]),
      ),
    read: (text) => Number(/^\s*100\.00\s.*?(\d+)\s+(?:\d+\s+)?total$/m.exec(text)?.[1]),
  },
};

function canPerf() {
  try {
    execFileSync("perf", [...PERF, "--", "true"], { stdio: "ignore" });
    return true;
  } catch {
    // Not installed, or not allowed.
    return false;
  }
}

function ended(child) {
  return new Promise((resolve, reject) => child.once("error", reject).once("exit", resolve));
}
