/**
 * What a verdict costs, over the tables of test/policy (harmless, hostile and everyday): every command under its own rules, in
 * turns with unbash's whole parse of the same text, as the median of five runs. The very long commands are timed apart: no prompt
 * of Claude Code shows one.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath, pathToFileURL } from "node:url";

import { forEachChild, parse } from "unbash";

import { judge } from "../dist/policy/judge.js";
import { readPolicy } from "../dist/policy/rules/read-policy.js";

const RUNS = 5;
const ROUNDS = 12;
const BAR_MS = 1;
const LONG = 2000;
const WORK = ["typescript", "python", "go", "rust", "operations"];
const HERE = fileURLToPath(new URL(".", import.meta.url));

export async function run() {
  const { groups, ruleSets, everyday, everydaySets, place } = await tables();
  const policies = Object.fromEntries(Object.entries(ruleSets).map(([name, set]) => [name, policyOf(set)]));
  const everydayPolicies = Object.fromEntries(
    Object.entries(everydaySets).map(([name, set]) => [name, policyOf(set)]),
  );
  const calls = [
    ...groups.flatMap(({ under, calls }) => calls.map(([call]) => callOf(call, policies[under]))),
    ...everyday.flatMap(({ under, commands }) =>
      commands.map((command) => callOf(command, everydayPolicies[under])),
    ),
  ];
  const usual = calls.filter(({ text }) => text.length < LONG);
  const long = calls.filter(({ text }) => text.length >= LONG);
  return [...costOf("a verdict", usual, place, BAR_MS), ...costOf("a long verdict", long, place, undefined)];
}

function callOf(call, policy) {
  const isCommand = typeof call === "string";
  return {
    call: isCommand ? { tool: "Bash", input: { command: call } } : call,
    text: isCommand ? call : "",
    policy,
  };
}

function costOf(name, calls, place, bar) {
  const runs = Array.from({ length: RUNS }, () => timesOf(calls, place));
  const [p50, p99] = [0.5, 0.99].map((share) =>
    percentile(
      runs.map(({ verdict }) => percentile(verdict, share)),
      0.5,
    ),
  );
  const parsing = percentile(
    runs.map(({ parse }) => percentile(parse, 0.5)),
    0.5,
  );
  const detail = `p50 ${micro(p50)}, p99 ${micro(p99)} over ${calls.length} calls, median of ${RUNS} runs`;
  return [
    { name: `${name}, p99 ms`, value: p99, bar, ok: bar === undefined || p99 <= bar, detail },
    {
      name: `${name} / unbash's parse, p50`,
      ratio: p50 / parsing,
      bar: undefined,
      ok: true,
      detail: `parse ${micro(parsing)}`,
    },
  ];
}

function timesOf(calls, place) {
  const times = { verdict: [], parse: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const { call, text, policy } of calls) {
      const start = performance.now();
      if (text !== "") visit(parse(text));
      const between = performance.now();
      judge(call, policy, place);
      const end = performance.now();
      // The first rounds warm the compiler up.
      if (round < ROUNDS / 4) continue;
      if (text !== "") times.parse.push(between - start);
      times.verdict.push(end - between);
    }
  }
  return times;
}

/** Words and nested scripts are parsed when they are first looked at. */
function visit(node) {
  forEachChild(node, visit);
}

/** The tables are TypeScript, and Node 20 reads none: they are compiled for this run alone. */
async function tables() {
  const folder = mkdtempSync(join(tmpdir(), "cac-bench-policy-"));
  try {
    const source = join(HERE, "..", "test", "policy");
    const files = ["commands", "commands-harmless", "commands-harmless-tasks", "rule-sets", "ada"].concat(
      ["programs", "ruins", "rules", "shell"].map((name) => `commands-hostile-${name}`),
      ["rule-sets", "scripts", ...WORK].map((name) => `everyday/${name}`),
    );
    const compiler = join(
      dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
      "bin",
      "tsc",
    );
    const options = [
      "--ignoreConfig",
      "--noCheck",
      "--noResolve",
      "--module",
      "esnext",
      "--target",
      "es2023",
      "--outDir",
      folder,
    ];
    execFileSync(process.execPath, [
      compiler,
      ...options,
      ...files.map((file) => join(source, `${file}.ts`)),
    ]);
    writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);
    const load = (file) => import(pathToFileURL(join(folder, `${file}.js`)).href);
    const [
      { HARMLESS_GROUPS, HOSTILE_GROUPS },
      { RULE_SETS },
      { ADA },
      { EVERYDAY_SETS },
      { EVERYDAY_SCRIPTS },
    ] = await Promise.all(
      ["commands", "rule-sets", "ada", "everyday/rule-sets", "everyday/scripts"].map(load),
    );
    const work = await Promise.all(WORK.map((name) => load(`everyday/${name}`)));
    return {
      groups: [...HARMLESS_GROUPS, ...HOSTILE_GROUPS],
      ruleSets: RULE_SETS,
      everyday: work.flatMap((module) => Object.values(module).flat()),
      everydaySets: EVERYDAY_SETS,
      place: { ...ADA, scripts: () => EVERYDAY_SCRIPTS },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function policyOf({ mode, allow, ask = [], deny = [] }) {
  return readPolicy({ mode, delayMs: 500, allow, ask, deny, without: [] });
}

function percentile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
}

function micro(ms) {
  return `${(ms * 1000).toFixed(0)} µs`;
}
