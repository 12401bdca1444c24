import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** A process that stands where one of ours would, for as long as a test wants it. */
export class StandInProcess {
  readonly child: ChildProcess;

  protected constructor(child: ChildProcess) {
    this.child = child;
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await exited;
  }
}
