/** A piece of a stream of rows: a whole row that is to be read, or bytes that are only to be passed on. */
export interface Cut {
  readonly bytes: Buffer;
  readonly isRow: boolean;
}

/**
 * Finds the rows that hold one of these texts in a stream that is cut anywhere. All bytes come out again, in their
 * order; no more than one row is kept, and of a long one nothing.
 */
export class RowCutter {
  readonly #texts: readonly string[];
  /** The row under way. */
  #parts: Buffer[] = [];
  #length = 0;
  #isLong = false;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  push(chunk: Buffer): Cut[] {
    const cuts: Cut[] = [];
    let from = 0;
    if (this.#length > 0) {
      from = chunk.indexOf(NEWLINE) + 1 || chunk.length;
      this.#add(chunk.subarray(0, from), cuts);
    }
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > from) this.#addWhole(chunk.subarray(from, end), cuts);
    this.#add(chunk.subarray(Math.max(from, end)), cuts);
    return cuts;
  }

  /** The last row, where no newline has ended it. */
  end(): Cut[] {
    const cuts: Cut[] = [];
    this.#finish(cuts);
    return cuts;
  }

  #add(bytes: Buffer, cuts: Cut[]): void {
    if (bytes.length === 0) return;
    this.#length += bytes.length;
    if (this.#isLong) cuts.push({ bytes, isRow: false });
    else {
      this.#parts.push(bytes);
      if (this.#length > LONGEST_ROW) {
        for (const part of this.#parts) cuts.push({ bytes: part, isRow: false });
        this.#parts = [];
        this.#isLong = true;
      }
    }
    if (bytes.at(-1) === NEWLINE) this.#finish(cuts);
  }

  #finish(cuts: Cut[]): void {
    const parts = this.#parts;
    this.#parts = [];
    this.#length = 0;
    this.#isLong = false;
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    if (bytes.length > 0) cuts.push({ bytes, isRow: this.#isWanted(bytes) });
  }

  /** Rows come by the thousand, and few are wanted: one look at all of them settles most. */
  #addWhole(rows: Buffer, cuts: Cut[]): void {
    if (!this.#isWanted(rows)) {
      cuts.push({ bytes: rows, isRow: false });
      return;
    }
    for (let from = 0; from < rows.length;) {
      const end = rows.indexOf(NEWLINE, from) + 1;
      const bytes = rows.subarray(from, end);
      cuts.push({ bytes, isRow: bytes.length <= LONGEST_ROW && this.#isWanted(bytes) });
      from = end;
    }
  }

  #isWanted(bytes: Buffer): boolean {
    return this.#texts.some((text) => bytes.includes(text));
  }
}

const NEWLINE = 10;
/** No row of Claude Code's own about a failure comes near this. */
const LONGEST_ROW = 1024 * 1024;
