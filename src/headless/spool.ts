import { mkdtempSync, rmSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Bytes put aside, in the order they came: in memory, and beyond `memoryBytes` in a file that only we can read. */
export class Spool {
  readonly #memoryBytes: number;
  #chunks: Buffer[] = [];
  #size = 0;
  #file: SpoolFile | undefined;

  constructor(memoryBytes = MEMORY_BYTES) {
    this.#memoryBytes = memoryBytes;
  }

  get size(): number {
    return this.#size;
  }

  /** Throws what the disk says. */
  async append(chunk: Buffer): Promise<void> {
    if (this.#file === undefined && this.#size + chunk.length > this.#memoryBytes) {
      this.#file = await SpoolFile.holding(this.#chunks);
      this.#chunks = [];
    }
    if (this.#file) await this.#file.append(chunk);
    else this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /** Everything up to now, as often as one likes. */
  async *read(): AsyncGenerator<Buffer> {
    if (this.#file === undefined) {
      yield* this.#chunks.slice();
      return;
    }
    for (let at = 0; at < this.#size; at += READ_BYTES) {
      yield await this.#file.read(at, Math.min(READ_BYTES, this.#size - at));
    }
  }

  async last(bytes: number): Promise<Buffer> {
    const length = Math.min(bytes, this.#size);
    if (this.#file) return this.#file.read(this.#size - length, length);
    return Buffer.concat(this.#chunks).subarray(this.#size - length);
  }

  /** Nothing is left of it. */
  async clear(): Promise<void> {
    this.#chunks = [];
    this.#size = 0;
    await this.#file?.close();
    this.#file = undefined;
  }
}

/** A prompt or an answer has a few KB; what goes beyond this is rare enough for the disk. */
const MEMORY_BYTES = 8 * 1024 * 1024;
const READ_BYTES = 256 * 1024;

class SpoolFile {
  readonly #handle: FileHandle;
  readonly #directory: string;
  #size = 0;

  /** All of them, or no file at all: whoever has them in memory keeps them then. */
  static async holding(chunks: readonly Buffer[]): Promise<SpoolFile> {
    const file = await SpoolFile.open();
    try {
      for (const chunk of chunks) await file.append(chunk);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  static async open(): Promise<SpoolFile> {
    const directory = mkdtempSync(join(tmpdir(), "cac-"));
    try {
      const handle = await open(join(directory, "spool"), "wx+", 0o600);
      // Its name is taken away at once, so that a kill leaves nothing behind; Windows does it at the end.
      if (process.platform !== "win32") rmSync(directory, { recursive: true });
      return new SpoolFile(handle, directory);
    } catch (error) {
      rmSync(directory, { recursive: true, force: true });
      throw error;
    }
  }

  private constructor(handle: FileHandle, directory: string) {
    this.#handle = handle;
    this.#directory = directory;
  }

  async append(chunk: Buffer): Promise<void> {
    let done = 0;
    while (done < chunk.length) {
      const { bytesWritten } = await this.#handle.write(chunk, done, chunk.length - done, this.#size + done);
      done += bytesWritten;
    }
    this.#size += chunk.length;
  }

  async read(position: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    let done = 0;
    while (done < length) {
      const { bytesRead } = await this.#handle.read(bytes, done, length - done, position + done);
      if (bytesRead === 0)
        throw new Error(`the spool ends at ${position + done}, not at ${position + length}`);
      done += bytesRead;
    }
    return bytes;
  }

  async close(): Promise<void> {
    await this.#handle.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
