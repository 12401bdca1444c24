import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

import type { Surroundings } from "../../host/paths.js";
import { makePrivate } from "../../store/private-files.js";
import { whoRuns } from "../../store/process/daemon-lock.js";
import { freshEnvironment } from "../../launch/fresh-environment.js";
import type { OwnProgram } from "../../launch/own-program.js";
import { error } from "./host-fault.js";
import { hostDirectory } from "./host-place.js";

export interface StartHostOptions {
  readonly where: Surroundings;
  readonly program: OwnProgram;
  readonly signal: AbortSignal;
  readonly withinMs?: number;
}

/** Where the host listens; undefined where none runs. */
export async function hostAddress(where: Surroundings): Promise<string | undefined> {
  return (await whoRuns(hostDirectory(where)))?.socket;
}

/**
 * Starts a host in the background and resolves to where one listens: that one, or another that was faster. Rejects with
 * a `HostError`; resolves to undefined where the signal ended it.
 */
export async function startHost(options: StartHostOptions): Promise<string | undefined> {
  const { where, program, signal, withinMs = START_MS } = options;
  const directory = hostDirectory(where);
  const trouble = await makePrivate(directory);
  if (trouble) throw notStarted(`${trouble.path} ${trouble.says}`, trouble.fix);
  const child = spawn(program.node, [program.script, "persona-host"], {
    // A session of its own, in a place of its own: neither a closed terminal nor a removed directory ends it.
    detached: true,
    cwd: directory,
    stdio: "ignore",
    env: freshEnvironment(where.env),
    windowsHide: true,
  });
  child.unref();
  let failure: string | undefined;
  child.once("error", ({ message }) => (failure = message));
  // One that found another at work ends with 0.
  child.once("exit", (code, name) => (failure = code === 0 ? undefined : `it ended with ${name ?? code}`));
  for (const since = performance.now(); performance.now() - since < withinMs; await sleep(LOOK_MS)) {
    const address = await hostAddress(where);
    if (address !== undefined || signal.aborted) return address;
    if (failure !== undefined) throw notStarted(failure, "cac persona-host, in a terminal, shows why");
  }
  throw notStarted(
    `it does not listen after ${withinMs / 1000} s`,
    "cac persona-host, in a terminal, shows why",
  );
}

function notStarted(why: string, fix: string) {
  return error("NOT_READY", { message: `the persona host could not be started: ${why}`, fix });
}

const START_MS = 30_000;
const LOOK_MS = 25;
