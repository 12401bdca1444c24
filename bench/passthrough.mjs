// A wrapped session against a byte-exact relay of a few lines (the most that a Node program can do), `script` and tmux.
import { echo } from "./passthrough/echo.mjs";
import { idleWait, memory, startUp } from "./passthrough/footprint.mjs";
import { stage } from "./passthrough/subjects.mjs";
import { MB_BEGINNING, MB_SENT, throughput } from "./passthrough/throughput.mjs";

/** Returns one result a bar. CAC_BENCH_ONLY picks parts: throughput, echo, start, memory, wait. */
export async function run() {
  const at = stage();
  const parts = {
    throughput: throughputRows,
    echo: echoRows,
    start: startRows,
    memory: memoryRows,
    wait: waitRows,
  };
  const asked = process.env.CAC_BENCH_ONLY?.split(",") ?? Object.keys(parts);
  const rows = [];
  for (const [name, part] of Object.entries(parts)) if (asked.includes(name)) rows.push(...(await part(at)));
  return rows;
}

async function throughputRows(at) {
  return Object.entries(await throughput(at)).flatMap(([kind, { relay, ours, ...others }]) => {
    const all = Object.entries({ ...others, relay, ours }).map(([name, one]) => `${name} ${speed(one)}`);
    const cost = Object.entries({ ...others, relay, ours }).map(
      ([name, one]) => `${name} ${one.cpuMs.toFixed(0)}`,
    );
    return [
      atLeast(
        `throughput / relay, ${kind}`,
        relay.ms / ours.ms,
        0.9,
        `${all.join(", ")}; the first ${MB_BEGINNING} MB: ${(relay.beginningMs / ours.beginningMs).toFixed(2)}`,
      ),
      atMost(
        `processor time / relay, ${kind}`,
        ours.cpuMs / relay.cpuMs,
        3,
        `ms for ${MB_SENT} MB: ${cost.join(", ")}`,
      ),
      atLeast(`throughput with approval / without, ${kind}`, ours.ms / others.approving.ms, 0.95, ""),
    ];
  });
}

function speed({ ms }) {
  return `${((MB_SENT / ms) * 1_000).toFixed(0)} MB/s`;
}

async function echoRows(at) {
  return Object.entries(await echo(at)).flatMap(([kind, times]) => {
    const detail = Object.entries(times).map(
      ([name, { p50, p99, worst }]) => `${name} ${p50.toFixed(2)} / ${p99.toFixed(2)} (${worst.toFixed(2)})`,
    );
    const above = (name) => times[name].p99 - times.relay.p99;
    return [
      atMost(
        `echo p99 above relay, ms, ${kind}`,
        above("ours"),
        1,
        `p50 / p99 of a round (p99 of all): ${detail.join(", ")}`,
      ),
      atMost(`the same with approval, ${kind}`, above("approving"), 1, ""),
    ];
  });
}

async function startRows(at) {
  const times = await startUp(at);
  const detail = Object.entries(times).map(([name, ms]) => `${name} ${ms.toFixed(0)}`);
  return [atMost("start-up above bare, ms", times.ours - times.direct, 80, detail.join(", "))];
}

async function memoryRows(at) {
  const [relay, ours] = [await memory("relay", at), await memory("ours", at)];
  return [
    atMost("memory idle, MB", ours.idle, 80, `relay ${relay.idle.toFixed(0)}`),
    atMost("memory after 200 MB, MB", ours.after200, 100, `relay ${relay.after200.toFixed(0)}`),
    atMost("memory from 100 to 200 MB, MB more", ours.after200 - ours.after100, 10, "flat"),
  ];
}

async function waitRows(at) {
  const { percent, state } = await idleWait(at);
  return [atMost("idle wait, % of a core", percent, 0.1, `state ${state}`)];
}

function atMost(name, value, bar, detail) {
  return { name, value, bar, ok: value <= bar, detail };
}

function atLeast(name, value, bar, detail) {
  return { name, value, bar, isLeast: true, ok: value >= bar, detail };
}
