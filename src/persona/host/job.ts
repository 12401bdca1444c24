import type { Progress } from "../session/answer.js";
import { cancelled, timedOut } from "./host-fault.js";
import type { AskRequest, Asked } from "./host-protocol.js";
import type { Login } from "../definition/login.js";
import type { Persona } from "../definition/persona.js";

export interface JobOptions {
  readonly request: AskRequest;
  readonly persona: Persona;
  /** The personas that led to it, those that are known to the host included. */
  readonly chain: readonly string[];
  readonly login?: Login | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * One question on its way. It is settled exactly once: with its answer, its fault, or by whoever asked. `signal` says
 * that nobody waits for it any more; whoever works on it stops then.
 */
export class Job {
  readonly request: AskRequest;
  readonly persona: Persona;
  readonly chain: readonly string[];
  readonly login: Login | undefined;
  readonly settled: Promise<Asked>;
  readonly #ended = new AbortController();
  readonly #onProgress: ((progress: Progress) => void) | undefined;
  #resolve!: (asked: Asked) => void;
  #reject!: (error: Error) => void;
  #leftMs: number;
  #since: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor({ request, persona, chain, login, signal, onProgress }: JobOptions) {
    this.request = request;
    this.persona = persona;
    this.chain = chain;
    this.login = login;
    this.#onProgress = onProgress;
    this.#leftMs = Math.min(request.timeoutMs ?? persona.limits.timeoutMs, LONGEST_MS);
    this.settled = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const abort = (): void => this.fail(cancelled(`the question to ${persona.name} was cancelled`));
    signal?.addEventListener("abort", abort, { once: true, signal: this.signal });
    this.startClock();
    if (signal?.aborted) abort();
  }

  /** Aborted as soon as it is settled, in whatever way. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  get isOver(): boolean {
    return this.signal.aborted;
  }

  get leftMs(): number {
    const passed = this.#since === undefined ? 0 : performance.now() - this.#since;
    return Math.max(0, this.#leftMs - passed);
  }

  progress(state: Progress["state"], message: string): void {
    if (!this.isOver) this.#onProgress?.({ state, message });
  }

  answer(asked: Asked): void {
    this.#resolve(asked);
    this.#end();
  }

  fail(error: Error): void {
    this.#reject(error);
    this.#end();
  }

  /** The wait for a reset is not part of the time that an answer may take. */
  stopClock(): void {
    clearTimeout(this.#timer);
    this.#leftMs = this.leftMs;
    this.#since = undefined;
  }

  startClock(): void {
    if (this.isOver || this.#since !== undefined) return;
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.fail(timedOut(this.persona.name)), this.#leftMs);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#ended.abort();
  }
}

// setTimeout overflows past 2^31 ms, and then fires at once.
const LONGEST_MS = 2 ** 31 - 1;
