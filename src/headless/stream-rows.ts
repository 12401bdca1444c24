import { asObject, asString, parseJson } from "../claude/json.js";
import type { JsonObject } from "../claude/json.js";
import type { Failure } from "./failure.js";
import type { Outlet } from "./outlet.js";
import type { ReadFailure, RunOutput, RunSays } from "./run-output.js";
import { readResult, type RunResult } from "./run-result.js";

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
  readonly #outlet: Outlet;
  readonly #readFailure: ReadFailure;
  readonly #listener: RowListener | undefined;
  /** The row under way; empty while a long one is being passed on. */
  #parts: Buffer[] = [];
  #length = 0;
  #isLong = false;
  #held: Buffer[] = [];
  /** The news that there is no such session: it is held as long as nothing follows. */
  #lost: Buffer | undefined;
  #failure: Failure | undefined;
  #quota: JsonObject | undefined;
  #sessionId: string | undefined;
  #cwd: string | undefined;
  #hasWorked = false;
  #isEmpty = true;

  constructor(outlet: Outlet, readFailure: ReadFailure, listener?: RowListener) {
    this.#outlet = outlet;
    this.#readFailure = readFailure;
    this.#listener = listener;
  }

  async take(chunk: Buffer): Promise<void> {
    const out: Buffer[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.#add(chunk.subarray(from, end + 1), out);
      this.#finishRow(out);
      from = end + 1;
    }
    this.#add(chunk.subarray(from), out);
    for (const bytes of out) await this.#outlet.write(bytes);
  }

  async end(exitCode: number): Promise<RunSays> {
    const out: Buffer[] = [];
    this.#finishRow(out);
    for (const bytes of out) await this.#outlet.write(bytes);
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
    for (const row of held) await this.#outlet.write(row);
  }

  drop(): Promise<void> {
    this.#held = [];
    this.#lost = undefined;
    this.#failure = undefined;
    this.#hasWorked = false;
    return Promise.resolve();
  }

  #add(bytes: Buffer, out: Buffer[]): void {
    if (bytes.length === 0) return;
    if (this.#isLong) {
      out.push(bytes);
      return;
    }
    this.#parts.push(bytes);
    this.#length += bytes.length;
    if (this.#length <= LONGEST_ROW) return;
    // No row of Claude Code's own about a failure comes near this: it is passed on as it comes.
    this.#begin(out);
    out.push(...this.#parts);
    this.#parts = [];
    this.#isLong = true;
  }

  #finishRow(out: Buffer[]): void {
    const parts = this.#parts;
    this.#parts = [];
    this.#length = 0;
    this.#isLong = false;
    if (parts.length === 0) return;
    const row = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    const fields = READ_TYPES.some((type) => row.includes(type))
      ? asObject(parseJson(row.toString("utf8")))
      : undefined;
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

const NEWLINE = 10;
const LONGEST_ROW = 1024 * 1024;
/** Only rows that hold one of these are parsed: partial messages come by the thousand. */
const READ_TYPES = ["result", "rate_limit_event", "assistant", "system"].map((type) => `"type":"${type}"`);
