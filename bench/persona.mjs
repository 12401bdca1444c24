/**
 * Personas of real Claude Code against the stand-in API: how long after the model's last byte the tool result is there, by
 * `cac mcp` as an MCP client sees it, and what an idle session costs the host. Beside it, on turns of a session of its own,
 * what it would take to wait for 3 s of quiet. CAC_BENCH_ROUNDS questions (default 60).
 */
import { setTimeout as sleep } from "node:timers/promises";

import { BenchHost } from "./persona/host.mjs";
import { openLab, spokenText } from "./persona/lab.mjs";
import { sideBySide } from "./persona/side-by-side.mjs";
import { ToolClient } from "./persona/tool-client.mjs";

const ROUNDS = Number(process.env.CAC_BENCH_ROUNDS ?? 60);
const BAR_MS = 300;
const BAR_MB = 15;
/** How long a session is left alone before it counts as idle. */
const IDLE_MS = 20_000;
const PERSONAS = Array.from({ length: 8 }, (_, index) => `persona-${index + 1}`);

export async function run() {
  const lab = await openLab(PERSONAS);
  const place = { cwd: lab.project, env: lab.env };
  const opened = [lab];
  try {
    const host = await BenchHost.start(place);
    opened.push({ close: () => host.end() });
    const client = await ToolClient.start(place);
    opened.push(client);
    const memory = await idleMemory(client, host, lab);
    const tool = await toolResults(client, lab);
    const beside = await sideBySide(lab, Math.ceil(ROUNDS / 3));
    return [timeRow(tool, beside), memory];
  } finally {
    for (const each of opened.toReversed()) await each.close();
  }
}

function timeRow(tool, { ours, quiet }) {
  const value = percentile(tool, 0.95);
  const of = (times) => [0.5, 0.95].map((share) => percentile(times, share).toFixed(0)).join(" / ");
  const detail = `p50 / p95 ${of(tool)} ms; the session alone ${of(ours)}, 3 s of quiet on the same turns ${of(quiet)}`;
  return { name: "last byte to tool result, p95 ms", value, bar: BAR_MS, ok: value <= BAR_MS, detail };
}

/** What each took in ms, from the model's last byte; one session after the other. */
async function toolResults(client, { model, project }) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const endedAt = await askOnce(client, { model, project }, PERSONAS[round % PERSONAS.length], round);
    times.push(performance.now() - endedAt);
  }
  return times;
}

/** The host with nobody in it, then with all of them after a question each. */
async function idleMemory(client, host, { model, project }) {
  const empty = host.memoryMb();
  for (const [index, persona] of PERSONAS.entries())
    await askOnce(client, { model, project }, persona, index);
  await sleep(IDLE_MS);
  const full = host.memoryMb();
  const value = (full - empty) / PERSONAS.length;
  const detail = `host ${empty.toFixed(0)} MB with no session, ${full.toFixed(0)} MB with ${PERSONAS.length} idle ones`;
  return { name: "memory per idle session, MB", value, bar: BAR_MB, ok: value <= BAR_MB, detail };
}

/** Resolves when the answer is there, to when the model ended. */
async function askOnce(client, { model, project }, persona, round) {
  const text = spokenText(round);
  const spoken = model.next(text);
  const asked = client.call("askPersona", { persona, question: `question ${round}`, projectRoot: project });
  // What goes wrong before the model is asked is told by the call.
  const end = await Promise.race([spoken, asked.then((answer) => notAnswer(answer))]);
  const endedAt = end();
  const answer = await asked;
  if (answer !== text) notAnswer(answer);
  return endedAt;
}

function notAnswer(answer) {
  throw new Error(`not the answer: ${answer}`);
}

function percentile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1];
}
