// Tailing a transcript of 1 GB must cost what one of 1 MB costs: a read pays for the new rows, not for the old ones.
import { appendFile, mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { readRow } from "../dist/claude/transcript/transcript.js";
import { Tail } from "../dist/store/tail.js";

const MB = 1024 * 1024;
const BAR = 1.5;
const ROUNDS = 200;
const NEW_ROWS = 20;
const ROW = new URL("../test/fixtures/captures/2.1.325/5h/transcript.jsonl", import.meta.url);

/** Returns one result (`note` is for people): the large file's median cost divided by the small one's, in the same run. */
export async function run() {
  const folder = await mkdtemp(join(tmpdir(), "cac-bench-tail-"));
  try {
    const rows = await readFile(ROW);
    const small = await prepare(join(folder, "small.jsonl"), rows, 1 * MB);
    const large = await prepare(join(folder, "large.jsonl"), rows, 1024 * MB);
    const added = Buffer.concat(Array.from({ length: NEW_ROWS / 2 }, () => rows));
    const costs = { small: [], large: [] };
    for (let round = 0; round < ROUNDS; round++) {
      // Interleaved, and each goes first in turn: what the machine does besides meets both.
      const order = round % 2 ? ["small", "large"] : ["large", "small"];
      for (const which of order) costs[which].push(await costOfNewRows({ small, large }[which], added));
    }
    const smallMs = median(costs.small);
    const largeMs = median(costs.large);
    const ratio = Number((largeMs / smallMs).toFixed(3));
    const note = `${NEW_ROWS} new rows: ${smallMs.toFixed(3)} ms after 1 MB, ${largeMs.toFixed(3)} ms after 1 GB`;
    return [{ name: "tail 1 GB / tail 1 MB", ratio, bar: BAR, ok: ratio <= BAR, note }];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A transcript of real rows, and a reader that stands at its end. */
async function prepare(path, rows, size) {
  const block = Buffer.concat(Array.from({ length: Math.ceil(MB / rows.length) }, () => rows));
  const file = await open(path, "w");
  for (let written = 0; written < size; written += block.length) await file.write(block);
  // What is still on its way to the disk would slow the reads that follow.
  await file.sync();
  await file.close();
  const tail = new Tail(path, "end");
  await tail.read();
  return { path, tail };
}

async function costOfNewRows({ path, tail }, added) {
  await appendFile(path, added);
  const start = performance.now();
  const { lines } = await tail.read();
  const events = lines.filter((line) => readRow(line.oversized ? line : line.bytes, { timeZone: "UTC" }));
  const cost = performance.now() - start;
  if (events.length !== NEW_ROWS) throw new Error(`${NEW_ROWS} rows were added, ${events.length} were read`);
  return cost;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { note, ...result } of await run()) {
    console.log(JSON.stringify(result));
    console.log(note);
    if (!result.ok) process.exitCode = 1;
  }
}
