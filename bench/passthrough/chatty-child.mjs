// A program that draws without a pause, at 5 MB a second, and answers every key at once: `chatty-child.mjs FILE`.
import { readFileSync } from "node:fs";

const drawing = readFileSync(process.argv[2]);
const CHUNK = 10 * 1024;
const EVERY_MS = 2;
let at = 0;
let written = 0;
const since = performance.now();
process.stdin.setRawMode(true);
process.stdin.on("data", (keys) => process.stdout.write(`\x01${keys}\x02`));
process.stdout.write("ready");
setInterval(() => {
  // By the clock: a timer that comes late is made up for.
  while (written < ((performance.now() - since) / EVERY_MS) * CHUNK) {
    process.stdout.write(drawing.subarray(at, at + CHUNK));
    written += CHUNK;
    at = at + 2 * CHUNK < drawing.length ? at + CHUNK : 0;
  }
}, EVERY_MS);
