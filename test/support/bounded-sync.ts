// A worker that blocks never gets to vitest's timeouts: one program that hangs would hold the whole run for ever. So a
// synchronous run without a limit of its own gets one, and is named when it reaches it.
import processes from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

const LONGEST_MS = 110_000;

const { spawnSync, execFileSync } = processes;

type Options = processes.SpawnSyncOptions;

processes.spawnSync = ((file: string, ...rest: unknown[]) => {
  const [args, options] = split(rest);
  const end = spawnSync(file, args, limited(options));
  if (options.timeout === undefined && isLate(end.error)) throw tooLate(file, args, end.error);
  return end;
}) as typeof spawnSync;

processes.execFileSync = ((file: string, ...rest: unknown[]) => {
  const [args, options] = split(rest);
  try {
    return execFileSync(file, args, limited(options));
  } catch (error) {
    throw options.timeout === undefined && isLate(error) ? tooLate(file, args, error) : error;
  }
}) as typeof execFileSync;

syncBuiltinESMExports();

function split(rest: readonly unknown[]): [readonly string[], Options] {
  const [first, second] = rest;
  return Array.isArray(first) ? [first as string[], second ?? {}] : [[], first ?? {}];
}

function limited(options: Options): Options {
  // A process that is stopped does not hear of SIGTERM.
  return { timeout: LONGEST_MS, killSignal: "SIGKILL", ...options };
}

function isLate(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ETIMEDOUT";
}

function tooLate(file: string, args: readonly string[], cause: Error): Error {
  return new Error(`not over after ${LONGEST_MS / 1000} s: ${[file, ...args].join(" ").slice(0, 500)}`, {
    cause,
  });
}
