// A terminal to measure programs in: it reads as fast as it can and keeps nothing.
import { readdirSync, readFileSync } from "node:fs";
import { spawnPty } from "../../dist/transport/pty/pty.js";

export class Outer {
  constructor([command, ...args], { env, cwd }) {
    this.startedAt = performance.now();
    this.received = 0;
    this.firstAt = undefined;
    this.onBytes = () => {};
    this.mark = Infinity;
    this.onMark = () => {};
    this.pty = spawnPty(command, args, { columns: 120, rows: 40, cwd, env });
    this.pty.onData((bytes) => {
      this.firstAt ??= performance.now();
      this.received += bytes.length;
      if (this.received >= this.mark) this.onMark();
      this.onBytes(bytes);
    });
    this.exited = new Promise((resolve) => this.pty.onExit(resolve));
  }

  get pid() {
    return this.pty.pid;
  }

  /** Resolves to the time at which these bytes came. */
  sees(text) {
    let tail = Buffer.alloc(0);
    return new Promise((resolve, reject) => {
      this.onBytes = (bytes) => {
        tail = Buffer.concat([tail.subarray(-text.length), bytes]);
        if (!tail.includes(text)) return;
        this.onBytes = () => {};
        resolve(performance.now());
      };
      void this.exited.then(() => reject(new Error(`ended before it said ${JSON.stringify(text)}: ${tail}`)));
    });
  }

  /** Resolves to the time at which so many more bytes have come. */
  passes(count) {
    this.mark = this.received + count;
    return new Promise((resolve) => {
      this.onMark = () => {
        this.mark = Infinity;
        resolve(performance.now());
      };
    });
  }

  type(keys) {
    this.pty.write(keys);
  }

  async end() {
    this.pty.kill("SIGKILL");
    await this.exited;
  }
}

/** Processor time of a process with all its threads, in ms. */
export function cpuMs(pid) {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = tasks.map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6;
}

/** Memory of a process, in MB. */
export function memoryMb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}

/** A robust time on a machine that does other things too: most noise makes a run slower, none makes it faster. */
export function lowQuartile(values) {
  return quantile(values, 0.25);
}

export function median(values) {
  return quantile(values, 0.5);
}

export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
