// Starts the daemon among its sessions and prints what it takes: `node measure.mjs MINUTES`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { cpuMs, memoryMb, sleep } from "../passthrough/outer.mjs";
import { stage } from "./stage.mjs";
import { systemCalls } from "./system-calls.mjs";

const CAC = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
/** V8 tidies up some seconds after the last activity, once. */
const TIDIED_UP_MS = 30_000;

const seconds = Number(process.argv[2]) * 60;
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
  const before = cpuMs(daemon.pid);
  const { calls, counter } = await systemCalls(daemon.pid, seconds);
  const percent = ((cpuMs(daemon.pid) - before) / (seconds * 1000)) * 100;
  console.log(JSON.stringify({ percent, memory: memoryMb(daemon.pid), calls, counter }));
} finally {
  // It writes to the home to the last.
  daemon.removeAllListeners("exit");
  const ended = once(daemon, "exit");
  if (daemon.kill("SIGKILL")) await ended;
  at.close();
}
