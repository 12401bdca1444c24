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
  push(bytes: Buffer): void {
    const kept = bytes.length > this.capacity ? bytes.subarray(-this.capacity) : bytes;
    const at = (this.#end + bytes.length - kept.length) % this.capacity;
    const fits = kept.copy(this.#bytes, at);
    if (fits < kept.length) kept.copy(this.#bytes, 0, fits);
    this.#end += bytes.length;
  }

  /** A view of at most `length` bytes from that place on: fewer where the memory ends. Valid until the next `push`. */
  view(from: number, length: number): Buffer {
    const at = from % this.capacity;
    return this.#bytes.subarray(at, Math.min(at + Math.min(length, this.#end - from), this.capacity));
  }

  /** All bytes from that place on in one piece: a copy where the memory ends in between. Valid until the next `push`. */
  since(from: number): Buffer {
    const bytes = this.view(from, this.capacity);
    const next = from + bytes.length;
    return next === this.#end ? bytes : Buffer.concat([bytes, this.view(next, this.capacity)]);
  }
}
