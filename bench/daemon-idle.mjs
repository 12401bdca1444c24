/**
 * The daemon while nothing happens: 20 live sessions watched, 500 old transcripts in the home. For 10 minutes, or
 * CAC_BENCH_MINUTES. Linux only: it reads /proc and counts with perf or strace.
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const MEASURE = fileURLToPath(new URL("daemon-idle/measure.mjs", import.meta.url));
const MINUTES = Number(process.env.CAC_BENCH_MINUTES ?? 10);

/** Processes of its own: what others start meanwhile would be looked at, and is not what is measured. */
const ALONE = ["--pid", "--fork", "--kill-child", "--mount-proc"];

export async function run() {
  const asUser = process.geteuid() === 0 ? [] : ["--user", "--map-root-user"];
  const command = [...asUser, ...ALONE, process.execPath, MEASURE, String(MINUTES)];
  const { stdout } = await promisify(execFile)("unshare", command);
  const { percent, memory, calls, counter } = JSON.parse(stdout);
  const detail = `over ${MINUTES} min`;
  return [
    atMost("idle, % of a core", percent, 0.05, `${percent.toFixed(4)} ${detail}`),
    atMost("memory, MB", memory, 55, detail),
    atMost("system calls a minute", calls / MINUTES, 120, `${calls} ${detail}, by ${counter}`),
  ];
}

function atMost(name, value, bar, detail) {
  return { name, value, bar, ok: value <= bar, detail };
}
