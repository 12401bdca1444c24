/**
 * The daemon while nothing happens: 20 live sessions watched, 500 old transcripts in the home. For 10 minutes, or
 * CAC_BENCH_MINUTES. Linux only: it reads /proc and counts with perf or strace.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import { stage } from "./daemon-idle/stage.mjs";
import { systemCalls } from "./daemon-idle/system-calls.mjs";
import { cpuMs, memoryMb, sleep } from "./passthrough/outer.mjs";

const CAC = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const MINUTES = Number(process.env.CAC_BENCH_MINUTES ?? 10);
/** V8 tidies up some seconds after the last activity, once. */
const TIDIED_UP_MS = 30_000;

export async function run() {
  const at = await stage({ live: 20, old: 500 });
  const daemon = spawn(process.execPath, [CAC, "daemon"], {
    env: at.env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await new Promise((resolve, reject) => {
      daemon.stdout.once("data", resolve);
      daemon.once("exit", (code) => reject(new Error(`cac daemon ended with ${code}`)));
    });
    await sleep(TIDIED_UP_MS);
    return await measure(daemon.pid);
  } finally {
    daemon.kill("SIGTERM");
    at.close();
  }
}

async function measure(pid) {
  const [before, since] = [cpuMs(pid), performance.now()];
  const { calls, counter } = await systemCalls(pid, MINUTES * 60);
  const ms = performance.now() - since;
  const percent = ((cpuMs(pid) - before) / ms) * 100;
  const detail = `over ${MINUTES} min`;
  return [
    atMost("idle, % of a core", percent, 0.05, detail),
    atMost("memory, MB", memoryMb(pid), 55, detail),
    atMost("system calls a minute", calls / (ms / 60_000), 120, `${calls} ${detail}, by ${counter}`),
  ];
}

function atMost(name, value, bar, detail) {
  return { name, value, bar, ok: value <= bar, detail };
}
