import type { Outlet } from "./outlet.js";
import type { ReadFailure, RunOutput, RunSays } from "./run-output.js";
import { lastResult } from "./run-result.js";
import { Spool } from "./spool.js";

/**
 * The output of a run in the formats `text` and `json`. Claude Code writes it in one go at the very end (1.0.64 to
 * 2.1.325: some 20 ms before it exits), so to hold it until then delays nothing.
 */
export class HeldOutput implements RunOutput {
  readonly #outlet: Outlet;
  readonly #format: "text" | "json";
  readonly #readFailure: ReadFailure;
  readonly #spool = new Spool();
  #isPassedOn = false;

  constructor(outlet: Outlet, format: "text" | "json", readFailure: ReadFailure) {
    this.#outlet = outlet;
    this.#format = format;
    this.#readFailure = readFailure;
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
    const says = {
      failure: undefined,
      text: undefined,
      sessionId: undefined,
      cwd: undefined,
      hasWorked: false,
      isEmpty: this.#spool.size === 0 && !this.#isPassedOn,
    };
    if (exitCode === 0 || this.#isPassedOn) return says;
    const end = (await this.#spool.last(END_BYTES)).toString("utf8");
    if (this.#format === "json") {
      const result = lastResult(end);
      const failure = result?.isError ? this.#readFailure(result) : undefined;
      return { ...says, failure, sessionId: result?.sessionId };
    }
    // What is longer than this is no message of Claude Code's own.
    if (this.#spool.size > END_BYTES) return says;
    const text = end.trim();
    return { ...says, text, failure: this.#readFailure({ text }) };
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
