import { stateVariable, type Surroundings } from "../../host/paths.js";
import { lockFile, whoRuns } from "../../store/process/daemon-lock.js";
import { isElsewhere } from "../../store/process/lock-note.js";
import { error } from "./host-fault.js";
import { hostDirectory } from "./host-place.js";
import type { HostError } from "./host-protocol.js";

/** Told where the host did not take a call and runs where it cannot be reached from here; undefined where it does not. */
export async function elsewhere(where: Surroundings): Promise<HostError | undefined> {
  const runs = await whoRuns(hostDirectory(where));
  if (runs === undefined || !(await isElsewhere(runs))) return undefined;
  const lock = lockFile(hostDirectory(where));
  return error("NOT_READY", {
    message: `the persona host runs on another machine or in a container: process ${runs.pid} there, since ${runs.since}`,
    fix: `end it there, with cac persona end --all, or have a state directory of your own here (${stateVariable(where)}); if there is none, remove ${lock}`,
  });
}

/** Told where the host has not taken a call for long; undefined where none runs any more. */
export async function unreachable(where: Surroundings): Promise<HostError | undefined> {
  const runs = await whoRuns(hostDirectory(where));
  if (runs === undefined) return undefined;
  return error("NOT_READY", {
    message: `the persona host, process ${runs.pid} since ${runs.since}, does not answer`,
    fix: howToEnd(runs.pid, where),
  });
}

/** One that is stopped hears of no softer signal. */
export function howToEnd(pid: number, { platform }: Pick<Surroundings, "platform">): string {
  const command = platform === "win32" ? `taskkill /F /PID ${pid}` : `kill -KILL ${pid}`;
  return `${command} ends it; the next question starts another host, and goes on with the conversations`;
}
