// How fast bytes come through, and what it costs: wall time and processor time of the wrapper for a file that `cat` writes.
import { material } from "./material.mjs";
import { Outer, cpuMs, lowQuartile, sleep } from "./outer.mjs";
import { WRAPPERS } from "./subjects.mjs";

const MB = 1024 * 1024;
export const MB_SENT = 256;
const SIZE = MB_SENT * MB;
/**
 * A program that runs for hours is not measured by its first second: in that, V8's compilers are at work on what draws the
 * screen, on the second of two cores. Some is sent before, untimed; the beginning of the rest is told by itself.
 */
const WARM_UP = 16 * MB;
export const MB_BEGINNING = 64;
const BEGINNING = MB_BEGINNING * MB;
/** tmux draws everything anew and takes ten times as long. */
const SIZE_FOR_TMUX = 8 * MB;
const ROUNDS = { direct: 3, relay: 7, ours: 7, approving: 7, script: 3, tmux: 1 };

/**
 * Resolves to `{ plain: { direct: { ms, beginningMs, cpuMs } … }, tui: … }`: the lower quartile of interleaved runs, for all
 * and for the beginning of it.
 */
export async function throughput(at) {
  const results = {};
  for (const kind of ["plain", "tui"]) {
    const runs = Object.fromEntries(Object.keys(WRAPPERS).map((name) => [name, []]));
    for (let round = 0; round < ROUNDS.relay; round++) {
      // Each goes first in turn.
      const names = Object.keys(WRAPPERS).filter((name) => round < ROUNDS[name]);
      if (round % 2) names.reverse();
      for (const name of names) runs[name].push(await oneRun(name, kind, at));
    }
    results[kind] = Object.fromEntries(
      Object.entries(runs).map(([name, all]) => [
        name,
        {
          ms: lowQuartile(all.map(({ ms }) => ms)),
          beginningMs: lowQuartile(all.map(({ beginningMs }) => beginningMs)),
          cpuMs: lowQuartile(all.map(({ cpu }) => cpu)),
        },
      ]),
    );
  }
  return results;
}

async function oneRun(name, kind, at) {
  const size = name === "tmux" ? SIZE_FOR_TMUX : SIZE;
  const [warmUp, file] = [
    material(kind, name === "tmux" ? MB : WARM_UP, at.cwd),
    material(kind, size, at.cwd),
  ];
  // tmux draws screens and answers questions: what a recording left open must not swallow or split the words that are
  // waited for, and an answer is not the key.
  const key = `until [ "$(head -c 1)" = @ ]; do :; done`;
  const say = (word) => String.raw`printf '\030\033\\\033c${word[0]}''${word.slice(1)}'; ${key}`;
  const script = `stty raw -echo; cat ${warmUp}; ${say("ready")}; cat ${file}; ${say("finished")}`;
  const outer = new Outer(WRAPPERS[name](["/bin/sh", "-c", script], at), at);
  await outer.sees("ready");
  // Whatever is put off until things are quiet is not ours to count.
  await sleep(300);
  const [before, start] = [cpuMs(outer.pid), performance.now()];
  outer.type("@");
  const begun = outer.passes(Math.min(BEGINNING, size));
  const finished = outer.sees("finished");
  const ms = (await finished) - start;
  const cpu = cpuMs(outer.pid) - before;
  outer.type("@");
  await outer.exited;
  // tmux, which draws, does not pass on what it was sent.
  const beginningMs = (await Promise.race([begun, finished])) - start;
  return { ms: (ms * SIZE) / size, beginningMs, cpu: (cpu * SIZE) / size };
}
