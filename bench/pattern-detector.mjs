/**
 * PatternDetector beside the naive design: strip-ansi on each chunk, append, keep a 4 KB tail, search it.
 *
 * Both see the same 64 MB in chunks of 4 KB, in turns within one run, and the medians of their CPU times are compared. Twice: with
 * strings (node-pty's default), and with Buffers (`encoding: null`), which the naive design has to decode first.
 */
import { readFileSync } from "node:fs";

import stripAnsi from "strip-ansi";

import { PatternDetector } from "../dist/claude/limits/pattern-detector.js";

const MB = 1024 * 1024;
const CHUNK = 4096;
const ROUNDS = 5;

export async function run() {
  const plain = fill(plainText(), 64 * MB);
  const tui = fill(tuiOutput(), 64 * MB);
  return [
    compare("plain text, strings", strings(plain), 1),
    compare("plain text, Buffers", buffers(plain), 1),
    compare("prose about limits, strings", strings(fill(ownDocuments(), 64 * MB)), 1),
    compare("TUI output, strings", strings(tui), 0.5),
    compare("TUI output, Buffers", buffers(tui), 0.5),
    linear("time for 64 MB / 16 MB, plain", buffers(plain)),
    linear("time for 64 MB / 16 MB, TUI", buffers(tui)),
    await flat("heap growth over 256 MB, TUI", buffers(tui)),
    planted("planted in plain text", plainText()),
    planted("planted in TUI output", tuiOutput()),
    userPattern(strings(tui)),
  ];
}

/** The design of most tools, with a pattern for the three oldest wordings. */
class NaiveDetector {
  #tail = "";
  found = 0;

