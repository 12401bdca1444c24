import { spawn, spawnSync } from "node:child_process";

import { expect } from "vitest";

import { readProcess } from "../../../src/host/process-table.js";

/** How far a process came that was killed: what it said until then. */
export interface Killed {
  readonly said: readonly string[];
  /** It came to its end, there was no step at which to kill it. */
  readonly finished: boolean;
  readonly err: string;
}

/**
 * Runs a module's text in a process of its own that is killed, as by kill -9, right before its `step`th call of the file
 * system; a write is half done by then. It says things with `say(text)`, which are heard whatever happens.
 */
export function killedAt(step: number, script: string, args: readonly string[]): Killed {
  const run = [
    process.execPath,
    "--input-type=module",
    "-e",
    `${SABOTAGE}\n${script}`,
    String(step),
    ...args,
  ];
  const [command = "", ...rest] = run;
  const { status, stdout, stderr } = spawnSync(command, rest, { encoding: "utf8", timeout: 30_000 });
  return { said: stdout.split("\n").filter((line) => line !== ""), finished: status === 0, err: stderr };
}

/** A process that was stopped on its way, as by a debugger or a busy machine, and what it says after it was let go on. */
export interface Paused {
  /** There was no such step: it has come to its end. */
  readonly finished: boolean;
  goOn(): Promise<readonly string[]>;
}

/** Runs it until right before its `step`th call of the file system. On Linux only, where one can see that it stands. */
export async function pausedAt(step: number, script: string, args: readonly string[]): Promise<Paused> {
  const text = `${SABOTAGE.replace(DIE, PAUSE)}\n${script}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", text, String(step), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const said = (): string[] => out.split("\n").filter((line) => line !== "");
  const paused = new Promise<void>((resolve) => {
    child.stdout.on("data", () => said().includes("paused") && resolve());
  });
  await Promise.race([paused, closed]);
  const finished = !said().includes("paused");
  // It says so right before it stops.
  if (!finished) {
    await expect
      .poll(async () => (await readProcess(child.pid ?? 0))?.isStopped, { timeout: 20_000 })
      .toBe(true);
  }
  return {
    finished,
    goOn: async () => {
      child.kill("SIGCONT");
      await closed;
      return said().filter((line) => line !== "paused");
    },
  };
}

/** Runs it and kills it from outside, so many milliseconds after it has said the first thing. */
export async function killedAfter(ms: number, script: string, args: readonly string[]): Promise<Killed> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", `${SAY}\n${script}`, "0", ...args]);
  let [out, err] = ["", ""];
  child.stdout.once("data", () => setTimeout(() => child.kill("SIGKILL"), ms));
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  // What has no end was not said.
  const said = out.split("\n").slice(0, -1);
  return { said, finished: code === 0, err };
}

const SAY = `
import { writeSync } from "node:fs";
const say = (text) => writeSync(1, text + "\\n");
const args = process.argv.slice(2);
`;

const DIE = `
const half = async (write) => write();
const die = () => process.kill(process.pid, "SIGKILL");`;

const PAUSE = `
const half = () => undefined;
const die = () => {
  say("paused");
  process.kill(process.pid, "SIGSTOP");
};`;

const SABOTAGE = `
import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
${SAY}
let step = -Infinity;
const isLast = () => ++step === Number(process.argv[1]);
${DIE}
for (const name of ["open", "rename", "link", "copyFile", "writeFile", "rm", "mkdir", "readdir", "stat", "lstat"]) {
  const real = files[name];
  files[name] = async (...given) => {
    if (isLast()) {
      if (name === "writeFile") await half(() => real(given[0], given[1].slice(0, given[1].length / 2), given[2]));
      die();
    }
    return real(...given);
  };
}
const handle = await files.open(process.execPath);
const prototype = Object.getPrototypeOf(handle);
await handle.close();
for (const name of ["writeFile", "sync", "close"]) {
  const real = prototype[name];
  prototype[name] = async function (...given) {
    if (isLast()) {
      if (name === "writeFile") await half(() => real.call(this, given[0].slice(0, given[0].length / 2)));
      die();
    }
    return real.apply(this, given);
  };
}
syncBuiltinESMExports();
step = 0;
`;
