import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";

/** Where a reading stands: plain data, so that a restarted daemon goes on where it was. */
export interface TailPosition {
  /** The start of the first line that was not delivered yet. */
  readonly offset: number;
  /** Device and inode of the file; undefined while there was none. */
  readonly identity: string | undefined;
  /** A digest of the bytes before `offset`: inodes are used again, and a rewritten file may be longer than the old one. */
  readonly anchor: string | undefined;
}

/** `lastBytes` begins with the line that holds the first of those bytes; "end" is the same with none. */
export type TailStart = "start" | "end" | { readonly lastBytes: number } | TailPosition;

/** A line without its end (LF or CRLF). One that is too long to keep comes as its two edges. */
export type TailLine =
  | { readonly oversized: false; readonly bytes: Buffer }
  | { readonly oversized: true; readonly head: Buffer; readonly tail: Buffer; readonly length: number };

export interface TailRead {
  /** There is no such file now. The place is kept: if the same file comes back, reading goes on. */
  readonly missing: boolean;
  /** The new complete lines, oldest first, empty ones left out. */
  readonly lines: readonly TailLine[];
  /** Another file stands at the path; it is read from its start. */
  readonly replaced: boolean;
  /** The file was cut or rewritten; it is read from its start, or from the line under way where only that changed. */
  readonly truncated: boolean;
  /** Bytes of oversized lines in this read that were not kept. */
  readonly skippedBytes: number;
  /** The read ended at its bound: there is more to be had at once. */
  readonly more: boolean;
  readonly position: TailPosition;
}

const CHUNK_BYTES = 256 * 1024;
const READ_BYTES = 16 * 1024 * 1024;
const READ_LINES = 10_000;
// A limit row has 2 KB. Rows beyond this are pastes and tool results, and their edges say what they are.
const LINE_BYTES = 1024 * 1024;
const EDGE_BYTES = 64 * 1024;
const ANCHOR_BYTES = 256;
const NEWLINE = 10;
const RETURN = 13;

/**
 * Reads what was added to a file since the last time; the cost is that of the new bytes.
 * It reads on demand and holds no handle in between. Calls must not overlap.
 */
export class Tail {
  readonly #path: string;
  #start: Exclude<TailStart, TailPosition> | undefined;
  #position: TailPosition = { offset: 0, identity: undefined, anchor: undefined };
  readonly #lineBytes: number;
  #torn: LineBuffer;

  /** Of lines longer than `lineBytes` only the edges are kept. */
  constructor(path: string, from: TailStart = "start", lineBytes = LINE_BYTES) {
    this.#path = path;
    this.#lineBytes = lineBytes;
    this.#torn = new LineBuffer(lineBytes);
    if (typeof from === "object" && "offset" in from) this.#position = from;
    else this.#start = from;
  }

