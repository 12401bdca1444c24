import { EventEmitter } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { expect } from "vitest";

import type { HeadlessClock, HeadlessReport } from "../../../src/headless/retry-waiter.js";
import {
  runHeadless,
  type HeadlessControl,
  type HeadlessOptions,
} from "../../../src/headless/run-headless.js";
import type { FakeClaude } from "./fake-claude.js";

/** Waits take no time, and are written down in seconds. */
export class QuickClock implements HeadlessClock {
  readonly waits: number[] = [];
  readonly plans: string[] = [];
  #offsetMs = 0;
  /** Holds the next waits until `signal` ends them. */
  isStuck = false;

  now(): number {
    return Date.now() + this.#offsetMs;
  }

  roll(): number {
    return 0.5;
  }

  async wait(plan: { by: string; dueAt: number }, signal: AbortSignal): Promise<void> {
    const ms = plan.dueAt - this.now();
    this.waits.push(Math.round(ms / 1000));
    this.plans.push(plan.by);
    if (this.isStuck) {
      await new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve());
        if (signal.aborted) resolve();
      });
    } else this.#offsetMs += Math.max(0, ms);
  }
}

export interface Staged {
  readonly exit: Awaited<ReturnType<typeof runHeadless>>;
  readonly out: string;
  readonly err: string;
  readonly states: string[];
}

/** A headless run on streams of the test's own. */
export class Stage {
  readonly clock = new QuickClock();
  readonly signals = new EventEmitter();
  readonly stdout = new PassThrough();
  readonly stderr = Object.assign(new PassThrough(), { isTTY: false });
  readonly reports: HeadlessReport[] = [];
  readonly log: string[] = [];
  control: HeadlessControl | undefined;
  #out: Buffer[] = [];
  #err = "";

  constructor({ reads = true }: { reads?: boolean } = {}) {
    if (reads) this.stdout.on("data", (data: Buffer) => this.#out.push(data));
    this.stderr.on("data", (data: Buffer) => (this.#err += data.toString("utf8")));
  }

  /** What has come out so far. */
  get out(): string {
    return this.bytes.toString("utf8");
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#out);
  }

  async run(claude: FakeClaude, args: string[], options: Partial<HeadlessOptions> = {}): Promise<Staged> {
    const exit = await runHeadless({
      command: claude.command,
      args,
      config: { prompt: "continue", safetyBufferMs: 5000 },
      env: claude.env,
      stdin: Readable.from([]),
      stdout: this.stdout,
      stderr: this.stderr,
      signals: this.signals as unknown as NodeJS.Process,
      clock: this.clock,
      log: (message) => this.log.push(message),
      onState: (report) => void this.reports.push(report),
      onControl: (control) => (this.control = control),
      ...options,
    });
    await new Promise(setImmediate);
    return { exit, out: this.out, err: this.#err, states: this.reports.map(({ state }) => state) };
  }
}

/** Waits for it, however busy the machine is. */
export async function eventually<Value>(look: () => Value, expected: Value): Promise<void> {
  await expect.poll(look, { timeout: 50_000, interval: 10 }).toEqual(expected);
}

/** A second from now, or from then, as Claude Code up to 1.0 names a reset. */
export function epoch(inSeconds: number): number {
  return Math.floor(Date.now() / 1000) + inSeconds;
}

export function resultRow(fields: object): string {
  return `${JSON.stringify({ type: "result", subtype: "success", is_error: false, ...fields })}\n`;
}
