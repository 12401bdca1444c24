import type { Failure } from "./failure.js";
import type { KeptInput } from "./kept-input.js";
import type { FailedRun, RetryWaiter } from "./retry-waiter.js";
import type { RowListener, StreamRows } from "./stream-rows.js";

/** A prompt as `--input-format stream-json` has it. */
export function promptRow(text: string): string {
  return `${JSON.stringify({ type: "user", message: { role: "user", content: [{ type: "text", text }] } })}\n`;
}

/**
 * A run that reads `stream-json` lives on after a limit, and hears the next prompt (1.0.64 to 2.1.325): it is waited
 * for while it runs. The user's own rows go on to it all the time.
 */
export class LiveWait implements RowListener {
  readonly #waiter: RetryWaiter;
  readonly #input: KeptInput;
  readonly #prompt: string;
  #end = new AbortController();
  #waiting = Promise.resolve();
  #isStopped = false;
  /** The run whose failure the last report was about. */
  #reported: FailedRun | undefined;
  output: StreamRows | undefined;

  constructor(waiter: RetryWaiter, input: KeptInput, prompt: string) {
    this.#waiter = waiter;
    this.#input = input;
    this.#prompt = prompt;
    // Whoever interrupts the turn wants its result now.
    input.onPiece = (piece) => {
      if (piece.includes('"control_request"') && piece.includes('"interrupt"')) waiter.cancel();
    };
  }

  failed(failure: Failure, says: Pick<FailedRun, "sessionId" | "hasWorked">): void {
    this.#end.abort();
    if (this.#isStopped) return;
    this.#end = new AbortController();
    const { signal } = this.#end;
    const run: FailedRun = { ...says, failure, transcript: undefined };
    this.#waiting = this.#waiting.then(() => this.#wait(run, signal));
  }

  succeeded(): void {
    this.#end.abort();
    // Behind the report of the wait, which may be under way.
    this.#waiting = this.#waiting.then(() => this.#moveOn());
  }

  /** The run is over: what it did not live to see is waited for without it. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#end.abort();
    await this.#waiting;
  }

  async #wait(run: FailedRun, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.#reported = run;
    const outcome = await this.#waiter.waitOut(run, signal);
    if (outcome === "stopped") return;
    if (outcome === "due") {
      // Where it takes no more input it ends by itself, and another run is given the prompt.
      if (!this.#input.say(promptRow(this.#prompt))) return;
      await this.output?.drop();
    } else await this.output?.release();
    // What waiting does not mend is news until there is an answer again.
    if (outcome !== "gaveUp") await this.#moveOn();
  }

  async #moveOn(): Promise<void> {
    const run = this.#reported;
    this.#reported = undefined;
    if (run) await this.#waiter.movedOn(run.sessionId);
  }
}
