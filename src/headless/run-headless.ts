import type { Readable, Writable } from "node:stream";

import type { Release } from "../claude/hooks/releases.js";
import type { RunExit } from "./child.js";
import type { HeadlessClock, HeadlessReport } from "./retry-waiter.js";
import { HeadlessJob } from "./headless-job.js";

export interface HeadlessSettings {
  /** What is said to the session to carry it on. */
  readonly prompt: string;
  readonly safetyBufferMs: number;
  /** A wording of the user's own that marks a limit. */
  readonly pattern?: RegExp | undefined;
}

export interface HeadlessOptions {
  /** The absolute path of Claude Code. */
  readonly command: string;
  /** The user's arguments, which ask for an answer on standard output. */
  readonly args: readonly string[];
  readonly config: HeadlessSettings;
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Undefined where it could not be told. */
  readonly release?: Release | undefined;
  readonly cwd?: string;
  /** Where signals come from. */
  readonly signals?: Pick<NodeJS.Process, "on" | "off">;
  readonly clock?: HeadlessClock;
  log?(message: string): void;
  /** Waited for: a wait is on disk before it begins. */
  onState?(report: HeadlessReport): void | Promise<void>;
  /** Told once, at the start. */
  onControl?(control: HeadlessControl): void;
}

/** What can be asked of a wait. False where there is none. */
export interface HeadlessControl {
  resume(): boolean;
  /** It ends with what the failed run said, and its exit code. */
  cancel(): boolean;
}

/**
 * Runs Claude Code without a terminal, waits out its limits, and carries its session on until there is an answer.
 * Throws a UserError where it cannot be started.
 */
export async function runHeadless(options: HeadlessOptions): Promise<RunExit> {
  const job = new HeadlessJob(options);
  try {
    return await job.run();
  } finally {
    await job.close();
  }
}
