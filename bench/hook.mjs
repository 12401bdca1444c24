// What a hook costs the session that waits for it: the whole process, at the end of a transcript of 1 GB, and at a
// permission prompt that a rule covers.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

const MB = 1024 * 1024;
const BAR_MS = 150;
const ROUNDS = 60;
const CAC = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const ROWS = new URL("../test/fixtures/captures/2.1.325/5h/transcript.jsonl", import.meta.url);

/** Resolves to the 95th percentile in ms; that of an empty node process, in the same run, is in `detail`. */
export async function run() {
  const home = await mkdtemp(join(tmpdir(), "cac-bench-hook-"));
  try {
    const rows = await readFile(ROWS, "utf8");
    const transcript = join(home, "large.jsonl");
    await fill(transcript, Buffer.from(rows), 1024 * MB);
    await allow(home, ["Bash(npm test *)", "Bash(git status *)", "Edit(/src/**)"]);
    const costs = { limit: [], start: [], permission: [], node: [] };
    for (let round = 0; round < ROUNDS; round++) {
      // The row must be one of this moment: an old limit is no reason for a hook.
      await appendFile(transcript, asOfNow(rows));
      costs.limit.push(await cost([CAC, "hook"], home, input("StopFailure", transcript)));
      costs.start.push(await cost([CAC, "hook"], home, input("SessionStart", transcript)));
      costs.permission.push(await cost([CAC, "hook"], home, input("PermissionRequest", transcript)));
      costs.node.push(await cost(["-e", "0"], home, ""));
    }
    const dropped = await readdir(join(home, ".claude", "auto-resume", "inbox"));
    if (dropped.length !== 2 * ROUNDS) throw new Error(`${2 * ROUNDS} hooks left ${dropped.length} events`);
    const log = await readFile(
      join(home, ".local", "state", "claude-auto-continue", "approvals.jsonl"),
      "utf8",
    );
    const answers = log.match(/"outcome":"answered"/g)?.length;
    if (answers !== ROUNDS) throw new Error(`${ROUNDS} permission prompts had ${answers} answers`);
    const node = `${percentile(costs.node, 0.5).toFixed(0)} and ${percentile(costs.node, 0.95).toFixed(0)} ms for an empty node`;
    return [
      ["hook at a limit, 1 GB transcript, p95 ms", costs.limit],
      ["hook at a session's start, p95 ms", costs.start],
      ["hook at a permission prompt, p95 ms", costs.permission],
    ].map(([name, values]) => {
      const value = percentile(values, 0.95);
      const detail = `p50 ${percentile(values, 0.5).toFixed(0)} ms; p50 and p95 ${node}`;
      return { name, value, bar: BAR_MS, ok: value <= BAR_MS, detail };
    });
  } finally {
    await rm(home, { recursive: true });
  }
}

async function fill(path, rows, size) {
  const block = Buffer.concat(Array.from({ length: Math.ceil(MB / rows.length) }, () => rows));
  const file = await open(path, "w");
  for (let written = 0; written < size; written += block.length) await file.write(block);
  // What is still on its way to the disk would slow the drops, which wait for theirs.
  await file.sync();
  await file.close();
}

function asOfNow(rows) {
  const timestamp = new Date().toISOString();
  const now = rows
    .trimEnd()
    .split("\n")
    .map((row) => JSON.stringify({ ...JSON.parse(row), timestamp }));
  return `${now.join("\n")}\n`;
}

async function allow(home, rules) {
  const folder = join(home, ".config", "claude-auto-continue");
  await mkdir(folder, { recursive: true });
  const approve = { mode: "rules", allow: rules };
  await writeFile(join(folder, "config.json"), JSON.stringify({ version: 1, approve }));
}

function input(event, transcript) {
  const call = { tool_name: "Bash", tool_input: { command: "npm test -- --all 2>&1 && git status" } };
  const told = {
    session_id: "bench",
    transcript_path: transcript,
    cwd: tmpdir(),
    error: "rate_limit",
    ...call,
  };
  return JSON.stringify({ hook_event_name: event, ...told });
}

async function cost(args, home, stdin) {
  const start = performance.now();
  const child = spawn(process.execPath, args, { env: { HOME: home, PATH: process.env.PATH } });
  child.stdin.end(stdin);
  const [code] = await once(child, "exit");
  const ms = performance.now() - start;
  if (code !== 0) throw new Error(`${args.join(" ")} exited with ${code}`);
  return ms;
}

function percentile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1];
}
