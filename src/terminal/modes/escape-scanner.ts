import type { SequenceSearch } from "./sequence-search.js";
import { MOST_SEARCHED, sequenceSearch } from "./sequence-search.js";

/** What a program's output says to its terminal, besides text. */
export interface EscapeHandler {
  /** `CSI codes m`; the codes stand in `bytes` from `from` to `to`. */
  sgr(bytes: Buffer, from: number, to: number): void;
  /** Any other `CSI parameters final` that is not a cursor move or the like. Prefix and intermediates are included. */
  csi(final: number, bytes: Buffer, from: number, to: number): void;
  /** `ESC intermediate final`; the intermediate is 0 where there is none. */
  escape(intermediate: number, final: number): void;
  /** `OSC content ST`, a character for each byte; a very long content is cut. */
  osc(content: string): void;
  /** SO (true) or SI (false). */
  shift(out: boolean): void;
}

const MOST_CARRIED = 4096;
const MOST_AT_ONCE = MOST_SEARCHED - MOST_CARRIED;
const MOST_CONTENT = 2048;
const ESC = 0x1b;
const CAN = 0x18;
const SUB = 0x1a;
const BEL = 0x07;
const SO = 0x0e;
const BRACKET = 0x5b;

/**
 * Finds the escape sequences in a stream, wherever it is cut into chunks.
 * Built for speed: text between sequences is jumped over, and sequences are read where the search has its copy of them.
 */
export class EscapeScanner {
  readonly #handler: EscapeHandler;
  readonly #search: SequenceSearch;
  /** A sequence that the last chunk cut off, from its ESC on. */
  #carried: Buffer | undefined;
  #string: "none" | "osc" | "other" | "tmux" = "none";
  /** Of the string so far, as Latin-1. */
  #content = "";
  #missingBytes = 0;

  constructor(handler: EscapeHandler, search = sequenceSearch) {
    this.#handler = handler;
    this.#search = search;
  }

  /** Not inside a sequence, a string or a UTF-8 character. */
  get atRest(): boolean {
    return this.#string === "none" && this.#carried === undefined && this.#missingBytes === 0;
  }

  /** What ends the thing that the stream is inside of, if any. */
  get ending(): string {
    if (this.#string !== "none") return "\x1b\\";
    return this.#carried === undefined ? "" : "\x18";
  }

  feed(chunk: Buffer): void {
    if (chunk.length <= MOST_AT_ONCE) this.#feed(chunk);
    else
      for (let at = 0; at < chunk.length; at += MOST_AT_ONCE)
        this.#feed(chunk.subarray(at, at + MOST_AT_ONCE));
  }

  #feed(chunk: Buffer): void {
    const bytes = this.#search.take(this.#carried, chunk);
    this.#carried = undefined;
    let at = 0;
    while (at < bytes.length) {
      if (this.#string !== "none") {
        at = this.#readString(bytes, at);
        continue;
      }
      const start = this.#jump(bytes, at);
      if (start < 0) break;
      const next = bytes[start] === ESC ? this.#readSequence(bytes, start) : this.#readShift(bytes, start);
      if (next < 0) {
        // A sequence this long is no sequence.
        if (bytes.length - start <= MOST_CARRIED) this.#carried = Buffer.from(bytes.subarray(start));
        return;
      }
      at = next;
    }
    this.#missingBytes = missingBytes(bytes, this.#missingBytes);
  }

