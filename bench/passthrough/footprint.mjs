// What it costs to be there: the start, memory, and doing nothing.
import { spawnSync } from "node:child_process";
import { material } from "./material.mjs";
import { Outer, cpuMs, median, memoryMb, sleep } from "./outer.mjs";
import { WRAPPERS } from "./subjects.mjs";

const MB = 1024 * 1024;
const STARTS = 15;
/** V8 tidies up some seconds after the last activity, once; a wait takes hours. */
const TIDIED_UP_MS = 30_000;
const WATCHED_MS = 30_000;

/** Resolves to the time until the child's first byte, in ms: `{ direct, relay, ours, script, tmux }`. */
export async function startUp(at) {
  // Approval is loaded when the session has long started.
  const wrappers = Object.entries(WRAPPERS).filter(([name]) => name !== "approving");
  const times = Object.fromEntries(wrappers.map(([name]) => [name, []]));
  for (let round = 0; round < STARTS; round++) {
    for (const [name, wrap] of wrappers) {
      const outer = new Outer(wrap(["/bin/sh", "-c", "printf 're''ady'; sleep 0.3"]), at);
      times[name].push((await outer.sees("ready")) - outer.startedAt);
      await outer.exited;
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

/** Resolves to the memory in MB while nothing happens, and after 100 and 200 MB of a TUI's output. */
export async function memory(name, at) {
  const file = material("tui", 100 * MB, at.cwd);
  const step = `head -c 1 > /dev/null; cat ${file}; printf 're''ady'`;
  const outer = new Outer(
    WRAPPERS[name](["/bin/sh", "-c", `stty raw -echo; printf 're''ady'; ${step}; ${step}; head -c 1`]),
    at,
  );
  const readings = [];
  await outer.sees("ready");
  for (let round = 0; round < 3; round++) {
    await sleep(3_000);
    readings.push(memoryMb(outer.pid));
    const isReady = round < 2 ? outer.sees("ready") : Promise.resolve();
    outer.type("x");
    await isReady;
  }
  await outer.exited;
  const [idle, after100, after200] = readings;
  return { idle, after100, after200 };
}

/** Resolves to the share of a core, in per cent, that a wrapped session takes while it waits for a reset; and its state. */
export async function idleWait(at) {
  const reset = new Date(Date.now() + 3 * 3_600_000).getUTCHours();
  const banner = `You've hit your session limit · resets ${reset % 12 || 12}${reset < 12 ? "am" : "pm"} (UTC)`;
  const outer = new Outer(WRAPPERS.ours(["/bin/sh", "-c", `printf '%s\\r\\n' "$0"; sleep 600`, banner]), at);
  await outer.sees("resets");
  await sleep(TIDIED_UP_MS);
  const state = stateOf(at);
  const before = cpuMs(outer.pid);
  await sleep(WATCHED_MS);
  const percent = ((cpuMs(outer.pid) - before) / WATCHED_MS) * 100;
  await outer.end();
  return { percent, state };
}

/** What `cac status` says about it; "unknown" where something else than cac is measured. */
function stateOf({ cwd, env }) {
  const [cac] = [new URL("../../dist/cli/main.js", import.meta.url).pathname];
  const { stdout } = spawnSync(process.execPath, [cac, "status", "--json"], { cwd, env, encoding: "utf8" });
  return /"state":\s*"(\w+)"/.exec(stdout)?.[1] ?? "unknown";
}
