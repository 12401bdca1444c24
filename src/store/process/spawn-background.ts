import { spawn, type ChildProcess } from "node:child_process";

export interface BackgroundProgram {
  readonly node: string;
  readonly script: string;
  readonly verb: string;
  /** Where it runs: the removal of another directory does not end it. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts one of our commands in a session of its own, so that it outlives the terminal and this process. */
export function spawnBackground({ node, script, verb, directory, env }: BackgroundProgram): ChildProcess {
  const child = spawn(node, [script, verb], {
    detached: true,
    cwd: directory,
    stdio: "ignore",
    env,
    windowsHide: true,
  });
  child.unref();
  return child;
}
