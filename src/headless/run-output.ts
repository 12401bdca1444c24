import { asNumber, asObject, asString, parseJson } from "../claude/json.js";
import type { RunExit } from "./child.js";
import type { Failure, FailureClues } from "./failure.js";
import type { OutputSink } from "./output-sink.js";
import { Spool } from "./spool.js";

/** What one run writes to its standard output: passed on, or held back until it is known to be final. */
export interface RunOutput {
  take(chunk: Buffer): Promise<void>;
  /** The run is over. */
  end(exitCode: number): Promise<RunSays>;
  /** Passes on what is held back. */
  release(): Promise<void>;
  /** Drops what is held back. */
  drop(): Promise<void>;
}

/** What a run said about itself. */
export interface RunSays {
  /** Why it ended, if a retry can help; undefined if it succeeded or failed for good. */
  readonly failure: Failure | undefined;
  /** The end of its output, in the format `text`. */
  readonly text: string | undefined;
  readonly sessionId: string | undefined;
  /** Where the session works. */
  readonly cwd: string | undefined;
  /** The model answered at least once. */
  readonly hasWorked: boolean;
  /** It wrote nothing, or only that it could not begin. */
  readonly isEmpty: boolean;
}

/** A run that is over. */
export interface PastRun {
  readonly startedAt: Date;
  readonly exit: RunExit;
  readonly says: RunSays;
  readonly output: RunOutput;
}

/** Undefined if a retry does not help. */
export type ReadFailure = (clues: FailureClues) => Failure | undefined;

/**
 * The output of a run in the formats `text` and `json`. Claude Code writes it in one go at the very end (1.0.64 to
 * 2.1.325: some 20 ms before it exits), so to hold it until then delays nothing.
 */
export class HeldOutput implements RunOutput {
  readonly #sink: OutputSink;
  readonly #format: "text" | "json";
  readonly #readFailure: ReadFailure;
  readonly #spool = new Spool();
  #isPassedOn = false;

  constructor(sink: OutputSink, format: "text" | "json", readFailure: ReadFailure) {
    this.#sink = sink;
    this.#format = format;
    this.#readFailure = readFailure;
  }

  async take(chunk: Buffer): Promise<void> {
    if (!this.#isPassedOn) {
      try {
        return await this.#spool.append(chunk);
      } catch {
        // No room to keep it: an answer that cannot be retried is better than none.
        await this.release();
      }
    }
    await this.#sink.write(chunk);
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
    // Claude Code's own messages are shorter than this.
    if (this.#spool.size > END_BYTES) return says;
    const text = end.trim();
    return { ...says, text, failure: this.#readFailure({ text }) };
  }

  async release(): Promise<void> {
    this.#isPassedOn = true;
    for await (const chunk of this.#spool.read()) await this.#sink.write(chunk);
    await this.drop();
  }

  drop(): Promise<void> {
    return this.#spool.clear();
  }
}

/** The `result` of a run, as `--output-format json` and `stream-json` give it. */
export interface RunResult {
  readonly sessionId: string | undefined;
  readonly isError: boolean;
  readonly text: string;
  /** The status of the API's last answer (2.1.197 and later). */
  readonly status: number | undefined;
  readonly turns: number;
}

/** Undefined if the value is not a `result`. */
export function readResult(value: unknown): RunResult | undefined {
  const fields = asObject(value);
  if (fields?.["type"] !== "result") return undefined;
  return {
    sessionId: asString(fields["session_id"]),
    isError: fields["is_error"] === true,
    text: asString(fields["result"]) ?? "",
    status: asNumber(fields["api_error_status"]),
    turns: asNumber(fields["num_turns"]) ?? 0,
  };
}

/**
 * The result at the end of `--output-format json`: one object, or with `--verbose` the last of a list, which may be
 * large. So only the end is read, backwards to the first object that is complete.
 */
export function lastResult(end: string): RunResult | undefined {
  const text = end.trimEnd().replace(/\]$/, "");
  for (let at = text.lastIndexOf("{"); at >= 0; at = at === 0 ? -1 : text.lastIndexOf("{", at - 1)) {
    // A result begins the output or follows the list's bracket or comma; an inner object follows a colon.
    if (at > 0 && !"[,".includes(text[at - 1] ?? "")) continue;
    const value = parseJson(text.slice(at));
    if (value !== undefined) return readResult(value);
  }
  return undefined;
}

const END_BYTES = 64 * 1024;
