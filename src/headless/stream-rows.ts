import { asObject, asString, parseJson, type JsonObject } from "../claude/json.js";
import type { Failure } from "./failure.js";
import type { OutputSink } from "./output-sink.js";
import { RowCutter, type Cut } from "./row-cutter.js";
import { type ReadFailure, type RunOutput, type RunSays, readResult, type RunResult } from "./run-output.js";

/** Told while the run goes on: one that reads `stream-json` lives on after a result. */
export interface RowListener {
  failed(failure: Failure, says: Pick<RunSays, "sessionId" | "hasWorked">): void;
  succeeded(): void;
}

/**
 * The output of a run in the format `stream-json`: every row is passed on as it comes, byte by byte, but a `result`
 * that can be waited out is held back.
 */
export class StreamRows implements RunOutput {
  readonly #sink: OutputSink;
  readonly #readFailure: ReadFailure;
  readonly #listener: RowListener | undefined;
  readonly #cutter = new RowCutter(READ_TYPES);
  #held: Buffer[] = [];
  /** The news that there is no such session: it is held as long as nothing follows. */
  #lost: Buffer | undefined;
  #failure: Failure | undefined;
  #quota: JsonObject | undefined;
  #sessionId: string | undefined;
  #cwd: string | undefined;
  #hasWorked = false;
  #isEmpty = true;

  constructor(sink: OutputSink, readFailure: ReadFailure, listener?: RowListener) {
    this.#sink = sink;
    this.#readFailure = readFailure;
    this.#listener = listener;
  }

  async take(chunk: Buffer): Promise<void> {
    await this.#passOn(this.#cutter.push(chunk));
  }

  async end(exitCode: number): Promise<RunSays> {
    await this.#passOn(this.#cutter.end());
    return {
      failure: exitCode === 0 ? undefined : this.#failure,
      text: undefined,
      sessionId: this.#sessionId,
      cwd: this.#cwd,
      hasWorked: this.#hasWorked,
      isEmpty: this.#isEmpty,
    };
  }

  async release(): Promise<void> {
    const held = this.#lost ? [this.#lost] : this.#held;
    await this.drop();
    for (const row of held) await this.#sink.write(row);
  }

  drop(): Promise<void> {
    this.#held = [];
    this.#lost = undefined;
    this.#failure = undefined;
    this.#hasWorked = false;
    return Promise.resolve();
  }

  async #passOn(cuts: readonly Cut[]): Promise<void> {
    const out: Buffer[] = [];
    for (const { bytes, isRow } of cuts) {
      if (isRow) this.#takeRow(bytes, out);
      else {
        this.#begin(out);
        out.push(bytes);
      }
    }
    await this.#sink.write(out.length === 1 ? out[0]! : Buffer.concat(out));
  }

  #takeRow(row: Buffer, out: Buffer[]): void {
    const fields = asObject(parseJson(row.toString("utf8")));
    this.#sessionId = asString(fields?.["session_id"]) ?? this.#sessionId;
    const result = readResult(fields);
    const failure = result?.isError ? this.#readFailure({ ...result, quota: this.#quota }) : undefined;
    // 2.1.197 and 2.1.325 say it in a result of no turns, before anything else.
    if (this.#isEmpty && !this.#lost && !failure && result?.isError && result.turns === 0) {
      this.#lost = Buffer.from(row);
      return;
    }
    this.#begin(out);
    if (failure) this.#hold(failure, row);
    else if (result) this.#pass(result, row, out);
    else {
      if (fields) this.#note(fields);
      out.push(row);
    }
  }

  /** There is more to this output than a session that is not there. */
  #begin(out: Buffer[]): void {
    this.#isEmpty = false;
    if (this.#lost) out.push(this.#lost);
    this.#lost = undefined;
  }

  #hold(failure: Failure, row: Buffer): void {
    this.#failure = failure;
    this.#held.push(Buffer.from(row));
    this.#listener?.failed(failure, { sessionId: this.#sessionId, hasWorked: this.#hasWorked });
  }

  /** The session went on by itself: what was held is history, and its place is before this. */
  #pass(result: RunResult, row: Buffer, out: Buffer[]): void {
    out.push(...this.#held, row);
    this.#held = [];
    this.#failure = undefined;
    if (!result.isError) this.#listener?.succeeded();
  }

  #note(fields: JsonObject): void {
    switch (fields["type"]) {
      case "rate_limit_event":
        // It comes with good answers too; then it lifts an earlier refusal.
        this.#quota = asObject(fields["rate_limit_info"]);
        break;
      case "assistant":
        this.#hasWorked ||= asObject(fields["message"])?.["model"] !== "<synthetic>";
        break;
      case "system":
        this.#cwd = asString(fields["cwd"]) ?? this.#cwd;
        break;
      default:
        break;
    }
  }
}

/** Only rows that hold one of these are read. */
const READ_TYPES = ["result", "rate_limit_event", "assistant", "system"].map((type) => `"type":"${type}"`);