  /** To what may leave something on. Of the colours on the way only the last say what is on. */
  #jump(bytes: Buffer, from: number): number {
    const at = this.#search.next(from);
    const { coloursFrom, coloursTo } = this.#search;
    if (coloursFrom > 0) this.#handler.sgr(bytes, coloursFrom, coloursTo);
    return at;
  }

  #readShift(bytes: Buffer, at: number): number {
    this.#handler.shift(bytes[at] === SO);
    return at + 1;
  }

  /** Reads a sequence from its ESC on; returns where it is over, -1 where the chunk is over first. */
  #readSequence(bytes: Buffer, start: number): number {
    let at = start + 1;
    if (at >= bytes.length) return -1;
    let byte = bytes[at]!;
    if (byte === BRACKET) return this.#readCsi(bytes, at + 1);
    if (byte === 0x5d || byte === 0x50 || byte === 0x58 || byte === 0x5e || byte === 0x5f) {
      this.#string = byte === 0x5d ? "osc" : "other";
      this.#content = "";
      if (byte !== 0x50) return at + 1;
      // tmux's way of passing something through has its own rule: an ESC inside is doubled.
      if (bytes.length - at <= 5 && isStartOf(bytes, at + 1, "tmux;")) {
        this.#string = "none";
        return -1;
      }
      if (isStartOf(bytes, at + 1, "tmux;")) this.#string = "tmux";
      return at + 1;
    }
    let intermediate = 0;
    while (byte >= 0x20 && byte <= 0x2f) {
      intermediate = byte;
      if (++at >= bytes.length) return -1;
      byte = bytes[at]!;
    }
    // Another ESC begins anew; other control characters are no end of it, but no known program writes them here.
    if (byte < 0x20) return byte === ESC ? at : at + 1;
    this.#handler.escape(intermediate, byte);
    return at + 1;
  }

  #readCsi(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte >= 0x40) {
        if (byte > 0x7e) continue;
        this.#handler.csi(byte, bytes, from, at);
        return at + 1;
      }
      // Other control characters act in the middle of a sequence and do not end it.
      if (byte === ESC) return at;
      if (byte === CAN || byte === SUB) return at + 1;
    }
    return -1;
  }

  /** Reads on in a string; returns where it is over. An ESC at the chunk's end waits for what follows it. */
  #readString(bytes: Buffer, from: number): number {
    const isOsc = this.#string === "osc";
    let at = from;
    for (; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === ESC) {
        if (at + 1 >= bytes.length) {
          this.#carried = Buffer.from(bytes.subarray(at));
          this.#keepContent(bytes, from, at);
          return bytes.length;
        }
        if (this.#string === "tmux" && bytes[at + 1] === ESC) {
          at++;
          continue;
        }
        // Not followed by a backslash it is the beginning of something else, which ends the string as well.
        this.#endString(bytes, from, at, isOsc);
        return bytes[at + 1] === 0x5c ? at + 2 : at;
      }
      if (byte === CAN || byte === SUB || (byte === BEL && isOsc)) {
        this.#endString(bytes, from, at, byte === BEL);
        return at + 1;
      }
    }
    this.#keepContent(bytes, from, at);
    return at;
  }

  #keepContent(bytes: Buffer, from: number, to: number): void {
    if (this.#string !== "osc" || this.#content.length >= MOST_CONTENT) return;
    this.#content += bytes.toString("latin1", from, Math.min(to, from + MOST_CONTENT));
  }

  #endString(bytes: Buffer, from: number, to: number, isOsc: boolean): void {
    if (isOsc) {
      this.#keepContent(bytes, from, to);
      this.#handler.osc(this.#content);
    }
    this.#string = "none";
    this.#content = "";
  }
}

/** Whether the bytes at `from`, as far as there are any, begin with the text or are the beginning of it. */
function isStartOf(bytes: Buffer, from: number, text: string): boolean {
  const end = Math.min(bytes.length, from + text.length);
  for (let at = from; at < end; at++) if (bytes[at] !== text.charCodeAt(at - from)) return false;
  return true;
}

/** How many bytes the UTF-8 character at the end still wants, given how many one before this chunk wanted. */
function missingBytes(bytes: Buffer, before: number): number {
  let tail = 0;
  while (tail < 3 && tail < bytes.length && (bytes[bytes.length - 1 - tail]! & 0xc0) === 0x80) tail++;
  // Nothing but continuation bytes: they belong to what came before.
  if (tail === bytes.length) return Math.max(0, before - tail);
  const lead = bytes[bytes.length - 1 - tail]!;
  const wanted = lead >= 0xf0 && lead < 0xf8 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;
  return lead >= 0xf8 ? 0 : Math.max(0, wanted - tail);
}
