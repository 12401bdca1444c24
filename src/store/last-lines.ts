import type { FileHandle } from "node:fs/promises";

/**
 * The complete lines of a file, the last one first, without their ends and without empty ones. What stands behind the
 * last newline is still being written and is left out. Reads backwards in blocks, `mostBytes` at most: the cost is that
 * of the lines that are taken, whatever the size of the file. A line that does not fit into `mostBytes` ends it.
 */
export async function* lastLines(handle: FileHandle, mostBytes: number): AsyncGenerator<Buffer, void> {
  const { size } = await handle.stat();
  const least = Math.max(0, size - mostBytes);
  // The end of the line whose beginning was not reached yet, in the order of the file; undefined: still being written.
  let rest: Buffer[] | undefined;
  for (let end = size; end > least;) {
    const block = await readBlock(handle, Math.max(least, end - BLOCK_BYTES), end);
    // Cut while it was read.
    if (block === undefined) return;
    let lineEnd = block.length;
    for (let newline = lastNewline(block, lineEnd); newline >= 0; newline = lastNewline(block, lineEnd)) {
      if (rest) yield* nonEmpty([block.subarray(newline + 1, lineEnd), ...rest]);
      rest = [];
      lineEnd = newline;
    }
    rest?.unshift(block.subarray(0, lineEnd));
    end -= block.length;
  }
  if (least === 0 && rest) yield* nonEmpty(rest);
}

const BLOCK_BYTES = 64 * 1024;
const NEWLINE = 10;
const RETURN = 13;

async function readBlock(handle: FileHandle, from: number, to: number): Promise<Buffer | undefined> {
  const block = Buffer.allocUnsafe(to - from);
  let filled = 0;
  while (filled < block.length) {
    const { bytesRead } = await handle.read(block, filled, block.length - filled, from + filled);
    if (bytesRead === 0) return undefined;
    filled += bytesRead;
  }
  return block;
}

function lastNewline(block: Buffer, before: number): number {
  // Beware of a negative offset, which counts from the end.
  return before === 0 ? -1 : block.lastIndexOf(NEWLINE, before - 1);
}

function* nonEmpty(parts: readonly Buffer[]): Generator<Buffer> {
  const line = Buffer.concat(parts);
  const bare = line.at(-1) === RETURN ? line.subarray(0, -1) : line;
  if (bare.length > 0) yield bare;
}