  feed(chunk) {
    const text = typeof chunk === "string" ? chunk : chunk.toString("utf8");
    this.#tail = (this.#tail + stripAnsi(text)).slice(-CHUNK);
    if (NAIVE.test(this.#tail)) this.found++;
  }
}

const NAIVE =
  /Claude\s+(?:AI\s+)?usage\s+limit\s+reached[|.]?.*?(\d{10,})?|You(?:'ve| have)\s+hit\s+your\s+limit\s*[·•]\s*resets?\s+(?:[a-z]{3,}\s+\d{1,2},?\s*)?(\d{1,2}(?::\d{2})?\s*[ap]m)\s*\(([^)]+)\)/i;

function compare(name, chunks, bar) {
  const times = { ours: [], naive: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const naive = timeOf(new NaiveDetector(), chunks);
    const ours = timeOf(new PatternDetector(), chunks);
    // The first round warms the compiler up.
    if (round === 0) continue;
    times.naive.push(naive);
    times.ours.push(ours);
  }
  const [ours, naive] = [median(times.ours), median(times.naive)];
  const ratio = ours / naive;
  return {
    name,
    ratio,
    bar,
    ok: ratio <= bar,
    detail: `${ours.toFixed(0)} ms beside ${naive.toFixed(0)} ms`,
  };
}

function linear(name, chunks) {
  const quarter = chunks.slice(0, chunks.length / 4);
  const times = { whole: [], quarter: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    times.whole.push(timeOf(new PatternDetector(), chunks));
    times.quarter.push(timeOf(new PatternDetector(), quarter));
  }
  // The least disturbed run of each: a busy machine would show as a curve.
  const ratio = Math.min(...times.whole) / Math.min(...times.quarter);
  return { name, ratio, bar: 5, ok: ratio <= 5, detail: "4 is linear" };
}

async function flat(name, chunks) {
  const detector = new PatternDetector();
  for (const chunk of chunks) detector.feed(chunk);
  const before = await heapMb();
  for (let round = 0; round < 4; round++) for (const chunk of chunks) detector.feed(chunk);
  const value = (await heapMb()) - before;
  return { name, value, bar: 2, ok: value <= 2, detail: "MB still held after a collection" };
}

/** Live memory. Without --expose-gc the engine is pressed to collect: what falls away was not held. */
async function heapMb() {
  const { setFlagsFromString } = await import("node:v8");
  const { runInNewContext } = await import("node:vm");
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MB;
}

/** Every wording, many times, at random places and cut at random places. */
function planted(name, material) {
  const random = generator(7);
  let found = 0;
  let planted = 0;
  const detector = new PatternDetector();
  detector.on("limit", ({ rawMatch }) => {
    if (rawMatch.startsWith(expected)) found++;
    detector.reset();
  });
  let expected = "";
  for (const [sentence, drawn] of banners()) {
    for (let plant = 0; plant < 20; plant++) {
      expected = sentence;
      planted++;
      detector.reset();
      const from = random(material.length - 20_000);
      const stream = Buffer.concat([
        material.subarray(from, from + random(20_000)),
        // The cut may leave a background on, and a line on a background is the user's prompt: not a banner.
        Buffer.from(`\x1b[49m${drawn}`),
        material.subarray(0, 2_000),
      ]);
      for (let at = 0; at < stream.length;) {
        const size = 1 + random(CHUNK);
        detector.feed(stream.subarray(at, at + size));
        at += size;
      }
    }
  }
  const value = planted - found;
  return { name, value, bar: 0, ok: value === 0, detail: `missed of ${planted}` };
}

function userPattern(chunks) {
  const part = chunks.slice(0, chunks.length / 8);
  const ours = timeOf(new PatternDetector({ pattern: /quota exhausted/i }), part);
  const naive = timeOf(new NaiveDetector(), part);
  return {
    name: "with a user's pattern, TUI (no bar)",
    ratio: ours / naive,
    bar: undefined,
    ok: true,
    detail: "every line is decoded",
  };
}

/** The sentence, and the bytes that draw it: as plain text, and in the three ways of Claude Code's renderers. */
function banners() {
  const sentences = [
    "Claude AI usage limit reached|1794774674",
    "Claude usage limit reached. Your limit will reset at 3:31pm (America/New_York)",
    "5-hour limit reached ∙ resets 5am",
    "Session limit reached ∙ resets 9:30pm",
    "Weekly limit reached ∙ resets Oct 9, 5pm",
    "limit reached ∙ resets 2pm",
    "Spending cap reached resets 3:30pm",
    "You've hit your limit · resets 11pm (Europe/Warsaw)",
    "You've hit your 5-hour limit · resets 3pm (Europe/Amsterdam)",
    "You've hit your weekly limit · resets Jul 15 at 12am (Australia/Melbourne)",
    "You've hit your Opus limit · resets 3:45pm",
    "You're out of extra usage · resets 11:30am (Asia/Colombo)",
    "You've reached your Fable 5 limit. Run /usage-credits to continue or switch models with /model.",
    "You've hit your team's shared budget. /model to switch models.",
    "Your usage allocation has been disabled by your admin",
    "Credit balance is too low",
  ];
  return sentences.flatMap((sentence) => {
    const words = sentence.split(" ");
    // A colour change inside each word of four letters or more.
    const split = sentence.replace(/[a-z]{3}(?=[a-z])/g, "$&\x1b[38;5;216m");
    return [
      [sentence, `\r\n${sentence}\r\n`],
      [sentence, `\x1b[2K\x1b[1A\x1b[2K\x1b[G  ⎿ \u00a0\x1b[38;5;211m${sentence}\x1b[39m\r\n`],
      [sentence, `\r\x1b[2C\x1b[6A⎿\x1b[1C\u00a0\x1b[38;5;211m${words.join("\x1b[1C")}\r\x1b[1B\x1b[39m`],
      [sentence, `\r\n\x1b[31m${split}\x1b[39m\r\n`],
    ];
  });
}

/** Source code and prose, as a tool prints it: lines of 20 to 100 characters. */
function plainText() {
  const words =
    "the function returns your session value and should reach out of scope for each item in a list const let import when limit check tests passed but not for the other one since it does what we want here".split(
      " ",
    );
  const random = generator(1);
  let text = "";
  while (text.length < 256 * 1024) {
    const width = 20 + random(80);
    let line = "";
    // Every thirteenth word is "You": far more than in real text, and the one word that costs us something.
    while (line.length < width) line += `${random(13) === 0 ? "You" : words[random(words.length)]} `;
    text += `${line.trimEnd()}\n`;
  }
  return Buffer.from(text);
}

/** Our own documents: the words of a banner are in them more often than anywhere else. */
function ownDocuments() {
  const files = ["README.md", "CONTRIBUTING.md", "docs/ARCHITECTURE.md", "docs/GLOSSARY.md"];
  return Buffer.concat(files.map((file) => readFileSync(new URL(`../${file}`, import.meta.url))));
}

/** Real output of Claude Code up to its banner: logo, boxes, spinner frames, footers. */
function tuiOutput() {
  const pieces = ["1.0.64", "2.0.72", "2.1.32", "2.1.75", "2.1.197", "2.1.325"].map((release) => {
    const bytes = readFileSync(new URL(`../test/fixtures/captures/${release}/5h/bytes.raw`, import.meta.url));
    const banner = bytes.indexOf("⎿");
    return bytes.subarray(0, bytes.lastIndexOf("\r", banner));
  });
  const output = Buffer.concat(pieces);
  return fill(output, 256 * 1024);
}

function fill(material, size) {
  const filled = Buffer.alloc(size);
  for (let at = 0; at < size; at += material.length) material.copy(filled, at);
  return filled;
}

function buffers(bytes) {
  return Array.from({ length: bytes.length / CHUNK }, (_, index) =>
    bytes.subarray(index * CHUNK, (index + 1) * CHUNK),
  );
}

function strings(bytes) {
  return buffers(bytes).map((chunk) => chunk.toString("utf8"));
}

/** CPU time, so that other work on the machine counts for nothing. */
function timeOf(detector, chunks) {
  const start = process.cpuUsage();
  for (const chunk of chunks) detector.feed(chunk);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** The same numbers on every run: below `limit`, from a linear congruence. */
function generator(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
