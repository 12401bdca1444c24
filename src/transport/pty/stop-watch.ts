import { spawn } from "node:child_process";
import { setTimeout as rest } from "node:timers/promises";
import { Listeners } from "../../terminal/user/listeners.js";
import { isStoppable, isStopped } from "../../host/process-table.js";
import { sendSignal } from "../../host/send-signal.js";

/** When a terminal is looked at after Ctrl+Z: a busy program takes its time. */
const LOOKS_AFTER_MS = [50, 150, 400, 1_000, 3_000];
/** A program that could not stop itself takes its terminal back well within this time. */
const SURE_AFTER_MS = 50;
/** Elsewhere `ps` is asked, whose own end is told as that of a child of ours: that must not lead to look after look. */
const LOOKS_IN_SILENCE = process.platform === "linux";

/**
 * Notices that a child has stopped, and stops it where the kernel does not.
 *
 * A child that leads its own session has no shell above it in there, so the kernel ignores SIGTSTP for it. Claude Code
 * 2.0.72 stops itself with SIGSTOP, which works; 2.1.197 and 2.1.325 put their terminal back and send SIGTSTP to their
 * group, and then wait for a SIGCONT with nobody to send it. So: when Ctrl+Z was typed, and the child's terminal makes
 * signals of keys (the child never asked for anything else, or has put it back), and SIGTSTP would stop the child, then
 * we do what the kernel declined to do.
 */
export class StopWatch {
  readonly stopped = new Listeners<void>();
  readonly #pid: number;
  readonly #slave: number;
  readonly #childChanged = () => void this.#look();
  #isStopped = false;
  /** It is being stopped by us, and the rest of its group is still to be. */
  #isByUs = false;
  #isLooking = false;
  /** Something changed in the middle of a look, which may have come too early to see it. */
  #hasMissed = false;
  #isOver = false;

  /** `slave` is the child's side of its terminal, held open by us. */
  constructor(pid: number, slave: number) {
    this.#pid = pid;
    this.#slave = slave;
    process.on("SIGCHLD", this.#childChanged);
    // It may have stopped before anybody watched.
    setImmediate(this.#childChanged);
  }

  close(): void {
    this.#isOver = true;
    process.off("SIGCHLD", this.#childChanged);
  }

  /**
   * Stops the child, and then the rest of its group. Not all at once: a child that is just starting a program (vfork) stops
   * only when that program runs, and would wait for ever for one that was stopped before.
   */
  stop(): void {
    this.#isByUs = true;
    sendSignal(this.#pid, "SIGSTOP");
  }

  /** The child is brought back: its next stop is a new one. */
  continued(): void {
    this.#isStopped = false;
    this.#isByUs = false;
  }

  /** To be called with what was typed, after it reached the child. */
  typed(keys: Buffer): void {
    if (!hasSuspendKey(keys)) return;
    this.#watchTerminal().catch(() => {
      // The child has gone meanwhile, or `stty` cannot be started: then Ctrl+Z stays without effect.
    });
  }

  async #watchTerminal(): Promise<void> {
    for (const pause of LOOKS_AFTER_MS) {
      await rest(pause);
      await this.#look();
      if (this.#isOver || this.#isStopped) return;
      if (!(await this.#wantsToStop())) continue;
      await rest(SURE_AFTER_MS);
      if (!(await this.#wantsToStop())) continue;
      return this.stop();
    }
  }

  async #look(isAgain = false): Promise<void> {
    if (this.#isLooking) {
      this.#hasMissed = true;
      return;
    }
    this.#isLooking = true;
    const wasStopped = this.#isStopped;
    this.#isStopped = await isStopped(this.#pid);
    if (this.#isStopped && !wasStopped && !this.#isOver) {
      if (this.#isByUs) this.#stopTheRest();
      this.stopped.call();
    }
    setImmediate(() => {
      this.#isLooking = false;
      const mayLookAgain = this.#hasMissed && (!isAgain || LOOKS_IN_SILENCE);
      this.#hasMissed = false;
      if (mayLookAgain && !this.#isOver) void this.#look(true);
    });
  }

  #stopTheRest(): void {
    this.#isByUs = false;
    sendSignal(-this.#pid, "SIGSTOP");
  }

  async #wantsToStop(): Promise<boolean> {
    return isStoppable(this.#pid) && (await isCooked(this.#slave)) && !this.#isOver;
  }
}

/** Ctrl+Z as a byte, or as kitty's and xterm's protocols spell it. */
function hasSuspendKey(keys: Buffer): boolean {
  return keys.includes(0x1a) || keys.includes("\x1b[122;5u") || keys.includes("\x1b[27;5;122~");
}

/** Whether a terminal makes signals of keys and lines of text; false where it cannot be told. */
async function isCooked(descriptor: number): Promise<boolean> {
  const stty = spawn("stty", ["-a"], {
    stdio: [descriptor, "pipe", "ignore"],
    env: { ...process.env, LC_ALL: "C" },
  });
  let text = "";
  stty.on("error", () => {});
  stty.stdout?.setEncoding("utf8").on("data", (more: string) => (text += more));
  await new Promise((resolve) => stty.once("close", resolve));
  return /(?<!-)\bisig\b/.test(text) && /(?<!-)\bicanon\b/.test(text);
}
