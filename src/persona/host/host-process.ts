import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { stateDir, stateVariable, type Surroundings } from "../../host/paths.js";
import { makePrivate } from "../../store/private-files.js";
import { lockFile, whoRuns } from "../../store/process/daemon-lock.js";
import { isElsewhere } from "../../store/process/lock-note.js";
import { spawnBackground } from "../../store/process/spawn-background.js";
import { freshEnvironment } from "../../launch/fresh-environment.js";
import type { OwnProgram } from "../../launch/own-program.js";
import { error } from "./host-fault.js";
import type { HostError } from "./host-protocol.js";

export interface StartHostOptions {
  readonly where: Surroundings;
  readonly program: OwnProgram;
  readonly signal: AbortSignal;
  readonly withinMs?: number;
}

/** Where the host has its lock, its log and its record: one for each user. */
export function hostDirectory(where: Surroundings): string {
  return join(stateDir(where), "persona-host");
}

/** The conversations that can be continued: for `HostRecord`. */
export function recordFile(where: Surroundings): string {
  return join(hostDirectory(where), "sessions.json");
}

/** Where the host listens; undefined if none runs. */
export async function hostAddress(where: Surroundings): Promise<string | undefined> {
  return (await whoRuns(hostDirectory(where)))?.socket;
}

/**
 * Starts a host in the background. Resolves to where one listens: this one, or another that was faster; to undefined if
 * the signal ended it. Rejects with a `HostError`.
 */
export async function startHost(options: StartHostOptions): Promise<string | undefined> {
  const { where, program, signal, withinMs = START_MS } = options;
  const directory = hostDirectory(where);
  const trouble = await makePrivate(directory);
  if (trouble) throw notStarted(`${trouble.path} ${trouble.says}`, trouble.fix);
  const env = freshEnvironment(where.env);
  const child = spawnBackground({ ...program, verb: "persona-host", directory, env });
  let failure: string | undefined;
  child.once("error", ({ message }) => (failure = message));
  // One that found another at work ends with 0.
  child.once("exit", (code, name) => (failure = code === 0 ? undefined : `it ended with ${name ?? code}`));
  const fix = "run cac persona-host in a terminal: it shows why";
  for (const since = performance.now(); performance.now() - since < withinMs; await sleep(LOOK_MS)) {
    const address = await hostAddress(where);
    if (address !== undefined || signal.aborted) return address;
    if (failure !== undefined) throw notStarted(failure, fix);
  }
  throw notStarted(`it does not listen after ${withinMs / 1000} s`, fix);
}

const START_MS = 30_000;
const LOOK_MS = 25;

function notStarted(why: string, fix: string): HostError {
  return error("NOT_READY", { message: `the persona host could not be started: ${why}`, fix });
}

/** The host did not take a call: the reason, if it runs where it cannot be reached from here. */
export async function elsewhere(where: Surroundings): Promise<HostError | undefined> {
  const runs = await whoRuns(hostDirectory(where));
  if (runs === undefined || !(await isElsewhere(runs))) return undefined;
  const lock = lockFile(hostDirectory(where));
  return error("NOT_READY", {
    message: `the persona host runs on another machine or in a container: process ${runs.pid} there, since ${runs.since}`,
    fix: `end it there, with cac persona end --all, or have a state directory of your own here (${stateVariable(where)}); if there is none, remove ${lock}`,
  });
}

/** The host has not taken a call for long; undefined if none runs any more. */
export async function unreachable(where: Surroundings): Promise<HostError | undefined> {
  const runs = await whoRuns(hostDirectory(where));
  if (runs === undefined) return undefined;
  return error("NOT_READY", {
    message: `the persona host, process ${runs.pid} since ${runs.since}, does not answer`,
    fix: howToEnd(runs.pid, where),
  });
}

/** The host answered with something that this version does not know. */
export function newerHost(): HostError {
  return error("NOT_READY", {
    message: "the persona host is of a newer cac than this program",
    fix: "start this program again, so that it is the new version too (an MCP server: the Claude Code session that it belongs to)",
  });
}

/** A stopped process does not notice a softer signal. */
export function howToEnd(pid: number, { platform }: Pick<Surroundings, "platform">): string {
  const command = platform === "win32" ? `taskkill /F /PID ${pid}` : `kill -KILL ${pid}`;
  return `${command} ends it; the next question starts another host, and goes on with the conversations`;
}
