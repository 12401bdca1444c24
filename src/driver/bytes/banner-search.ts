import type { Search } from "../../claude/transcript/stream-reader.js";
import { ANCHOR_BYTES, holdsWholeAnchor } from "../../claude/limits/banner-anchors.js";
import type { ByteRing } from "./byte-ring.js";
import type { LimitScan } from "./limit-scan.js";

/** Looks for the known wordings in all of a stream, whose last bytes are in a ring. */
export class BannerSearch {
  readonly #ring: ByteRing;
  readonly #limits: LimitScan;
  /** Places in the stream: how far it was looked at, how far it was read, and how far it is read in any case. */
  #at = 0;
  #read = 0;
  #readUntil = 0;

  constructor(ring: ByteRing, limits: LimitScan) {
    this.#ring = ring;
    this.#limits = limits;
  }

  get at(): number {
    return this.#at;
  }

  /** Reads everything that has come. */
  read(): void {
    this.#readFrom(this.#at, "thorough");
    // What a flood begins with may be the end of a message.
    this.#readUntil = this.#at + CONTEXT_BYTES;
  }

  /**
   * In a flood: reads only what stands around an anchor. Best while the bytes are still in the processor's cache.
   */
  sift(): void {
    const from = Math.max(0, this.#at - ANCHOR_BYTES);
    if (holdsWholeAnchor(this.#ring.since(from))) this.#readUntil = this.#ring.end + CONTEXT_BYTES;
    if (this.#at < this.#readUntil) this.#readFrom(from, "quick");
    else this.#at = this.#ring.end;
  }

  /** From there on, and a little of what stands before it if that was not read. */
  #readFrom(from: number, search: Search): void {
    if (from - CONTEXT_BYTES > this.#read) {
      this.#limits.skipBanners();
      this.#read = from - CONTEXT_BYTES;
    }
    while (this.#read < this.#ring.end) {
      const bytes = this.#ring.view(this.#read, SLICE_BYTES);
      this.#read += bytes.length;
      this.#limits.pushBanners(bytes, search);
    }
    this.#at = this.#read;
  }
}

/** More than the longest message and the lines above it that tell whether it is a quotation. */
const CONTEXT_BYTES = 4 * 1024;
const SLICE_BYTES = 64 * 1024;
