// How long a key takes to come back, while nothing else happens and while the child draws at 5 MB a second.
import { material } from "./material.mjs";
import { Outer, median, quantile, sleep } from "./outer.mjs";
import { CHATTY_CHILD, WRAPPERS } from "./subjects.mjs";

const ROUNDS = 9;
const KEYS = 150;
const BETWEEN_MS = 6;
const NAMES = ["direct", "relay", "ours", "approving", "script"];

/**
 * Resolves to `{ idle: { direct: { p50, p99, worst } … }, drawing: … }` in ms, of interleaved rounds. Each figure is the
 * median of the rounds': on a shared machine a stall of half a second hits one round of one of them, and would be the
 * p99 of all its keys. What belongs to a program comes in every round. `worst` is the p99 of all keys taken together.
 */
export async function echo(at) {
  const drawing = material("tui", 4 * 1024 * 1024, at.cwd);
  const children = {
    idle: ["/bin/sh", "-c", "stty raw -echo; printf ready; exec cat"],
    drawing: [...CHATTY_CHILD, drawing],
  };
  const results = {};
  for (const [kind, child] of Object.entries(children)) {
    const samples = Object.fromEntries(NAMES.map((name) => [name, []]));
    for (let round = 0; round < ROUNDS; round++) {
      const names = round % 2 ? NAMES.toReversed() : NAMES;
      for (const name of names) samples[name].push(await measure(WRAPPERS[name](child, at), kind, at));
    }
    results[kind] = Object.fromEntries(NAMES.map((name) => [name, figures(samples[name])]));
  }
  return results;
}

function figures(rounds) {
  const ofRounds = (share) => median(rounds.map((times) => quantile(times, share)));
  return { p50: ofRounds(0.5), p99: ofRounds(0.99), worst: quantile(rounds.flat(), 0.99) };
}

async function measure(command, kind, at) {
  const outer = new Outer(command, at);
  await outer.sees("ready");
  await sleep(1_000);
  const samples = [];
  for (let round = 0; round < KEYS; round++) {
    // Three letters that change, so that no answer is taken for another's.
    const key = String.fromCharCode(97 + (round % 26));
    const start = performance.now();
    outer.type(key);
    samples.push((await outer.sees(kind === "idle" ? key : `\x01${key}\x02`)) - start);
    // Not in step with whatever has a rhythm.
    await sleep(BETWEEN_MS * (0.5 + Math.random()));
  }
  await outer.end();
  return samples;
}
