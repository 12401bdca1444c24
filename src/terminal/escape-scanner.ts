/** What a program's output says to its terminal, besides text. */
export interface EscapeHandler {
  /** `CSI prefix params intermediate final`; prefix and intermediate are 0 where there is none. */
  csi(prefix: number, intermediate: number, final: number, params: CsiParams): void;
  /** `ESC intermediate final`. */
  escape(intermediate: number, final: number): void;
  /** `OSC content ST`; a very long content is cut. */
  osc(content: string): void;
  /** SO (true) or SI (false). */
  shift(out: boolean): void;
}

/** Numbers of a control sequence; a missing one is -1. Valid only during the call. */
export class CsiParams {
  readonly values = new Int32Array(MOST_PARAMS);
  count = 0;
  /** A bit for each value that follows a colon, and so belongs to the value before it. */
  subBits = 0;

  get(index: number, fallback: number): number {
    const value = index < this.count ? this.values[index]! : -1;
    return value < 0 ? fallback : value;
  }
}

const MOST_PARAMS = 32;
const MOST_CARRIED = 4096;
const MOST_CONTENT = 2048;
const ESC = 0x1b;
const CAN = 0x18;
const SUB = 0x1a;
const BEL = 0x07;
const SO = 0x0e;
const SI = 0x0f;

/**
 * Finds the escape sequences in a stream, wherever it is cut into chunks.
 * Built for speed: text between sequences is jumped over, and sequences are read in place.
 */
export class EscapeScanner {
  readonly #handler: EscapeHandler;
  readonly #params = new CsiParams();
  readonly #decoder = new TextDecoder();
  /** A sequence that the last chunk cut off, from its ESC on. */
  #carried: Uint8Array | undefined;
  #string: "none" | "osc" | "other" | "tmux" = "none";
  #content: number[] = [];
  #missingBytes = 0;

  constructor(handler: EscapeHandler) {
    this.#handler = handler;
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

  feed(chunk: Uint8Array): void {
    const bytes = this.#carried === undefined ? chunk : joined(this.#carried, chunk);
    this.#carried = undefined;
    const hasShifts = bytes.includes(SO) || bytes.includes(SI);
    let at = 0;
    while (at < bytes.length) {
      if (this.#string !== "none") {
        at = this.#readString(bytes, at);
        continue;
      }
      const start = hasShifts ? this.#jumpShifting(bytes, at) : jump(bytes, at);
      if (start < 0) break;
      const next = this.#readSequence(bytes, start);
      if (next < 0) {
        // A sequence this long is no sequence.
        if (bytes.length - start <= MOST_CARRIED) this.#carried = bytes.slice(start);
        return;
      }
      at = next;
    }
    this.#missingBytes = missingBytes(bytes, this.#missingBytes);
  }

  /** Reads a sequence from its ESC on; returns where it is over, -1 where the chunk is over first. */
  #readSequence(bytes: Uint8Array, start: number): number {
    let at = start + 1;
    if (at >= bytes.length) return -1;
    let byte = bytes[at]!;
    if (byte === 0x5b) return this.#readCsi(bytes, at + 1);
    if (byte === 0x5d || byte === 0x50 || byte === 0x58 || byte === 0x5e || byte === 0x5f) {
      this.#string = byte === 0x5d ? "osc" : "other";
      this.#content = [];
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

  #readCsi(bytes: Uint8Array, from: number): number {
    const params = this.#params;
    const values = params.values;
    let count = 0;
    let subBits = 0;
    let value = -1;
    let prefix = 0;
    let intermediate = 0;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte >= 0x30 && byte <= 0x39) {
        // Large enough for every meaning, small enough to stay a small integer.
        value = value < 0 ? byte - 0x30 : value > 9_999_999 ? value : value * 10 + byte - 0x30;
      } else if (byte === 0x3b || byte === 0x3a) {
        if (count < MOST_PARAMS - 1) values[count++] = value;
        if (byte === 0x3a) subBits |= 1 << count;
        value = -1;
      } else if (byte >= 0x40 && byte <= 0x7e) {
        values[count++] = value;
        // Nothing between CSI and its end is no parameter at all.
        params.count = count === 1 && value < 0 ? 0 : count;
        params.subBits = subBits;
        this.#handler.csi(prefix, intermediate, byte, params);
        return at + 1;
      } else if (byte >= 0x3c && byte <= 0x3f) {
        prefix = byte;
      } else if (byte >= 0x20 && byte <= 0x2f) {
        intermediate = byte;
      } else if (byte === ESC) {
        return at;
      } else if (byte === CAN || byte === SUB) {
        return at + 1;
      }
      // Other control characters act in the middle of a sequence and do not end it.
    }
    return -1;
  }

  /** Reads on in a string; returns where it is over. An ESC at the chunk's end waits for what follows it. */
  #readString(bytes: Uint8Array, from: number): number {
    const isOsc = this.#string === "osc";
    let at = from;
    for (; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === ESC) {
        if (at + 1 >= bytes.length) {
          this.#carried = bytes.slice(at);
          return bytes.length;
        }
        if (this.#string === "tmux" && bytes[at + 1] === ESC) {
          at++;
          continue;
        }
        // Not followed by a backslash it is the beginning of something else, which ends the string as well.
        this.#endString(isOsc);
        return bytes[at + 1] === 0x5c ? at + 2 : at;
      }
      if (byte === CAN || byte === SUB || (byte === BEL && isOsc)) {
        this.#endString(byte === BEL);
        return at + 1;
      }
      if (isOsc && this.#content.length < MOST_CONTENT) this.#content.push(byte);
    }
    return at;
  }

  #endString(isOsc: boolean): void {
    this.#string = "none";
    const content = this.#content;
    this.#content = [];
    if (isOsc) this.#handler.osc(this.#decoder.decode(Uint8Array.from(content)));
  }

  /** As `jump`, for the rare chunk that has SO or SI in it. */
  #jumpShifting(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === ESC) return at;
      if (byte === SO || byte === SI) this.#handler.shift(byte === SO);
    }
    return -1;
  }
}

/** The next ESC. Sequences often stand close together, and a call into native code costs more than a few bytes. */
function jump(bytes: Uint8Array, from: number): number {
  const near = Math.min(from + 24, bytes.length);
  for (let at = from; at < near; at++) if (bytes[at] === ESC) return at;
  return near === bytes.length ? -1 : bytes.indexOf(ESC, near);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Whether the bytes at `from`, as far as there are any, begin with the text or are the beginning of it. */
function isStartOf(bytes: Uint8Array, from: number, text: string): boolean {
  const end = Math.min(bytes.length, from + text.length);
  for (let at = from; at < end; at++) if (bytes[at] !== text.charCodeAt(at - from)) return false;
  return true;
}

/** How many bytes the UTF-8 character at the end still wants, given how many one before this chunk wanted. */
function missingBytes(bytes: Uint8Array, before: number): number {
  let tail = 0;
  while (tail < 3 && tail < bytes.length && (bytes[bytes.length - 1 - tail]! & 0xc0) === 0x80) tail++;
  // Nothing but continuation bytes: they belong to what came before.
  if (tail === bytes.length) return Math.max(0, before - tail);
  const lead = bytes[bytes.length - 1 - tail]!;
  const wanted = lead >= 0xf0 && lead < 0xf8 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;
  return lead >= 0xf8 ? 0 : Math.max(0, wanted - tail);
}