  async read(): Promise<TailRead> {
    const handle = await openIfThere(this.#path);
    if (handle === undefined) {
      // A file that appears later is new from its first byte.
      this.#start = undefined;
      return { ...NOTHING, missing: true, position: this.#position };
    }
    try {
      return await this.#readFrom(handle);
    } catch (error) {
      // The position still stands before the lines of this read; half of one must not stay behind.
      this.#torn = new LineBuffer(this.#lineBytes);
      throw error;
    } finally {
      await handle.close();
    }
  }

  async #readFrom(handle: FileHandle): Promise<TailRead> {
    const stat = await handle.stat({ bigint: true });
    // A device has no end, and a pipe no positions.
    if (!stat.isFile()) throw new Error(`${this.#path} is not a regular file`);
    const { dev, ino, size: bigSize } = stat;
    const size = Number(bigSize);
    const identity = `${dev}:${ino}`;
    if (this.#start !== undefined) {
      const offset = await lineStartNear(handle, size, this.#start);
      this.#position = { offset, identity, anchor: await anchorAt(handle, offset) };
      this.#start = undefined;
    }
    const before = this.#position;
    const replaced = before.identity !== undefined && before.identity !== identity;
    const rewritten =
      !replaced && (size < before.offset || (await anchorAt(handle, before.offset)) !== before.anchor);
    const anew = replaced || rewritten;
    const lineStart = anew ? 0 : before.offset;
    const retorn = !anew && !(await endsAt(handle, lineStart + this.#torn.length, this.#torn.ending()));
    if (anew || retorn) this.#torn = new LineBuffer(this.#lineBytes);

    const lines: TailLine[] = [];
    const readStart = lineStart + this.#torn.length;
    let at = readStart;
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - at));
    while (at < size && at - readStart < READ_BYTES && lines.length < READ_LINES) {
      const { bytesRead } = await handle.read(chunk, 0, Math.min(chunk.length, size - at), at);
      if (bytesRead === 0) break;
      this.#torn.push(chunk.subarray(0, bytesRead), lines);
      at += bytesRead;
    }

    const offset = at - this.#torn.length;
    const anchor = offset === before.offset && !anew ? before.anchor : await anchorAt(handle, offset);
    this.#position = { offset, identity, anchor };
    const skippedBytes = lines.reduce((sum, line) => sum + droppedBytes(line), 0);
    return {
      missing: false,
      lines,
      replaced,
      truncated: rewritten || retorn,
      skippedBytes,
      more: at < size,
      position: this.#position,
    };
  }
}

const NOTHING = { lines: [], replaced: false, truncated: false, skippedBytes: 0, more: false } as const;

/** The line under way, which no newline has ended yet; of a long one only the edges are kept. */
class LineBuffer {
  length = 0;
  readonly #longest: number;
  #parts: Buffer[] = [];
  #head: Buffer | undefined;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** Takes bytes that the caller will overwrite; adds each line that they complete. */
  push(chunk: Buffer, lines: TailLine[]): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, end));
      const line = this.#finish();
      if (line !== undefined) lines.push(line);
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  /** The last bytes of the line so far, enough to know it by. */
  ending(): Buffer {
    const parts: Buffer[] = [];
    let missing = ANCHOR_BYTES;
    for (let index = this.#parts.length - 1; index >= 0 && missing > 0; index--) {
      const part = this.#parts[index]?.subarray(-missing) ?? Buffer.alloc(0);
      parts.unshift(part);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#parts.push(Buffer.from(bytes));
    this.length += bytes.length;
    if (this.length <= this.#longest) return;
    const kept = Buffer.concat(this.#parts);
    // Copies: a slice would keep the whole line alive.
    this.#head ??= Buffer.from(kept.subarray(0, EDGE_BYTES));
    this.#parts = [Buffer.from(kept.subarray(-EDGE_BYTES))];
  }

  #finish(): TailLine | undefined {
    const head = this.#head;
    const whole = Buffer.concat(this.#parts);
    const kept = whole.at(-1) === RETURN ? whole.subarray(0, -1) : whole;
    const length = this.length - (whole.length - kept.length);
    this.length = 0;
    this.#parts = [];
    this.#head = undefined;
    if (head !== undefined) return { oversized: true, head, tail: kept, length };
    return kept.length === 0 ? undefined : { oversized: false, bytes: kept };
  }
}

function droppedBytes(line: TailLine): number {
  return line.oversized ? line.length - line.head.length - line.tail.length : 0;
}

/** The start of the line that holds the wanted byte, looked for backwards. */
async function lineStartNear(
  handle: FileHandle,
  size: number,
  start: Exclude<TailStart, TailPosition>,
): Promise<number> {
  if (start === "start") return 0;
  let end = Math.max(0, size - (start === "end" ? 0 : start.lastBytes));
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end));
  while (end > 0) {
    const from = Math.max(0, end - CHUNK_BYTES);
    const { bytesRead } = await handle.read(chunk, 0, end - from, from);
    const newline = chunk.subarray(0, bytesRead).lastIndexOf(NEWLINE);
    if (newline >= 0) return from + newline + 1;
    end = from;
  }
  return 0;
}

async function anchorAt(handle: FileHandle, offset: number): Promise<string | undefined> {
  if (offset === 0) return undefined;
  const bytes = Buffer.alloc(Math.min(ANCHOR_BYTES, offset));
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset - bytes.length);
  return createHash("sha256").update(bytes.subarray(0, bytesRead)).digest("base64url").slice(0, 16);
}

/** Whether the file still holds these bytes right before `end`. */
async function endsAt(handle: FileHandle, end: number, bytes: Buffer): Promise<boolean> {
  if (bytes.length === 0) return true;
  const found = Buffer.alloc(bytes.length);
  const { bytesRead } = await handle.read(found, 0, found.length, end - found.length);
  return bytesRead === bytes.length && found.equals(bytes);
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    // Without O_NONBLOCK, which Windows lacks, a named pipe would hold us up until somebody writes.
    return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}
