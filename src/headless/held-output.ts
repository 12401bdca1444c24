import { readFailure } from "./failure.js";
import type { Outlet } from "./outlet.js";
import type { Reading, RunOutput, RunSays } from "./run-output.js";
import { lastResult } from "./run-result.js";
import { Spool } from "./spool.js";

/**
 * The output of a run in the formats `text` and `json`. Claude Code writes it in one go at the very end (1.0.64 to
 * 2.1.325: some 20 ms before it exits), so to hold it until then delays nothing.
 */
export class HeldOutput implements RunOutput {
  readonly #outlet: Outlet;
  readonly #format: "text" | "json";
  readonly #reading: Reading;
  readonly #spool = new Spool();
  #isPassedOn = false;

  constructor(outlet: Outlet, format: "text" | "json", reading: Reading) {
    this.#outlet = outlet;
    this.#format = format;
    this.#reading = reading;
  }

  async take(chunk: Buffer): Promise<void> {
    if (!this.#isPassedOn) {
      try {
        return await this.#spool.append(chunk);
      } catch {
        // No room to keep it: an answer that cannot be waited for is better than none.
        await this.release();
      }
    }
    await this.#outlet.write(chunk);
  }

  async end(exitCode: number): Promise<RunSays> {
    const isEmpty = this.#spool.size === 0 && !this.#isPassedOn;
    const nothing = { failure: undefined, sessionId: undefined, cwd: undefined, hasWorked: false, isEmpty };
    if (exitCode === 0 || this.#isPassedOn) return nothing;
    const text = (await this.#spool.last(END_BYTES)).toString("utf8");
    const moment = this.#reading.moment();
    if (this.#format === "text") {
      // An answer that is longer than this is no message of Claude Code's own.
      const isWhole = this.#spool.size <= END_BYTES;
      return {
        ...nothing,
        failure: isWhole ? readFailure({ text: text.trim() }, moment, this.#reading.pattern) : undefined,
      };
    }
    const result = lastResult(text);
    if (result === undefined) return nothing;
    const failure = result.isError ? readFailure(result, moment, this.#reading.pattern) : undefined;
    return { ...nothing, failure, sessionId: result.sessionId };
  }

  async release(): Promise<void> {
    this.#isPassedOn = true;
    for await (const chunk of this.#spool.read()) await this.#outlet.write(chunk);
    await this.drop();
  }

  drop(): Promise<void> {
    return this.#spool.clear();
  }
}

const END_BYTES = 64 * 1024;
