import { WASM } from "./sequence-search-wasm.js";

/** How many bytes can be searched at a time. */
export const MOST_SEARCHED = 96 * 1024;

/** Where `next` leaves two numbers: from where to where the codes of the last colours stand that it passed by. */
const COLOURS = 0x1fff0;

/** What TypeScript's library does not know of WebAssembly where it does not have the browser's in it. */
interface Assembly {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => {
    readonly exports: {
      readonly memory: { readonly buffer: ArrayBuffer };
      readonly next: (from: number, end: number) => number;
    };
  };
}

/**
 * Finds the sequences in a terminal's output that may leave something on, past those that a TUI is full of: colours,
 * moves of the cursor, erasing. Every byte passes through it; JavaScript takes three times as long for the same.
 */
export interface SequenceSearch {
  /** These are searched from now on, as one. Returns them; they are valid until the next time. */
  take(before: Buffer | undefined, bytes: Buffer): Buffer;
  /** The place of the next SO, SI, or ESC of such a sequence or of one that is cut off; -1 where there is none. */
  next(from: number): number;
  /** Where the codes of the last colours begin that the last `next` passed by; 0 where there were none. */
  readonly coloursFrom: number;
  readonly coloursTo: number;
}

class FastSearch implements SequenceSearch {
  readonly #memory: Buffer;
  readonly #colours: Int32Array;
  readonly #next: (from: number, end: number) => number;
  /** Of the memory: what is searched. In a flood it is always as much, so the view is kept. */
  #taken: Buffer;

  constructor({ Module, Instance }: Assembly) {
    const { memory, next } = new Instance(new Module(Buffer.from(WASM, "base64"))).exports;
    this.#memory = this.#taken = Buffer.from(memory.buffer);
    this.#colours = new Int32Array(memory.buffer, COLOURS, 2);
    this.#next = next;
  }

  take(before: Buffer | undefined, bytes: Buffer): Buffer {
    const at = before?.length ?? 0;
    if (before !== undefined) this.#memory.set(before);
    this.#memory.set(bytes, at);
    const length = at + bytes.length;
    if (this.#taken.length !== length) this.#taken = this.#memory.subarray(0, length);
    return this.#taken;
  }

  next(from: number): number {
    return this.#next(from, this.#taken.length);
  }

  get coloursFrom(): number {
    return this.#colours[0]!;
  }

  get coloursTo(): number {
    return this.#colours[1]!;
  }
}

/**
 * Passes nothing by. For a Node without WebAssembly (--jitless), a processor without SIMD, and a limit on address space.
 */
export class PlainSearch implements SequenceSearch {
  readonly coloursFrom = 0;
  readonly coloursTo = 0;
  #bytes: Buffer = Buffer.alloc(0);

  take(before: Buffer | undefined, bytes: Buffer): Buffer {
    this.#bytes = before === undefined ? bytes : Buffer.concat([before, bytes]);
    return this.#bytes;
  }

  next(from: number): number {
    for (let at = from; at < this.#bytes.length; at++) {
      const byte = this.#bytes[at]!;
      if (byte === 0x1b || byte === 0x0e || byte === 0x0f) return at;
    }
    return -1;
  }
}

function bestSearch(): SequenceSearch {
  const { WebAssembly: assembly }: { WebAssembly: Assembly } = Object(globalThis);
  try {
    return new FastSearch(assembly);
  } catch {
    return new PlainSearch();
  }
}

/** The same for all: a search is over before another begins. */
export const sequenceSearch = bestSearch();
