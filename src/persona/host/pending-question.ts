import type { Login } from "../definition/login.js";
import type { Persona } from "../definition/persona.js";
import type { Progress } from "../session/hosted-session.js";
import { cancelled, error, timedOut } from "./host-fault.js";
import type { AskRequest, Asked, HostError, HostFault } from "./host-protocol.js";

export interface PendingQuestionOptions {
  readonly request: AskRequest;
  readonly persona: Persona;
  /** The personas that led to it, including those that only the host knows. */
  readonly chain: readonly string[];
  readonly login?: Login | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * A question without an answer yet. It settles exactly once: with its answer, with a fault, or by a cancellation. After that
 * its `signal` is aborted, and work on it stops.
 */
export class PendingQuestion {
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

  constructor({ request, persona, chain, login, signal, onProgress }: PendingQuestionOptions) {
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

  /** Aborted when the question settles, in any way. */
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

  /** The wait for a reset does not count for the timeout. */
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

type Question = Pick<AskRequest, "question" | "context">;

/** Of question and context together. */
export const MOST_QUESTION_BYTES = 1024 * 1024;

/** Why this question is refused; undefined if it is not. */
export function refuseQuestion({ question, context = "" }: Question): HostFault | undefined {
  if (typeable(question) === "") return badRequest("the question is empty", "say what you want to know");
  const bytes = Buffer.byteLength(question) + Buffer.byteLength(context);
  if (bytes <= MOST_QUESTION_BYTES) return undefined;
  return badRequest(
    `the question has ${bytes} bytes, the limit is ${MOST_QUESTION_BYTES}`,
    "put the long part into a file of the project, and name the file in the question",
  );
}

/** What is typed into the session. */
export function questionText({ question, context = "" }: Question): string {
  const [asked, given] = [typeable(question), typeable(context)];
  const whole = given === "" ? asked : `${asked}\n\nContext:\n${given}`;
  const plain = COMMAND.test(whole) ? `Question: ${whole}` : whole;
  // Enter after a backslash is a line break. The one that is added does not arrive.
  return plain.endsWith("\\") ? `${plain}\n` : plain;
}

/**
 * What Claude Code takes for more than text, also in a paste (1.0.64 to 2.1.325): a first character that marks a command, a
 * shell command (which runs at once) or a note; and single words that end it.
 */
const COMMAND = /^(?:[/!#&]|(?:exit|quit|:\w+!?)$)/i;

/** With the line ends of a terminal, and without anything that is a key: a bracketed paste ends at its first ESC [ 201 ~. */
function typeable(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(KEYS, "").trim();
}

const KEYS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

function badRequest(message: string, fix: string): HostFault {
  return { code: "BAD_REQUEST", message, fix };
}

/** Why the last persona of the chain may not ask this persona; undefined if it may. */
export function refuseChain(persona: string, chain: readonly string[]): HostError | undefined {
  const path = [...chain, persona].join(" -> ");
  if (chain.includes(persona)) {
    return error("CYCLE", {
      message: `${persona} would ask itself: ${path}`,
      fix: "answer with what you know so far",
    });
  }
  if (chain.length < DEEPEST) return undefined;
  return error("CYCLE", {
    message: `too many personas ask each other: ${path}; at most ${DEEPEST} may lead to a question`,
    fix: "answer with what you know so far",
  });
}

/**
 * Whether `asking` would wait forever, because `asked` waits for it, directly or through others. `waitsFor` gives the workers
 * whose answers a worker waits for now.
 */
export function wouldWaitForever<Worker>(
  asking: Worker,
  asked: Worker,
  waitsFor: (worker: Worker) => Iterable<Worker>,
): boolean {
  const seen = new Set<Worker>();
  const open = [asked];
  for (let worker = open.pop(); worker !== undefined; worker = open.pop()) {
    if (worker === asking) return true;
    if (seen.has(worker)) continue;
    seen.add(worker);
    open.push(...waitsFor(worker));
  }
  return false;
}

export function mutualWait(asking: string, asked: string): HostError {
  return error("CYCLE", {
    message: `${asked} itself waits for an answer from ${asking}: both would wait forever`,
    fix: "answer with what you know so far",
  });
}

/** How many personas there may be between the user's own session and an answer. */
const DEEPEST = 3;
