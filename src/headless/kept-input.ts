import type { Readable, Writable } from "node:stream";
import { OutputSink } from "./output-sink.js";
import { Spool } from "./spool.js";

/**
 * The user's standard input. It flows on to the run of the moment as it comes, no faster than that takes it, and is
 * kept so that another run can have it from its beginning.
 */
export class KeptInput {
  readonly #source: AsyncIterator<Buffer | string>;
  readonly #stream: Readable;
  readonly #log: (message: string) => void;
  readonly #spool = new Spool();
  #isKept = true;
  #size = 0;
  /** The read under way: it may outlive the run that asked for it, and then belongs to the next. */
  #pending: Promise<Buffer | undefined> | undefined;
  #target: Target | undefined;

  /** Called with each piece as it comes. */
  onPiece: (piece: Buffer) => void = () => undefined;

  constructor(stream: Readable, log: (message: string) => void) {
    this.#stream = stream;
    this.#source = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer | string>;
    this.#log = log;
  }

  /** How many bytes have come so far. */
  get size(): number {
    return this.#size;
  }

  /** A run can have all of it again. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** Gives it to a run: from its beginning, or what is still to come. It ends when the user's own has ended. */
  sendTo(writable: Writable, from: "start" | "now"): void {
    const target = new Target(writable);
    this.#target = target;
    this.#deliver(target, from).catch((error: unknown) => {
      // What was kept cannot be read any more: the run has what it has, and ends by that.
      this.#log(`standard input breaks off: ${String(error)}`);
      target.end();
    });
  }

  /** Puts a row of our own between two rows of the user's. False where no run takes any. */
  say(row: string): boolean {
    return this.#target?.say(Buffer.from(row)) ?? false;
  }

  /** Nobody reads on. */
  async close(): Promise<void> {
    this.#target = undefined;
    this.#stream.destroy();
    await this.#spool.clear();
  }

  async #deliver(target: Target, from: "start" | "now"): Promise<void> {
    if (from === "start") {
      for await (const piece of this.#spool.read()) await target.write(piece);
    }
    while (!target.isGone) {
      const piece = await (this.#pending ??= this.#read());
      if (this.#target !== target || target.isGone) return;
      if (piece === undefined) return target.end();
      this.#pending = undefined;
      this.#size += piece.length;
      await this.#keep(piece);
      this.onPiece(piece);
      await target.write(piece);
    }
  }

  async #read(): Promise<Buffer | undefined> {
    try {
      const next = await this.#source.next();
      if (next.done === true) return undefined;
      return typeof next.value === "string" ? Buffer.from(next.value) : next.value;
    } catch {
      // An input that breaks off has ended.
      return undefined;
    }
  }

  async #keep(piece: Buffer): Promise<void> {
    if (!this.#isKept) return;
    try {
      await this.#spool.append(piece);
    } catch (error) {
      this.#isKept = false;
      this.#log(`standard input cannot be kept for another run: ${String(error)}`);
      await this.#spool.clear();
    }
  }
}

/** A run's standard input. */
class Target {
  readonly #sink: OutputSink;
  #isAtRowStart = true;
  #waiting: Buffer | undefined;

  constructor(writable: Writable) {
    this.#sink = new OutputSink(writable);
  }

  get isGone(): boolean {
    return this.#sink.isClosed;
  }

  async write(piece: Buffer): Promise<void> {
    const end = piece.indexOf(NEWLINE) + 1;
    const row = end > 0 ? this.#waiting : undefined;
    if (piece.length > 0) this.#isAtRowStart = piece.at(-1) === NEWLINE;
    if (row === undefined) return this.#sink.write(piece);
    this.#waiting = undefined;
    await this.#sink.write(Buffer.concat([piece.subarray(0, end), row, piece.subarray(end)]));
  }

  say(row: Buffer): boolean {
    if (this.isGone) return false;
    if (this.#isAtRowStart) void this.#sink.write(row);
    else this.#waiting = row;
    return true;
  }

  end(): void {
    // A row without its end is whole when the input ends.
    if (this.#waiting) void this.#sink.write(Buffer.concat([Buffer.from("\n"), this.#waiting]));
    this.#sink.end();
  }
}

const NEWLINE = 10;
