/** The last bytes of a stream in memory of a fixed size, addressed by their place in the stream. */
export class ByteRing {
  readonly #bytes: Buffer;
  #end = 0;

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity);
  }

  get capacity(): number {
    return this.#bytes.length;
  }

  /** How many bytes there were so far: the place of the next one. */
  get end(): number {
    return this.#end;
  }

  /** Takes a copy; what is older than `capacity` bytes is overwritten. */
  push(bytes: Uint8Array): void {
    const kept = bytes.length > this.capacity ? bytes.subarray(-this.capacity) : bytes;
    const at = (this.#end + bytes.length - kept.length) % this.capacity;
    const fits = Math.min(kept.length, this.capacity - at);
    this.#bytes.set(kept.subarray(0, fits), at);
    this.#bytes.set(kept.subarray(fits), 0);
    this.#end += bytes.length;
  }

  /** A view of at most `length` bytes from that place on: fewer where the memory ends. Valid until the next `push`. */
  view(from: number, length: number): Buffer {
    const at = from % this.capacity;
    return this.#bytes.subarray(at, Math.min(at + Math.min(length, this.#end - from), this.capacity));
  }
}
