import { Tail, type TailLine, type TailPosition, type TailRead } from "./tail.js";

/**
 * Reads what is added to a file that moves aside when it has grown (`FILE` to `FILE.1`, that to `FILE.2`): also what
 * came between the last look and the move. Calls must not overlap.
 */
export class RotatedTail {
  readonly #older: readonly string[];
  readonly #tail: Tail;
  #position: TailPosition | undefined;

  /** `files` are where the lines may be, the oldest first; the last one is being written. */
  constructor(files: readonly string[]) {
    this.#older = files.slice(0, -1).toReversed();
    this.#tail = new Tail(files.at(-1) ?? "");
  }

  /** The complete lines that were not read yet. One that is too long to be one of ours is empty. */
  async *lines(): AsyncGenerator<string> {
    for (let more = true; more;) {
      const read = await this.#tail.read();
      if ((read.missing || read.replaced) && this.#position !== undefined) yield* this.#rest(this.#position);
      if (!read.missing) this.#position = read.position;
      yield* read.lines.map(textOf);
      more = read.more;
    }
  }

  /** What the file that we stood in got before it moved, and all of those that took its place since. */
  async *#rest(from: TailPosition): AsyncGenerator<string> {
    const newer: string[] = [];
    for (const path of this.#older) {
      const read = await new Tail(path, from).read();
      if (read.missing || read.replaced || read.truncated) {
        newer.unshift(path);
        continue;
      }
      yield* this.#passed(read);
      for (const each of newer) {
        const next = await new Tail(each).read();
        // In the midst of a move there may be a gap.
        if (!next.missing) yield* this.#passed(next);
      }
      return;
    }
  }

  /** While nothing stands at the file's own name we come here again, and go on from where we are. */
  #passed({ lines, position }: TailRead): readonly string[] {
    this.#position = position;
    return lines.map(textOf);
  }
}

function textOf(line: TailLine): string {
  return line.oversized ? "" : line.bytes.toString("utf8");
}
